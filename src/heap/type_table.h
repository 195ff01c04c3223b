/* type_table.h - types while a file is being read: hash-indexed by section and type id.
 *
 * A type may be used before its record comes, or have none, so a slot is made at the first mention
 * and gets its name when the record comes. At the end slots are joined by name and module and
 * numbered in byte order.
 */
#ifndef GCV_HEAP_TYPE_TABLE_H
#define GCV_HEAP_TYPE_TABLE_H

#include "base/arena.h"
#include "base/column.h"
#include "base/hash.h"

typedef struct gcv_type_slot {
    uint64_t id;
    gcv_slice name;        /* data NULL: no record so far */
    gcv_slice module;      /* data NULL: not known */
    uint64_t count, bytes; /* of its objects, while no rows are kept */
    double scale;          /* what one of its objects stands for in a sampled dump; 0: not said */
    uint32_t section;
    uint32_t type; /* number after gcv_type_table_number() */
    bool unknown;  /* no record came; the name was made up */
} gcv_type_slot;

GCV_COLUMN(gcv_type_slot_column, gcv_type_slot);

enum { GCV_RECENT_BITS = 13, GCV_RECENT_TYPES = 1 << GCV_RECENT_BITS };

typedef struct gcv_type_table {
    gcv_type_slot_column slots;
    uint32_t *index; /* slot + 1, 0: free; n_index is a power of two or 0 */
    size_t n_index;
    uint64_t seed;
    uint32_t recent[GCV_RECENT_TYPES]; /* slot + 1: a guess, to be checked */
} gcv_type_table;

static inline uint32_t *gcv_type_table_recent(gcv_type_table *table, uint64_t id)
{
    return &table->recent[id * UINT64_C(0x9e3779b97f4a7c15) >> (64 - GCV_RECENT_BITS)];
}

/* Finds or makes the slot of a type id. Every object asks, so the slot that was found last at a
 * cheap hash of the id is tried before the table: 32 KB that stay near, against slots of 64 bytes.
 */
GCV_CHECKED gcv_status gcv_type_table_enter(gcv_context *ctx, gcv_type_table *table,
                                            uint32_t section, uint64_t id, uint32_t *slot,
                                            gcv_error *err);
GCV_CHECKED static inline gcv_status gcv_type_table_add(gcv_context *ctx, gcv_type_table *table,
                                                        uint32_t section, uint64_t id,
                                                        uint32_t *slot, gcv_error *err)
{
    uint32_t recent = *gcv_type_table_recent(table, id);
    if (recent != 0 && table->slots.data[recent - 1].id == id &&
        table->slots.data[recent - 1].section == section) {
        *slot = recent - 1;
        return GCV_OK;
    }
    return gcv_type_table_enter(ctx, table, section, id, slot, err);
}

static inline uint64_t gcv_type_table_hash(const gcv_type_table *table, uint32_t section,
                                           uint64_t id)
{
    return gcv_hash_u64(id + ((uint64_t)section << 40), table->seed);
}

/* The slot of a type id, or GCV_NONE. */
static inline uint32_t gcv_type_table_find(const gcv_type_table *table, uint32_t section,
                                           uint64_t id)
{
    size_t mask = table->n_index - 1, at;
    if (table->n_index == 0) {
        return GCV_NONE;
    }
    for (at = gcv_type_table_hash(table, section, id) & mask; table->index[at] != 0;
         at = (at + 1) & mask) {
        const gcv_type_slot *slot = &table->slots.data[table->index[at] - 1];
        if (slot->id == id && slot->section == section) {
            return table->index[at] - 1;
        }
    }
    return GCV_NONE;
}

/* Types, distinct by name and module, in byte order of name, then module (none first). */
typedef struct gcv_type_names {
    uint32_t n;
    gcv_slice *name;
    gcv_slice *module; /* NULL: no type has one */
    uint32_t *row;     /* the first type of the same name; NULL: all names differ */
} gcv_type_names;

/* Gives every slot the number of its type and every slot without a record a name. */
GCV_CHECKED gcv_status gcv_type_table_number(gcv_context *ctx, gcv_type_table *table,
                                             gcv_arena *arena, gcv_type_names *out, gcv_error *err);
void gcv_type_names_release(gcv_context *ctx, gcv_type_names *names);
void gcv_type_table_release(gcv_context *ctx, gcv_type_table *table);

#endif
