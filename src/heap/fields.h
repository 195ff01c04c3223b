/* fields.h - names of references: the property, element or variable by which one object holds the
 * next. Few formats have them, and they are kept only for commands that show them.
 *
 * The names of all references of an object are a list. Objects of one class or shape have equal
 * lists, of which one is kept: 5 bytes for each name of a list that differs from all others. Most
 * names are numbers in long lists, which ascend: these are folded into runs of 2 bits for each
 * number up to the highest. While objects are read, 4 bytes an object tell its list, or its slot
 * tells type and list together; then most have the list of their type, and only the others 4 bytes:
 * where types are shapes, they are a tenth of all. */
#ifndef GCV_HEAP_FIELDS_H
#define GCV_HEAP_FIELDS_H

#include "base/sparse.h"

/* In order of preference, where only one of several references is shown. */
typedef enum gcv_field_kind {
    GCV_FIELD_STATIC,   /* static name: of a class */
    GCV_FIELD_PROPERTY, /* .name */
    GCV_FIELD_VARIABLE, /* ->name: of a closure */
    GCV_FIELD_ELEMENT,  /* [number] */
    GCV_FIELD_INTERNAL, /* {name}: of the virtual machine */
    GCV_FIELD_NUMBERED, /* {number} */
    GCV_FIELD_KINDS,    /* ends a list: not the name of a reference */
    GCV_FIELD_LATER,    /* while objects are read: the name is not in the list yet */
    GCV_FIELD_RUN       /* before a list of which some names are a run, whose index is the name */
} gcv_field_kind;

static inline bool gcv_field_has_number(uint8_t kind)
{
    return kind == GCV_FIELD_ELEMENT || kind == GCV_FIELD_NUMBERED;
}

/* While objects are read: what objects of one type that have equal lists share. */
typedef struct gcv_field_group {
    uint32_t slot, list; /* of the type; GCV_NONE: no names */
    uint32_t type;       /* once types have numbers */
} gcv_field_group;

GCV_COLUMN(gcv_field_group_column, gcv_field_group);

/* Ascending numbers of references that follow each other, in place of their names. */
typedef struct gcv_number_run {
    uint32_t from, n;        /* of the references of an object */
    uint32_t base;           /* the first number */
    uint32_t cells, n_cells; /* which of the numbers from that on there are */
    uint8_t kind;
} gcv_number_run;

GCV_COLUMN(gcv_number_run_column, gcv_number_run);
GCV_COLUMN(gcv_sparse_cell_column, gcv_sparse_cell);

/* Of a hash table of lists. */
typedef struct gcv_list_bucket {
    uint32_t list; /* where it begins, plus one; 0: free */
    uint32_t hash; /* so that few other lists are read, which are seldom in the cache */
} gcv_list_bucket;

typedef struct gcv_fields {
    gcv_u32_column first; /* per object, while objects are read: where its list begins below */
    gcv_field_group_column groups; /* instead of that: each row's slot is one */
    uint32_t *of_type;             /* once packed: the list of the type; NULL: no names */
    gcv_sparse odd;                /* once packed: lists that are not those of the type */
    gcv_u8_column kind;
    gcv_u32_column name;          /* in step with `kind`: a number, or one of gcv_places.words */
    gcv_number_run_column runs;   /* once folded */
    gcv_sparse_cell_column cells; /* of all runs */
    gcv_list_bucket *buckets;     /* while objects are read … */
    size_t n_buckets;             /* … a power of two, or 0 */
    size_t open;                  /* where the list that is being read begins */
    size_t expected;              /* the list that it may be … */
    size_t at; /* … and the next name of that, plus one; 0: none is expected, or they differ */
    uint32_t n_lists;
} gcv_fields;

/* Adds to the list that is being read the names that were expected, as another one follows. */
void gcv_fields_diverge(gcv_context *ctx, gcv_fields *fields);

/* Adds a name to the list of the object that is being read. */
static inline void gcv_fields_push(gcv_context *ctx, gcv_fields *fields, uint8_t kind,
                                   uint32_t name)
{
    const size_t at = fields->at;
    if (at > 0) {
        if (fields->kind.data[at - 1] == kind && fields->name.data[at - 1] == name) {
            fields->at = at + 1;
            return;
        }
        gcv_fields_diverge(ctx, fields);
    }
    gcv_u8_column_push(ctx, &fields->kind, kind);
    gcv_u32_column_push(ctx, &fields->name, name);
}

/* Says which list the object that is going to be read may have: then names are compared, and
 * neither kept nor hashed. GCV_NONE: not known. */
static inline void gcv_fields_expect(gcv_fields *fields, uint32_t list)
{
    fields->expected = list;
    fields->at = list != GCV_NONE ? (size_t)list + 1 : 0;
}

/* Ends the list if it is the expected one; false: it is not. */
static inline bool gcv_fields_end_expected(gcv_fields *fields)
{
    const bool same = fields->at > 0 && fields->kind.data[fields->at - 1] == GCV_FIELD_KINDS;
    fields->at = same ? 0 : fields->at;
    return same;
}

/* Ends any list and returns where it begins, which is that of an equal list if there is one;
 * GCV_NONE: it is empty. O(names). */
uint32_t gcv_fields_end_list(gcv_context *ctx, gcv_fields *fields);

/* Forgets the names of the open list. */
void gcv_fields_drop_list(gcv_fields *fields);

/* Once all objects are read: no equal lists will be looked for. */
void gcv_fields_close(gcv_context *ctx, gcv_fields *fields);
/* Once references are final, where groups tell lists: drops lists that no row has, and folds the
 * numbers of others. Row i has the references [first_ref[i], first_ref[i + 1]). O(rows + names). */
void gcv_fields_fold(gcv_context *ctx, gcv_fields *fields, const gcv_u32_column *slot,
                     const uint32_t *first_ref);
/* Once all is final: `type`, per object, is its type, of `n_types`. Unpack before types change, and
 * then pack again. O(objects). */
void gcv_fields_pack(gcv_context *ctx, gcv_fields *fields, const uint32_t *type, size_t n_types);
/* The same, and replaces groups, if there are any, by their slots; `keep`: names are kept. */
void gcv_fields_pack_groups(gcv_context *ctx, gcv_fields *fields, gcv_u32_column *slot,
                            size_t n_types, bool keep);
void gcv_fields_unpack(gcv_context *ctx, gcv_fields *fields, const gcv_u32_column *type);

/* Returns where the list of an object that has references begins, once packed. */
static inline uint32_t gcv_fields_first(const gcv_fields *fields, uint32_t object, uint32_t type)
{
    const uint32_t list = gcv_sparse_get(&fields->odd, object);
    return list != GCV_NONE ? list : fields->of_type[type];
}

/* Gets the kind of the name of a reference, given the list of its object, and returns its number or
 * index. O(log numbers of the list). */
uint32_t gcv_fields_get(const gcv_fields *fields, size_t list, uint32_t reference, uint8_t *kind);

/* Progress of removing references. An object that loses references gets a list of its own. */
typedef struct gcv_field_cut {
    size_t object; /* that is getting a list */
    size_t at;     /* the next name of its old list */
} gcv_field_cut;

#define GCV_FIELD_CUT_NONE ((gcv_field_cut){SIZE_MAX, 0})

void gcv_fields_cut(gcv_context *ctx, gcv_fields *fields, uint32_t *group, gcv_field_cut *cut,
                    size_t object, size_t kept);
void gcv_fields_copy(gcv_context *ctx, gcv_fields *fields, size_t at);

/* Keeps or removes the name of the next reference of an object, of which `kept` were kept before.
 * References must come in order. `groups`: of all rows. */
static inline void gcv_fields_keep(gcv_context *ctx, gcv_fields *fields, uint32_t *groups,
                                   gcv_field_cut *cut, size_t object, size_t kept, bool keep)
{
    if (fields->kind.n == 0 || (keep && cut->object != object)) {
        return;
    }
    if (cut->object != object) {
        gcv_fields_cut(ctx, fields, &groups[object], cut, object, kept);
    }
    if (keep) {
        gcv_fields_copy(ctx, fields, cut->at);
    }
    cut->at++;
}

void gcv_fields_release(gcv_context *ctx, gcv_fields *fields);

#endif
