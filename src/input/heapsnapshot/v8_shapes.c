/* v8_shapes.c - shapes of plain objects; see v8_reader.h. The rule is that of DevTools
 * (docs/formats/heapsnapshot.md): properties that at least two and at least one in 1000 plain
 * objects have in one order define a shape, and an object is of the shape with the most properties
 * among those whose properties it has.
 *
 * Objects with equal lists of properties share one list (heap/fields.h), so all work but one lookup
 * is done per list. There are at most 1000 shapes. */
#include "input/heapsnapshot/v8_reader.h"

#include "base/distinct_texts.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    LONGEST = 120, /* UTF-16 units of the text of a shape, unless its first property is longer */
    LEAST = 2,     /* objects of a shape … */
    ONE_IN = 1000  /* … and their share of all plain objects */
};

#define NOT_SEEN (GCV_NONE - 1)

/* A list of properties that plain objects have. */
typedef struct property_list {
    uint32_t at;   /* in the columns of gcv_fields */
    uint32_t pair; /* of the objects */
    uint32_t count;
    uint32_t shape; /* GCV_NONE: none */
} property_list;

GCV_COLUMN(property_list_column, property_list);

/* A list of properties that may define a shape. */
typedef struct candidate {
    uint32_t list, n; /* the first `n` of the properties of this list */
    uint32_t count;
} candidate;

GCV_COLUMN(candidate_column, candidate);

typedef struct shape_finder {
    gcv_v8 *v8;
    property_list_column lists; /* in the order of their first objects */
    uint32_t *list_of; /* by their pairs; NOT_SEEN: none yet; GCV_NONE: not of plain objects */
    uint64_t n_plain;
    candidate_column candidates; /* in the order of their first objects */
    gcv_distinct_texts texts;    /* of candidates, by number */
    gcv_distinct_texts names;    /* of properties of shapes, by number */
    gcv_u32_column sorted;       /* numbers of names, ascending for each shape */
    gcv_u32_column end;          /* per shape, in `sorted` */
    gcv_u32_column uses;         /* per name: shapes that have it */
    gcv_u32_column next;         /* per shape: the next one with the same rarest name */
    gcv_u32_column first;        /* per name: the first such shape */
    uint32_t *number;            /* per name of the reader: the one in `names`; or NOT_SEEN */
} shape_finder;

/* ---- plain objects ------------------------------------------------------------------------ */

void gcv_v8_find_plain(gcv_v8 *v8)
{
    for (size_t i = 0; i < v8->keys.n; i++) {
        gcv_v8_key *key = &v8->keys.data[i];
        if ((key->flags & GCV_V8_OBJECT) != 0 &&
            !gcv_slice_is(gcv_v8_name_text(gcv_v8_find_name(v8, key->name)), GCV_PLAIN_OBJECT)) {
            key->flags &= (uint16_t)~GCV_V8_OBJECT;
        }
    }
}

static void count_list(shape_finder *finder, uint32_t pair)
{
    uint32_t *number = &finder->list_of[pair];
    if (*number == NOT_SEEN) {
        const property_list list = {finder->v8->pairs.data[pair].list, pair, 0, GCV_NONE};
        *number = (uint32_t)finder->lists.n;
        property_list_column_push(finder->v8->ctx, &finder->lists, list);
    }
    finder->lists.data[*number].count++;
}

/* Counts the plain objects that have a list of names, by list. Those without are of no shape. */
static void count_lists(shape_finder *finder)
{
    const gcv_v8 *v8 = finder->v8;
    for (size_t i = 0; i < v8->pairs.n; i++) {
        if ((v8->keys.data[v8->pairs.data[i].key].flags & GCV_V8_OBJECT) != 0) {
            finder->list_of[i] = NOT_SEEN;
        }
    }
    for (uint32_t i = 0; i < v8->n_nodes; i++) {
        const uint32_t pair = gcv_v8_node_pair(v8, i);
        if (pair != GCV_NONE && finder->list_of[pair] != GCV_NONE &&
            !gcv_bitset_has(&v8->pseudo, i)) {
            finder->n_plain++;
            if (v8->pairs.data[pair].list != GCV_NONE) {
                count_list(finder, pair);
            }
        }
    }
}

/* ---- properties --------------------------------------------------------------------------- */

/* Moves `*at` to the next property of a list; false: there is none. */
static bool next_property(const gcv_v8 *v8, size_t *at)
{
    const uint8_t *kind = v8->rows.fields.kind.data;
    while (kind[*at] != GCV_FIELD_PROPERTY && kind[*at] != GCV_FIELD_KINDS) {
        ++*at;
    }
    return kind[*at] == GCV_FIELD_PROPERTY;
}

/* Returns the name of a property; a name that the file lacks is told by its number. */
static gcv_slice property_name(const gcv_v8 *v8, size_t at, char made[GCV_NUMBER_MAX + 8])
{
    const gcv_v8_name *name = gcv_v8_name_in(v8, gcv_v8_field_state(v8, at));
    if (name != NULL) {
        return gcv_v8_name_text(name);
    }
    (void)snprintf(made, GCV_NUMBER_MAX + 8, "(name %" PRIu32 ")",
                   gcv_v8_string_at(v8, v8->rows.fields.name.data[at]));
    return gcv_slice_str(made);
}

/* Appends a character of a JSON string. */
static void append_escaped(gcv_context *ctx, gcv_buffer *out, gcv_slice character)
{
    static const char letters[] = "btn.fr"; /* of the characters 8 to 13 */
    const unsigned char c = (unsigned char)character.data[0];
    char code[8] = "";
    if (c == '"' || c == '\\' || (c >= 8 && c <= 13 && c != 11)) {
        gcv_buffer_append_str(ctx, out, "\\");
        gcv_buffer_append(ctx, out, c < ' ' ? gcv_slice_of(&letters[c - 8], 1) : character);
    } else if (c < ' ') {
        (void)snprintf(code, sizeof code, "\\u%04x", (unsigned)c);
        gcv_buffer_append_str(ctx, out, code);
    } else {
        gcv_buffer_append(ctx, out, character);
    }
}

/* Appends a name as it is or, if it has a character with a meaning in shapes, as a JSON string. */
static void append_property(gcv_context *ctx, gcv_buffer *out, gcv_slice name)
{
    bool quoted = false;
    for (size_t i = 0; i < name.size; i++) {
        const char c = name.data[i];
        quoted = quoted || c == ',' || c == '\'' || c == '"' || c == '{' || c == '}';
    }
    if (!quoted) {
        gcv_buffer_append(ctx, out, name);
        return;
    }
    gcv_buffer_append_str(ctx, out, "\"");
    while (name.size > 0) {
        const char *start = name.data;
        (void)gcv_utf8_next(&name);
        append_escaped(ctx, out, gcv_slice_of(start, (size_t)(name.data - start)));
    }
    gcv_buffer_append_str(ctx, out, "\"");
}

/* ---- definitions -------------------------------------------------------------------------- */

/* Whether a name is so long that it is alone in a shape: a unit has at most three bytes. */
static bool is_wide(gcv_slice name) { return name.size > 3 * LONGEST; }

/* Makes the text of the shape that a list would define. Returns the number of its properties. */
static uint32_t write_shape(gcv_v8 *v8, size_t at, gcv_buffer *name, gcv_buffer *out)
{
    char made[GCV_NUMBER_MAX + 8];
    size_t length = 1;
    uint32_t n = 0;
    gcv_buffer_clear(out);
    gcv_buffer_append_str(v8->ctx, out, "{");
    for (uint32_t i = 0; i < GCV_V8_SHAPED && next_property(v8, &at); i++, at++) {
        const gcv_slice text = property_name(v8, at, made);
        if (gcv_slice_is(text, "__proto__")) {
            continue;
        }
        if (length > 1 && is_wide(text)) {
            break;
        }
        gcv_buffer_clear(name);
        append_property(v8->ctx, name, text);
        gcv_slice rest = gcv_buffer_slice(name);
        const size_t more = gcv_utf16_skip(&rest, SIZE_MAX);
        if (length > 1 && length + more > LONGEST) {
            break;
        }
        gcv_buffer_append_str(v8->ctx, out, length > 1 ? ", " : "");
        gcv_buffer_append(v8->ctx, out, gcv_buffer_slice(name));
        length += more + (length > 1 ? 2 : 0);
        n++;
    }
    gcv_buffer_append_str(v8->ctx, out, "}");
    return n;
}

/* Numbers the text of the shape that a list would define; GCV_NONE: none. */
static uint32_t number_shape(shape_finder *finder, uint32_t list, gcv_buffer *name,
                             gcv_buffer *text)
{
    candidate found = {list, 0, 0};
    found.n = write_shape(finder->v8, finder->lists.data[list].at, name, text);
    if (found.n == 0) {
        return GCV_NONE;
    }
    const uint32_t number =
        gcv_distinct_texts_number(finder->v8->ctx, &finder->texts, gcv_buffer_slice(text));
    if (number == finder->candidates.n) {
        candidate_column_push(finder->v8->ctx, &finder->candidates, found);
    }
    return number;
}

/* Returns the first property of a list if it makes a shape alone; GCV_NONE: it does not. */
static uint32_t wide_first(gcv_v8 *v8, size_t at)
{
    char made[GCV_NUMBER_MAX + 8];
    for (uint32_t i = 0; i < GCV_V8_SHAPED && next_property(v8, &at); i++, at++) {
        const gcv_slice name = property_name(v8, at, made);
        if (name.size > 0 && !gcv_slice_is(name, "__proto__")) {
            return is_wide(name) ? v8->rows.fields.name.data[at] : GCV_NONE;
        }
    }
    return GCV_NONE;
}

static void find_candidates(shape_finder *finder)
{
    gcv_context *ctx = finder->v8->ctx;
    gcv_buffer name = {{NULL, 0, 0}}, text = {{NULL, 0, 0}};
    gcv_id_map known = {NULL, 0, 0}; /* from wide names that come first */
    for (uint32_t i = 0; i < finder->lists.n; i++) {
        const uint32_t first = wide_first(finder->v8, finder->lists.data[i].at);
        uint32_t number = first != GCV_NONE ? gcv_id_map_get(ctx, &known, first) : GCV_NONE;
        if (number == GCV_NONE) {
            number = number_shape(finder, i, &name, &text);
        }
        if (number != GCV_NONE) {
            finder->candidates.data[number].count += finder->lists.data[i].count;
        }
        if (first != GCV_NONE) {
            gcv_id_map_set(ctx, &known, first, number);
        }
    }
    GCV_RELEASE(ctx, &known, &name, &text);
}

/* The most frequent one first, of equals by text: objects are in any order in a file. */
static bool shape_before(const void *payload, uint32_t a, uint32_t b)
{
    const shape_finder *finder = payload;
    const candidate *shapes = finder->candidates.data;
    const gcv_slice *texts = finder->texts.texts.data;
    return shapes[a].count != shapes[b].count ? shapes[a].count > shapes[b].count
                                              : gcv_slice_compare(texts[a], texts[b]) < 0;
}

static void add_shape(const shape_finder *finder, uint32_t number)
{
    gcv_v8 *v8 = finder->v8;
    gcv_shapes *shapes = gcv_builder_shapes(v8->builder);
    const candidate *shape = &finder->candidates.data[number];
    char made[GCV_NUMBER_MAX + 8];
    size_t at = finder->lists.data[shape->list].at;
    for (uint32_t n = 0; n < shape->n; at++) {
        (void)next_property(v8, &at);
        const gcv_slice name = property_name(v8, at, made);
        if (!gcv_slice_is(name, "__proto__")) {
            gcv_slice_column_push(v8->ctx, &shapes->properties,
                                  gcv_builder_copy(v8->builder, name));
            n++;
        }
    }
    gcv_slice_column_push(v8->ctx, &shapes->names,
                          gcv_builder_copy(v8->builder, finder->texts.texts.data[number]));
    gcv_u32_column_push(v8->ctx, &shapes->end, (uint32_t)shapes->properties.n);
}

/* Defines shapes from the objects of this heap. */
static void define_shapes(shape_finder *finder)
{
    gcv_context *ctx = finder->v8->ctx;
    find_candidates(finder);
    const size_t n = finder->candidates.n;
    uint32_t *order = gcv_numbers_sorted(ctx, n, shape_before, finder);
    for (size_t i = 0; i < n; i++) {
        const uint64_t count = finder->candidates.data[order[i]].count;
        if (count >= LEAST && count * ONE_IN >= finder->n_plain) {
            add_shape(finder, order[i]);
        }
    }
    gcv_free(ctx, order);
}

/* Takes the shapes of another heap. */
static void copy_shapes(const shape_finder *finder, const gcv_shapes *from)
{
    gcv_v8 *v8 = finder->v8;
    gcv_shapes *shapes = gcv_builder_shapes(v8->builder);
    for (size_t i = 0; i < from->properties.n; i++) {
        gcv_slice_column_push(v8->ctx, &shapes->properties,
                              gcv_builder_copy(v8->builder, from->properties.data[i]));
    }
    for (size_t i = 0; i < from->names.n; i++) {
        gcv_slice_column_push(v8->ctx, &shapes->names,
                              gcv_builder_copy(v8->builder, from->names.data[i]));
        gcv_u32_column_push(v8->ctx, &shapes->end, from->end.data[i]);
    }
}

/* ---- application -------------------------------------------------------------------------- */

static uint32_t start_of(const gcv_u32_column *end, uint32_t shape)
{
    return shape > 0 ? end->data[shape - 1] : 0;
}

/* Sorts the properties of each shape, and finds out which shapes have each name. */
static void index_names(shape_finder *finder, const gcv_shapes *shapes)
{
    gcv_context *ctx = finder->v8->ctx;
    for (uint32_t i = 0; i < shapes->names.n; i++) {
        const uint32_t start = (uint32_t)finder->sorted.n;
        for (size_t at = start; at < shapes->end.data[i]; at++) {
            const uint32_t number =
                gcv_distinct_texts_number(ctx, &finder->names, shapes->properties.data[at]);
            gcv_u32_column_push(ctx, &finder->sorted, number);
            if (number == finder->uses.n) {
                gcv_u32_column_push(ctx, &finder->uses, 0);
                gcv_u32_column_push(ctx, &finder->first, GCV_NONE);
            }
            finder->uses.data[number]++;
        }
        gcv_sort_u32(finder->sorted.data + start, finder->sorted.n - start);
        gcv_u32_column_push(ctx, &finder->end, (uint32_t)finder->sorted.n);
    }
}

/* Files each shape under the name that the fewest shapes have. */
static void index_shapes(shape_finder *finder)
{
    for (uint32_t i = 0; i < finder->end.n; i++) {
        uint32_t rarest = finder->sorted.data[start_of(&finder->end, i)];
        for (uint32_t at = start_of(&finder->end, i); at < finder->end.data[i]; at++) {
            const uint32_t name = finder->sorted.data[at];
            rarest = finder->uses.data[name] < finder->uses.data[rarest] ? name : rarest;
        }
        gcv_u32_column_push(finder->v8->ctx, &finder->next, finder->first.data[rarest]);
        finder->first.data[rarest] = i;
    }
}

/* Returns the number of a property's name; GCV_NONE: no shape has it. Each name is looked for once:
 * it may be long, and in many lists. */
static uint32_t number_of_name(const shape_finder *finder, size_t at)
{
    gcv_v8 *v8 = finder->v8;
    char made[GCV_NUMBER_MAX + 8];
    const uint32_t state = gcv_v8_field_state(v8, at);
    uint32_t found = NOT_SEEN; /* of a name that the file lacks, which is short */
    uint32_t *number = (state & GCV_V8_NAME) != 0 ? &finder->number[state & ~GCV_V8_NAME] : &found;
    if (*number == NOT_SEEN) {
        *number = state == 0 ? GCV_NONE
                             : gcv_distinct_texts_find(v8->ctx, &finder->names,
                                                       property_name(v8, at, made));
    }
    return *number;
}

/* Collects the names of a list that shapes have, as ascending numbers. */
static void collect_names(shape_finder *finder, size_t at, gcv_u32_column *names)
{
    names->n = 0;
    for (; next_property(finder->v8, &at); at++) {
        const uint32_t number = number_of_name(finder, at);
        if (number != GCV_NONE) {
            gcv_u32_column_push(finder->v8->ctx, names, number);
        }
    }
    gcv_sort_u32(names->data, names->n);
}

/* Whether an object with these names has all properties of a shape. */
static bool has_shape(const shape_finder *finder, const gcv_u32_column *names, uint32_t shape)
{
    uint32_t at = start_of(&finder->end, shape);
    for (size_t i = 0; i < names->n && at < finder->end.data[shape]; i++) {
        at += finder->sorted.data[at] == names->data[i];
    }
    return at == finder->end.data[shape];
}

static uint32_t n_properties(const shape_finder *finder, uint32_t shape)
{
    return finder->end.data[shape] - start_of(&finder->end, shape);
}

/* Returns the shape with the most properties among those that fit, the first of several. */
static uint32_t best_shape(const shape_finder *finder, const gcv_u32_column *names)
{
    uint32_t best = GCV_NONE;
    for (size_t i = 0; i < names->n; i++) {
        if (i > 0 && names->data[i] == names->data[i - 1]) {
            continue;
        }
        uint32_t shape = finder->first.data[names->data[i]];
        for (; shape != GCV_NONE; shape = finder->next.data[shape]) {
            const uint32_t n = n_properties(finder, shape);
            const uint32_t most = best != GCV_NONE ? n_properties(finder, best) : 0;
            if ((n > most || (n == most && shape < best)) && has_shape(finder, names, shape)) {
                best = shape;
            }
        }
    }
    return best;
}

static void apply_shapes(shape_finder *finder)
{
    gcv_u32_column names = {NULL, 0, 0};
    index_names(finder, gcv_builder_shapes(finder->v8->builder));
    index_shapes(finder);
    finder->number = gcv_alloc(finder->v8->ctx, finder->v8->names.n, sizeof *finder->number);
    for (size_t i = 0; i < finder->v8->names.n; i++) {
        finder->number[i] = NOT_SEEN;
    }
    for (size_t i = 0; i < finder->lists.n; i++) {
        collect_names(finder, finder->lists.data[i].at, &names);
        finder->lists.data[i].shape = best_shape(finder, &names);
    }
    gcv_u32_column_release(finder->v8->ctx, &names);
    gcv_free(finder->v8->ctx, finder->number);
}

static void set_keys(const shape_finder *finder)
{
    gcv_v8 *v8 = finder->v8;
    gcv_v8_key key = {
        .same = GCV_NONE, .script = GCV_NONE, .type = GCV_V8_SHAPE, .flags = GCV_V8_NAMED};
    for (size_t i = 0; i < finder->lists.n; i++) {
        const property_list *list = &finder->lists.data[i];
        if (list->shape != GCV_NONE) {
            key.name = list->shape;
            const uint32_t shape = gcv_v8_key_for(v8, &key);
            v8->pairs.data[list->pair].key = shape;
        }
    }
}

static void release(shape_finder *finder)
{
    gcv_context *ctx = finder->v8->ctx;
    property_list_column_release(ctx, &finder->lists);
    gcv_free(ctx, finder->list_of);
    candidate_column_release(ctx, &finder->candidates);
    gcv_distinct_texts_release(ctx, &finder->texts);
    gcv_distinct_texts_release(ctx, &finder->names);
    GCV_RELEASE(ctx, &finder->sorted, &finder->end, &finder->uses, &finder->next, &finder->first);
}

void gcv_v8_find_shapes(gcv_v8 *v8)
{
    const gcv_heap *of = gcv_builder_options(v8->builder)->shapes_of;
    if (!v8->shapes) {
        return;
    }
    shape_finder finder = {.v8 = v8};
    finder.list_of = gcv_alloc_none(v8->ctx, v8->pairs.n);
    count_lists(&finder);
    if (of != NULL) {
        copy_shapes(&finder, &of->shapes);
    } else {
        define_shapes(&finder);
    }
    apply_shapes(&finder);
    set_keys(&finder);
    release(&finder);
}
