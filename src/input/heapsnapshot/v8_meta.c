/* v8_meta.c - the section "snapshot": positions of fields, names of types; see v8_reader.h.
 *
 * Positions and types are found by name, never by number, as the numbers differ between writers.
 */
#include "input/heapsnapshot/v8_reader.h"

#include "heap/vocabulary.h"

#include <stdio.h>
#include <string.h>

void gcv_v8_push_word(gcv_context *ctx, gcv_v8_words *words, gcv_slice text)
{
    gcv_char_column_reserve(ctx, &words->text, text.size);
    if (text.size > 0) {
        memcpy(words->text.data + words->text.n, text.data, text.size);
        words->text.n += text.size;
    }
    gcv_u64_column_push(ctx, &words->end, words->text.n);
}

gcv_slice gcv_v8_word(const gcv_v8_words *words, size_t at)
{
    size_t first = at > 0 ? (size_t)words->end.data[at - 1] : 0;
    size_t size = (size_t)words->end.data[at] - first;
    return gcv_slice_of(size > 0 ? words->text.data + first : "", size);
}

static void release_words(gcv_context *ctx, gcv_v8_words *words)
{
    gcv_char_column_release(ctx, &words->text);
    gcv_u64_column_release(ctx, &words->end);
}

/* ---- lists of names ----------------------------------------------------------------------- */

/* "node_fields", "node_types" and so on, as in the file. */
typedef struct gcv_v8_list {
    bool given;
    uint64_t offset;
    gcv_v8_words words;
    gcv_u32_column first; /* of a list of lists: the first word of each list; the end */
    gcv_u8_column usable; /* ... which of them are lists of names */
} gcv_v8_list;

typedef struct gcv_v8_meta {
    gcv_v8_list node_fields, node_types, edge_fields, edge_types;
    gcv_v8_list location_fields, function_fields, stack_fields; /* a file may lack them */
    bool given;
} gcv_v8_meta;

static void release_list(gcv_context *ctx, gcv_v8_list *list)
{
    release_words(ctx, &list->words);
    gcv_u32_column_release(ctx, &list->first);
    gcv_u8_column_release(ctx, &list->usable);
}

/* Takes an array of names; anything else makes `*usable` false and is skipped. */
static bool take_names(gcv_v8 *v8, gcv_v8_words *words)
{
    gcv_json *json = &v8->json;
    bool first = true, more;
    char next = 0;
    next = gcv_json_peek(json);
    bool usable = next == '[';
    if (!usable) {
        gcv_json_skip(json, NULL);
        return usable;
    }
    json->at++;
    for (;; first = false) {
        more = gcv_json_next(json, ']', first);
        if (more) {
            next = gcv_json_peek(json);
        }
        if (!more) {
            return usable;
        }
        if (next == '"') {
            gcv_json_string(json, true);
            gcv_v8_push_word(v8->ctx, words, gcv_json_text(json));
        } else {
            usable = false;
            gcv_json_skip(json, NULL);
        }
    }
    return usable;
}

static void take_fields(gcv_v8 *v8, const char *key, gcv_v8_list *list)
{
    list->offset = gcv_json_offset(&v8->json);
    bool usable = take_names(v8, &list->words);
    list->given = true;
    if (!usable || list->words.end.n == 0 || list->words.end.n > GCV_V8_MAX_FIELDS) {
        gcv_json_fail(&v8->json, list->offset, "\"%s\" is not a list of names", key);
    }
}

/* Takes a list of lists of names, which may have other elements, too. */
static void take_types(gcv_v8 *v8, const char *key, gcv_v8_list *list)
{
    gcv_json *json = &v8->json;
    bool first = true, more = true, usable;
    char message[60];
    list->given = true;
    list->offset = gcv_json_offset(json);
    (void)snprintf(message, sizeof message, "no list of names in \"%s\"", key);
    gcv_json_take(json, '[', message);
    for (;; first = false) {
        gcv_u32_column_push(v8->ctx, &list->first, (uint32_t)list->words.end.n);
        more = gcv_json_next(json, ']', first);
        if (!more) {
            break;
        }
        usable = take_names(v8, &list->words);
        gcv_u8_column_push(v8->ctx, &list->usable, usable);
    }
}

/* ---- from names to positions and meanings ------------------------------------------------- */

static uint32_t position(const gcv_v8_list *fields, const char *name)
{
    for (size_t i = 0; i < fields->words.end.n; i++) {
        if (gcv_slice_is(gcv_v8_word(&fields->words, i), name)) {
            return (uint32_t)i;
        }
    }
    return GCV_NONE;
}

typedef struct gcv_v8_needed {
    const char *name;
    uint32_t *position;
} gcv_v8_needed;

static void find_positions(const gcv_v8 *v8, const char *key, const gcv_v8_list *fields,
                           const gcv_v8_needed *needed, size_t n)
{
    if (!fields->given) {
        gcv_json_fail(&v8->json, gcv_json_offset(&v8->json), "\"%s\" is not a list of names", key);
    }
    for (size_t i = 0; i < n; i++) {
        *needed[i].position = position(fields, needed[i].name);
        if (*needed[i].position == GCV_NONE) {
            gcv_json_fail(&v8->json, fields->offset, "no \"%s\" in \"%s\"", needed[i].name, key);
        }
    }
}

/* Finds the words of the list for the field `type`: [first, end). */
static void find_types(const gcv_v8 *v8, const char *key, const gcv_v8_list *types, uint32_t type,
                       uint32_t *first, uint32_t *end)
{
    if (!types->given || type >= types->usable.n || !types->usable.data[type]) {
        gcv_json_fail(&v8->json, types->given ? types->offset : gcv_json_offset(&v8->json),
                      "no list of names in \"%s\"", key);
    }
    *first = types->first.data[type];
    *end = types->first.data[type + 1];
}

static const gcv_named_value known_nodes[] = {
    {"array", GCV_V8_ARRAY},
    {"string", GCV_V8_STRING},
    {"object", GCV_V8_NAMED | GCV_V8_SHORTENED | GCV_V8_OBJECT},
    {"code", GCV_V8_CODE},
    {"closure", GCV_V8_FUNCTION},
    {"regexp", 0},
    {"number", 0},
    {"native", GCV_V8_NAMED | GCV_V8_SHORTENED | GCV_V8_NATIVE},
    {"synthetic", GCV_V8_NAMED | GCV_V8_SHORTENED | GCV_V8_SYNTHETIC},
    {"concatenated string", 0},
    {"sliced string", 0},
    {"symbol", 0},
    {"bigint", 0},
    {"hidden", 0},
    {"object shape", 0},
    {"wasm object", GCV_V8_NAMED | GCV_V8_SHORTENED},
    {"String", 0},
    {"jl_array_t", GCV_V8_NAMED},
    {"jl_module_t", GCV_V8_NAMED},
};

/* Returns the flags of a type of nodes. Types not listed are Julia's; the name of such a node is
 * its type. */
static uint16_t node_flags(gcv_slice name)
{
    const gcv_named_value *found = GCV_VALUE_NAMED(name, known_nodes);
    if (found != NULL) {
        return (uint16_t)found->value;
    }
    return gcv_slice_begins(name, "jl_") ? 0 : GCV_V8_NAMED;
}

static const gcv_named_value known_edges[] = {
    {"weak", GCV_V8_WEAK},         {"shortcut", GCV_V8_SHORTCUT},
    {"internal", GCV_V8_INTERNAL}, {"hidden", GCV_V8_HIDDEN | GCV_V8_INDEXED},
    {"element", GCV_V8_INDEXED},   {"context", GCV_V8_CONTEXT},
};

static uint8_t edge_flags(gcv_slice name)
{
    const gcv_named_value *found = GCV_VALUE_NAMED(name, known_edges);
    return found != NULL ? (uint8_t)found->value : 0;
}

static void use_node_types(gcv_v8 *v8, gcv_v8_meta *meta)
{
    uint32_t i = 0, end = 0;
    bool whole = false;
    find_types(v8, "node_types", &meta->node_types, v8->node_fields.type, &i, &end);
    for (; i < end; i++) {
        gcv_v8_node_type type;
        type.key = GCV_NONE;
        type.word = i;
        type.flags = node_flags(gcv_v8_word(&meta->node_types.words, i));
        if (!v8->places.wanted) {
            type.flags &= (uint16_t)~GCV_V8_CODE;
        }
        if (v8->converted && !whole && (type.flags & GCV_V8_OBJECT) != 0) {
            type.flags = GCV_V8_NAMED | GCV_V8_WHOLE; /* for one type: each name is copied once */
            whole = true;
        }
        gcv_v8_node_type_column_push(v8->ctx, &v8->types, type);
    }
    v8->words = meta->node_types.words;
    memset(&meta->node_types.words, 0, sizeof meta->node_types.words);
}

static void use_edge_types(gcv_v8 *v8, const gcv_v8_meta *meta)
{
    uint32_t i = 0, end = 0;
    find_types(v8, "edge_types", &meta->edge_types, v8->edge_fields.type, &i, &end);
    for (; i < end; i++) {
        gcv_u8_column_push(v8->ctx, &v8->edge_types,
                           edge_flags(gcv_v8_word(&meta->edge_types.words, i)));
    }
}

/* Finds the fields of a location. A file without one of the necessary fields has no locations. */
static void use_location_fields(gcv_v8 *v8, const gcv_v8_list *list)
{
    gcv_v8_location_fields *fields = &v8->places.fields;
    fields->n = (uint32_t)list->words.end.n;
    fields->object = position(list, "object_index");
    fields->script = position(list, "script_id");
    fields->script_object = position(list, "script_object_index");
    fields->line = position(list, "line");
    fields->column = position(list, "column");
    v8->places.wanted = v8->places.wanted && fields->n <= GCV_V8_MAX_FIELDS &&
                        fields->object != GCV_NONE && fields->script != GCV_NONE &&
                        fields->line != GCV_NONE && fields->column != GCV_NONE;
}

/* Finds the fields of functions and stacks. A file without one of the necessary fields has no
 * sites.
 */
static void use_trace_fields(gcv_v8 *v8, const gcv_v8_list *functions, const gcv_v8_list *stacks)
{
    gcv_v8_trace_fields *fields = &v8->sites.fields;
    fields->n_function = (uint32_t)functions->words.end.n;
    fields->name = position(functions, "name");
    fields->script_name = position(functions, "script_name");
    fields->line = position(functions, "line");
    fields->column = position(functions, "column");
    fields->n_stack = (uint32_t)stacks->words.end.n;
    fields->id = position(stacks, "id");
    fields->function = position(stacks, "function_info_index");
    fields->children = position(stacks, "children");
    const bool has_functions = fields->n_function <= GCV_V8_MAX_FIELDS &&
                               fields->name != GCV_NONE && fields->script_name != GCV_NONE &&
                               fields->line != GCV_NONE && fields->column != GCV_NONE;
    const bool has_stacks = fields->n_stack <= GCV_V8_MAX_FIELDS && fields->children != GCV_NONE &&
                            fields->id < fields->children && fields->function < fields->children;
    v8->sites.wanted = v8->sites.wanted && has_functions && has_stacks &&
                       v8->node_fields.trace_node_id != GCV_NONE;
}

static void use_meta(gcv_v8 *v8, gcv_v8_meta *meta)
{
    gcv_v8_node_fields *node = &v8->node_fields;
    gcv_v8_edge_fields *edge = &v8->edge_fields;
    const gcv_v8_needed of_node[] = {{"type", &node->type},
                                     {"name", &node->name},
                                     {"id", &node->id},
                                     {"self_size", &node->self_size},
                                     {"edge_count", &node->edge_count}};
    const gcv_v8_needed of_edge[] = {
        {"type", &edge->type}, {"name_or_index", &edge->name}, {"to_node", &edge->to_node}};
    find_positions(v8, "node_fields", &meta->node_fields, of_node,
                   sizeof of_node / sizeof of_node[0]);
    find_positions(v8, "edge_fields", &meta->edge_fields, of_edge,
                   sizeof of_edge / sizeof of_edge[0]);
    node->n = (uint32_t)meta->node_fields.words.end.n;
    edge->n = (uint32_t)meta->edge_fields.words.end.n;
    node->detachedness = position(&meta->node_fields, "detachedness");
    node->trace_node_id = position(&meta->node_fields, "trace_node_id");
    use_location_fields(v8, &meta->location_fields);
    use_trace_fields(v8, &meta->function_fields, &meta->stack_fields);
    use_node_types(v8, meta);
    use_edge_types(v8, meta);
}

/* ---- the section -------------------------------------------------------------------------- */

/* Takes a key and its colon; gcv_json_text() is then the key, and `*at` its offset. */
static void take_key(gcv_v8 *v8, bool first, bool *more, uint64_t *at)
{
    *more = gcv_json_next(&v8->json, '}', first);
    *at = gcv_json_offset(&v8->json);
    if (*more) {
        gcv_json_string(&v8->json, true);
    }
    if (*more) {
        gcv_json_take(&v8->json, ':', "expected :");
    }
}

/* Takes a list that a file may lack, and that may be anything; skips any other value. */
static void take_other_list(gcv_v8 *v8, gcv_v8_meta *meta)
{
    const gcv_slice key = gcv_json_text(&v8->json);
    gcv_v8_list *list = gcv_slice_is(key, "location_fields")              ? &meta->location_fields
                        : gcv_slice_is(key, "trace_function_info_fields") ? &meta->function_fields
                        : gcv_slice_is(key, "trace_node_fields")          ? &meta->stack_fields
                                                                          : NULL;
    if (list == NULL || list->given) {
        gcv_json_skip(&v8->json, NULL);
        return;
    }
    list->given = true;
    (void)take_names(v8, &list->words);
}

static void take_meta(gcv_v8 *v8, gcv_v8_meta *meta)
{
    const struct {
        const char *key;
        gcv_v8_list *list;
        bool nested;
    } known[] = {{"node_fields", &meta->node_fields, false},
                 {"node_types", &meta->node_types, true},
                 {"edge_fields", &meta->edge_fields, false},
                 {"edge_types", &meta->edge_types, true}};
    const size_t n = sizeof known / sizeof known[0];
    bool first = true, more = true;
    gcv_json_take(&v8->json, '{', "\"meta\" is not an object");
    meta->given = true;
    for (;; first = false) {
        uint64_t offset;
        size_t i = 0;
        take_key(v8, first, &more, &offset);
        if (!more) {
            break;
        }
        while (i < n && !gcv_slice_is(gcv_json_text(&v8->json), known[i].key)) {
            i++;
        }
        if (i < n && known[i].list->given) {
            gcv_json_fail(&v8->json, offset, "duplicate key \"%s\"", known[i].key);
        }
        if (i == n) {
            take_other_list(v8, meta);
        } else if (known[i].nested) {
            take_types(v8, known[i].key, known[i].list);
        } else {
            take_fields(v8, known[i].key, known[i].list);
        }
    }
}

static void take_count(gcv_v8 *v8, const char *key, uint64_t offset, gcv_optional *out)
{
    if (out->given) {
        gcv_json_fail(&v8->json, offset, "duplicate key \"%s\"", key);
    }
    out->given = true;
    out->value = gcv_json_number(&v8->json);
}

enum { LONGEST_REASON = 200 };

/* Takes the verdict on the heap from which the snapshot was converted, as gcview writes it. */
static void take_origin(gcv_v8 *v8)
{
    static const char incomplete[] = "incomplete: ";
    const size_t n = sizeof incomplete - 1;
    char next = 0;
    next = gcv_json_peek(&v8->json);
    if (next != '"') {
        gcv_json_skip(&v8->json, NULL);
        return;
    }
    gcv_json_string(&v8->json, true);
    v8->converted = true;
    gcv_slice verdict = gcv_json_text(&v8->json);
    if (!gcv_slice_begins(verdict, incomplete) || verdict.size > n + LONGEST_REASON) {
        return;
    }
    gcv_builder_incomplete_as_said(v8->builder, gcv_slice_of(verdict.data + n, verdict.size - n));
}

/* Takes the value of one key of "snapshot". */
static void take_value(gcv_v8 *v8, uint64_t offset, gcv_v8_meta *meta, gcv_optional *root)
{
    const struct {
        const char *key;
        gcv_optional *number;
    } known[] = {{"node_count", &v8->node_count},
                 {"edge_count", &v8->edge_count},
                 {"root_index", root},
                 {"extra_native_bytes", &v8->native_bytes}};
    gcv_slice key = gcv_json_text(&v8->json);
    if (gcv_slice_is(key, "meta")) {
        if (meta->given) {
            gcv_json_fail(&v8->json, offset, "duplicate key \"%s\"", "meta");
        } else {
            take_meta(v8, meta);
        }
        return;
    }
    if (gcv_slice_is(key, "gcview") && !v8->converted) {
        take_origin(v8);
        return;
    }
    v8->static_first = v8->static_first || gcv_slice_is(key, GCV_STATIC_FIRST);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (gcv_slice_is(key, known[i].key)) {
            take_count(v8, known[i].key, offset, known[i].number);
            return;
        }
    }
    gcv_json_skip(&v8->json, NULL);
}

void gcv_v8_take_snapshot(gcv_v8 *v8)
{
    uint64_t offset = gcv_json_offset(&v8->json);
    bool first = true, more = true;
    gcv_optional root = {false, 0};
    gcv_json_take(&v8->json, '{', "not a heap snapshot");
    gcv_v8_meta meta = {0};
    for (;; first = false) {
        uint64_t at;
        take_key(v8, first, &more, &at);
        if (!more) {
            break;
        }
        take_value(v8, at, &meta, &root);
    }
    if (!meta.given) {
        gcv_json_fail(&v8->json, offset, "no \"meta\" in \"snapshot\"");
    }
    use_meta(v8, &meta);
    gcv_builder_says(v8->builder, v8->node_count.value, v8->edge_count.value);
    v8->root_index = root.value;
    release_list(v8->ctx, &meta.node_fields);
    release_list(v8->ctx, &meta.node_types);
    release_list(v8->ctx, &meta.edge_fields);
    release_list(v8->ctx, &meta.edge_types);
    release_list(v8->ctx, &meta.location_fields);
    release_list(v8->ctx, &meta.function_fields);
    release_list(v8->ctx, &meta.stack_fields);
}
