/* v8_strings.c - the section "strings"; see v8_reader.h. Only strings that name a type or a root
 * are kept: all others are data of the program. */
#include "input/heapsnapshot/v8_reader.h"

#include <string.h>

enum { PAGE = 16 };

/* Returns what is known of a string, to be changed; NULL: its page is new, and is not to be added.
 * Pages are looked up at random: the map would store consecutive keys side by side, and runs of
 * them take longer to search. */
static uint32_t *find_state(gcv_v8 *v8, uint32_t string, bool add)
{
    gcv_v8_needs *needs = &v8->needs;
    gcv_u32_column *states = &needs->states;
    const uint64_t key = (uint64_t)(string / PAGE) << 3;
    if (states->n == 0 || needs->last != string / PAGE) {
        needs->last = string / PAGE;
        needs->at = gcv_id_map_get(v8->ctx, &needs->page_of, key);
    }
    if (needs->at == GCV_NONE) {
        if (!add) {
            return NULL;
        }
        needs->at = (uint32_t)states->n;
        gcv_id_map_set(v8->ctx, &needs->page_of, key, needs->at);
        gcv_u32_column_push(v8->ctx, &needs->pages, needs->last);
        gcv_u32_column_reserve(v8->ctx, states, PAGE);
        memset(states->data + needs->at, 0, PAGE * sizeof *states->data);
        states->n += PAGE;
    }
    return &states->data[needs->at + string % PAGE];
}

uint32_t gcv_v8_string_at(const gcv_v8 *v8, uint32_t place)
{
    return v8->needs.pages.data[place / PAGE] * PAGE + place % PAGE;
}

uint32_t gcv_v8_place_of(gcv_v8 *v8, uint32_t string)
{
    return (uint32_t)(find_state(v8, string, true) - v8->needs.states.data);
}

void gcv_v8_need(gcv_v8 *v8, uint32_t string, uint32_t flags)
{
    *find_state(v8, string, true) |= flags;
}

void gcv_v8_need_text(gcv_v8 *v8, uint32_t string)
{
    if (string != GCV_NONE) {
        gcv_v8_need(v8, string, GCV_V8_TEXT);
    }
}

gcv_v8_name *gcv_v8_find_name(gcv_v8 *v8, uint32_t string)
{
    const uint32_t *state = find_state(v8, string, false);
    return state != NULL ? gcv_v8_name_in(v8, *state) : NULL;
}

/* ---- entries of WeakMaps ------------------------------------------------------------------ */

static size_t skip_digits(gcv_slice text, size_t at)
{
    while (at < text.size && gcv_is_digit(text.data[at])) {
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
    while (digits > 0 && gcv_is_digit(text.data[digits - 1])) {
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
    if (name == NULL) {
        return gcv_slice_str("(name past the strings)");
    }
    if (!name->is_shared) {
        name->text = gcv_builder_share(v8->builder, name->text);
        name->is_shared = true;
    }
    return gcv_shared_cut(name->text);
}

uint32_t gcv_v8_word_of(gcv_v8 *v8, gcv_v8_name *name)
{
    if (name->word == GCV_NONE) {
        name->word = gcv_word_list_add(v8->ctx, &v8->builder->heap->places.words,
                                       gcv_shared_cut(name->text));
    }
    return name->word;
}

/* ---- the section -------------------------------------------------------------------------- */

/* Copies a name; replaces bytes that are not UTF-8 by U+FFFD. */
static gcv_slice keep_text(gcv_v8 *v8, gcv_slice text)
{
    gcv_arena *arena = v8->texts ? &v8->builder->heap->arena : &v8->arena;
    gcv_char_column valid = {NULL, 0, 0};
    bool is_valid = true;
    size_t n = 0;
    while (n < text.size && (unsigned char)text.data[n] < 0x80) {
        n++;
    }
    if (n == text.size) { /* as of most names */
        return gcv_arena_slice(v8->ctx, arena, text);
    }
    while (text.size > 0) {
        const size_t before = text.size;
        const uint32_t code = gcv_utf8_next(&text);
        gcv_char_column_reserve(v8->ctx, &valid, 4);
        valid.n += gcv_utf8_put(valid.data + valid.n, code);
        is_valid = is_valid && !(code == GCV_REPLACEMENT && before - text.size == 1);
    }
    v8->invalid += !is_valid;
    text = gcv_arena_slice(v8->ctx, arena, gcv_slice_of(valid.data, valid.n));
    gcv_char_column_release(v8->ctx, &valid);
    return text;
}

static bool is_small_number(gcv_slice name, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < name.size; i++) {
        if (!gcv_is_digit(name.data[i]) || i == 9) {
            return false;
        }
        *number = *number * 10 + (uint64_t)(name.data[i] - '0');
    }
    return name.size > 0 && (name.size == 1 || name.data[0] != '0');
}

/* Takes a string of which this is known. */
static void take_name(gcv_v8 *v8, uint32_t *state, gcv_slice text)
{
    gcv_v8_name name = {.text = gcv_slice_of("", 0),
                        .word = GCV_NONE,
                        .is_shared = v8->texts,
                        .is_prototype = gcv_slice_is(text, "prototype"),
                        .is_console = gcv_slice_ends(text, " / DevTools console")};
    name.is_entry = is_entry(text, &name.number);
    const bool is_text =
        (*state & GCV_V8_TEXT) != 0 || ((*state & GCV_V8_FIELD) != 0 && !name.is_entry);
    name.is_number = is_text && !name.is_entry && is_small_number(text, &name.number);
    if (name.is_number && (*state & GCV_V8_TEXT) == 0) {
        *state = GCV_V8_NUMBER | (uint32_t)name.number;
    } else if (is_text || name.is_prototype || name.is_console) {
        name.text = is_text ? keep_text(v8, text) : name.text;
        *state = GCV_V8_NAME | (uint32_t)v8->names.n;
        gcv_v8_name_column_push(v8->ctx, &v8->names, name);
    } else if (name.is_entry) { /* of many, all that is needed is the table */
        const uint32_t at = gcv_id_map_enter(v8->ctx, &v8->entry_of, name.number, v8->names.n);
        if (at == v8->names.n) {
            gcv_v8_name_column_push(v8->ctx, &v8->names, name);
        }
        *state = GCV_V8_NAME | at;
    }
}

void gcv_v8_take_strings(gcv_v8 *v8)
{
    const bool known = v8->has[GCV_V8_NODES] && v8->has[GCV_V8_EDGES];
    gcv_json_open(&v8->json, '[', "\"strings\" is not a list");
    while (gcv_json_next(&v8->json, ']')) {
        uint32_t *state = known && v8->n_strings < GCV_NONE
                              ? find_state(v8, (uint32_t)v8->n_strings, false)
                              : NULL;
        const bool wanted = state != NULL && *state != 0;
        gcv_json_string(&v8->json, wanted || !known || v8->marks);
        const gcv_slice text = gcv_json_text(&v8->json);
        if (v8->marks) {
            gcv_u32_column_push(v8->ctx, &v8->hashes,
                                (uint32_t)gcv_hash_bytes(text.data, text.size, 0));
        }
        if (!known) {
            (void)gcv_word_list_add(v8->ctx, &v8->all, text);
        } else if (wanted) {
            take_name(v8, state, text);
        }
        v8->n_strings++;
    }
    gcv_v8_name_column_shrink(v8->ctx, &v8->names);
}

/* Notes a name of a reference as needed, and replaces it by the place of its state, so that it is
 * not looked up again. */
static void need_field(gcv_v8 *v8, uint32_t *name, uint32_t flags)
{
    *name = gcv_v8_place_of(v8, *name);
    v8->needs.states.data[*name] |= flags;
}

/* Turns names that only roots have into numbers, which need no text: Node.js has 3000 of them, and
 * roots are no objects. */
static void forget_root_names(gcv_v8 *v8)
{
    gcv_fields *fields = &v8->rows.fields;
    gcv_bitset of_object; /* lists, by where they begin */
    gcv_bitset_init(v8->ctx, &of_object, fields->kind.n);
    for (size_t i = 0; i < v8->rows.slot.n; i++) {
        const uint32_t list = v8->pairs.data[v8->rows.slot.data[i]].list;
        if (list != GCV_NONE && !gcv_bitset_has(&v8->pseudo, i)) {
            (void)gcv_bitset_add(&of_object, list);
        }
    }
    bool needed = false;
    for (size_t i = 0, begin = 0; i < fields->kind.n; i++) {
        uint8_t *kind = &fields->kind.data[i];
        needed = i == begin ? gcv_bitset_has(&of_object, begin) : needed;
        if (*kind == GCV_FIELD_KINDS) {
            begin = i + 1;
        } else if (!needed && *kind < GCV_FIELD_KINDS) {
            *kind = GCV_FIELD_NUMBERED;
        }
    }
    gcv_bitset_release(v8->ctx, &of_object);
}

/* Notes the names of references as needed. To define shapes the first properties of an object are
 * enough; the shapes of another dump may have any name. */
static void need_fields(gcv_v8 *v8)
{
    const gcv_fields *fields = &v8->rows.fields;
    const bool all = v8->fields || gcv_builder_options(v8->builder)->shapes_of != NULL;
    size_t at = 0; /* in the list */
    if (v8->fields) {
        forget_root_names(v8);
    }
    for (size_t i = 0; i < fields->name.n; i++) {
        const uint8_t kind = fields->kind.data[i];
        at = kind == GCV_FIELD_KINDS ? 0 : at + 1;
        if (kind < GCV_FIELD_KINDS && !gcv_field_has_number(kind)) {
            need_field(v8, &fields->name.data[i],
                       !all && at > GCV_V8_SHAPED   ? 0
                       : kind == GCV_FIELD_INTERNAL ? GCV_V8_FIELD
                                                    : GCV_V8_TEXT);
        }
    }
    for (size_t i = 0; i < v8->own_names.n; i++) {
        need_field(v8, &v8->own_names.data[i].is, GCV_V8_FIELD);
    }
}

void gcv_v8_add_texts(gcv_v8 *v8)
{
    gcv_texts *texts = &v8->builder->heap->texts;
    texts->known = v8->texts;
    for (size_t i = 0; v8->texts && i < v8->names.n; i++) {
        gcv_slice_column_push(v8->ctx, &texts->all, v8->names.data[i].text);
    }
    for (size_t i = 0; v8->texts && i < v8->strings.n; i++) {
        const gcv_v8_name *name = gcv_v8_find_name(v8, v8->strings.data[i].is);
        if (name != NULL) {
            gcv_builder_text_number(v8->builder, v8->strings.data[i].node,
                                    (uint32_t)(name - v8->names.data));
        }
    }
}

void gcv_v8_need_names(gcv_v8 *v8)
{
    for (size_t i = 0; v8->texts && i < v8->strings.n; i++) {
        gcv_v8_need(v8, v8->strings.data[i].is, GCV_V8_TEXT);
    }
    for (size_t i = 0; i < v8->keys.n; i++) {
        gcv_v8_need_text(v8, v8->keys.data[i].name);
    }
    for (size_t i = 0; i < v8->entries.n; i++) {
        gcv_v8_need(v8, v8->entries.data[i].name, GCV_V8_LOOK);
    }
    for (size_t i = 0; i < v8->properties.n; i++) {
        gcv_v8_need(v8, v8->properties.data[i].is, GCV_V8_LOOK);
    }
    need_fields(v8);
    for (size_t i = 0; i < v8->all.end.n && i < GCV_NONE; i++) {
        uint32_t *state = find_state(v8, (uint32_t)i, false);
        if (state != NULL && *state != 0) {
            take_name(v8, state, gcv_word_list_at(&v8->all, i));
        }
    }
    gcv_word_list_release(v8->ctx, &v8->all);
}
