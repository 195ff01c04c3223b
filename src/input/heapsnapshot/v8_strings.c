/* v8_strings.c - the section "strings"; see v8_reader.h. Only strings that name something are kept:
 * all others are data of the program, kept on request. */
#include "input/heapsnapshot/v8_reader.h"

#include "base/hash.h"

#include <string.h>

gcv_v8_name *gcv_v8_find_name(const gcv_v8 *v8, uint32_t index)
{
    uint32_t at = gcv_id_map_get(v8->ctx, &v8->name_of, index);
    return at != GCV_NONE ? &v8->names.data[at] : NULL;
}

uint32_t gcv_v8_need_string(gcv_v8 *v8, uint32_t index, bool is_text)
{
    uint32_t at = gcv_id_map_get(v8->ctx, &v8->name_of, index);
    if (at != GCV_NONE) {
        v8->names.data[at].is_text |= is_text;
        return at;
    }
    at = (uint32_t)v8->names.n;
    gcv_v8_name name = {0};
    name.index = index;
    name.is_text = is_text;
    gcv_id_map_set(v8->ctx, &v8->name_of, index, at);
    gcv_v8_name_column_push(v8->ctx, &v8->names, name);
    return at;
}

/* ---- entries of WeakMaps ------------------------------------------------------------------ */

static size_t skip_digits(gcv_slice text, size_t at)
{
    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9') {
        at++;
    }
    return at;
}

/* Tells whether a text is the name of an entry of a WeakMap and gives the id of the table: T of `N
 * / part of key (NAME @ID) -> value (NAME @ID) pair in WeakMap (table @T)`. The names may be any
 * text. */
static bool is_entry(gcv_slice text, uint64_t *table)
{
    static const char head[] = " / part of key (", tail[] = " pair in WeakMap (table @";
    const size_t n_head = sizeof head - 1, n_tail = sizeof tail - 1;
    size_t start = skip_digits(text, 0), digits = text.size - (text.size > 0);
    uint64_t id = 0;
    if (start == 0 || text.size < start + n_head + n_tail + 2 ||
        memcmp(text.data + start, head, n_head) != 0 || text.data[text.size - 1] != ')') {
        return false;
    }
    while (digits > 0 && text.data[digits - 1] >= '0' && text.data[digits - 1] <= '9') {
        digits--;
    }
    if (digits == text.size - 1 || digits < start + n_head + n_tail ||
        memcmp(text.data + digits - n_tail, tail, n_tail) != 0) {
        return false;
    }
    for (size_t i = digits; i < text.size - 1; i++) {
        id = id * 10 + (uint64_t)(text.data[i] - '0'); /* wraps if it has more digits than an id */
    }
    *table = id;
    return true;
}

/* ---- texts ------------------------------------------------------------------------------- */

gcv_slice gcv_v8_share_string(gcv_v8 *v8, uint32_t index)
{
    gcv_v8_name *name = gcv_v8_find_name(v8, index);
    if (name->label.data == NULL) {
        name->label =
            gcv_builder_share(v8->builder, name->found ? gcv_v8_name_text(v8, name)
                                                       : gcv_slice_str("(name past the strings)"));
    }
    return name->label;
}

/* ---- names of links ----------------------------------------------------------------------- */

static const gcv_named_value link_words[] = {
    {"shared", GCV_V8_TO_SHARED},
    {"context", GCV_V8_TO_CONTEXT},
    {"function", GCV_V8_TO_FUNCTION},
    {"script", GCV_V8_TO_SCRIPT},
    {"scope_info", GCV_V8_TO_SCOPE},
    {"name_or_scope_info", GCV_V8_TO_SCOPE},
    {"script_or_debug_info", GCV_V8_TO_SCRIPT},
};

static uint8_t link_of(gcv_slice name)
{
    const gcv_named_value *found = GCV_VALUE_NAMED(name, link_words);
    return (uint8_t)(found != NULL ? found->value : GCV_V8_OTHER_LINK);
}

/* ---- the section -------------------------------------------------------------------------- */

/* Copies a name; replaces bytes that are not UTF-8 by U+FFFD. */
static void keep_text(gcv_v8 *v8, gcv_v8_name *name, gcv_slice text)
{
    gcv_char_column *to = &v8->text;
    bool valid = true;
    name->at = to->n;
    while (text.size > 0) {
        size_t before = text.size;
        uint32_t code = gcv_utf8_next(&text);
        gcv_char_column_reserve(v8->ctx, to, 4);
        to->n += gcv_utf8_put(to->data + to->n, code);
        valid = valid && !(code == GCV_REPLACEMENT && before - text.size == 1);
    }
    v8->invalid += !valid;
    name->size = to->n - name->at;
}

static void take_name(gcv_v8 *v8, uint64_t index, gcv_slice text)
{
    gcv_v8_name *name = index < GCV_NONE ? gcv_v8_find_name(v8, (uint32_t)index) : NULL;
    if (name == NULL) {
        return;
    }
    name->found = true;
    name->is_entry = is_entry(text, &name->table);
    name->is_prototype = gcv_slice_is(text, "prototype");
    if (name->is_link) {
        name->link = link_of(text);
    }
    if (name->is_text) {
        keep_text(v8, name, text);
    }
}

static void push_hash(gcv_v8 *v8, gcv_slice text)
{
    gcv_u32_column_push(v8->ctx, &v8->hashes, (uint32_t)gcv_hash_bytes(text.data, text.size, 0));
}

void gcv_v8_take_strings(gcv_v8 *v8)
{
    bool known = v8->has_nodes && v8->has_edges, more = true;
    gcv_json_take(&v8->json, '[', "\"strings\" is not a list");
    while (true) {
        bool wanted =
            !known || v8->marks ||
            (v8->n_strings < GCV_NONE && gcv_v8_find_name(v8, (uint32_t)v8->n_strings) != NULL);
        more = gcv_json_next(&v8->json, ']', v8->n_strings == 0);
        if (more) {
            gcv_json_string(&v8->json, wanted);
        }
        if (!more) {
            break;
        }
        if (v8->marks) {
            push_hash(v8, gcv_json_text(&v8->json));
        }
        if (!known) {
            gcv_v8_push_word(v8->ctx, &v8->all, gcv_json_text(&v8->json));
        } else if (wanted) {
            take_name(v8, v8->n_strings, gcv_json_text(&v8->json));
        }
        v8->n_strings++;
    }
    v8->has_strings = true;
}

/* Notes the names of references as needed and replaces them by indexes in `names`. For shapes alone
 * the properties that may define one are enough; others that are not needed get GCV_NONE. */
static void need_fields(gcv_v8 *v8)
{
    const gcv_fields *fields = &v8->rows.fields;
    size_t at = 0; /* in the list */
    for (size_t i = 0; i < fields->name.n; i++) {
        const uint8_t kind = fields->kind.data[i];
        uint32_t *name = &fields->name.data[i];
        at = kind == GCV_FIELD_KINDS ? 0 : at + 1;
        if (kind == GCV_FIELD_KINDS || gcv_field_has_number(kind)) {
            continue;
        }
        if (v8->fields) {
            *name = gcv_v8_need_string(v8, *name, true);
        } else if (at <= GCV_V8_DEFINING) {
            (void)gcv_v8_need_string(v8, *name, true);
        }
    }
    for (size_t i = 0; !v8->fields && i < fields->name.n; i++) {
        const uint8_t kind = fields->kind.data[i];
        if (kind != GCV_FIELD_KINDS && !gcv_field_has_number(kind)) {
            fields->name.data[i] = gcv_id_map_get(v8->ctx, &v8->name_of, fields->name.data[i]);
        }
    }
}

void gcv_v8_add_texts(gcv_v8 *v8)
{
    gcv_texts *texts = &v8->builder->heap->texts;
    texts->known = v8->texts;
    for (size_t i = 0; v8->texts && i < v8->names.n; i++) {
        const gcv_v8_name *name = &v8->names.data[i];
        const bool is_known = name->is_text && name->found;
        gcv_slice_column_push(v8->ctx, &texts->all,
                              is_known ? gcv_builder_copy(v8->builder, gcv_v8_name_text(v8, name))
                                       : gcv_slice_of(NULL, 0));
    }
    for (size_t i = 0; i < v8->strings.n; i++) {
        gcv_builder_text_number(v8->builder, v8->strings.data[i].node, v8->strings.data[i].name);
    }
}

void gcv_v8_need_names(gcv_v8 *v8)
{
    uint32_t *name;
    for (size_t i = 0; i < v8->strings.n; i++) {
        name = &v8->strings.data[i].name;
        *name = gcv_v8_need_string(v8, *name, true);
    }
    for (size_t i = 0; i < v8->keys.n; i++) {
        if (v8->keys.data[i].name != GCV_NONE) {
            (void)gcv_v8_need_string(v8, v8->keys.data[i].name, true);
        }
    }
    for (size_t i = 0; i < v8->entries.n; i++) {
        name = &v8->entries.data[i].name;
        *name = gcv_v8_need_string(v8, *name, false);
    }
    for (size_t i = 0; i < v8->properties.n; i++) {
        name = &v8->properties.data[i].name;
        *name = gcv_v8_need_string(v8, *name, false);
    }
    need_fields(v8);
    for (size_t i = 0; i < v8->all.end.n; i++) {
        take_name(v8, i, gcv_v8_word(&v8->all, i));
    }
    gcv_char_column_release(v8->ctx, &v8->all.text);
    gcv_u64_column_release(v8->ctx, &v8->all.end);
}
