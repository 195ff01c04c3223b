/* trace_types.c - types and modules of a trace; see trace.h. */
#include "input/nettrace/trace.h"

#include <inttypes.h>

/* Limits of composed names, since parameters can nest without end. */
enum { MAX_COMPOSED = 400, MAX_DEPTH = 16 };

void gcv_trace_types_release(gcv_context *ctx, gcv_trace_types *types)
{
    gcv_arena_release(ctx, &types->arena);
    GCV_RELEASE(ctx, &types->types, &types->index, &types->parameters, &types->modules,
                &types->module_index, &types->scratch);
}

void gcv_append_utf16(gcv_context *ctx, gcv_char_column *out, gcv_cursor text)
{
    /* A unit gives at most 3 bytes, a pair of surrogates 4. */
    gcv_char_column_reserve(ctx, out, gcv_cursor_left(&text) / 2 * 3);
    while (gcv_cursor_left(&text) >= 2) {
        uint32_t code = gcv_cursor_u16(&text);
        if (gcv_is_high_surrogate(code) && gcv_cursor_left(&text) >= 2) {
            gcv_cursor ahead = text;
            uint32_t low = gcv_cursor_u16(&ahead);
            if (gcv_is_low_surrogate(low)) {
                code = gcv_join_surrogates(code, low);
                text = ahead;
            }
        }
        out->n += gcv_utf8_put(out->data + out->n, gcv_is_surrogate(code) ? GCV_REPLACEMENT : code);
    }
}

/* ---- records ------------------------------------------------------------------------------ */

uint32_t gcv_trace_types_enter(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                               uint64_t id)
{
    const uint32_t at =
        gcv_id_map_enter(ctx, &types->index, gcv_trace_key_of(process, id), types->types.n);
    if (at == types->types.n) {
        const gcv_trace_type fresh = {.id = id, .process = process};
        gcv_trace_type_column_push(ctx, &types->types, fresh);
    }
    return at;
}

/* Puts the tidied name into `scratch`. */
static void take_name(gcv_context *ctx, gcv_trace_types *types, gcv_cursor name)
{
    types->scratch.text.n = 0;
    gcv_append_utf16(ctx, &types->scratch.text, name);
    if (types->scratch.text.n > 0) {
        types->scratch.text.n = gcv_type_name_tidy(types->scratch.text.data, types->scratch.text.n);
    }
}

static void take_parameters(gcv_context *ctx, gcv_trace_types *types, gcv_trace_type *type,
                            gcv_cursor parameters)
{
    uint32_t n = (uint32_t)(gcv_cursor_left(&parameters) / 8);
    gcv_u64_column_reserve(ctx, &types->parameters, n);
    type->parameter = (uint32_t)types->parameters.n;
    type->n_parameters = n;
    for (uint32_t i = 0; i < n; i++) {
        types->parameters.data[types->parameters.n++] = gcv_cursor_u64(&parameters);
    }
}

void gcv_trace_types_add(gcv_context *ctx, gcv_trace_types *types, const gcv_ev_type *record)
{
    uint32_t at = gcv_trace_types_enter(ctx, types, record->process, record->id);
    take_name(ctx, types, record->name);
    gcv_trace_type *type = &types->types.data[at];
    gcv_slice tidy = gcv_buffer_slice(&types->scratch);
    if (type->known && gcv_slice_equal(type->name, tidy) && type->module == record->module) {
        return; /* each session repeats the record */
    }
    types->conflicts += type->known && tidy.size > 0 && type->name.size > 0;
    if (tidy.size > 0) { /* a record without a name does not remove a name */
        type->name = gcv_arena_slice(ctx, &types->arena, tidy);
    }
    type->module = record->module;
    type->token = record->token;
    type->flags = record->flags;
    type->known = true;
    take_parameters(ctx, types, type, record->parameters);
}

gcv_slice gcv_trace_types_text(gcv_context *ctx, gcv_trace_types *types, gcv_cursor text)
{
    types->scratch.text.n = 0;
    gcv_append_utf16(ctx, &types->scratch.text, text);
    return types->scratch.text.n == 0
               ? gcv_slice_of("", 0)
               : gcv_arena_slice(ctx, &types->arena, gcv_buffer_slice(&types->scratch));
}

static void add_module(gcv_context *ctx, gcv_trace_types *types, uint64_t process, uint64_t id,
                       gcv_slice path)
{
    const gcv_trace_module module = {.id = id, .process = process, .path = path};
    gcv_id_map_set(ctx, &types->module_index, gcv_trace_key_of(process, id),
                   (uint32_t)types->modules.n);
    gcv_trace_module_column_push(ctx, &types->modules, module);
}

static uint32_t find_module(const gcv_context *ctx, const gcv_trace_types *types, uint64_t process,
                            uint64_t id)
{
    return gcv_id_map_get(ctx, &types->module_index, gcv_trace_key_of(process, id));
}

void gcv_trace_types_add_module(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                                uint64_t id, gcv_cursor path)
{
    if (find_module(ctx, types, process, id) != GCV_NONE) {
        return; /* the end of a trace repeats the record */
    }
    const gcv_slice text = gcv_trace_types_text(ctx, types, path);
    if (text.size > 0) {
        add_module(ctx, types, process, id, text);
    }
}

gcv_trace_module *gcv_trace_types_module(gcv_context *ctx, gcv_trace_types *types, uint32_t at)
{
    const uint64_t process = types->types.data[at].process, id = types->types.data[at].module;
    uint32_t module = find_module(ctx, types, process, id);
    if (module == GCV_NONE && id != 0) {
        gcv_buffer_clear(&types->scratch);
        gcv_buffer_print(ctx, &types->scratch, GCV_NAMELESS_MODULE "0x%" PRIx64 ")", id);
        add_module(ctx, types, process, id,
                   gcv_arena_slice(ctx, &types->arena, gcv_buffer_slice(&types->scratch)));
        module = (uint32_t)(types->modules.n - 1);
    }
    return module != GCV_NONE ? &types->modules.data[module] : NULL;
}

/* ---- names of types without one ----------------------------------------------------------- */

/* A type whose parameters are being written. */
typedef struct open_type {
    const gcv_trace_type *type;
    uint32_t next;
} open_type;

/* Appends the part of a name before its parameters: nothing for an array of a known element
 * type. */
static void append_head(gcv_context *ctx, gcv_buffer *out, const gcv_trace_type *type)
{
    bool array = (type->flags & GCV_TYPE_ARRAY) != 0;
    if (type->name.size > MAX_COMPOSED) {
        gcv_buffer_append(ctx, out, gcv_slice_of(type->name.data, MAX_COMPOSED));
        gcv_buffer_append_str(ctx, out, "...");
    } else if (type->name.size > 0) {
        gcv_buffer_append(ctx, out, type->name);
    } else if (!type->known) {
        gcv_buffer_print(ctx, out, "UNKNOWN 0x%" PRIx64, type->id);
    } else if (type->n_parameters == 0) {
        gcv_buffer_print(ctx, out, array ? "ArrayType(0x%" PRIx32 ")" : "Type(0x%" PRIx32 ")",
                         type->token);
    } else if (!array) {
        gcv_buffer_print(ctx, out, "Type(0x%" PRIx32 ")<", type->token);
    }
}

static void append_tail(gcv_context *ctx, gcv_buffer *out, const gcv_trace_type *type)
{
    uint32_t rank = type->flags >> 8 & 0x3f;
    if (!(type->flags & GCV_TYPE_ARRAY)) {
        gcv_buffer_append_str(ctx, out, ">");
        return;
    }
    gcv_buffer_append_str(ctx, out, "[");
    for (; rank > 1; rank--) {
        gcv_buffer_append_str(ctx, out, ",");
    }
    gcv_buffer_append_str(ctx, out, "]");
}

static bool has_parameters(const gcv_trace_type *type)
{
    return type->known && type->name.size == 0 && type->n_parameters > 0;
}

/* Composes the name of a type from its parameters, their parameters, and so on. Dots replace what
 * is too deep or too long, so a type that is its own parameter does no harm. */
static void compose(gcv_context *ctx, gcv_trace_types *types, uint32_t at)
{
    open_type stack[MAX_DEPTH] = {{&types->types.data[at], 0}};
    size_t depth = has_parameters(&types->types.data[at]);
    gcv_buffer *out = &types->scratch;
    append_head(ctx, out, &types->types.data[at]);
    while (depth > 0) {
        open_type *top = &stack[depth - 1];
        bool array = (top->type->flags & GCV_TYPE_ARRAY) != 0;
        if (top->next == top->type->n_parameters || (array && top->next == 1) ||
            out->text.n > MAX_COMPOSED) {
            append_tail(ctx, out, top->type);
            depth--;
            continue;
        }
        at = gcv_trace_types_find(ctx, types, top->type->process,
                                  types->parameters.data[top->type->parameter + top->next]);
        if (top->next++ > 0) {
            gcv_buffer_append_str(ctx, out, ",");
        }
        if (at == GCV_NONE || depth == MAX_DEPTH || out->text.n > MAX_COMPOSED) {
            gcv_buffer_append_str(ctx, out, "...");
            continue;
        }
        append_head(ctx, out, &types->types.data[at]);
        if (has_parameters(&types->types.data[at])) {
            stack[depth++] = (open_type){&types->types.data[at], 0};
        }
    }
}

void gcv_trace_types_name(gcv_context *ctx, gcv_trace_types *types, uint32_t at, gcv_slice *name,
                          bool *own)
{
    const gcv_trace_type *type = &types->types.data[at];
    *own = type->name.size > 0;
    if (*own) {
        *name = type->name;
        return;
    }
    gcv_buffer_clear(&types->scratch);
    compose(ctx, types, at);
    *name = gcv_buffer_slice(&types->scratch);
}
