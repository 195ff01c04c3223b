/* type_table.h - types while a file is being read: hash-indexed by section and type id.
 *
 * A type may be used before its record comes, or have none, so its slot is made at the first use
 * and gets a name when the record comes. At the end, slots of the same name and module become one
 * type (in a sampled dump only slots of the same scale, as each record has its own), and types are
 * numbered in byte order.
 *
 * circle: type_order.c is a part of type_table.c.
 */
#ifndef GCV_HEAP_TYPE_TABLE_H
#define GCV_HEAP_TYPE_TABLE_H

#include "base/arena.h"
#include "base/column.h"
#include "base/hash.h"

typedef struct gcv_type_slot {
    uint64_t id;
    gcv_slice name;   /* data NULL: no record so far */
    gcv_slice module; /* data NULL: not known */
    double scale; /* in a sampled dump: objects that each of its objects stands for; 0: not known */
    uint32_t section;
    uint32_t type; /* number after gcv_type_table_number() */
    bool unknown;  /* no record came; the name was made up */
} gcv_type_slot;

GCV_COLUMN(gcv_type_slot_column, gcv_type_slot);

/* Objects and bytes of a slot; not in the slot, because every object adds to them. */
typedef struct gcv_type_sum {
    uint64_t count, bytes;
} gcv_type_sum;

GCV_COLUMN(gcv_type_sum_column, gcv_type_sum);

/* An entry of the hash table holds all that a lookup compares: at most one cache miss. */
typedef struct gcv_type_key {
    uint64_t id;
    uint32_t section;
    uint32_t slot; /* counted from 1; 0: free */
} gcv_type_key;

typedef struct gcv_type_table {
    gcv_type_slot_column slots;
    gcv_type_sum_column sums; /* in step with the slots */
    gcv_type_key *keys;       /* n_keys is a power of two, or 0 */
    size_t n_keys;
    uint64_t seed, section_factor;
} gcv_type_table;

/* The factor is random like the seed, so that no file can make ids collide across sections. */
static inline size_t gcv_type_table_place(const gcv_type_table *table, uint32_t section,
                                          uint64_t id)
{
    return (size_t)gcv_hash_u64(id + section * table->section_factor, table->seed) &
           (table->n_keys - 1);
}

/* Returns the slot of a type id, or GCV_NONE. */
static inline uint32_t gcv_type_table_find(const gcv_type_table *table, uint32_t section,
                                           uint64_t id)
{
    size_t mask = table->n_keys - 1;
    if (table->n_keys == 0) {
        return GCV_NONE;
    }
    for (size_t at = gcv_type_table_place(table, section, id); table->keys[at].slot != 0;
         at = (at + 1) & mask) {
        if (table->keys[at].id == id && table->keys[at].section == section) {
            return table->keys[at].slot - 1;
        }
    }
    return GCV_NONE;
}

/* Makes the slot of a type id that has none. */
uint32_t gcv_type_table_enter(gcv_context *ctx, gcv_type_table *table, uint32_t section,
                              uint64_t id);

/* Finds or makes the slot of a type id. */
static inline uint32_t gcv_type_table_add(gcv_context *ctx, gcv_type_table *table, uint32_t section,
                                          uint64_t id)
{
    uint32_t slot = gcv_type_table_find(table, section, id);
    if (slot == GCV_NONE) {
        slot = gcv_type_table_enter(ctx, table, section, id);
    }
    return slot;
}

/* Beginning of the names of types without a record: `<unknown type 1b>`. */
#define GCV_UNKNOWN_TYPE "<unknown type "

/* Beginning of what stands for a module of which a dump has only the address: `Module(0x7f00)`, as
 * in files of other tools. */
#define GCV_NAMELESS_MODULE "Module("

/* Whether a dump names the module: not so if `module` has no data, or stands for one. */
bool gcv_module_is_named(gcv_slice module);

/* Tells whether a name is one of these, and gets the id. */
bool gcv_is_unknown_type(gcv_slice name, uint64_t *id);

/* Whether a dump lacks the name of a type, so that its name here is only its id or its address.
 * Such types cannot be found again in another dump. */
bool gcv_type_is_nameless(gcv_slice name);

/* What stands for all types without names where dumps are compared, and in patterns. */
#define GCV_NAMELESS_TYPES "<types without names>"

/* The name by which a type is found in another dump. */
gcv_slice gcv_type_name_across_dumps(gcv_slice name);

/* The name in patterns that stands for this type and others: types without names, plain objects of
 * any shape. For any other type its own name. */
gcv_slice gcv_type_name_of_many(gcv_slice name);

/* Types, distinct by name, module and scale, in byte order of name, then module (none first), then
 * scale. */
typedef struct gcv_type_names {
    uint32_t n;
    gcv_slice *name;
    gcv_slice *module; /* NULL: no type has one */
    uint32_t *row;     /* the first type of the same name; NULL: all names differ */
    uint32_t
        *family; /* the same, but all plain objects are one family; NULL: there are no shapes */
} gcv_type_names;

/* Gives every slot the number of its type and every slot without a record a name. */
void gcv_type_table_number(gcv_context *ctx, gcv_type_table *table, gcv_arena *arena,
                           gcv_type_names *out);
void gcv_type_names_release(gcv_context *ctx, gcv_type_names *names);
void gcv_type_table_release(gcv_context *ctx, gcv_type_table *table);

/* ---- for type_table.c: type_order.c, as sorting names is a subject of its own --------------- */

/* Compares by name, then module (none first), then scale; 0 if both slots are of one type. */
int gcv_compare_type_slots(const gcv_type_slot *a, const gcv_type_slot *b);

/* Returns the numbers of all slots, in order. Every slot must have a name. */
uint32_t *gcv_type_order_find(gcv_context *ctx, const gcv_type_table *table);

#endif
