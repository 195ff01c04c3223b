/* v8_exports.c - the variables that modules of ECMAScript export; see v8_reader.h.
 *
 * Each is in a cell, to which two arrays of its module refer, and of other modules one, perhaps
 * several times. In one of the two, which is a table, the reference before is to the name of the
 * variable.
 *
 * O(references of the arrays of modules).
 */
#include "input/heapsnapshot/v8_reader.h"

/* Returns the string that is the text of a node; GCV_NONE: it is no string, or not kept. */
static uint32_t string_of(const gcv_v8 *v8, uint32_t node)
{
    const size_t at = gcv_find_u32(v8->strings.data, sizeof *v8->strings.data, v8->strings.n, node);
    return at != SIZE_MAX ? v8->strings.data[at].is : GCV_NONE;
}

/* Meets the cells that an array of a module refers to. `last`: from cells to their last export. */
static void look_at_array(gcv_v8 *v8, uint32_t module, uint32_t array, gcv_id_map *last)
{
    const uint32_t *first = v8->rows.first_ref.data, *to = v8->rows.refs.low.data;
    for (uint32_t i = first[array]; i < first[array + 1]; i++) {
        if ((gcv_v8_node_flags(v8, to[i]) & GCV_V8_ENGINE) == 0) {
            continue;
        }
        const uint32_t string = i > first[array] ? string_of(v8, to[i - 1]) : GCV_NONE;
        const uint32_t at = gcv_id_map_get(v8->ctx, last, to[i]);
        gcv_v8_export *met = at != GCV_NONE ? &v8->exports.data[at] : NULL;
        if (met != NULL && met->module == module) {
            met->twice = met->twice || met->array != array;
            met->name = met->name != GCV_NONE ? met->name : string;
        } else {
            const gcv_v8_export export = {module, array, to[i], string, false};
            gcv_id_map_set(v8->ctx, last, to[i], (uint32_t)v8->exports.n);
            gcv_v8_export_column_push(v8->ctx, &v8->exports, export);
        }
    }
}

/* Each module and array counts once, whatever refers to it. */
void gcv_v8_need_exports(gcv_v8 *v8)
{
    const gcv_v8_link_column *links = &v8->places.links;
    const uint32_t *first = v8->rows.first_ref.data, *to = v8->rows.refs.low.data;
    gcv_id_map last = {NULL, 0, 0};
    gcv_bitset seen;
    size_t n = 0;
    gcv_bitset_init(v8->ctx, &seen, (size_t)v8->n_nodes);
    for (size_t i = 0; i < links->n; i++) {
        const uint32_t module = links->data[i].to;
        if ((gcv_v8_node_flags(v8, module) & GCV_V8_ENGINE) == 0 ||
            !gcv_bitset_add(&seen, module)) {
            continue;
        }
        for (uint32_t k = first[module]; k < first[module + 1]; k++) {
            if ((gcv_v8_node_flags(v8, to[k]) & GCV_V8_ARRAY) != 0 &&
                gcv_bitset_add(&seen, to[k])) {
                look_at_array(v8, module, to[k], &last);
            }
        }
    }
    gcv_bitset_release(v8->ctx, &seen);
    gcv_free(v8->ctx, last.entries);
    for (size_t i = 0; i < v8->exports.n; i++) {
        if (v8->exports.data[i].twice) {
            v8->exports.data[n++] = v8->exports.data[i];
            gcv_v8_need_text(v8, v8->exports.data[i].name);
        }
    }
    v8->exports.n = n;
    if (!v8->texts) {
        gcv_v8_note_column_release(v8->ctx, &v8->strings);
    }
}
