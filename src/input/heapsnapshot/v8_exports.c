/* v8_exports.c - the variables that modules of ECMAScript export; see v8_reader.h.
 *
 * Each is in a cell, to which two arrays of its module refer, and of other modules one, perhaps
 * several times. In one of the two, which is a table, the reference before is to the name of the
 * variable. A module that imports a variable and exports it again has two such arrays, too: the
 * second is that of its imports, which comes after that of exports in each module.
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

/* Returns the number by which a module refers to an array; GCV_NONE: names are not kept. */
static uint32_t slot_of(const gcv_v8 *v8, uint32_t module, uint32_t reference)
{
    const gcv_fields *fields = &v8->rows.fields;
    const uint32_t list = v8->pairs.data[gcv_v8_node_pair(v8, module)].list;
    const size_t at = (size_t)list + reference - v8->rows.first_ref.data[module];
    return list != GCV_NONE && fields->kind.data[at] == GCV_FIELD_NUMBERED ? fields->name.data[at]
                                                                           : GCV_NONE;
}

/* Meets the cells that an array of a module, its `reference`, refers to. `last`: from cells to
 * their last export. */
static void look_at_array(gcv_v8 *v8, uint32_t module, uint32_t reference, gcv_id_map *last)
{
    const uint32_t *first = v8->rows.first_ref.data, *to = v8->rows.refs.low.data;
    const uint32_t array = to[reference];
    for (uint32_t i = first[array]; i < first[array + 1]; i++) {
        if ((gcv_v8_node_flags(v8, to[i]) & GCV_V8_ENGINE) == 0) {
            continue;
        }
        const uint32_t string = i > first[array] ? string_of(v8, to[i - 1]) : GCV_NONE;
        const uint32_t at = gcv_id_map_get(v8->ctx, last, to[i]);
        gcv_v8_export *met = at != GCV_NONE ? &v8->exports.data[at] : NULL;
        if (met != NULL && met->module == module) {
            if (met->array != array && !met->twice) {
                met->twice = true;
                met->slot = slot_of(v8, module, reference);
            }
            met->name = met->name != GCV_NONE ? met->name : string;
        } else {
            const gcv_v8_export export = {module, array, to[i], string, GCV_NONE, false};
            gcv_id_map_set(v8->ctx, last, to[i], (uint32_t)v8->exports.n);
            gcv_v8_export_column_push(v8->ctx, &v8->exports, export);
        }
    }
}

/* Leaves one export of each cell. */
static void choose_exports(gcv_v8 *v8)
{
    gcv_v8_export *all = v8->exports.data;
    gcv_id_map place_of = {NULL, 0, 0}; /* from cells */
    uint32_t n = 0;
    for (size_t i = 0; i < v8->exports.n; i++) {
        const gcv_v8_export export = all[i];
        const uint32_t at =
            export.twice ? gcv_id_map_enter(v8->ctx, &place_of, export.cell, n) : GCV_NONE;
        if (at == n || (at != GCV_NONE && export.slot < all[at].slot)) {
            all[at] = export;
            n += at == n;
        }
    }
    gcv_free(v8->ctx, place_of.entries);
    v8->exports.n = n;
}

/* Each module and array counts once, whatever refers to it. */
void gcv_v8_need_exports(gcv_v8 *v8)
{
    const gcv_v8_link_column *links = &v8->places.links;
    const uint32_t *first = v8->rows.first_ref.data, *to = v8->rows.refs.low.data;
    gcv_id_map last = {NULL, 0, 0};
    gcv_bitset seen;
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
                look_at_array(v8, module, k, &last);
            }
        }
    }
    gcv_bitset_release(v8->ctx, &seen);
    gcv_free(v8->ctx, last.entries);
    choose_exports(v8);
    for (size_t i = 0; i < v8->exports.n; i++) {
        gcv_v8_need_text(v8, v8->exports.data[i].name);
    }
    if (!v8->texts) {
        gcv_v8_note_column_release(v8->ctx, &v8->strings);
    }
}
