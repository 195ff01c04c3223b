/* trace_types.c - types and modules of a trace; see trace_types.h. */
#include "input/nettrace/trace_types.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

/* Limits of composed names, since parameters can nest without end. */
enum { MAX_COMPOSED = 400, MAX_DEPTH = 16 };

void gcv_trace_types_release(gcv_context *ctx, gcv_trace_types *types)
{
    gcv_arena_release(ctx, &types->arena);
    gcv_trace_type_column_release(ctx, &types->types);
    gcv_id_map_release(ctx, &types->index);
    gcv_u64_column_release(ctx, &types->parameters);
    gcv_trace_module_column_release(ctx, &types->modules);
    gcv_id_map_release(ctx, &types->module_index);
    gcv_buffer_release(ctx, &types->scratch);
}

/* ---- text ------------------------------------------------------------------------------------ */

gcv_status gcv_append_utf16(gcv_context *ctx, gcv_char_column *out, gcv_cursor text, gcv_error *err)
{
    /* A unit gives at most 3 bytes, a pair of surrogates 4. */
    gcv_status status = gcv_char_column_reserve(ctx, out, gcv_cursor_left(&text) / 2 * 3, err);
    if (status != GCV_OK) {
        return status;
    }
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
    return GCV_OK;
}

/* ---- records --------------------------------------------------------------------------------- */

gcv_status gcv_trace_types_enter(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                                 uint64_t id, uint32_t *at, gcv_error *err)
{
    gcv_trace_type fresh;
    gcv_status status;
    *at = gcv_trace_types_find(ctx, types, process, id);
    if (*at != GCV_NONE) {
        return GCV_OK;
    }
    memset(&fresh, 0, sizeof fresh);
    fresh.id = id;
    fresh.process = process;
    status = gcv_trace_type_column_push(ctx, &types->types, fresh, err);
    *at = (uint32_t)(types->types.n - 1);
    return status == GCV_OK
               ? gcv_id_map_set(ctx, &types->index, gcv_trace_key_of(process, id), *at, err)
               : status;
}

/* Puts the tidied name into `scratch`. */
static gcv_status take_name(gcv_context *ctx, gcv_trace_types *types, gcv_cursor name,
                            gcv_error *err)
{
    gcv_status status;
    types->scratch.text.n = 0;
    status = gcv_append_utf16(ctx, &types->scratch.text, name, err);
    if (status == GCV_OK && types->scratch.text.n > 0) {
        types->scratch.text.n = gcv_type_name_tidy(types->scratch.text.data, types->scratch.text.n);
    }
    return status;
}

static gcv_status take_parameters(gcv_context *ctx, gcv_trace_types *types, gcv_trace_type *type,
                                  gcv_cursor parameters, gcv_error *err)
{
    uint32_t n = (uint32_t)(gcv_cursor_left(&parameters) / 8), i;
    gcv_status status = gcv_u64_column_reserve(ctx, &types->parameters, n, err);
    if (status != GCV_OK) {
        return status;
    }
    type->parameter = (uint32_t)types->parameters.n;
    type->n_parameters = n;
    for (i = 0; i < n; i++) {
        types->parameters.data[types->parameters.n++] = gcv_cursor_u64(&parameters);
    }
    return GCV_OK;
}

gcv_status gcv_trace_types_add(gcv_context *ctx, gcv_trace_types *types,
                               const gcv_trace_type *record, gcv_cursor name, gcv_cursor parameters,
                               gcv_error *err)
{
    uint32_t at;
    gcv_trace_type *type;
    gcv_slice tidy;
    const char *copy;
    gcv_status status = gcv_trace_types_enter(ctx, types, record->process, record->id, &at, err);
    if (status == GCV_OK) {
        status = take_name(ctx, types, name, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    type = &types->types.data[at];
    tidy = gcv_buffer_slice(&types->scratch);
    if (type->known && gcv_slice_equal(type->name, tidy) && type->module == record->module) {
        return GCV_OK; /* each session repeats the record */
    }
    types->conflicts += type->known && tidy.size > 0 && type->name.size > 0;
    if (tidy.size > 0) { /* a record without a name does not remove a name */
        copy = gcv_arena_copy(ctx, &types->arena, tidy.data, tidy.size, err);
        if (copy == NULL) {
            return gcv_failed(err);
        }
        type->name = gcv_slice_of(copy, tidy.size);
    }
    type->module = record->module;
    type->token = record->token;
    type->flags = record->flags;
    type->known = true;
    return take_parameters(ctx, types, type, parameters, err);
}

gcv_status gcv_trace_types_text(gcv_context *ctx, gcv_trace_types *types, gcv_cursor text,
                                gcv_slice *out, gcv_error *err)
{
    const char *copy;
    gcv_status status;
    types->scratch.text.n = 0;
    *out = gcv_slice_of("", 0);
    status = gcv_append_utf16(ctx, &types->scratch.text, text, err);
    if (status != GCV_OK || types->scratch.text.n == 0) {
        return status;
    }
    copy = gcv_arena_copy(ctx, &types->arena, types->scratch.text.data, types->scratch.text.n, err);
    *out = gcv_slice_of(copy, types->scratch.text.n);
    return copy != NULL ? GCV_OK : gcv_failed(err);
}

gcv_status gcv_trace_types_add_module(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                                      uint64_t id, gcv_cursor path, gcv_error *err)
{
    uint64_t key = gcv_trace_key_of(process, id);
    gcv_trace_module module;
    gcv_status status;
    if (gcv_id_map_get(ctx, &types->module_index, key) != GCV_NONE) {
        return GCV_OK; /* the end of a trace repeats the record */
    }
    status = gcv_trace_types_text(ctx, types, path, &module.path, err);
    if (status != GCV_OK || module.path.size == 0) {
        return status;
    }
    module.id = id;
    module.process = process;
    module.kept = gcv_slice_of(NULL, 0);
    module.kept_for = 0;
    status = gcv_trace_module_column_push(ctx, &types->modules, module, err);
    return status == GCV_OK ? gcv_id_map_set(ctx, &types->module_index, key,
                                             (uint32_t)(types->modules.n - 1), err)
                            : status;
}

gcv_trace_module *gcv_trace_types_module(const gcv_context *ctx, const gcv_trace_types *types,
                                         uint32_t at)
{
    const gcv_trace_type *type = &types->types.data[at];
    uint32_t module =
        gcv_id_map_get(ctx, &types->module_index, gcv_trace_key_of(type->process, type->module));
    return module != GCV_NONE ? &types->modules.data[module] : NULL;
}

/* ---- names of types without one -------------------------------------------------------------- */

static void append_number(gcv_context *ctx, gcv_buffer *out, const char *before, uint64_t number,
                          const char *after, gcv_error *err)
{
    gcv_buffer_append_str(ctx, out, before, err);
    gcv_buffer_append_hex(ctx, out, number, err);
    gcv_buffer_append_str(ctx, out, after, err);
}

/* A type whose parameters are being written. */
typedef struct open_type {
    const gcv_trace_type *type;
    uint32_t next;
} open_type;

/* Appends the part of a name before its parameters: nothing for an array of a known element
 * type. */
static void append_head(gcv_context *ctx, gcv_buffer *out, const gcv_trace_type *type,
                        gcv_error *err)
{
    bool array = (type->flags & GCV_TYPE_ARRAY) != 0;
    if (type->name.size > MAX_COMPOSED) {
        gcv_buffer_append(ctx, out, gcv_slice_of(type->name.data, MAX_COMPOSED), err);
        gcv_buffer_append_str(ctx, out, "...", err);
    } else if (type->name.size > 0) {
        gcv_buffer_append(ctx, out, type->name, err);
    } else if (!type->known) {
        append_number(ctx, out, "UNKNOWN 0x", type->id, "", err);
    } else if (type->n_parameters == 0) {
        append_number(ctx, out, array ? "ArrayType(0x" : "Type(0x", type->token, ")", err);
    } else if (!array) {
        append_number(ctx, out, "Type(0x", type->token, ")<", err);
    }
}

static void append_tail(gcv_context *ctx, gcv_buffer *out, const gcv_trace_type *type,
                        gcv_error *err)
{
    uint32_t rank = type->flags >> 8 & 0x3f;
    if (!(type->flags & GCV_TYPE_ARRAY)) {
        gcv_buffer_append_str(ctx, out, ">", err);
        return;
    }
    gcv_buffer_append_str(ctx, out, "[", err);
    for (; rank > 1; rank--) {
        gcv_buffer_append_str(ctx, out, ",", err);
    }
    gcv_buffer_append_str(ctx, out, "]", err);
}

static bool has_parameters(const gcv_trace_type *type)
{
    return type->known && type->name.size == 0 && type->n_parameters > 0;
}

/* Composes the name of a type from its parameters, their parameters, and so on. Dots replace what
 * is too deep or too long, so a type that is its own parameter does no harm. */
static void compose(gcv_context *ctx, gcv_trace_types *types, uint32_t at, gcv_error *err)
{
    open_type stack[MAX_DEPTH];
    size_t depth = 0;
    gcv_buffer *out = &types->scratch;
    append_head(ctx, out, &types->types.data[at], err);
    stack[depth].type = &types->types.data[at];
    stack[depth++].next = 0;
    while (depth > 0 && out->status == GCV_OK) {
        open_type *top = &stack[depth - 1];
        bool array = (top->type->flags & GCV_TYPE_ARRAY) != 0;
        if (top->next == top->type->n_parameters || (array && top->next == 1) ||
            out->text.n > MAX_COMPOSED) {
            append_tail(ctx, out, top->type, err);
            depth--;
            continue;
        }
        at = gcv_id_map_get(
            ctx, &types->index,
            gcv_trace_key_of(top->type->process,
                             types->parameters.data[top->type->parameter + top->next]));
        if (top->next++ > 0) {
            gcv_buffer_append_str(ctx, out, ",", err);
        }
        if (at == GCV_NONE || depth == MAX_DEPTH || out->text.n > MAX_COMPOSED) {
            gcv_buffer_append_str(ctx, out, "...", err);
            continue;
        }
        append_head(ctx, out, &types->types.data[at], err);
        if (has_parameters(&types->types.data[at])) {
            stack[depth].type = &types->types.data[at];
            stack[depth++].next = 0;
        }
    }
}

gcv_status gcv_trace_types_name(gcv_context *ctx, gcv_trace_types *types, uint32_t at,
                                gcv_slice *name, bool *own, gcv_error *err)
{
    const gcv_trace_type *type = &types->types.data[at];
    *own = type->name.size > 0;
    if (*own) {
        *name = type->name;
        return GCV_OK;
    }
    gcv_buffer_clear(&types->scratch);
    if (has_parameters(type)) {
        compose(ctx, types, at, err);
    } else {
        append_head(ctx, &types->scratch, type, err);
    }
    *name = gcv_buffer_slice(&types->scratch);
    return types->scratch.status;
}
