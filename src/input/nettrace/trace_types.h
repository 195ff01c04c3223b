/* trace_types.h - types and modules of a trace, and their names. Their records may come before,
 * between or after the objects that use them.
 *
 * The runtime sends names in the style of reflection: `List`1[System.String]`. They are kept as
 * `List<System.String>`; brackets of arrays are unchanged.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_TYPES_H
#define GCV_INPUT_NETTRACE_TRACE_TYPES_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/id_map.h"
#include "input/eventpipe/eventpipe_events.h"

typedef struct gcv_trace_type {
    uint64_t id, process, module;
    gcv_slice name;                   /* size 0: the record has no name */
    uint32_t token, flags;            /* GCV_TYPE_… */
    uint32_t parameter, n_parameters; /* in `parameters` */
    bool known;                       /* a record has come */
    uint32_t used;                    /* for the caller, 0 at first */
} gcv_trace_type;

enum { GCV_TYPE_ARRAY = 8 };

typedef struct gcv_trace_module {
    uint64_t id, process;
    gcv_slice path;
    gcv_slice kept;    /* for the caller … */
    uint32_t kept_for; /* … 0 at first */
} gcv_trace_module;

GCV_COLUMN(gcv_trace_type_column, gcv_trace_type);
GCV_COLUMN(gcv_trace_module_column, gcv_trace_module);

typedef struct gcv_trace_types {
    gcv_arena arena;
    gcv_trace_type_column types;
    gcv_id_map index; /* from process and id to index in `types` */
    gcv_u64_column parameters;
    gcv_trace_module_column modules;
    gcv_id_map module_index;
    gcv_buffer scratch; /* the current name */
    uint64_t conflicts; /* records that contradict an earlier one; the later record counts */
} gcv_trace_types;      /* zeroed: empty */

void gcv_trace_types_release(gcv_context *ctx, gcv_trace_types *types);

/* Returns a key for ids, so that ids of different processes do not collide. Usually there is one
 * process. */
static inline uint64_t gcv_trace_key_of(uint64_t process, uint64_t id)
{
    return id ^ process * UINT64_C(0x9e3779b97f4a7c15);
}

/* Returns the index of a type; GCV_NONE: there is none. */
static inline uint32_t gcv_trace_types_find(const gcv_context *ctx, const gcv_trace_types *types,
                                            uint64_t process, uint64_t id)
{
    return gcv_id_map_get(ctx, &types->index, gcv_trace_key_of(process, id));
}

/* The same; adds the type if it is new. */
uint32_t gcv_trace_types_enter(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                               uint64_t id);
void gcv_trace_types_add(gcv_context *ctx, gcv_trace_types *types, const gcv_ev_type *record);
void gcv_trace_types_add_module(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                                uint64_t id, gcv_cursor path);

/* Gives the name of a type, valid until the next call. `*own` false: its record has no name, and
 * the result is composed of what else is known. */
void gcv_trace_types_name(gcv_context *ctx, gcv_trace_types *types, uint32_t at, gcv_slice *name,
                          bool *own);
/* Returns the module of a type; NULL: its record has none. A module without a record gets the name
 * `Module(0x<id>)`, so no record of a module may follow. */
gcv_trace_module *gcv_trace_types_module(gcv_context *ctx, gcv_trace_types *types, uint32_t at);

/* Converts UTF-16 to UTF-8; the text lives as long as `types`. */
gcv_slice gcv_trace_types_text(gcv_context *ctx, gcv_trace_types *types, gcv_cursor text);

/* Appends UTF-16 as UTF-8; lone surrogates become U+FFFD. */
void gcv_append_utf16(gcv_context *ctx, gcv_char_column *out, gcv_cursor text);

#endif
