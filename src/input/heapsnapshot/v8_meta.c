/* v8_meta.c - the section "snapshot": positions of fields, names of types; see v8_reader.h.
 *
 * Positions and types are found by name, never by number, as the numbers differ between writers.
 */
#include "input/heapsnapshot/v8_reader.h"

#include "heap/vocabulary.h"

#include <string.h>

/* ---- lists of names ----------------------------------------------------------------------- */

enum {
    NODE_FIELDS,
    EDGE_FIELDS,
    NODE_TYPES,
    EDGE_TYPES,
    LOCATION_FIELDS, /* a file may lack this one and the next two */
    FUNCTION_FIELDS,
    STACK_FIELDS,
    N_LISTS
};

static const char *const keys[N_LISTS] = {"node_fields",      "edge_fields",
                                          "node_types",       "edge_types",
                                          "location_fields",  "trace_function_info_fields",
                                          "trace_node_fields"};

/* One of them as in the file. */
typedef struct names {
    bool given;
    uint64_t offset;
    gcv_word_list words;
    gcv_u32_column first; /* of a list of lists: the first word of each list; the end */
    gcv_u8_column usable; /* ... which of them are lists of names */
} names;

typedef struct gcv_v8_meta {
    bool given;
    names list[N_LISTS];
} gcv_v8_meta;

/* Takes an array of names; false: there is anything else, which is skipped. */
static bool take_names(gcv_v8 *v8, gcv_word_list *words)
{
    gcv_json *json = &v8->json;
    if (gcv_json_peek(json) != '[') {
        gcv_json_skip(json, NULL);
        return false;
    }
    bool usable = true;
    gcv_json_open(json, '[', "");
    while (gcv_json_next(json, ']')) {
        if (gcv_json_peek(json) == '"') {
            gcv_json_string(json, true);
            (void)gcv_word_list_add(v8->ctx, words, gcv_json_text(json));
        } else {
            usable = false;
            gcv_json_skip(json, NULL);
        }
    }
    return usable;
}

GCV_NORETURN static void fail_types(const gcv_v8 *v8, uint64_t offset, size_t list)
{
    gcv_json_fail(&v8->json, offset, "no list of names in \"%s\"", keys[list]);
}

/* Takes a list of lists of names, which may have other elements, too. */
static void take_types(gcv_v8 *v8, size_t list, names *types)
{
    gcv_json *json = &v8->json;
    if (gcv_json_peek(json) != '[') {
        fail_types(v8, gcv_json_offset(json), list);
    }
    gcv_json_open(json, '[', "");
    while (gcv_json_next(json, ']')) {
        gcv_u32_column_push(v8->ctx, &types->first, (uint32_t)types->words.end.n);
        gcv_u8_column_push(v8->ctx, &types->usable, take_names(v8, &types->words));
    }
    gcv_u32_column_push(v8->ctx, &types->first, (uint32_t)types->words.end.n);
}

GCV_NORETURN static void fail_fields(const gcv_v8 *v8, uint64_t offset, size_t list)
{
    gcv_json_fail(&v8->json, offset, "\"%s\" is not a list of names", keys[list]);
}

/* ---- from names to positions and meanings ------------------------------------------------- */

static uint32_t position(const names *fields, const char *name)
{
    for (size_t i = 0; i < fields->words.end.n; i++) {
        if (gcv_slice_is(gcv_word_list_at(&fields->words, i), name)) {
            return (uint32_t)i;
        }
    }
    return GCV_NONE;
}

static void find_positions(gcv_v8 *v8, const gcv_v8_meta *meta)
{
    gcv_v8_node_fields *node = &v8->node_fields;
    gcv_v8_edge_fields *edge = &v8->edge_fields;
    gcv_v8_location_fields *place = &v8->places.fields;
    gcv_v8_trace_fields *trace = &v8->sites.fields;
    bool any = true;
    const struct {
        size_t list;
        const char *name;
        uint32_t *position;
        bool *wanted; /* becomes false without the field; NULL: the file must have it */
    } fields[] = {
        {NODE_FIELDS, "type", &node->type, NULL},
        {NODE_FIELDS, "name", &node->name, NULL},
        {NODE_FIELDS, "id", &node->id, NULL},
        {NODE_FIELDS, "self_size", &node->self_size, NULL},
        {NODE_FIELDS, "edge_count", &node->edge_count, NULL},
        {NODE_FIELDS, "detachedness", &node->detachedness, &any},
        {NODE_FIELDS, "trace_node_id", &node->trace_node_id, &v8->sites.wanted},
        {EDGE_FIELDS, "type", &edge->type, NULL},
        {EDGE_FIELDS, "name_or_index", &edge->name, NULL},
        {EDGE_FIELDS, "to_node", &edge->to_node, NULL},
        {LOCATION_FIELDS, "object_index", &place->object, &v8->places.wanted},
        {LOCATION_FIELDS, "script_id", &place->script, &v8->places.wanted},
        {LOCATION_FIELDS, "script_object_index", &place->script_object, &any},
        {LOCATION_FIELDS, "line", &place->line, &v8->places.wanted},
        {LOCATION_FIELDS, "column", &place->column, &v8->places.wanted},
        {FUNCTION_FIELDS, "name", &trace->name, &v8->sites.wanted},
        {FUNCTION_FIELDS, "script_name", &trace->script_name, &v8->sites.wanted},
        {FUNCTION_FIELDS, "line", &trace->line, &v8->sites.wanted},
        {FUNCTION_FIELDS, "column", &trace->column, &v8->sites.wanted},
        {STACK_FIELDS, "id", &trace->id, &v8->sites.wanted},
        {STACK_FIELDS, "function_info_index", &trace->function, &v8->sites.wanted},
        {STACK_FIELDS, "children", &trace->children, &v8->sites.wanted},
    };
    for (size_t i = 0; i < GCV_LENGTH(fields); i++) {
        const names *list = &meta->list[fields[i].list];
        const uint32_t at = *fields[i].position = position(list, fields[i].name);
        if (at == GCV_NONE && fields[i].wanted != NULL) {
            *fields[i].wanted = false;
        } else if (at == GCV_NONE && !list->given) {
            fail_fields(v8, gcv_json_offset(&v8->json), fields[i].list);
        } else if (at == GCV_NONE) {
            gcv_json_fail(&v8->json, list->offset, "no \"%s\" in \"%s\"", fields[i].name,
                          keys[fields[i].list]);
        }
    }
}

static void use_fields(gcv_v8 *v8, const gcv_v8_meta *meta)
{
    const gcv_v8_trace_fields *trace = &v8->sites.fields;
    uint32_t n[N_LISTS];
    for (size_t i = 0; i < N_LISTS; i++) {
        n[i] = (uint32_t)meta->list[i].words.end.n;
    }
    find_positions(v8, meta);
    v8->node_fields.n = n[NODE_FIELDS];
    v8->edge_fields.n = n[EDGE_FIELDS];
    v8->places.fields.n = n[LOCATION_FIELDS];
    v8->sites.fields.n_function = n[FUNCTION_FIELDS];
    v8->sites.fields.n_stack = n[STACK_FIELDS];
    v8->places.wanted = v8->places.wanted && n[LOCATION_FIELDS] <= GCV_V8_MAX_FIELDS;
    v8->sites.wanted = v8->sites.wanted && n[FUNCTION_FIELDS] <= GCV_V8_MAX_FIELDS &&
                       n[STACK_FIELDS] <= GCV_V8_MAX_FIELDS && trace->id < trace->children &&
                       trace->function < trace->children;
}

/* Finds the words of the list for the field `type`: [first, end). */
static void find_types(const gcv_v8 *v8, const gcv_v8_meta *meta, size_t list, uint32_t type,
                       uint32_t *first, uint32_t *end)
{
    const names *types = &meta->list[list];
    if (!types->given || type >= types->usable.n || !types->usable.data[type]) {
        fail_types(v8, types->given ? types->offset : gcv_json_offset(&v8->json), list);
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
    {"regexp|number|concatenated string|sliced string|symbol|bigint|object shape|String", 0},
    {"native", GCV_V8_NAMED | GCV_V8_SHORTENED | GCV_V8_NATIVE},
    {"synthetic", GCV_V8_NAMED | GCV_V8_SHORTENED | GCV_V8_SYNTHETIC},
    {"hidden", GCV_V8_SYSTEM},
    {"wasm object", GCV_V8_NAMED | GCV_V8_SHORTENED},
    {"jl_array_t|jl_module_t", GCV_V8_NAMED},
};

/* Returns the flags of a type of nodes. Types not listed are Julia's; the name of such a node is
 * its type. */
static uint16_t node_flags(gcv_slice name)
{
    return (uint16_t)GCV_VALUE_NAMED(name, known_nodes,
                                     gcv_slice_begins(name, "jl_") ? 0 : GCV_V8_NAMED);
}

static const gcv_named_value known_edges[] = {
    {"weak", GCV_V8_WEAK},         {"shortcut", GCV_V8_SHORTCUT},
    {"internal", GCV_V8_INTERNAL}, {"hidden", GCV_V8_HIDDEN | GCV_V8_INDEXED},
    {"element", GCV_V8_INDEXED},   {"context", GCV_V8_CONTEXT},
};

static uint8_t edge_flags(gcv_slice name) { return (uint8_t)GCV_VALUE_NAMED(name, known_edges, 0); }

static void use_types(gcv_v8 *v8, gcv_v8_meta *meta)
{
    uint32_t i, end;
    bool whole = false;
    find_types(v8, meta, NODE_TYPES, v8->node_fields.type, &i, &end);
    for (; i < end; i++) {
        gcv_v8_node_type type = {GCV_NONE, i, 0};
        type.flags = node_flags(gcv_word_list_at(&meta->list[NODE_TYPES].words, i));
        if (!v8->places.wanted) {
            type.flags &= (uint16_t)~GCV_V8_CODE;
        }
        if (v8->converted && !whole && (type.flags & GCV_V8_OBJECT) != 0) {
            type.flags = GCV_V8_NAMED | GCV_V8_WHOLE; /* for one type: each name is copied once */
            whole = true;
        }
        gcv_v8_node_type_column_push(v8->ctx, &v8->types, type);
    }
    find_types(v8, meta, EDGE_TYPES, v8->edge_fields.type, &i, &end);
    for (; i < end; i++) {
        gcv_u8_column_push(v8->ctx, &v8->edge_types,
                           edge_flags(gcv_word_list_at(&meta->list[EDGE_TYPES].words, i)));
    }
    v8->words = meta->list[NODE_TYPES].words;
    memset(&meta->list[NODE_TYPES].words, 0, sizeof meta->list[NODE_TYPES].words);
}

/* ---- the section -------------------------------------------------------------------------- */

GCV_NORETURN static void fail_twice(const gcv_v8 *v8, uint64_t offset, const char *key)
{
    gcv_json_fail(&v8->json, offset, "duplicate key \"%s\"", key);
}

/* Takes the value of a key of "meta". A list that a file may lack may be anything. */
static void take_list(gcv_v8 *v8, gcv_v8_meta *meta, uint64_t offset)
{
    size_t at = 0;
    while (at < N_LISTS && !gcv_slice_is(gcv_json_text(&v8->json), keys[at])) {
        at++;
    }
    gcv_json_take(&v8->json, ':', "expected :");
    names *list = &meta->list[at < N_LISTS ? at : 0];
    if (at < LOCATION_FIELDS && list->given) {
        fail_twice(v8, offset, keys[at]);
    }
    if (at == N_LISTS || list->given) {
        gcv_json_skip(&v8->json, NULL);
        return;
    }
    list->given = true;
    list->offset = gcv_json_offset(&v8->json);
    if (at == NODE_TYPES || at == EDGE_TYPES) {
        take_types(v8, at, list);
        return;
    }
    const bool usable = take_names(v8, &list->words);
    const size_t n = list->words.end.n;
    if (at < NODE_TYPES && (!usable || n == 0 || n > GCV_V8_MAX_FIELDS)) {
        fail_fields(v8, list->offset, at);
    }
}

static void take_meta(gcv_v8 *v8, gcv_v8_meta *meta)
{
    uint64_t offset;
    gcv_json_open(&v8->json, '{', "\"meta\" is not an object");
    meta->given = true;
    while (gcv_json_next_key(&v8->json, &offset)) {
        take_list(v8, meta, offset);
    }
}

enum { LONGEST_REASON = 200 };

/* Takes the verdict on the heap from which the snapshot was converted, as gcview writes it. */
static void take_origin(gcv_v8 *v8)
{
    static const char incomplete[] = "incomplete: ";
    const size_t n = sizeof incomplete - 1;
    if (gcv_json_peek(&v8->json) != '"') {
        gcv_json_skip(&v8->json, NULL);
        return;
    }
    gcv_json_string(&v8->json, true);
    v8->converted = true;
    const gcv_slice verdict = gcv_json_text(&v8->json);
    if (gcv_slice_begins(verdict, incomplete) && verdict.size <= n + LONGEST_REASON) {
        gcv_builder_incomplete_as_said(v8->builder,
                                       gcv_slice_of(verdict.data + n, verdict.size - n));
    }
}

/* Takes the value of a key of "snapshot". */
static void take_value(gcv_v8 *v8, uint64_t offset, gcv_v8_meta *meta, gcv_optional *root)
{
    const struct {
        const char *key;
        gcv_optional *number;
    } known[] = {{"node_count", &v8->node_count},
                 {"edge_count", &v8->edge_count},
                 {"root_index", root},
                 {"extra_native_bytes", &v8->native_bytes}};
    const gcv_slice key = gcv_json_text(&v8->json);
    gcv_json_take(&v8->json, ':', "expected :");
    if (gcv_slice_is(key, "meta")) {
        if (meta->given) {
            fail_twice(v8, offset, "meta");
        }
        take_meta(v8, meta);
        return;
    }
    if (gcv_slice_is(key, "gcview") && !v8->converted) {
        take_origin(v8);
        return;
    }
    v8->static_first = v8->static_first || gcv_slice_is(key, GCV_STATIC_FIRST);
    for (size_t i = 0; i < GCV_LENGTH(known); i++) {
        if (gcv_slice_is(key, known[i].key)) {
            if (known[i].number->given) {
                fail_twice(v8, offset, known[i].key);
            }
            known[i].number->given = true;
            known[i].number->value = gcv_json_number(&v8->json);
            return;
        }
    }
    gcv_json_skip(&v8->json, NULL);
}

void gcv_v8_take_snapshot(gcv_v8 *v8)
{
    const uint64_t offset = gcv_json_offset(&v8->json);
    uint64_t at;
    gcv_v8_meta meta = {0};
    gcv_optional root = {false, 0};
    gcv_json_open(&v8->json, '{', "not a heap snapshot");
    while (gcv_json_next_key(&v8->json, &at)) {
        take_value(v8, at, &meta, &root);
    }
    if (!meta.given) {
        gcv_json_fail(&v8->json, offset, "no \"meta\" in \"snapshot\"");
    }
    use_fields(v8, &meta);
    use_types(v8, &meta);
    gcv_builder_says(v8->builder, v8->node_count.value, v8->edge_count.value);
    v8->root_index = root.value;
    for (size_t i = 0; i < N_LISTS; i++) {
        gcv_word_list_release(v8->ctx, &meta.list[i].words);
        GCV_RELEASE(v8->ctx, &meta.list[i].first, &meta.list[i].usable);
    }
}
