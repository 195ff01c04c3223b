/* step_fields.c - see step_fields.h. */
#include "analysis/chains/step_fields.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/error.h"

#include <string.h>

enum { FEW = 8 };

/* Flags of a row. */
enum {
    NAMES = 1,  /* references from its objects may name a step … */
    TABLES = 2, /* … unless an object of it is a table */
    NAMED = 4   /* references to its objects may */
};

/* ---- rules ---------------------------------------------------------------------------------- */

static uint32_t row_of(const gcv_step_fields_side *side, uint32_t object)
{
    return side->type_of[side->heap->type.data[object]];
}

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

static uint64_t pair(const gcv_step_fields_side *side, uint32_t over, uint32_t object)
{
    return (uint64_t)row_of(side, over) << 32 | row_of(side, object);
}

/* Enters the types to which an object has many references. `count`: by row, all 0 as on return. */
static void find_tables_of(gcv_step_fields *fields, const gcv_step_fields_side *side,
                           uint32_t object, uint8_t *count)
{
    uint32_t n;
    const uint32_t *to = gcv_heap_references(side->heap, object, &n);
    for (uint32_t i = 0; n > FEW && i < n; i++) {
        uint8_t *of = &count[row_of(side, to[i])];
        *of = (uint8_t)(*of + (*of <= FEW));
        if (*of > FEW) {
            gcv_id_map_set(fields->ctx, &fields->tables, pair(side, object, to[i]), 0);
        }
    }
    for (uint32_t i = 0; n > FEW && i < n; i++) {
        count[row_of(side, to[i])] = 0;
    }
}

static void find_rules(gcv_step_fields *fields, const gcv_name_join *types)
{
    gcv_context *ctx = fields->ctx;
    const size_t n = types->names.n;
    uint8_t *count[2];
    for (size_t at = 0; at < 2; at++) {
        count[at] = gcv_alloc_zeroed(ctx, n, 1);
    }
    fields->rules = gcv_alloc(ctx, n, 1);
    memset(fields->rules, NAMED, n);
    for (size_t at = 0; at < 2; at++) {
        look_at_objects(fields, &fields->side[at], count[at]);
    }
    for (uint32_t row = 0; row < n; row++) {
        const uint32_t kinds =
            gcv_kinds_of_name(fields->side[1].heap, types->names.data[row], gcv_slice_of(NULL, 0));
        uint8_t *rules = &fields->rules[row];
        if ((kinds & GCV_TYPE_CLOSURE) != 0) {
            *rules = NAMES | TABLES;
        } else if ((kinds & GCV_TYPE_SCOPE) != 0) {
            *rules |= NAMES;
        } else if ((kinds & GCV_KEEPS_ANY) == 0 && count[0][row] <= FEW && count[1][row] <= FEW) {
            *rules |= NAMES | TABLES;
        }
        count[0][row] = 0;
    }
    for (size_t at = 0; at < 2; at++) {
        const gcv_step_fields_side *side = &fields->side[at];
        for (uint32_t i = 0; i < side->heap->n_objects; i++) {
            if ((fields->rules[row_of(side, i)] & TABLES) != 0) {
                find_tables_of(fields, side, i, count[0]);
            }
        }
    }
    GCV_FREE(ctx, count[0], count[1]);
}

void gcv_step_fields_init(gcv_context *ctx, const gcv_step_fields_side side[2],
                          const gcv_name_join *types, gcv_distinct_texts *texts,
                          gcv_step_fields *out)
{
    *out = (gcv_step_fields){.ctx = ctx, .texts = texts};
    for (size_t at = 0; at < 2; at++) {
        out->side[at] = side[at];
        out->finder[at] = (gcv_field_finder){.ctx = ctx, .heap = side[at].heap};
    }
    if (gcv_heap_has_fields(side[0].heap) && gcv_heap_has_fields(side[1].heap)) {
        find_rules(out, types);
    }
}

/* ---- names ---------------------------------------------------------------------------------- */

uint32_t gcv_step_field(gcv_step_fields *fields, size_t at, uint32_t over, uint32_t object)
{
    const gcv_step_fields_side *side = &fields->side[at];
    if (fields->rules == NULL || (fields->rules[row_of(side, over)] & NAMES) == 0 ||
        (fields->rules[row_of(side, object)] & NAMED) == 0 ||
        gcv_id_map_get(fields->ctx, &fields->tables, pair(side, over, object)) != GCV_NONE) {
        return GCV_NONE;
    }
    const uint32_t reference = gcv_reference_between(&fields->finder[at], over, object);
    const gcv_field field = gcv_field_of(side->heap, over, reference);
    if (gcv_field_has_number((uint8_t)field.kind) || gcv_field_is_internal(&field)) {
        return GCV_NONE;
    }
    gcv_buffer_clear(&fields->text);
    gcv_field_append(fields->ctx, &field, &fields->text);
    return gcv_distinct_texts_number(fields->ctx, fields->texts, gcv_buffer_slice(&fields->text));
}

void gcv_step_fields_release(gcv_step_fields *fields)
{
    gcv_context *ctx = fields->ctx;
    if (ctx != NULL) {
        gcv_field_finder_release(&fields->finder[0]);
        gcv_field_finder_release(&fields->finder[1]);
        gcv_free(ctx, fields->rules);
        gcv_id_map_release(ctx, &fields->tables);
        gcv_buffer_release(ctx, &fields->text);
    }
    memset(fields, 0, sizeof *fields);
}
