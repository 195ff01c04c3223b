/* builder.h - takes in the records of a reader: sections, types, objects, roots, in any order.
 *
 * A reader begins a section, then adds records to it, and ends it; gcv_builder_freeze() makes the
 * heap. Records may refer to types and objects that come later, come twice or never come, and to
 * other sections.
 *
 * While a file is being read, only types are looked up. Raw ids are appended to columns; all work
 * that misses the cache is done in bulk when the heap is frozen. A tally that can prove that ids
 * are unique (id_runs.h) keeps no rows at all.
 *
 * 16 to 20 bytes an object and 4 to 8 a reference. builder.c takes in sections, types, objects and
 * roots, builder_extras.c everything else.
 *
 * The first part is what every reader needs. A function is in a later part, or a member of the
 * struct is, because some format has it, or because it saves time.
 */
#ifndef GCV_HEAP_BUILDER_H
#define GCV_HEAP_BUILDER_H

#include "heap/ids/id_runs.h"
#include "heap/heap.h"
#include "heap/memory.h"

typedef struct gcv_builder gcv_builder;

/* ---- what every reader needs -------------------------------------------------------------- */

gcv_context *gcv_builder_context(const gcv_builder *builder);
const gcv_load_options *gcv_builder_options(const gcv_builder *builder);
/* Whether add_object looks at `refs`. */
bool gcv_builder_keeps_references(const gcv_builder *builder);
/* Whether the builder keeps too little: the reader may stop, and is run again with a builder that
 * keeps more. */
bool gcv_builder_wants_more(const gcv_builder *builder);
uint64_t gcv_builder_n_objects(const gcv_builder *builder);

void gcv_builder_begin_section(gcv_builder *builder);
/* Returns the section begun last, to be filled in; invalid once another one begins. */
gcv_section *gcv_builder_section(gcv_builder *builder);
void gcv_builder_name_section(gcv_builder *builder, gcv_slice name);
/* All of the section begun last is there. Without this, the heap is incomplete: `no end record`,
 * unless the reader gives a reason. */
void gcv_builder_end_section(gcv_builder *builder);

/* Copies a text that many types or roots share (a path, a label) to memory that lasts as long as
 * the heap, cut to GCV_SHARED_MAX bytes. A reader shares each text once: with a copy for each user,
 * or without the cut, a small file could take any amount of memory and time. */
enum { GCV_SHARED_MAX = 4096 };
gcv_slice gcv_builder_share(gcv_builder *builder, gcv_slice text);
/* The same cut of a text that is in such memory already. */
gcv_slice gcv_shared_cut(gcv_slice text);

/* A section must have begun. `place` is the position of the record: an offset in a binary format,
 * else a line; 0: not known. `module` is not copied: pass a slice from gcv_builder_share(). Data
 * NULL means that the module is unknown; a later record of the type may add it. */
void gcv_builder_add_type(gcv_builder *builder, uint64_t place, uint64_t id, gcv_slice name,
                          gcv_slice module);
/* Seven values, as a record has them: readers call this for each object. */
void gcv_builder_add_object(gcv_builder *builder, uint64_t place, uint64_t id, uint64_t type,
                            uint64_t size, const uint64_t *refs, size_t n_refs);

typedef struct gcv_builder_root {
    uint64_t id, container;
    uint32_t kind, flags;
    bool has_container;
    gcv_slice label;      /* data NULL: none */
    bool label_is_shared; /* made by gcv_builder_share(); otherwise the label is copied */
} gcv_builder_root;

void gcv_builder_add_root(gcv_builder *builder, const gcv_builder_root *root);

/* Adds a fact that the dump states about itself. `key` is a string constant, `value` is copied. */
void gcv_builder_add_property(gcv_builder *builder, const char *key, gcv_slice value);
void gcv_builder_add_number(gcv_builder *builder, const char *key, uint64_t value);

/* Reports a record that cannot be read: it is counted or, under `strict`, ends the load. */
void gcv_builder_malformed(gcv_builder *builder, uint64_t place, const char *reason);
/* Reports an oddity that does not prevent the record from being read. */
void gcv_builder_anomaly(gcv_builder *builder, uint64_t place, const char *format, ...)
    GCV_PRINTF(3, 4);
/* Reports that part of the heap is missing. Reasons are joined in order of arrival, each once. */
void gcv_builder_incomplete(gcv_builder *builder, const char *format, ...) GCV_PRINTF(2, 3);
/* Fails at a record. `place` 0: the whole file. */
GCV_NORETURN void gcv_builder_fail_at(const gcv_builder *builder, gcv_status status, uint64_t place,
                                      const char *format, ...) GCV_PRINTF(4, 5);

/* ---- for some formats --------------------------------------------------------------------- */

/* The reader guarantees that no id comes twice; a tally then never keeps rows. Call this before the
 * first object. */
void gcv_builder_ids_are_unique(gcv_builder *builder);
/* Ids of the heap are written in decimal. Call this after the first section has begun. */
void gcv_builder_ids_are_decimal(gcv_builder *builder);
/* The heap is of V8, whatever its types. */
void gcv_builder_is_of_v8(gcv_builder *builder);
/* Objects that a static root reaches have their chain from there, however near another root is.
 * Call this after the first section has begun. */
void gcv_builder_static_roots_first(gcv_builder *builder);
/* Says in which layout the objects are. Call this after the first section has begun. */
void gcv_builder_set_layout(gcv_builder *builder, gcv_object_layout layout);
/* The dump holds live objects only: objects that no strong root reaches get a runtime root,
 * labelled "frozen" if generations are known and they lie in none, else "not reported". */
void gcv_builder_all_are_live(gcv_builder *builder);
/* For a sampled dump: an object of this type stands for `factor` objects, and its bytes for
 * `factor` times as many. */
void gcv_builder_scale_type(gcv_builder *builder, uint64_t id, double factor);
/* Objects with ids in [start, end) are of this generation; where ranges overlap, the first one
 * counts. */
void gcv_builder_add_range(gcv_builder *builder, uint64_t start, uint64_t end, uint32_t generation);
/* Gives an object a name of its own, which is copied; once per object. Or gives it one that objects
 * share, by the number that adding it returned. */
void gcv_builder_name_object(gcv_builder *builder, uint64_t id, gcv_slice name);
uint32_t gcv_builder_add_name(gcv_builder *builder, gcv_slice name);
void gcv_builder_set_name(gcv_builder *builder, uint64_t id, uint32_t name);
/* Returns the heap's shapes, which the reader fills. */
gcv_shapes *gcv_builder_shapes(gcv_builder *builder);
/* Hands `moves`, the log of moved objects, over to the heap. A section must have begun. */
void gcv_builder_set_moves(gcv_builder *builder, gcv_moves *moves);
/* For a format with several snapshots per file, by number, from 1. */
void gcv_builder_add_snapshot(gcv_builder *builder, const gcv_snapshot *snapshot);
/* Reports that `n` types have no names in the dump, so the reader made names up. */
void gcv_builder_unnamed(gcv_builder *builder, uint64_t n);
/* gcv_builder_incomplete() with a reason that the dump gives, as it was incomplete before gcview
 * converted it. */
void gcv_builder_incomplete_as_said(gcv_builder *builder, gcv_slice reason);
/* Says where the object added last was allocated, if rows are kept: an index in gcv_places.all. */
void gcv_builder_add_site(gcv_builder *builder, uint32_t site);
/* Announces which optional columns will come with the rows. */
void gcv_builder_will_keep(gcv_builder *builder, bool fields, bool marks, bool places);
/* Records how many objects and references the file states. For messages only: it may be wrong. */
void gcv_builder_says(gcv_builder *builder, uint64_t objects, uint64_t references);

/* For formats that number their objects: references are numbers instead of ids, and need no lookup.
 * Numbers are consecutive from 0: each added object takes the next one, and so does each id without
 * an object (dangling). One section only, ids unique. */
void gcv_builder_number_references(gcv_builder *builder);
void gcv_builder_number_dangling(gcv_builder *builder, uint64_t id);

/* ---- the builder -------------------------------------------------------------------------- */

/* Rows of objects in step, by arrival. Columns that are not kept are empty. */
typedef struct gcv_builder_columns {
    gcv_id_column ids, refs;
    gcv_u32_column size, slot; /* `slot`: of the type, or an index in `fields.groups` */
    gcv_u32_column first_ref;  /* one more than objects: each row ends where the next begins */
    gcv_big_size_column big;
    gcv_u32_column mark; /* gcv_heap.mark */
    gcv_fields fields;
} gcv_builder_columns;

void gcv_builder_columns_shrink(gcv_context *ctx, gcv_builder_columns *columns);
void gcv_builder_columns_release(gcv_context *ctx, gcv_builder_columns *columns);

/* A run of objects whose records are on consecutive lines, by its first object. */
typedef struct gcv_line_run {
    uint32_t object; /* in order of arrival */
    uint64_t line;
} gcv_line_run;

GCV_COLUMN(gcv_line_run_column, gcv_line_run);

/* How much is kept of each object. */
typedef enum gcv_keep {
    GCV_KEEP_NOTHING, /* only added to the sums of its type; enough if ids are proved unique */
    GCV_KEEP_IDS,     /* its id, too; enough if no id repeats */
    GCV_KEEP_ROWS
} gcv_keep;

/* A number that no object has, and the id it stands for. */
typedef struct gcv_dangling {
    uint32_t number;
    uint64_t id;
} gcv_dangling;

GCV_COLUMN(gcv_dangling_column, gcv_dangling);

/* For a reader that reads several dumps in one run: the step from one dump to the next. */
typedef struct gcv_builder_relay {
    uint32_t last_snapshot; /* the first is the one that the options select */
    /* Makes a heap from the builder's records, and prepares the builder for the next dump. */
    void (*next)(void *self, gcv_builder *builder);
    void *self;
} gcv_builder_relay;

/* All state of reading and freezing a heap. The rows are columns of their own, because the readers
 * append to each of them in their innermost loops. */
struct gcv_builder {
    gcv_context *ctx;
    const gcv_builder_relay *relay; /* NULL: one dump is wanted */
    gcv_heap *heap; /* made at the first section, with sections, notes and arena in use */
    const char *name, *format;
    gcv_load_level level;
    gcv_load_options options;
    const uint64_t *input_taken; /* bytes of the input read so far; NULL: not known … */
    uint64_t input_size;         /* … of so many in all; 0: not known */
    uint64_t beside;             /* bytes in use by heaps loaded earlier */
    bool strict;
    gcv_keep keep;
    bool wants_more;           /* an id may be a repeat, and `keep` is too little to tell */
    bool binary;               /* places are offsets, not lines */
    bool unique;               /* the reader guarantees that no id comes twice */
    bool sampled;              /* some type has a scale */
    bool all_live;             /* objects that no strong root reaches get a root */
    gcv_slice_column reasons;  /* why the dump is incomplete */
    gcv_slice last_label;      /* of a root, in the arena */
    uint64_t n_objects, bytes; /* records added */
    uint32_t section;
    uint32_t section_slot; /* all slots of the section are this or higher */
    gcv_type_table types;
    gcv_id_runs id_runs;
    gcv_u32_column section_start; /* first object of each section, by arrival */
    gcv_builder_columns rows;
    size_t room; /* rows that fit into `size`, `slot` and `first_ref` */
    bool keeps_fields, keeps_marks, keeps_places; /* whether these columns will be filled */
    uint64_t said_objects, said_references;       /* as the file states; 0: not stated */
    gcv_line_run_column line_runs;
    uint64_t next_line;
    gcv_root_column roots;        /* `container` is a slot, `object` unset */
    bool numbered;                /* references are numbers, not ids: */
    gcv_dangling_column dangling; /* numbers without an object, ascending; all others are objects in
                                     order of arrival, … */
    gcv_u32_column numbers; /* … unless this maps numbers to arrivals; GCV_NONE: no object */
    gcv_u32_column spare;   /* memory from the reader; holds no rows */
};

/* What is read. */
typedef struct gcv_builder_input {
    const char *name, *format;
    const gcv_load_options *options;
    bool binary;   /* every place is an offset, otherwise a line */
    gcv_keep keep; /* below GCV_KEEP_ROWS for GCV_LOAD_TALLY only */
} gcv_builder_input;

void gcv_builder_init(gcv_builder *builder, gcv_context *ctx, const gcv_builder_input *input);
void gcv_builder_release(gcv_builder *builder);

/* freeze/freeze.c: makes the heap, which the caller owns. The builder is empty afterwards, but must
 * still be released. If the builder wants more (gcv_builder_wants_more()), `*out` is unchanged. */
void gcv_builder_freeze(gcv_builder *builder, gcv_heap **out);

/* For builder_extras.c: makes the heap if there is none yet; copies a text to its arena (data NULL
 * stays NULL). */
void gcv_builder_need_heap(gcv_builder *builder);
gcv_slice gcv_builder_copy(gcv_builder *builder, gcv_slice text);

/* For freeze.c: sets the `n` of the row columns, which grow in step with `ids`. */
void gcv_builder_sync_rows(gcv_builder *builder);

/* Indices must stay below the special values GCV_NONE and GCV_ROOTED. */
#define GCV_MAX_OBJECTS (UINT32_MAX - 2)
#define GCV_MAX_REFERENCES (UINT32_MAX - 1)
#define GCV_TOO_MANY_OBJECTS "more than 4294967293 objects"
#define GCV_TOO_MANY_REFERENCES "more than 4294967294 references"

/* ---- for speed ---------------------------------------------------------------------------- */

/* gcv_builder_add_object() in two steps, without an array of references: push each reference (if
 * the builder keeps any), then add their object or, if it is malformed, drop them. */
static inline void gcv_builder_push_reference(gcv_builder *builder, uint64_t id)
{
    gcv_id_column_push(builder->ctx, &builder->rows.refs, id);
}
void gcv_builder_add_pending(gcv_builder *builder, uint64_t place, uint64_t id, uint64_t type,
                             uint64_t size);
void gcv_builder_drop_pending(gcv_builder *builder);

/* The same for a number. To push many, write them to the room for them (NULL: no room), then say
 * how many were used. */
static inline void gcv_builder_push_number(gcv_builder *builder, uint32_t number)
{
    gcv_u32_column_push(builder->ctx, &builder->rows.refs.low, number);
}
static inline uint32_t *gcv_builder_number_room(gcv_builder *builder, size_t n)
{
    gcv_u32_column *refs = &builder->rows.refs.low;
    return n <= refs->cap - refs->n && refs->cap > 0 ? refs->data + refs->n : NULL;
}
static inline void gcv_builder_use_numbers(gcv_builder *builder, size_t n)
{
    builder->rows.refs.low.n += n;
}

/* Room for references that are copied but not needed. */
enum { GCV_SPARE_REFERENCES = 4 };
/* Takes over memory that the reader no longer needs, after the last object: if rows must be sorted,
 * their references go there. For .gcdump this saves 4 of 80 ns an object, which the kernel would
 * spend on new pages. */
void gcv_builder_take_memory(gcv_builder *builder, gcv_u8_column *bytes);

/* Returns the number of type ids, with or without a record. */
static inline size_t gcv_builder_n_types(const gcv_builder *builder)
{
    return builder->types.slots.n;
}

/* Returns the slot of a type id; GCV_NONE: none so far. Worth calling before the rest of the record
 * is read, because the lookup takes time. */
static inline uint32_t gcv_builder_find_slot(const gcv_builder *builder, uint64_t type)
{
    return gcv_type_table_find(&builder->types, builder->section, type);
}

/* Finds or makes the slot of a type id, which need not have a record yet. */
static inline uint32_t gcv_builder_slot_of(gcv_builder *builder, uint64_t type)
{
    return gcv_type_table_add(builder->ctx, &builder->types, builder->section, type);
}

static inline uint64_t gcv_builder_type_of_slot(const gcv_builder *builder, uint32_t slot)
{
    return builder->types.slots.data[slot].id;
}

/* The usual case of gcv_builder_add_pending(), inlined, for a type whose slot is known. Returns
 * false and does nothing in other cases. */
static GCV_INLINE bool gcv_builder_add_to_slot(gcv_builder *builder, uint64_t line, uint64_t id,
                                               uint32_t slot, uint64_t size)
{
    size_t n = builder->rows.ids.low.n;
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
        if ((builder->keep == GCV_KEEP_ROWS && n >= builder->room) || n >= builder->rows.ids.room ||
            line != builder->next_line || builder->rows.refs.low.n > GCV_MAX_REFERENCES) {
            return false;
        }
        gcv_id_column_push(builder->ctx, &builder->rows.ids, id);
        builder->next_line = line != 0 ? line + 1 : 0;
    }
    if (builder->keep == GCV_KEEP_ROWS) {
        builder->rows.size.data[n] = (uint32_t)size;
        builder->rows.slot.data[n] = slot;
        if (builder->level == GCV_LOAD_GRAPH) {
            builder->rows.first_ref.data[n + 1] = (uint32_t)builder->rows.refs.low.n;
        }
    } else {
        builder->types.sums.data[slot].count++;
        builder->types.sums.data[slot].bytes += size;
    }
    builder->bytes += size;
    builder->n_objects++;
    return true;
}

/* ---- memory_check.c ----------------------------------------------------------------------- */

/* Under a memory limit: whether the records of a builder can still fit, and what to say if they
 * cannot.
 *
 * circle: the builder asks before it grows, and the answer is in the columns of the builder. */
/* GCV_ERR_LIMIT if heap and analysis, on top of the memory in use before, certainly exceed the
 * limit. Records that may turn out to be duplicates and references that may turn out to be dangling
 * do not count, so that no heap is refused that would have fit. Call this when columns grow, not
 * for every record. */
void gcv_memory_check_rows(gcv_builder *builder);

/* The same once objects and references are known. */
void gcv_memory_check_heap(gcv_builder *builder, const gcv_memory_counts *counts);

/* Passes on a failure. If the limit refused an allocation, the message says how much would be
 * needed. */
GCV_NORETURN void gcv_memory_fail_again(const gcv_builder *builder, const gcv_error *err);
/* The same for an analysis of heaps, n > 0; it names the heap that needs most. */
GCV_NORETURN void gcv_memory_fail_analysis(const gcv_heap *const *heaps, size_t n,
                                           const gcv_cost *const *costs, const gcv_error *err);

#endif
