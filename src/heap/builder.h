/* builder.h - takes in the records of a reader: sections, types, objects, roots, in any order.
 *
 * A reader begins a section, then adds records to it; freeze/freeze.h makes the heap. Records may
 * refer to types and objects that come later, come twice or never come, and to other sections.
 *
 * While a file is read only types are looked up. Raw ids are appended to columns; all work that
 * misses the cache is done in bulk when the heap is frozen. A tally that can prove ids to be unique
 * (id_runs.h) keeps no rows at all.
 *
 * 16 to 20 bytes an object and 4 to 8 a reference. builder.c takes in sections, types, objects and
 * roots, builder_extras.c everything else.
 */
#ifndef GCV_HEAP_BUILDER_H
#define GCV_HEAP_BUILDER_H

#include "base/attr.h"
#include "heap/ids/id_runs.h"
#include "heap/heap.h"
#include "heap/type_table.h"

/* A run of objects whose records are on consecutive lines, by its first object. */
typedef struct gcv_line_run {
    uint32_t object; /* in order of arrival */
    uint64_t line;
} gcv_line_run;

GCV_COLUMN(gcv_line_run_column, gcv_line_run);

typedef struct gcv_builder_root {
    uint64_t id, container;
    uint32_t kind, flags;
    bool has_container;
    gcv_slice label;      /* data NULL: none */
    bool label_is_shared; /* made by gcv_builder_share(); otherwise the label is copied */
} gcv_builder_root;

/* What is kept of an object. */
typedef enum gcv_keep {
    GCV_KEEP_NOTHING, /* it is added to the sums of its type; enough if ids are proved unique */
    GCV_KEEP_IDS,     /* its id as well; enough if no id comes twice */
    GCV_KEEP_ROWS
} gcv_keep;

/* A number that no object has, and the id it stands for. */
typedef struct gcv_dangling {
    uint32_t number;
    uint64_t id;
} gcv_dangling;

GCV_COLUMN(gcv_dangling_column, gcv_dangling);

struct gcv_builder;

/* Where a reader reads several dumps at once: what it does between one and the next. */
typedef struct gcv_builder_relay {
    uint32_t last_snapshot; /* the first is the one that the options ask for */
    /* Makes a heap of what the builder has, and makes it ready for the next dump. */
    gcv_status (*next)(void *self, struct gcv_builder *builder, gcv_error *err);
    void *self;
} gcv_builder_relay;

typedef struct gcv_builder {
    gcv_context *ctx;
    const gcv_builder_relay *relay; /* NULL: one dump is wanted */
    gcv_heap *heap; /* made at the first section, with sections, notes and arena in use */
    const char *name, *format;
    gcv_load_level level;
    gcv_load_options options;
    const uint64_t *input_taken; /* bytes read of the input; NULL: not known … */
    uint64_t input_size;         /* … and bytes to read in all; 0: not known */
    uint64_t beside;             /* bytes in use by heaps that were loaded before */
    bool strict;
    gcv_keep keep;
    bool wants_more;           /* an id may be a repeat, and `keep` is too little to tell */
    bool binary;               /* places are offsets, not lines */
    bool unique;               /* the reader guarantees that no id comes twice */
    bool sampled;              /* some type has a scale */
    bool all_live;             /* objects that no root reaches get one */
    gcv_slice_column reasons;  /* why the dump is incomplete */
    gcv_slice last_label;      /* of a root, in the arena */
    uint64_t n_objects, bytes; /* records added */
    uint64_t malformed, anomalies;
    uint32_t section;
    gcv_type_table types;
    gcv_id_runs id_runs;
    gcv_u32_column section_start; /* first object of each section, by arrival */
    /* rows, by arrival */
    gcv_id_column ids, refs;
    gcv_u32_column first_ref; /* one more than objects: the end of each is the start of the next */
    gcv_u32_column size, slot;
    size_t room;                            /* rows that fit into the three columns above */
    gcv_u32_column mark;                    /* of the heap; empty: none is kept */
    gcv_fields fields;                      /* likewise */
    bool keeps_fields, keeps_marks;         /* these two columns will be there at the end */
    uint64_t said_objects, said_references; /* of the file by itself; 0: it does not say */
    gcv_big_size_column big;
    gcv_line_run_column line_runs;
    uint64_t next_line;
    gcv_root_column roots;        /* `container` is a slot, `object` unset */
    bool numbered;                /* references are numbers, not ids: */
    gcv_dangling_column dangling; /* numbers that are no object's, ascending; all others are objects
                                   * in order of arrival, … */
    gcv_u32_column numbers;       /* … unless this tells which; GCV_NONE: no object */
    gcv_u32_column spare;         /* memory that the reader gave; no rows */
} gcv_builder;

/* Less than GCV_KEEP_ROWS is for GCV_LOAD_TALLY only. With `binary` every place is an offset,
 * otherwise a line; 0 is no place in both. */
void gcv_builder_init(gcv_builder *builder, gcv_context *ctx, const char *name, const char *format,
                      const gcv_load_options *options, bool binary, gcv_keep keep);
void gcv_builder_release(gcv_builder *builder);

static inline gcv_context *gcv_builder_context(const gcv_builder *builder) { return builder->ctx; }
static inline const gcv_load_options *gcv_builder_options(const gcv_builder *builder)
{
    return &builder->options;
}
static inline uint64_t gcv_builder_n_objects(const gcv_builder *builder)
{
    return builder->n_objects;
}

/* Types with an id of their own, with or without a record. */
static inline size_t gcv_builder_n_types(const gcv_builder *builder)
{
    return builder->types.slots.n;
}

/* The builder keeps too little: the reader may stop, and is run again with one that keeps more. */
static inline bool gcv_builder_wants_more(const gcv_builder *builder)
{
    return builder->wants_more;
}

/* Whether add_object looks at `refs`. */
static inline bool gcv_builder_keeps_references(const gcv_builder *builder)
{
    return builder->level == GCV_LOAD_GRAPH;
}

/* What will come with the rows, beside them. */
static inline void gcv_builder_will_keep(gcv_builder *builder, bool fields, bool marks)
{
    builder->keeps_fields = fields;
    builder->keeps_marks = marks;
}

/* How many objects and references the file says it has: for messages, as it may be wrong. */
static inline void gcv_builder_says(gcv_builder *builder, uint64_t objects, uint64_t references)
{
    builder->said_objects = objects;
    builder->said_references = references;
}

/* The reader guarantees that no id comes twice; a tally then never keeps rows. To be called before
 * the first object. */
void gcv_builder_ids_are_unique(gcv_builder *builder);
/* The ids of the heap are written in decimal. After the first section began. */
void gcv_builder_ids_are_decimal(gcv_builder *builder);
/* What a static root reaches has its chain from there, however near another root is. Likewise. */
void gcv_builder_static_roots_first(gcv_builder *builder);

/* For formats that number their objects: references are numbers instead of ids, and need no
 * look-up. Numbers go in order, from 0 on: each object that is added has the next one, and so has
 * each id that no object has (dangling). One section only, ids unique. */
static inline void gcv_builder_number_references(gcv_builder *builder) { builder->numbered = true; }
GCV_CHECKED gcv_status gcv_builder_number_dangling(gcv_builder *builder, uint64_t id,
                                                   gcv_error *err);

GCV_CHECKED gcv_status gcv_builder_begin_section(gcv_builder *builder, gcv_error *err);
/* The section that was begun last, to be filled in; invalid once another one begins. */
gcv_section *gcv_builder_section(gcv_builder *builder);
GCV_CHECKED gcv_status gcv_builder_name_section(gcv_builder *builder, gcv_slice name,
                                                gcv_error *err);

/* Copies a text that many types or roots share (a path, a label) to memory that lasts as long as
 * the heap, cut to GCV_SHARED_MAX bytes. A reader shares each text once: with a copy for each user,
 * or without the cut, a small file could take any amount of memory and time. */
enum { GCV_SHARED_MAX = 4096 };
GCV_CHECKED gcv_status gcv_builder_share(gcv_builder *builder, gcv_slice text, gcv_slice *out,
                                         gcv_error *err);

/* `place` is where the record stands, 0 if not known. A section must have begun. `module` is not
 * copied: pass what gcv_builder_share() has made. With data NULL the module is unknown; a later
 * record of the type may add it. */
GCV_CHECKED gcv_status gcv_builder_add_type(gcv_builder *builder, uint64_t place, uint64_t id,
                                            gcv_slice name, gcv_slice module, gcv_error *err);
GCV_CHECKED gcv_status gcv_builder_add_object(gcv_builder *builder, uint64_t place, uint64_t id,
                                              uint64_t type, uint64_t size, const uint64_t *refs,
                                              size_t n_refs, gcv_error *err);

/* gcv_builder_add_object() in two steps, without an array of references: each reference is pushed
 * (if the builder keeps any), then their object is added; or, if it is malformed, they are dropped.
 */
GCV_CHECKED static inline gcv_status gcv_builder_push_reference(gcv_builder *builder, uint64_t id,
                                                                gcv_error *err)
{
    return gcv_id_column_push(builder->ctx, &builder->refs, id, err);
}
/* The same for a number. Many at a time are written where there is room for them (NULL: there is
 * not), then used. */
GCV_CHECKED static inline gcv_status gcv_builder_push_number(gcv_builder *builder, uint32_t number,
                                                             gcv_error *err)
{
    return gcv_u32_column_push(builder->ctx, &builder->refs.low, number, err);
}
static inline uint32_t *gcv_builder_number_room(gcv_builder *builder, size_t n)
{
    gcv_u32_column *refs = &builder->refs.low;
    return n <= refs->cap - refs->n && refs->cap > 0 ? refs->data + refs->n : NULL;
}
static inline void gcv_builder_use_numbers(gcv_builder *builder, size_t n)
{
    builder->refs.low.n += n;
}
GCV_CHECKED gcv_status gcv_builder_add_pending(gcv_builder *builder, uint64_t place, uint64_t id,
                                               uint64_t type, uint64_t size, gcv_error *err);
void gcv_builder_drop_pending(gcv_builder *builder);

/* The usual case of gcv_builder_add_pending(), inlined, for a type whose slot is known; false, and
 * nothing done, in other cases. */
static GCV_INLINE bool gcv_builder_add_to_slot(gcv_builder *builder, uint64_t place, uint64_t id,
                                               uint32_t slot, uint64_t size);

/* The slot of a type id, GCV_NONE if it has none so far. Worth asking before the rest of the record
 * is read, as the answer takes its time. */
static inline uint32_t gcv_builder_find_slot(const gcv_builder *builder, uint64_t type)
{
    return gcv_type_table_find(&builder->types, builder->section, type);
}

static inline uint64_t gcv_builder_type_of_slot(const gcv_builder *builder, uint32_t slot)
{
    return builder->types.slots.data[slot].id;
}

/* The slot of a type id, which need not have a record yet. */
GCV_CHECKED static inline gcv_status gcv_builder_slot_of(gcv_builder *builder, uint64_t type,
                                                         uint32_t *slot, gcv_error *err)
{
    return gcv_type_table_add(builder->ctx, &builder->types, builder->section, type, slot, err);
}

/* A sampled dump: an object of this type stands for `factor` of them, and so do its bytes. */
GCV_CHECKED gcv_status gcv_builder_scale_type(gcv_builder *builder, uint64_t id, double factor,
                                              gcv_error *err);
/* Room for references that are copied, but not wanted. */
enum { GCV_SPARE_REFERENCES = 4 };

/* Takes over memory that the reader is done with, after the last object: if rows have to be put in
 * order, their references go there. Of .gcdump this saves 4 of 80 ns an object, in which the kernel
 * would make new pages. */
void gcv_builder_take_memory(gcv_builder *builder, gcv_u8_column *bytes);
/* Objects with ids in [start, end) are of this generation; where ranges overlap the first counts.
 */
GCV_CHECKED gcv_status gcv_builder_add_range(gcv_builder *builder, uint64_t start, uint64_t end,
                                             uint32_t generation, gcv_error *err);
/* An object has a name of its own, which is copied; each object once. */
GCV_CHECKED gcv_status gcv_builder_name_object(gcv_builder *builder, uint64_t id, gcv_slice name,
                                               gcv_error *err);
/* What the dump says of itself. `key` is a string constant, `value` is copied. */
GCV_CHECKED gcv_status gcv_builder_add_property(gcv_builder *builder, const char *key,
                                                gcv_slice value, gcv_error *err);
GCV_CHECKED gcv_status gcv_builder_add_number(gcv_builder *builder, const char *key, uint64_t value,
                                              gcv_error *err);
/* The heap takes `moves`, the log of moved objects, over. A section must have begun. */
void gcv_builder_set_moves(gcv_builder *builder, gcv_moves *moves);
/* For a format with several snapshots a file, by number, from 1. */
GCV_CHECKED gcv_status gcv_builder_add_snapshot(gcv_builder *builder, const gcv_snapshot *snapshot,
                                                gcv_error *err);
GCV_CHECKED gcv_status gcv_builder_add_root(gcv_builder *builder, const gcv_builder_root *root,
                                            gcv_error *err);

/* The dump holds live objects only: objects that no strong root reaches get a runtime root,
 * labelled "frozen" if generations are known and they lie in none, else "not reported". */
static inline void gcv_builder_all_are_live(gcv_builder *builder) { builder->all_live = true; }

/* A record that cannot be read: counted, or the end of the load under `strict`. */
GCV_CHECKED gcv_status gcv_builder_malformed(gcv_builder *builder, uint64_t place,
                                             const char *reason, gcv_error *err);
/* Something odd that does not keep the record from being read. */
GCV_CHECKED gcv_status gcv_builder_anomaly(gcv_builder *builder, uint64_t place, gcv_error *err,
                                           const char *format, ...) GCV_PRINTF(4, 5);
/* `n` types got names that the reader made up, as theirs are missing. */
GCV_CHECKED gcv_status gcv_builder_unnamed(gcv_builder *builder, uint64_t n, gcv_error *err);
/* Part of the heap is missing. Reasons are joined in the order they come, each once. */
GCV_CHECKED gcv_status gcv_builder_incomplete(gcv_builder *builder, gcv_error *err,
                                              const char *format, ...) GCV_PRINTF(3, 4);

/* For builder_extras.c: makes the heap if there is none yet; copies a text to its arena (data NULL
 * stays NULL). */
GCV_CHECKED gcv_status gcv_builder_need_heap(gcv_builder *builder, gcv_error *err);
GCV_CHECKED gcv_status gcv_builder_copy(gcv_builder *builder, gcv_slice text, gcv_slice *out,
                                        gcv_error *err);

/* For freeze.c: sets the `n` of the row columns, which grow in step with `ids`. */
void gcv_builder_sync_rows(gcv_builder *builder);

/* ---- in place ----------------------------------------------------------------------------- */

/* Indices must stay below the marks GCV_NONE and GCV_ROOTED. */
#define GCV_MAX_OBJECTS (UINT32_MAX - 2)
#define GCV_MAX_REFERENCES (UINT32_MAX - 1)
#define GCV_TOO_MANY_OBJECTS "more than 4294967293 objects"
#define GCV_TOO_MANY_REFERENCES "more than 4294967294 references"

static GCV_INLINE bool gcv_builder_add_to_slot(gcv_builder *builder, uint64_t line, uint64_t id,
                                               uint32_t slot, uint64_t size)
{
    size_t n = builder->ids.low.n;
    if (size >= GCV_BIG_SIZE || builder->bytes > UINT64_MAX - 1 - size) {
        return false;
    }
    if (builder->keep == GCV_KEEP_NOTHING) {
        if (!builder->unique) {
            if (!gcv_id_runs_continue(&builder->id_runs, id)) {
                return false;
            }
            builder->id_runs.high = id;
        }
    } else {
        if ((builder->keep == GCV_KEEP_ROWS && n >= builder->room) || n >= builder->ids.room ||
            line != builder->next_line || builder->refs.low.n > GCV_MAX_REFERENCES ||
            gcv_id_column_push(builder->ctx, &builder->ids, id, NULL) != GCV_OK) {
            return false;
        }
        builder->next_line = line != 0 ? line + 1 : 0;
    }
    if (builder->keep == GCV_KEEP_ROWS) {
        builder->size.data[n] = (uint32_t)size;
        builder->slot.data[n] = slot;
        if (gcv_builder_keeps_references(builder)) {
            builder->first_ref.data[n + 1] = (uint32_t)builder->refs.low.n;
        }
    } else {
        builder->types.sums.data[slot].count++;
        builder->types.sums.data[slot].bytes += size;
    }
    builder->bytes += size;
    builder->n_objects++;
    return true;
}

#endif
