/* gcview.h - the public library: load a managed-heap snapshot, inspect it, analyse it.
 *
 * A caller creates a context, loads a heap with it, runs analyses on the heap, and frees all three
 * in reverse order. docs/library.md explains how, docs/examples has a program.
 *
 * Errors. Every function that can fail returns a gcv_status. When that is not GCV_OK, `*err` is
 * filled and the output is empty (a pointer is NULL, a structure is zeroed): there is nothing to
 * free. (An array that the caller supplies has undefined contents then: gcv_retained_of_sets().)
 * `err` may be NULL; GCV_ERR_LIMIT may then be reported as GCV_ERR_MEMORY. Nothing here prints,
 * exits or changes the locale or signal handling.
 *
 * Ownership. The caller owns what a `_new`, `_load` or `_find` function returns, and ends it with
 * the `_free` or `_release` function of the same name and the same context. What an accessor
 * returns belongs to the heap. Released structures are zeroed; releasing a zeroed one or freeing
 * NULL does nothing.
 *
 * Threads. One thread uses a context at a time; freeing what was made with a context counts as use.
 * A heap does not change between loading and gcv_heap_free(): any number of threads may read and
 * analyse one heap at the same time, each with a context of its own. Several threads may read any
 * other object, too, except a gcv_moves, which gcv_track_find() changes. Only one load at a time
 * may read standard input.
 *
 * Numbers. Objects, types, roots and sections are numbered from 0; an accessor does not check that
 * its index is below the count. Sizes are in bytes.
 *
 * Terms, as in docs/definitions.md: shallow size or bytes (the size in an object's record),
 * reference, referrer, root, strong root, reachable, dominator, retained, chain.
 */
#ifndef GCVIEW_GCVIEW_H
#define GCVIEW_GCVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define GCV_CHECKED __attribute__((__warn_unused_result__))
#else
#define GCV_CHECKED
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version ------------------------------------------------------------------------------ */

/* Version of this header. The build takes its own version from these three lines. */
#define GCV_VERSION_MAJOR 1
#define GCV_VERSION_MINOR 0
#define GCV_VERSION_PATCH 0

/* "MAJOR.MINOR.PATCH" */
#define GCV_VERSION GCV_VERSION_JOIN_(GCV_VERSION_MAJOR, GCV_VERSION_MINOR, GCV_VERSION_PATCH)
#define GCV_VERSION_JOIN_(major, minor, patch)                                                     \
    GCV_VERSION_TEXT_(major) "." GCV_VERSION_TEXT_(minor) "." GCV_VERSION_TEXT_(patch)
#define GCV_VERSION_TEXT_(number) #number

/* Date of this version, for manual pages and packages. */
#define GCV_VERSION_DATE "2026-11-22"

/* Returns the GCV_VERSION of the linked library. */
const char *gcv_version(void);

/* ---- errors ------------------------------------------------------------------------------- */

typedef enum gcv_status {
    GCV_OK = 0,
    GCV_ERR_USAGE,      /* the caller asked for something that does not exist */
    GCV_ERR_INPUT,      /* unreadable, not a heap dump, or malformed under `strict` */
    GCV_ERR_MEMORY,     /* out of memory */
    GCV_ERR_LIMIT,      /* over a limit of the context or of gcview */
    GCV_ERR_OUTPUT,     /* output could not be written */
    GCV_ERR_OUTPUT_PIPE /* the reader of the output closed it */
} gcv_status;

typedef struct gcv_error {
    gcv_status status;
    int sys;           /* errno of the cause, 0 if there is none */
    const char *file;  /* input, as the caller named it (borrowed); NULL: no input is concerned */
    uint64_t line;     /* from 1; 0: the whole file; with `at_offset`, a byte offset from 0 */
    bool at_offset;    /* binary input */
    char message[200]; /* without file and line; may quote bytes of the input */
} gcv_error;

/* ---- context ------------------------------------------------------------------------------ */

typedef struct gcv_context gcv_context;

/* Callbacks for a long call. Each may be NULL. They run in the thread of that call, and may use
 * only gcv_context_used() and gcv_context_peak() on its context. docs/performance.md lists the
 * phases. */
typedef struct gcv_watch {
    void (*phase)(void *payload, const char *name); /* a phase begins (and the previous one ends) */
    /* During a load. `bytes_total` 0: not known (a pipe). */
    void (*progress)(void *payload, uint64_t bytes_read, uint64_t bytes_total, uint64_t objects);
    void *payload;
} gcv_watch;

/* All memory is allocated through a context. `memory_limit` is in bytes, 0: no limit; a call that
 * would exceed it fails with GCV_ERR_LIMIT. Returns NULL when out of memory. Free the context last.
 */
gcv_context *gcv_context_new(uint64_t memory_limit);
void gcv_context_free(gcv_context *ctx);
uint64_t gcv_context_used(const gcv_context *ctx); /* bytes in use now */
uint64_t gcv_context_peak(const gcv_context *ctx); /* highest value of the above so far */
/* `watch` is copied; NULL: no callbacks. */
void gcv_context_watch(gcv_context *ctx, const gcv_watch *watch);

/* ---- heap --------------------------------------------------------------------------------- */

#define GCV_NONE UINT32_MAX /* no such object, type or root */

/* A string of any bytes, not necessarily NUL-terminated; borrowed from the heap. */
typedef struct gcv_slice {
    const char *data;
    size_t size;
} gcv_slice;

typedef struct gcv_heap gcv_heap;

typedef enum gcv_load_level {
    GCV_LOAD_GRAPH, /* everything */
    GCV_LOAD_TALLY  /* counts and tallies by type only; memory does not grow with the number of
                       objects as long as their ids ascend */
} gcv_load_level;

/* Memory that an analysis takes on top of the heap. Under a memory limit, a load that is told which
 * analyses will follow fails with GCV_ERR_LIMIT as soon as heap and analysis together certainly do
 * not fit; docs/limits.md has the formula. */
typedef struct gcv_cost gcv_cost;
extern const gcv_cost gcv_cost_of_paths;      /* gcv_paths_find() */
extern const gcv_cost gcv_cost_of_chain;      /* gcv_chain_find() */
extern const gcv_cost gcv_cost_of_dominators; /* gcv_dominators_find() */
extern const gcv_cost gcv_cost_of_sets;       /* gcv_retained_of_sets() */
extern const gcv_cost gcv_cost_of_track;      /* gcv_track_find(), for each of the two heaps */

/* Selects a snapshot by position in a file with several: the last or first complete one or, if none
 * is complete, the last or first of all. */
#define GCV_SNAPSHOT_LAST 0
#define GCV_SNAPSHOT_FIRST UINT32_MAX

typedef struct gcv_load_options {
    gcv_load_level level;
    bool strict;        /* a malformed record or a duplicate object ends the load */
    const char *format; /* name of the input format; NULL: recognised by content */
    size_t chunk_size;  /* bytes to read at a time; 0: the default */
    /* Snapshot number from 1, or GCV_SNAPSHOT_…; zeroed options select the last snapshot. */
    uint32_t snapshot;
    bool salvage;           /* keep the intact part of a damaged input */
    bool keep_size_classes; /* do not join types that a dump splits by size */
    bool with_moves;        /* keep a trace's moved and surviving objects: gcv_heap_moves() */
    bool with_fields; /* keep the names of references, where the dump has them: 4 bytes an object,
                         and 5 for each name of an object whose names no other object has; of
                         V8, 2 bits for most names that are numbers */
    bool with_shapes; /* name plain objects of JavaScript by their properties: `{id, price}` … */
    const struct gcv_heap *shapes_of; /* … by the shapes of this heap, if it is not NULL */
    bool with_texts;                  /* keep the contents of strings, where the dump has them */
    bool with_places;                 /* keep places in source code, where the dump has them */
    bool with_modules;                /* keep the modules of types of V8 */
    bool with_sites;                  /* keep where objects were allocated, where the dump says */
    bool with_marks;                  /* keep what gcv_track_by_ids() compares: 4 bytes an object */
    const gcv_cost *const *costs; /* of the analyses to follow, NULL-terminated; NULL: not known */
} gcv_load_options;

/* Loads the dump at `path` ("-": standard input) or in memory (messages call it `name`). `options`
 * NULL or zeroed: the whole graph, not strict. Without `strict`, a damaged dump is loaded as far as
 * possible: the verdict and the notes of the heap tell what is missing. `path`, `name` and `ctx`
 * must outlive the heap; `bytes` need not. O(objects + references) on real dumps. */
GCV_CHECKED gcv_status gcv_heap_load(gcv_context *ctx, const char *path,
                                     const gcv_load_options *options, gcv_heap **out,
                                     gcv_error *err);
GCV_CHECKED gcv_status gcv_heap_load_memory(gcv_context *ctx, const char *name, const void *bytes,
                                            size_t size, const gcv_load_options *options,
                                            gcv_heap **out, gcv_error *err);
void gcv_heap_free(gcv_heap *heap);

/* Counts made while reading, for a section or the whole heap. Counts are of records; bytes are
 * shallow sizes. */
typedef struct gcv_counts {
    uint64_t objects, bytes;
    uint64_t types;         /* type records, by id */
    uint64_t references;    /* in object records, dangling ones included; 0 in a tally */
    uint64_t roots;         /* root records */
    uint64_t unknown_types; /* type ids in use without a record */
    uint64_t dangling_references, dangling_roots; /* to objects without a record */
    uint64_t duplicate_objects;                   /* records dropped: their id was taken */
    uint64_t cross_domain_references;             /* to an object of another section */
    uint64_t malformed_lines, anomalies;
} gcv_counts;

/* The part of a heap that belongs to one application domain; most heaps have one section. */
typedef struct gcv_section {
    gcv_slice domain; /* name of the application domain; data is NULL if it has none */
    uint64_t version, started, ended; /* milliseconds since the device booted */
    bool has_version, has_started, has_ended;
    bool has_end;                      /* all of the section was there */
    uint32_t first_object, end_object; /* its objects are [first, end); both 0 for a tally */
    gcv_counts counts;
} gcv_section;

/* Something worth a warning. Only the first few of each kind are kept; all are counted. */
typedef enum gcv_note_kind {
    GCV_NOTE_MALFORMED,
    GCV_NOTE_DUPLICATE,
    GCV_NOTE_ANOMALY,
    GCV_NOTE_UNKNOWN_TYPES,
    GCV_NOTE_LACKING, /* references or roots without an object record, references across domains */
    GCV_NOTE_KINDS
} gcv_note_kind;

typedef struct gcv_note {
    gcv_note_kind kind;
    uint64_t line; /* 0: no single line; with `at_offset`, a byte offset */
    const char *message;
    bool at_offset; /* binary input */
} gcv_note;

/* Root kinds, numbered as in logs. Any other number in a dump is kept unchanged. */
typedef enum gcv_root_kind {
    GCV_ROOT_KIND_INTERNAL = 0,
    GCV_ROOT_KIND_LOCAL = 1,
    GCV_ROOT_KIND_FINALIZER = 2,
    GCV_ROOT_KIND_HANDLE = 3,
    GCV_ROOT_KIND_STATIC = 4,
    GCV_ROOT_KIND_RUNTIME = 5
} gcv_root_kind;

/* "static", "handle" …; NULL for a number without a name. */
const char *gcv_root_kind_word(uint32_t kind);

typedef struct gcv_root {
    uint32_t kind;      /* a gcv_root_kind, or another number */
    uint32_t flags;     /* GCV_ROOT_… */
    uint32_t object;    /* GCV_NONE: dangling */
    uint32_t container; /* type that holds the static field; GCV_NONE */
    uint32_t section;   /* number of the section */
    uint64_t id;        /* of the object, as in the dump */
    gcv_slice label; /* details beyond kind and container, such as a field or the kind of a handle;
                        data NULL: none */
} gcv_root;

enum { GCV_ROOT_PINNED = 1, GCV_ROOT_WEAK = 2, GCV_ROOT_INTERIOR = 4 };

/* One of several snapshots in a file. */
typedef struct gcv_snapshot {
    uint32_t number;                            /* from 1 */
    uint32_t generation;                        /* generation collected; GCV_NONE: not known */
    uint64_t collection;                        /* number of the collection */
    uint64_t time_ms;                           /* since the start of the trace */
    uint64_t objects, bytes, references, roots; /* records, and their shallow bytes */
    bool complete;
    bool chosen; /* the heap was loaded from this one */
} gcv_snapshot;

/* What a dump says about itself apart from the heap. `key` is lower case with underscores. The
 * value need not be UTF-8. */
typedef struct gcv_property {
    const char *key;
    gcv_slice value;
    bool is_number;  /* `value` is a decimal number */
    uint64_t number; /* that number, or 0 */
} gcv_property;

const char *gcv_heap_name(const gcv_heap *heap);    /* the path or name it was loaded from */
const char *gcv_heap_format(const gcv_heap *heap);  /* input format: "rpm", "gcdump" … */
const char *gcv_heap_verdict(const gcv_heap *heap); /* "complete" or "incomplete: REASON" */
bool gcv_heap_is_complete(const gcv_heap *heap);
/* Whether the tools of this format write object ids in decimal, not in hex. */
bool gcv_heap_ids_are_decimal(const gcv_heap *heap);
/* Whether an object keeps its id while its process lives: gcv_track_by_ids(). */
bool gcv_heap_ids_are_stable(const gcv_heap *heap);
const gcv_counts *gcv_heap_counts(const gcv_heap *heap);
uint32_t gcv_heap_n_sections(const gcv_heap *heap);
const gcv_section *gcv_heap_section(const gcv_heap *heap, uint32_t section);
size_t gcv_heap_n_notes(const gcv_heap *heap);
const gcv_note *gcv_heap_note(const gcv_heap *heap, size_t at);
/* Number of notes of a kind, including those not kept. */
uint64_t gcv_heap_note_count(const gcv_heap *heap, gcv_note_kind kind);

/* Properties, in the order of the dump. */
size_t gcv_heap_n_properties(const gcv_heap *heap);
const gcv_property *gcv_heap_property(const gcv_heap *heap, size_t at);
/* Snapshots; none if the format has one per file. */
size_t gcv_heap_n_snapshots(const gcv_heap *heap);
const gcv_snapshot *gcv_heap_snapshot(const gcv_heap *heap, size_t at);

/* Types of the same name and module are one type; in a sampled dump, only if each of their objects
 * also stands for equally many. Types are numbered in byte order of name, then module. */
uint32_t gcv_heap_n_types(const gcv_heap *heap);
gcv_slice gcv_heap_type_name(const gcv_heap *heap, uint32_t type);
gcv_slice gcv_heap_type_module(const gcv_heap *heap, uint32_t type); /* data NULL: not known */

/* Counts objects and bytes by type, within one section or (GCV_NONE) all, into arrays of n_types.
 * Works for both load levels. For a sampled dump, the results are what the dump says the sample
 * stands for; everything else about such a heap describes the sample itself. O(objects). */
void gcv_heap_tally_types(const gcv_heap *heap, uint32_t section, uint64_t *counts,
                          uint64_t *bytes);

/* Objects are numbered by section, then by ascending id; references keep the order of the record,
 * without the dangling ones. All of this is empty for a heap loaded as GCV_LOAD_TALLY. */
uint32_t gcv_heap_n_objects(const gcv_heap *heap);
uint64_t gcv_heap_object_id(const gcv_heap *heap, uint32_t object); /* O(log n) */
uint64_t gcv_heap_object_bytes(const gcv_heap *heap, uint32_t object);
uint32_t gcv_heap_object_type(const gcv_heap *heap, uint32_t object);
uint32_t gcv_heap_object_section(const gcv_heap *heap, uint32_t object);
/* 0 to 2, 3: large objects, 4: pinned objects; GCV_NONE: not known. O(log objects). */
uint32_t gcv_heap_object_generation(const gcv_heap *heap, uint32_t object);
/* Returns the `*count` objects that `object` refers to; NULL if there are none. */
const uint32_t *gcv_heap_references(const gcv_heap *heap, uint32_t object, uint32_t *count);

/* Returns the object with this id in a section, or GCV_NONE. O(1). */
uint32_t gcv_heap_find(const gcv_heap *heap, uint32_t section, uint64_t id);

/* Roots in canonical order: kind (static, handle, local, finalizer, internal, runtime, others),
 * then object (dangling ones last, by id), then flags and container. */
uint32_t gcv_heap_n_roots(const gcv_heap *heap);
const gcv_root *gcv_heap_root(const gcv_heap *heap, uint32_t root);

/* ---- moved and surviving objects ---------------------------------------------------------- */

/* What the collections between heap dumps did to objects: docs/formats/moves-log.md. */
typedef struct gcv_moves gcv_moves;

/* The moves of a trace that was loaded with `with_moves`; NULL for any other heap. Borrowed from
 * the heap, but unlike the heap not constant: see gcv_track_find(). */
gcv_moves *gcv_heap_moves(const gcv_heap *heap);

/* Reads a moves log ("-": standard input). `strict`: a malformed line is an error; otherwise it is
 * a gap, and no object is followed across it. `path` and `ctx` must outlive `*out`. O(lines), 24
 * bytes a range. */
GCV_CHECKED gcv_status gcv_moves_load(gcv_context *ctx, const char *path, bool strict,
                                      gcv_moves **out, gcv_error *err);
void gcv_moves_free(gcv_moves *moves);

/* Finds the objects of one dump in a later one. Dumps have numbers from 1 (the snapshots of a
 * trace).
 *
 * Ids are addresses, so an object is followed through the ranges that collections report: an object
 * in a reported range moves with the range, one in a condemned range without a report is dead, any
 * other stays. (Semantics of ICorProfilerCallback4::MovedReferences2 and SurvivingReferences2.)
 * GCV_ERR_INPUT if the evidence is incomplete or contradicts itself or the dumps: nothing is
 * guessed. `moves` is changed (its ranges are sorted on demand, with the context that created it),
 * so no other thread may use it, or that context, meanwhile.
 *
 * Ranges are sorted once and objects merged against them: O(objects + ranges) for each collection
 * that touches more than one in 64 of the objects, O(ranges × log objects) and up to objects / 64
 * steps for the others. 24.4 bytes per object of `from` while it runs, 4 bytes per object of both
 * dumps in the result. */
#define GCV_UNSEEN (UINT32_MAX - 1) /* survived, but is missing from an incomplete dump */

typedef struct gcv_track {
    uint32_t n_from, n_to;
    uint32_t *to;   /* number in the second, per object of the first; GCV_UNSEEN; GCV_NONE: died */
    uint32_t *from; /* number in the first, per object of the second; GCV_NONE: born since */
    uint64_t survived, died, born, unseen; /* objects; survived includes unseen */
    uint64_t background; /* number of the last background collection in between, during which a
                            large or pinned object may have died and another one of its type and
                            size taken its place; 0: none */
} gcv_track;

GCV_CHECKED gcv_status gcv_track_find(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                                      gcv_moves *moves, uint32_t from_dump, uint32_t to_dump,
                                      gcv_track *out, gcv_error *err);
/* Does the same by ids alone, which must be stable, for two dumps of one process with one section
 * each. GCV_ERR_INPUT unless at least 95 % of the objects with equal ids, and at least one, have
 * the same name in both (compared only if both heaps were loaded with `with_marks`): other pairs
 * come from two processes, or were renumbered. O(objects), 4 bytes per object of both. */
GCV_CHECKED gcv_status gcv_track_by_ids(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                                        gcv_track *out, gcv_error *err);
void gcv_track_release(gcv_context *ctx, gcv_track *track);

/* ---- analyses ----------------------------------------------------------------------------- */

/* The edges of the virtual root: each object that a root record holds, once, in canonical order,
 * with the first such record; what only roots that come last hold (`n_first`), last. Weak records
 * count only with `include_weak`. O(roots); one bit an object. */
typedef struct gcv_root_set {
    uint32_t n;
    uint32_t *object;
    uint32_t *root;
    /* Chains begin at one of the first `n_first` objects where possible, however near another is,
     * else at one of those before `n_next`; 0 and 0: at the nearest of all. */
    uint32_t n_first, n_next;
} gcv_root_set;

GCV_CHECKED gcv_status gcv_root_set_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                                         gcv_root_set *out, gcv_error *err);
void gcv_root_set_release(gcv_context *ctx, gcv_root_set *set);

/* Reachability and shortest chains to every object: breadth-first search from the root set. Among
 * chains of equal length, the first by root, then by ids from the root object on, wins, so the
 * result does not depend on the order of records or references. O(objects + references), 8 bytes an
 * object while it runs, 4 after it. */
#define GCV_ROOTED (UINT32_MAX - 1) /* as `parent`: the object is in the root set */

typedef struct gcv_paths {
    uint32_t n_objects;
    uint32_t reached;       /* reachable objects */
    uint64_t reached_bytes; /* their shallow bytes */
    uint32_t *parent; /* per object: referrer on its chain; GCV_ROOTED; GCV_NONE if unreachable */
} gcv_paths;

GCV_CHECKED gcv_status gcv_paths_find(gcv_context *ctx, const gcv_heap *heap,
                                      const gcv_root_set *roots, gcv_paths *out, gcv_error *err);
void gcv_paths_release(gcv_context *ctx, gcv_paths *paths);

/* Finds a shortest chain to `target` that avoids the objects of `closed` (a byte per object,
 * nonzero: closed; NULL: none), with ties broken as above. `*out` holds the objects from the root
 * object to the target; empty if there is no chain. `target` itself is never closed. O(objects +
 * references), 8 bytes an object while it runs. */
typedef struct gcv_chain {
    uint32_t length;
    uint32_t *object;
} gcv_chain;

GCV_CHECKED gcv_status gcv_chain_find(gcv_context *ctx, const gcv_heap *heap,
                                      const gcv_root_set *roots, uint32_t target,
                                      const uint8_t *closed, gcv_chain *out, gcv_error *err);
void gcv_chain_release(gcv_context *ctx, gcv_chain *chain);

/* Immediate dominators and retained bytes of every reachable object, over a virtual root with an
 * edge to each object of the root set. Objects are renumbered 1 … n_reached in depth-first
 * preorder, 0 is the virtual root; a dominator's number is always lower than the numbers of what it
 * dominates.
 *
 * Semi-NCA (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005) with
 * the nearest-common-ancestor step on skew-binary jump pointers (Myers, 1983), which bounds it by
 * O(references × log objects); no recursion. docs/limits.md has the memory per object. */
typedef struct gcv_dominators {
    uint32_t n_objects, n_reached;
    uint32_t *number;    /* per object; 0: unreachable */
    uint32_t *object;    /* per number; [0] is GCV_NONE */
    uint32_t *dominator; /* per number; [0] is 0 */
    uint64_t *retained;  /* per number; [0] is the bytes of all reachable objects */
} gcv_dominators;

GCV_CHECKED gcv_status gcv_dominators_find(gcv_context *ctx, const gcv_heap *heap,
                                           const gcv_root_set *roots, gcv_dominators *out,
                                           gcv_error *err);
void gcv_dominators_release(gcv_context *ctx, gcv_dominators *dominators);

/* Exact retained bytes of sets of objects: for each set, the bytes of the reachable objects that
 * would become unreachable if all members of the set were removed, including the reachable members
 * themselves.
 *
 * Membership is given by class: `class_of[object]` is below n_classes or GCV_NONE, and class c
 * belongs to the sets sets[first[c]] … sets[first[c + 1] - 1] (ascending). If `first` is NULL, each
 * class is a set of its own and n_sets equals n_classes. `retained` has room for n_sets values; a
 * set without a reachable member gets GCV_NOT_REACHABLE. On failure the contents of `retained` are
 * undefined.
 *
 * One dataflow pass over the graph in reverse postorder, with hash-consed sets; where that would
 * take longer, passes that mark 256 sets at a time. docs/limits.md has the memory per object. */
#define GCV_NOT_REACHABLE UINT64_MAX

typedef struct gcv_set_classes {
    const uint32_t *class_of;
    uint32_t n_classes, n_sets;
    const uint32_t *first;
    const uint32_t *sets;
} gcv_set_classes;

GCV_CHECKED gcv_status gcv_retained_of_sets(gcv_context *ctx, const gcv_heap *heap,
                                            const gcv_root_set *roots,
                                            const gcv_set_classes *classes, uint64_t *retained,
                                            gcv_error *err);

#ifdef __cplusplus
}
#endif

#endif
