/* v8_sites.c - the sections "trace_function_infos" and "trace_tree": where objects were allocated;
 * see v8_reader.h.
 *
 * The tree has a node for each stack of calls; it has the number of the function that was called
 * last. A node of the heap has the id of the stack on which it was allocated. A stack takes up to
 * 48 bytes until the end of the file, a function 16, and a node of the heap that has a stack 16.
 */
#include "input/heapsnapshot/v8_reader.h"

#include <inttypes.h>
#include <string.h>

/* ---- functions ---------------------------------------------------------------------------- */

/* Returns a number of 32 bits; any other counts as `otherwise`. */
static uint32_t fit(uint64_t number, uint32_t otherwise)
{
    return number < GCV_NONE ? (uint32_t)number : otherwise;
}

void gcv_v8_take_functions(gcv_v8 *v8)
{
    const gcv_v8_trace_fields *fields = &v8->sites.fields;
    uint64_t row[GCV_V8_MAX_FIELDS];
    uint32_t n;
    gcv_json_open(&v8->json, '[', "\"trace_function_infos\" is not a list");
    while ((n = gcv_v8_take_row(v8, fields->n_function, row)) == fields->n_function) {
        const gcv_v8_function function = {fit(row[fields->name], GCV_NONE),
                                          fit(row[fields->script_name], GCV_NONE),
                                          fit(row[fields->line], 0), fit(row[fields->column], 0)};
        gcv_v8_function_column_push(v8->ctx, &v8->sites.functions, function);
    }
    if (n > 0) {
        gcv_json_fail(&v8->json, gcv_json_offset(&v8->json) - 1,
                      "\"trace_function_infos\" ends in %" PRIu32 " numbers of %" PRIu32, n,
                      fields->n_function);
    }
}

void gcv_v8_need_sites(gcv_v8 *v8)
{
    const gcv_v8_function_column *functions = &v8->sites.functions;
    for (size_t i = 0; i < functions->n; i++) {
        gcv_v8_need_text(v8, functions->data[i].name);
        gcv_v8_need_text(v8, functions->data[i].script);
    }
}

/* ---- stacks ------------------------------------------------------------------------------- */

/* Notes the function of a stack. Of several stacks with one id the first counts. */
static void add_stack(gcv_v8 *v8, uint64_t id, uint64_t function)
{
    if (function < GCV_NONE) {
        (void)gcv_id_map_enter(v8->ctx, &v8->sites.stacks, id, (uint32_t)function);
    }
}

/* A list of nodes is the rows of its nodes one after another, and each row has the list of its
 * children at the same position: so on the way back up only the depth is to be known. The node at
 * the top is the empty stack. */
void gcv_v8_take_tree(gcv_v8 *v8)
{
    const gcv_v8_trace_fields *fields = &v8->sites.fields;
    gcv_json *json = &v8->json;
    uint64_t row[GCV_V8_MAX_FIELDS], depth = 1;
    uint32_t at = 0; /* the next field of the node */
    gcv_json_open(json, '[', "\"trace_tree\" is not a list");
    while (depth > 0) {
        const bool more = gcv_json_next(json, ']');
        if (!more && at != 0) {
            gcv_json_fail(json, gcv_json_offset(json) - 1,
                          "a node of \"trace_tree\" ends after %" PRIu32 " fields of %" PRIu32, at,
                          fields->n_stack);
        } else if (!more) {
            depth--;
            at = (fields->children + 1) % fields->n_stack;
        } else if (at == fields->children) {
            gcv_json_open(json, '[', "the children of a node of \"trace_tree\" are not a list");
            if (depth > 1) {
                add_stack(v8, row[fields->id], row[fields->function]);
            }
            depth++;
            at = 0;
        } else {
            row[at] = gcv_json_number(json);
            at = (at + 1) % fields->n_stack;
        }
    }
}

/* ---- objects ------------------------------------------------------------------------------ */

/* Returns the index of a script in the heap. `known`: from strings to such indexes. */
static uint32_t script_for(gcv_v8 *v8, gcv_id_map *known, uint32_t string)
{
    gcv_slice_column *scripts = &v8->builder->heap->places.scripts;
    uint32_t at = gcv_id_map_get(v8->ctx, known, string);
    const gcv_slice path = at == GCV_NONE ? gcv_v8_text_of(v8, string) : gcv_slice_of("", 0);
    if (path.size > 0) {
        at = (uint32_t)scripts->n;
        gcv_slice_column_push(v8->ctx, scripts, gcv_builder_copy(v8->builder, path));
        gcv_id_map_set(v8->ctx, known, string, at);
    }
    return at;
}

static uint32_t add_place(gcv_v8 *v8, gcv_id_map *known, const gcv_v8_function *function)
{
    gcv_code_place_column *all = &v8->builder->heap->places.all;
    const gcv_code_place place = {.function = gcv_v8_function_word(v8, function->name),
                                  .script = script_for(v8, known, function->script),
                                  .line = function->line,
                                  .column = function->column & GCV_CODE_COLUMNS};
    gcv_code_place_column_push(v8->ctx, all, place);
    return (uint32_t)all->n - 1;
}

void gcv_v8_add_sites(gcv_v8 *v8)
{
    const gcv_v8_sites *sites = &v8->sites;
    const size_t n = sites->functions.n;
    uint32_t *place_of = gcv_alloc(v8->ctx, n, sizeof *place_of);
    gcv_id_map scripts = {NULL, 0, 0};
    memset(place_of, 0xff, n * sizeof *place_of);
    for (size_t i = 0; i < sites->traced.n; i++) {
        const gcv_v8_traced *traced = &sites->traced.data[i];
        const uint32_t function = gcv_id_map_get(v8->ctx, &sites->stacks, traced->stack);
        if (function >= n) {
            continue;
        }
        if (place_of[function] == GCV_NONE) {
            place_of[function] = add_place(v8, &scripts, &sites->functions.data[function]);
        }
        gcv_builder_site_number(v8->builder, traced->node, place_of[function]);
    }
    gcv_places_find_owners(v8->ctx, &v8->builder->heap->places);
    gcv_free(v8->ctx, place_of);
    gcv_id_map_release(v8->ctx, &scripts);
}
