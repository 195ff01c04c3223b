/* v8_strings.c - the section "strings"; see v8_reader.h. Only strings that name a type or a root
 * are kept: all others are data of the program. */
#include "input/heapsnapshot/v8_reader.h"

#include <string.h>

gcv_v8_name *gcv_v8_find_name(const gcv_v8 *v8, uint32_t index)
{
    uint32_t at = gcv_id_map_get(v8->ctx, &v8->name_of, index);
    return at != GCV_NONE ? &v8->names.data[at] : NULL;
}

/* Notes that a string is needed, and returns its index in `names`. */
static uint32_t need_string(gcv_v8 *v8, uint32_t index, bool is_text)
{
    const uint32_t at = gcv_id_map_enter(v8->ctx, &v8->name_of, index, v8->names.n);
    if (at == v8->names.n) {
        const gcv_v8_name name = {.index = index};
        gcv_v8_name_column_push(v8->ctx, &v8->names, name);
    }
    v8->names.data[at].is_text |= is_text;
    return at;
}

void gcv_v8_need_text(gcv_v8 *v8, uint32_t index)
{
    if (index != GCV_NONE) {
        (void)need_string(v8, index, true);
    }
}

void gcv_v8_need_links(gcv_v8 *v8, gcv_v8_link_column *links, bool is_text)
{
    enum { CACHED = 64 };
    struct {
        uint32_t string, at;
    } cache[CACHED];
    memset(cache, 0xff, sizeof cache);
    for (size_t i = 0; i < links->n; i++) {
        uint32_t *name = &links->data[i].name;
        const size_t slot = *name % CACHED;
        if (cache[slot].string != *name || *name == GCV_NONE) {
            cache[slot].string = *name;
            cache[slot].at = need_string(v8, *name, is_text);
        }
        *name = cache[slot].at;
    }
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
    if (name->is_text || (name->is_field && !name->is_entry)) {
        keep_text(v8, name, text);
    }
}

void gcv_v8_take_strings(gcv_v8 *v8)
{
    const bool known = v8->has[GCV_V8_NODES] && v8->has[GCV_V8_EDGES];
    gcv_json_open(&v8->json, '[', "\"strings\" is not a list");
    while (gcv_json_next(&v8->json, ']')) {
        const bool wanted =
            !known || v8->marks ||
            (v8->n_strings < GCV_NONE && gcv_v8_find_name(v8, (uint32_t)v8->n_strings) != NULL);
        gcv_json_string(&v8->json, wanted);
        const gcv_slice text = gcv_json_text(&v8->json);
        if (v8->marks) {
            gcv_u32_column_push(v8->ctx, &v8->hashes,
                                (uint32_t)gcv_hash_bytes(text.data, text.size, 0));
        }
        if (!known) {
            gcv_v8_push_word(v8->ctx, &v8->all, text);
        } else if (wanted) {
            take_name(v8, v8->n_strings, text);
        }
        v8->n_strings++;
    }
}

/* Notes the names of references as needed and replaces them by indexes in `names`. To define shapes
 * the first properties of an object are enough; others that are not needed get GCV_NONE. The shapes
 * of another dump may have any name. */
static void need_fields(gcv_v8 *v8)
{
    const gcv_fields *fields = &v8->rows.fields;
    const bool all = v8->fields || gcv_builder_options(v8->builder)->shapes_of != NULL;
    size_t at = 0; /* in the list */
    for (size_t i = 0; i < fields->name.n; i++) {
        const uint8_t kind = fields->kind.data[i];
        uint32_t *name = &fields->name.data[i];
        at = kind == GCV_FIELD_KINDS ? 0 : at + 1;
        if (kind == GCV_FIELD_KINDS || gcv_field_has_number(kind)) {
            continue;
        }
        if (all) { /* an internal one may be an entry of a WeakMap, of which no text is needed */
            *name = need_string(v8, *name, kind != GCV_FIELD_INTERNAL);
            v8->names.data[*name].is_field = true;
        } else if (at <= GCV_V8_SHAPED) {
            (void)need_string(v8, *name, true);
        }
    }
    for (size_t i = 0; !all && i < fields->name.n; i++) {
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
        gcv_builder_text_number(v8->builder, v8->strings.data[i].node, v8->strings.data[i].is);
    }
}

static void need_notes(gcv_v8 *v8, gcv_v8_note_column *notes, bool is_text)
{
    for (size_t i = 0; i < notes->n; i++) {
        notes->data[i].is = need_string(v8, notes->data[i].is, is_text);
    }
}

void gcv_v8_need_names(gcv_v8 *v8)
{
    need_notes(v8, &v8->strings, true);
    for (size_t i = 0; i < v8->keys.n; i++) {
        gcv_v8_need_text(v8, v8->keys.data[i].name);
    }
    gcv_v8_need_links(v8, &v8->entries, false);
    need_notes(v8, &v8->properties, false);
    need_fields(v8);
    for (size_t i = 0; i < v8->all.end.n; i++) {
        take_name(v8, i, gcv_v8_word(&v8->all, i));
    }
    gcv_v8_release_words(v8->ctx, &v8->all);
}
