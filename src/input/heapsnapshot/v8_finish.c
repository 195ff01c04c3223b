/* v8_finish.c - hands the contents of the sections to the builder; see v8_reader.h. */
#include "input/heapsnapshot/v8_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- types -------------------------------------------------------------------------------- */

typedef struct gcv_v8_type_names {
    gcv_word_list texts; /* names of the types that were added */
    gcv_u32_column keys; /* parallel to `texts` */
    gcv_id_map by_hash;  /* from the hash of a text to its index in `texts` */
} gcv_v8_type_names;

/* Where nodes of a key are defined, as a number. */
static uint32_t home_of(const gcv_v8 *v8, uint32_t key)
{
    return gcv_v8_is_of_browser(v8, &v8->keys.data[key]) ? GCV_NONE - 1 : v8->keys.data[key].script;
}

/* Adds the type of a key, unless another key of the same script has given a type of this name.
 * After a collision of hashes a name may be added twice; the builder joins types by name in any
 * case. */
static void add_named(gcv_v8 *v8, gcv_v8_type_names *names, uint32_t key, gcv_slice name)
{
    const uint32_t home = home_of(v8, key);
    uint64_t hash = gcv_hash_bytes(name.data, name.size, v8->ctx->seed + home);
    uint32_t at = gcv_id_map_get(v8->ctx, &names->by_hash, hash);
    if (at != GCV_NONE && home_of(v8, names->keys.data[at]) == home &&
        gcv_slice_equal(gcv_word_list_at(&names->texts, at), name)) {
        v8->keys.data[key].same = names->keys.data[at];
        return;
    }
    gcv_id_map_set(v8->ctx, &names->by_hash, hash, (uint32_t)names->keys.n);
    (void)gcv_word_list_add(v8->ctx, &names->texts, name);
    gcv_u32_column_push(v8->ctx, &names->keys, key);
    v8->keys.data[key].same = key;
    gcv_builder_add_type(v8->builder, 0, key, name, gcv_v8_module_of(v8, &v8->keys.data[key]));
}

/* Adds the types of the keys in `used`. */
static void add_names(gcv_v8 *v8, const gcv_bitset *used)
{
    gcv_buffer name = {{NULL, 0, 0}};
    gcv_v8_type_names names = {0};
    for (uint32_t i = 0; i < v8->keys.n; i++) {
        if (gcv_bitset_has(used, i)) {
            gcv_buffer_clear(&name);
            v8->unnamed += !gcv_v8_type_name(v8, &v8->keys.data[i], &name);
            add_named(v8, &names, i, gcv_buffer_slice(&name));
        }
    }
    gcv_buffer_release(v8->ctx, &name);
    GCV_FREE(v8->ctx, names.texts.text.data, names.texts.end.data, names.keys.data,
             names.by_hash.entries);
}

/* Finds the keys of objects, leaving out those of roots. A tally adds the nodes that have a form to
 * the sums only here, where it is known what they are. */
static void find_used(gcv_v8 *v8, gcv_bitset *used)
{
    for (size_t i = 0; i < v8->rows.slot.n; i++) {
        if (!gcv_bitset_has(&v8->pseudo, i)) {
            (void)gcv_bitset_add(used, v8->pairs.data[v8->rows.slot.data[i]].key);
        }
    }
    for (size_t i = 0; !v8->graph && i < v8->n_nodes; i++) {
        const gcv_v8_form *form = gcv_v8_form_of(v8, (uint32_t)i);
        if (form != NULL && !gcv_bitset_has(&v8->pseudo, i)) {
            gcv_v8_add_to_key(&v8->keys.data[v8->pairs.data[form->pair].key],
                              form->size != GCV_BIG_SIZE
                                  ? form->size
                                  : gcv_big_size_of(&v8->rows.big, (uint32_t)i));
        }
    }
    for (size_t i = 0; i < v8->keys.n; i++) {
        if (v8->keys.data[i].count > 0) {
            (void)gcv_bitset_add(used, i);
        }
    }
}

static void add_types(gcv_v8 *v8)
{
    gcv_bitset used;
    gcv_bitset_init(v8->ctx, &used, v8->keys.n);
    find_used(v8, &used);
    add_names(v8, &used);
    gcv_bitset_release(v8->ctx, &used);
    if (v8->unnamed > 0) {
        gcv_builder_unnamed(v8->builder, v8->unnamed);
    }
}

/* ---- marks -------------------------------------------------------------------------------- */

/* Turns names into marks, which are hashes of a name and of the type of the node. The seed is the
 * same in every process, since marks of two files are compared. */
static void make_marks(gcv_v8 *v8)
{
    for (size_t i = 0; i < v8->rows.mark.n; i++) {
        uint32_t *mark = &v8->rows.mark.data[i];
        const gcv_v8_key *key = &v8->keys.data[gcv_v8_node_key(v8, (uint32_t)i)];
        gcv_slice word = gcv_slice_of("", 0);
        if (key->type < v8->types.n) {
            word = gcv_word_list_at(&v8->words, v8->types.data[key->type].word);
        }
        *mark = *mark < v8->hashes.n
                    ? (uint32_t)gcv_hash_bytes(word.data, word.size, v8->hashes.data[*mark]) | 1
                    : 0;
    }
}

/* ---- names of references ------------------------------------------------------------------ */

/* What names of references are called. An entry of a WeakMap is named after its table only: the
 * rest of its name consists of names of objects. */
typedef struct name_numbers {
    gcv_id_map entries; /* by the id of the WeakMap, as its entries are called after it */
    gcv_id_map missing; /* by the number of a string that the file lacks */
} name_numbers;

/* Returns the number of the word for a name, given by the place of its state. */
static uint32_t number_name(gcv_v8 *v8, uint32_t place, name_numbers *numbers)
{
    gcv_word_list *words = &v8->builder->heap->places.words;
    gcv_v8_name *name = gcv_v8_name_in(v8, v8->needs.states.data[place]);
    if (name != NULL && !name->is_entry) {
        return gcv_v8_word_of(v8, name);
    }
    char text[GCV_NUMBER_MAX + 16];
    const uint64_t number = name != NULL ? name->number : gcv_v8_string_at(v8, place);
    const uint32_t word = gcv_id_map_enter(
        v8->ctx, name != NULL ? &numbers->entries : &numbers->missing, number, words->end.n);
    if (word == words->end.n) {
        (void)snprintf(text, sizeof text, name != NULL ? "WeakMap @%" PRIu64 : "(name %" PRIu64 ")",
                       number);
        (void)gcv_word_list_add(v8->ctx, words, gcv_slice_str(text));
    }
    return word;
}

/* Gives the name of a reference its text, or number. */
static void name_field(gcv_v8 *v8, uint8_t *kind, uint32_t *name, name_numbers *numbers)
{
    if (*kind >= GCV_FIELD_KINDS || gcv_field_has_number(*kind)) {
        return;
    }
    const uint32_t state = v8->needs.states.data[*name];
    const gcv_v8_name *named = gcv_v8_name_in(v8, state);
    if ((state & GCV_V8_NAME) == 0 && (state & GCV_V8_NUMBER) != 0) {
        *kind = GCV_FIELD_NUMBERED;
        *name = state & ~GCV_V8_NUMBER;
    } else if (*kind == GCV_FIELD_INTERNAL && named != NULL && named->is_number) {
        *kind = GCV_FIELD_NUMBERED; /* it is a text elsewhere */
        *name = (uint32_t)named->number;
    } else {
        *name = number_name(v8, *name, numbers);
    }
}

/* Gives nodes with names of their own lists that have these names. Of many keys of a WeakMap, all
 * get the same list. */
static void name_own(gcv_v8 *v8, name_numbers *numbers)
{
    gcv_fields *fields = &v8->rows.fields;
    const size_t n = v8->pairs.n;
    uint32_t *named = gcv_alloc_none(v8->ctx, n); /* per pair: the last one that replaced it */
    for (size_t i = 0; i < v8->own_names.n;) {
        uint32_t *slot = &v8->rows.slot.data[v8->own_names.data[i].node], *to = &named[*slot];
        const gcv_v8_pair pair = v8->pairs.data[*slot];
        gcv_fields_expect(fields, *to != GCV_NONE ? v8->pairs.data[*to].list : GCV_NONE);
        for (size_t at = pair.list; fields->kind.data[at] != GCV_FIELD_KINDS; at++) {
            uint8_t kind = fields->kind.data[at];
            uint32_t name = fields->name.data[at];
            if (kind == GCV_FIELD_LATER) {
                kind = GCV_FIELD_INTERNAL;
                name = v8->own_names.data[i++].is;
                name_field(v8, &kind, &name, numbers);
            }
            gcv_fields_push(v8->ctx, fields, kind, name);
        }
        if (!gcv_fields_end_expected(fields)) {
            *to = gcv_v8_pair_for(v8, pair.key, gcv_fields_end_list(v8->ctx, fields));
        }
        *slot = *to;
    }
    gcv_free(v8->ctx, named);
    gcv_v8_note_column_release(v8->ctx, &v8->own_names);
}

/* The value in a cell that a module exports is called after the variable. */
static void name_exports(gcv_v8 *v8, name_numbers *numbers)
{
    const gcv_word_list *words = &v8->builder->heap->places.words;
    gcv_fields *fields = &v8->rows.fields;
    for (size_t i = 0; i < v8->exports.n; i++) {
        const gcv_v8_export *export = &v8->exports.data[i];
        uint32_t *slot = &v8->rows.slot.data[export->cell];
        const gcv_v8_pair pair = v8->pairs.data[*slot];
        const gcv_v8_name *named =
            export->name != GCV_NONE ? gcv_v8_find_name(v8, export->name) : NULL;
        if (named == NULL || named->text.size == 0 || pair.list == GCV_NONE) {
            continue;
        }
        const uint32_t variable = number_name(v8, gcv_v8_place_of(v8, export->name), numbers);
        gcv_fields_expect(fields, GCV_NONE);
        for (size_t at = pair.list; fields->kind.data[at] != GCV_FIELD_KINDS; at++) {
            const uint8_t kind = fields->kind.data[at];
            const uint32_t name = fields->name.data[at];
            const bool is_value =
                kind == GCV_FIELD_INTERNAL && gcv_slice_is(gcv_word_list_at(words, name), "value");
            gcv_fields_push(v8->ctx, fields, is_value ? GCV_FIELD_VARIABLE : kind,
                            is_value ? variable : name);
        }
        *slot = gcv_v8_pair_for(v8, pair.key, gcv_fields_end_list(v8->ctx, fields));
    }
}

static void name_fields(gcv_v8 *v8)
{
    gcv_fields *fields = &v8->rows.fields;
    if (!v8->fields) {
        gcv_fields_release(v8->ctx, fields);
        return;
    }
    name_numbers numbers = {0};
    for (size_t i = 0; i < fields->kind.n; i++) {
        name_field(v8, &fields->kind.data[i], &fields->name.data[i], &numbers);
    }
    name_own(v8, &numbers);
    name_exports(v8, &numbers);
    GCV_FREE(v8->ctx, numbers.entries.entries, numbers.missing.entries);
}

/* ---- objects ------------------------------------------------------------------------------ */

/* Drops the references that the table of a WeakMap has on behalf of its keys, since each key has
 * the same reference. */
static void drop_entries(gcv_v8 *v8)
{
    const gcv_u32_column *first = &v8->rows.first_ref;
    for (size_t i = 0; i < v8->entries.n; i++) {
        const gcv_v8_entry *entry = &v8->entries.data[i];
        const gcv_v8_name *name = gcv_v8_find_name(v8, entry->name);
        if (name == NULL || !name->is_entry) {
            continue;
        }
        const size_t source =
            gcv_count_up_to_u32(first->data, sizeof *first->data, first->n, entry->reference) - 1;
        if (name->number == gcv_id_column_get(&v8->rows.ids, source)) {
            v8->rows.refs.low.data[entry->reference] = GCV_NONE;
            v8->entries_dropped++;
        }
    }
    gcv_v8_entry_column_release(v8->ctx, &v8->entries);
}

static void add_groups(gcv_v8 *v8)
{
    gcv_field_group_column *groups = &v8->rows.fields.groups;
    gcv_field_group_column_reserve(v8->ctx, groups, v8->pairs.n);
    for (size_t i = 0; i < v8->pairs.n; i++) {
        const gcv_v8_pair *pair = &v8->pairs.data[i];
        const uint32_t type = v8->keys.data[pair->key].same; /* GCV_NONE: no object has it */
        const uint32_t slot = type != GCV_NONE ? gcv_builder_slot_of(v8->builder, type) : GCV_NONE;
        gcv_field_group_column_push(v8->ctx, groups,
                                    (gcv_field_group){slot, v8->fields ? pair->list : GCV_NONE, 0});
    }
}

static void add_sums(gcv_v8 *v8)
{
    for (size_t i = 0; i < v8->keys.n; i++) {
        const gcv_v8_key *key = &v8->keys.data[i];
        if (key->count > 0) {
            gcv_builder_add_sum(v8->builder, gcv_builder_slot_of(v8->builder, key->same),
                                key->count, key->bytes);
        }
    }
}

/* ---- facts -------------------------------------------------------------------------------- */

static void add_facts(gcv_v8 *v8)
{
    const struct {
        const char *key;
        gcv_optional number;
    } facts[] = {{"nodes", {true, v8->n_nodes}},
                 {"edges", {true, v8->n_edges}},
                 {"weak_edges", {true, v8->weak_edges}},
                 {"shortcut_edges", {true, v8->shortcut_edges}},
                 {"ephemeron_edges", {v8->graph, v8->entries_dropped}},
                 {"detached_objects", {true, v8->detached}},
                 {"native_bytes", v8->native_bytes},
                 {"samples", {v8->samples.given, v8->samples.value / 2}}};
    for (size_t i = 0; i < GCV_LENGTH(facts); i++) {
        if (facts[i].number.given) {
            gcv_builder_add_number(v8->builder, facts[i].key, facts[i].number.value);
        }
    }
    if (v8->invalid > 0) {
        gcv_builder_anomaly(v8->builder, 0, "names that are not UTF-8 (%" PRIu64 ")", v8->invalid);
    }
}

static void compare(gcv_v8 *v8, uint64_t n, const gcv_optional *claimed, const char *what)
{
    if (claimed->value > 0 && claimed->value != n) {
        gcv_builder_incomplete(v8->builder, "%" PRIu64 " %s of %" PRIu64, n, what, claimed->value);
    }
}

void gcv_v8_finish(gcv_v8 *v8)
{
    drop_entries(v8);
    make_marks(v8); /* while the rows still have the keys of their types */
    gcv_v8_find_plain(v8);
    gcv_v8_find_prototypes(v8);
    gcv_v8_list_modules(v8);
    gcv_v8_find_shapes(v8);
    gcv_v8_find_places(v8);
    gcv_v8_find_modules(v8);
    gcv_v8_note_column_release(v8->ctx, &v8->properties);
    add_types(v8);
    if (v8->graph) {
        name_fields(v8);
        add_groups(v8);
        gcv_v8_name_elements(v8);
        gcv_builder_take_rows(v8->builder, &v8->rows, &v8->pseudo);
        gcv_v8_add_places(v8);
        gcv_v8_add_sites(v8);
        gcv_v8_add_texts(v8);
    } else {
        add_sums(v8);
    }
    gcv_v8_add_roots(v8);
    add_facts(v8);
    compare(v8, v8->n_nodes, &v8->node_count, "nodes");
    compare(v8, v8->n_edges, &v8->edge_count, "edges");
}
