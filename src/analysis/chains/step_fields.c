/* step_fields.c - see step_fields.h. */
#include "analysis/chains/step_fields.h"

#include "analysis/chain_order.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "heap/shapes.h"

#include <string.h>

enum {
    FEW = 8,
    FEW_ALIKE = 4, /* plain objects of one shape */
    DEEPEST = 4    /* plain objects, one in another, on a path */
};

/* Flags of a row. */
enum {
    NAMES = 1,  /* references from its objects may name a step … */
    TABLES = 2, /* … unless an object of it is a table */
    NAMED = 4,  /* references to its objects may */
    PLAIN = 8   /* its objects are plain objects */
};

/* ---- names ---------------------------------------------------------------------------------- */

static uint32_t row_of(const gcv_step_fields_side *side, uint32_t object)
{
    return side->type_of[side->heap->type.data[object]];
}

/* Returns the path of a plain object, as a source; GCV_NONE: it has none. */
static uint32_t path_of(const gcv_step_fields *fields, size_t at, uint32_t object)
{
    return gcv_id_map_get(fields->ctx, &fields->path_of[at], object);
}

/* Returns the name by which an object holds another one, unless it is a key of a table. */
static uint32_t name_between(gcv_step_fields *fields, size_t at, uint32_t over, uint32_t object)
{
    const gcv_step_fields_side *side = &fields->side[at];
    const uint32_t from = row_of(side, over), row = row_of(side, object);
    const uint32_t source = from == fields->plain ? path_of(fields, at, over) : from;
    if (source == GCV_NONE || (fields->rules[from] & NAMES) == 0 ||
        (fields->rules[row] & NAMED) == 0 ||
        gcv_id_map_get(fields->ctx, &fields->tables, gcv_pair_key(source, row)) != GCV_NONE) {
        return GCV_NONE;
    }
    gcv_field field;
    if (!gcv_field_between(&fields->finder[at], over, object, &field) ||
        gcv_field_has_number((uint8_t)field.kind) || gcv_field_is_internal(&field)) {
        return GCV_NONE; /* a node of a page, which hangs on its parent, has none */
    }
    gcv_known_name *known = &fields->name[((uintptr_t)field.name.data >> 4) % GCV_KNOWN_NAMES];
    if (known->of.data == NULL || known->of.data != field.name.data ||
        known->of.size != field.name.size || known->kind != field.kind) {
        gcv_buffer_clear(&fields->text);
        gcv_field_append(fields->ctx, &field, &fields->text);
        *known = (gcv_known_name){
            field.name, field.kind,
            gcv_distinct_texts_number(fields->ctx, fields->texts, gcv_buffer_slice(&fields->text))};
    }
    return known->number;
}

uint32_t gcv_step_field(gcv_step_fields *fields, size_t at, uint32_t over, uint32_t object)
{
    const gcv_heap *heap = fields->side[at].heap;
    const gcv_slice class_ = gcv_ruby_class_name(heap, object);
    if (class_.data != NULL) {
        return gcv_distinct_texts_number(fields->ctx, fields->texts, class_);
    }
    const gcv_slice tag = heap->types.name[heap->type.data[object]];
    if (gcv_is_element(tag) && gcv_element_around(heap, object) == over) {
        return gcv_distinct_texts_number(fields->ctx, fields->texts, tag); /* elements in each
                                                                              other are no list */
    }
    if (fields->rules == NULL || (row_of(&fields->side[at], object) == fields->plain &&
                                  path_of(fields, at, object) == GCV_NONE)) {
        return GCV_NONE;
    }
    return name_between(fields, at, over, object);
}

/* ---- rules ---------------------------------------------------------------------------------- */

/* Counts the objects of each row up to one more than FEW, and finds rows whose objects hold one
 * another. */
static void look_at_objects(gcv_step_fields *fields, const gcv_step_fields_side *side,
                            uint8_t *count)
{
    for (uint32_t i = 0; i < side->heap->n_objects; i++) {
        const uint32_t row = row_of(side, i), over = side->paths->parent[i];
        count[row] = (uint8_t)(count[row] + (count[row] <= FEW));
        if (over < GCV_ROOTED && row_of(side, over) == row) {
            fields->rules[row] &= (uint8_t)~NAMED;
        }
    }
}

/* Enters the types to which an object of a source has many references: of plain objects, few of one
 * shape or of all are many. `count`: by row, all 0 as on return. */
static void find_tables_of(gcv_step_fields *fields, const gcv_step_fields_side *side,
                           uint32_t object, uint32_t source, uint8_t *count)
{
    uint32_t n, plain = 0;
    const uint32_t *to = gcv_heap_references(side->heap, object, &n);
    for (uint32_t i = 0; i < n; i++) {
        plain += (fields->rules[row_of(side, to[i])] & PLAIN) != 0;
    }
    if (n <= FEW && plain <= FEW_ALIKE) {
        return; /* as mostly */
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t row = row_of(side, to[i]);
        count[row] = (uint8_t)(count[row] + (count[row] <= FEW));
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t row = row_of(side, to[i]);
        const bool shaped = (fields->rules[row] & PLAIN) != 0 && row != fields->plain;
        if (count[row] > (shaped ? FEW_ALIKE : FEW) ||
            ((fields->rules[row] & PLAIN) != 0 && plain > FEW)) {
            gcv_id_map_set(fields->ctx, &fields->tables, gcv_pair_key(source, row), 0);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        count[row_of(side, to[i])] = 0;
    }
}

/* ---- paths of plain objects ----------------------------------------------------------------- */

/* Whether a plain object of this name is on a path. */
static bool is_on_path(const gcv_step_fields *fields, uint32_t source, uint32_t name)
{
    while (source != GCV_NONE && source >= fields->n_rows) {
        const gcv_plain_path *path = &fields->paths.data[source - fields->n_rows];
        if (path->name == name) {
            return true;
        }
        source = path->source;
    }
    return false;
}

/* Gives a plain object its path, if it has one and is not in the queue yet. */
static void enter_path(gcv_step_fields *fields, size_t at, uint32_t object, gcv_u32_column *queue)
{
    gcv_context *ctx = fields->ctx;
    const gcv_step_fields_side *side = &fields->side[at];
    const uint32_t over = side->paths->parent[object];
    gcv_plain_path path = {GCV_NONE, GCV_NONE};
    if (over < GCV_ROOTED) {
        const uint32_t from = row_of(side, over);
        path.source = from == fields->plain ? path_of(fields, at, over) : from;
        path.name = name_between(fields, at, over, object);
    }
    if (path_of(fields, at, object) != GCV_NONE ||
        (over != GCV_ROOTED &&
         (path.name == GCV_NONE || is_on_path(fields, path.source, path.name)))) {
        return;
    }
    const uint32_t next = fields->n_rows + (uint32_t)fields->paths.n;
    const uint32_t source =
        gcv_id_map_enter(ctx, &fields->known, gcv_pair_key(path.source, path.name), next);
    if (source == next) {
        gcv_plain_path_column_push(ctx, &fields->paths, path);
    }
    gcv_id_map_set(ctx, &fields->path_of[at], object, source);
    gcv_u32_column_push(ctx, queue, object);
}

static void enter_paths_below(gcv_step_fields *fields, size_t at, uint32_t object,
                              gcv_u32_column *queue)
{
    const gcv_step_fields_side *side = &fields->side[at];
    uint32_t n;
    const uint32_t *to = gcv_heap_references(side->heap, object, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (side->paths->parent[to[i]] == object && row_of(side, to[i]) == fields->plain) {
            enter_path(fields, at, to[i], queue);
        }
    }
}

/* Finds paths level by level, since what is a table in one heap is one in the other. `count`: by
 * row, all 0 as on return. */
static void find_paths(gcv_step_fields *fields, uint8_t *count)
{
    gcv_u32_column queue[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    size_t from[2] = {0, 0};
    for (size_t at = 0; at < fields->n_sides; at++) {
        const gcv_step_fields_side *side = &fields->side[at];
        for (uint32_t i = 0; i < side->heap->n_objects; i++) {
            const uint32_t over = side->paths->parent[i];
            if (row_of(side, i) == fields->plain &&
                (over == GCV_ROOTED ||
                 (over < GCV_ROOTED && row_of(side, over) != fields->plain))) {
                enter_path(fields, at, i, &queue[at]);
            }
        }
    }
    for (uint32_t depth = 1; depth <= DEEPEST; depth++) {
        const size_t to[2] = {queue[0].n, queue[1].n};
        for (size_t at = 0; at < fields->n_sides; at++) {
            for (size_t k = from[at]; k < to[at]; k++) {
                const uint32_t object = queue[at].data[k];
                find_tables_of(fields, &fields->side[at], object, path_of(fields, at, object),
                               count);
            }
        }
        for (size_t at = 0; at < fields->n_sides && depth < DEEPEST; at++) {
            for (; from[at] < to[at]; from[at]++) {
                enter_paths_below(fields, at, queue[at].data[from[at]], &queue[at]);
            }
        }
    }
    GCV_RELEASE(fields->ctx, &queue[0], &queue[1]);
}

/* ---- beginning and end ---------------------------------------------------------------------- */

static void find_rules(gcv_step_fields *fields, const gcv_slice_column *names)
{
    gcv_context *ctx = fields->ctx;
    const size_t n = names->n, last = fields->n_sides - 1;
    const bool v8 = gcv_heap_is_v8(fields->side[last].heap);
    uint8_t *count[2];
    for (size_t at = 0; at < fields->n_sides; at++) {
        count[at] = gcv_alloc_zeroed(ctx, n, 1);
    }
    fields->n_rows = (uint32_t)n;
    fields->rules = gcv_alloc(ctx, n, 1);
    memset(fields->rules, NAMED, n);
    for (size_t at = 0; at < fields->n_sides; at++) {
        look_at_objects(fields, &fields->side[at], count[at]);
    }
    for (uint32_t row = 0; row < n; row++) {
        const gcv_slice name = names->data[row];
        const uint32_t kinds =
            gcv_kinds_of_name(fields->side[last].heap, name, gcv_slice_of(NULL, 0));
        uint8_t *rules = &fields->rules[row];
        *rules = gcv_is_array(name) ? NAMED : *rules;
        *rules |= v8 && gcv_is_plain_object(name) ? PLAIN : 0;
        if (v8 && gcv_slice_is(name, GCV_PLAIN_OBJECT)) {
            *rules |= NAMES | NAMED;
            fields->plain = row;
        } else if ((kinds & GCV_TYPE_CLOSURE) != 0) {
            *rules = (uint8_t)((*rules & ~NAMED) | NAMES | TABLES);
        } else if ((kinds & GCV_TYPE_SCOPE) != 0) {
            *rules |= NAMES;
        } else if ((kinds & GCV_KEEPS_ANY) == 0 && count[0][row] <= FEW &&
                   count[last][row] <= FEW) {
            *rules |= NAMES | TABLES;
        }
        count[0][row] = 0;
    }
    for (size_t at = 0; at < fields->n_sides; at++) {
        const gcv_step_fields_side *side = &fields->side[at];
        for (uint32_t i = 0; i < side->heap->n_objects; i++) {
            if ((fields->rules[row_of(side, i)] & TABLES) != 0) {
                find_tables_of(fields, side, i, row_of(side, i), count[0]);
            }
        }
    }
    find_paths(fields, count[0]);
    for (size_t at = 0; at < fields->n_sides; at++) {
        gcv_free(ctx, count[at]);
    }
}

void gcv_step_fields_init(gcv_context *ctx, const gcv_step_fields_side *sides, size_t n_sides,
                          const gcv_slice_column *names, gcv_distinct_texts *texts,
                          gcv_step_fields *out)
{
    bool named = true;
    *out = (gcv_step_fields){.ctx = ctx, .texts = texts, .n_sides = n_sides, .plain = GCV_NONE};
    for (size_t at = 0; at < n_sides; at++) {
        out->side[at] = sides[at];
        out->finder[at] = (gcv_field_finder){.ctx = ctx, .heap = sides[at].heap};
        named = named && gcv_heap_has_fields(sides[at].heap);
    }
    if (named) {
        find_rules(out, names);
    }
}

void gcv_step_fields_release(gcv_step_fields *fields)
{
    gcv_context *ctx = fields->ctx;
    if (ctx != NULL) {
        for (size_t at = 0; at < 2; at++) {
            gcv_field_finder_release(&fields->finder[at]);
            gcv_id_map_release(ctx, &fields->path_of[at]);
        }
        gcv_free(ctx, fields->rules);
        GCV_RELEASE(ctx, &fields->tables, &fields->known, &fields->paths, &fields->text);
    }
    memset(fields, 0, sizeof *fields);
}
