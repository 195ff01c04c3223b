/* suspect_list.c - suspects, selected and ranked; see suspect_list.h. */
#include "figures/suspect_list.h"

#include "base/number.h"
#include "base/text.h"
#include "heap/shapes.h"

/* 100 % in thousandths of a percent. */
enum { SHARE_OF_ALL = 100000 };

/* Minimum for a crowd: its share of the reachable bytes, or its growth's share of the total
 * growth. */
enum { CROWD_SHARE = SHARE_OF_ALL / 1000, GROWN_SHARE = SHARE_OF_ALL / 100 };

/* Minimum bytes of a suspect and of a crowd, unless --min-share or --min sets another: in a heap of
 * a few hundred bytes, everything has a large share. */
enum { LEAST_BYTES = 1000, LEAST_CROWD_BYTES = 100 };

/* What a suspect must have grown by since the baseline, unless --min-share or --min sets a minimum:
 * a share of the reachable bytes, which no program keeps steadier, but no more than `most` bytes,
 * so that a young leak in a large heap is seen. */
typedef struct gcv_steady {
    uint64_t share, most;
} gcv_steady;

static const gcv_steady steady_pattern = {SHARE_OF_ALL / 1000, 8 << 10},
                        steady_other = {SHARE_OF_ALL / 200, 64 << 10},
                        steady_known = {SHARE_OF_ALL / 100 * 3, 1 << 20},
                        steady_engine = {SHARE_OF_ALL / 10, 1 << 20};

/* ---- which rows --------------------------------------------------------------------------- */

/* `share` thousandths of a percent of `whole`, rounded up. */
static uint64_t share_of(uint64_t whole, uint64_t share)
{
    uint64_t rest = whole % SHARE_OF_ALL * share;
    return whole / SHARE_OF_ALL * share + rest / SHARE_OF_ALL + (rest % SHARE_OF_ALL > 0);
}

static uint64_t greater(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* What growth is compared with: the total growth, what is left out included, but at least 1 % of
 * the reachable bytes. */
static uint64_t growth_whole(const gcv_suspect_list *list)
{
    const uint64_t before = list->reachable_before;
    return greater(gcv_excess(list->reachable, before),
                   share_of(list->reachable, SHARE_OF_ALL / 100));
}

/* Whether --min-share or --min is given, by which all rows are measured. */
static bool has_minimum(const gcv_suspect_list *list)
{
    return list->request.min_share.given || list->request.now->selection->filter->min.given;
}

/* Sets the limits of the search. --min alone replaces the default share. Crowds may be smaller than
 * other suspects, unless --min-share or --min sets a minimum. */
static void set_limits(gcv_suspect_list *list)
{
    const gcv_optional *min_share = &list->request.min_share;
    const gcv_optional *min = &list->request.now->selection->filter->min;
    gcv_suspect_input *input = &list->input;
    const bool is_default = !has_minimum(list);
    const uint64_t share = min_share->given ? min_share->value
                           : min->given     ? 0
                                            : GCV_SUSPECT_PERCENT * (SHARE_OF_ALL / 100);
    const uint64_t crowd_share = input->growing ? GROWN_SHARE : CROWD_SHARE;
    const uint64_t least = is_default ? LEAST_BYTES : min->given ? greater(min->value, 1) : 1;
    input->whole = input->growing ? growth_whole(list) : list->reachable;
    input->heavy = greater(share_of(input->whole, share), least);
    input->small =
        is_default ? greater(share_of(input->whole, crowd_share), LEAST_CROWD_BYTES) : input->heavy;
}

/* Whether bytes are no more than what is large in a steady program, too. */
static bool is_within(const gcv_suspect_list *list, uint64_t bytes, const gcv_steady *steady)
{
    const uint64_t share = share_of(list->reachable, steady->share);
    return bytes < (share < steady->most ? share : steady->most);
}

static bool is_of_cpp(const gcv_suspect_list *list, uint32_t object)
{
    const uint32_t type = list->heap->type.data[object];
    return (list->found.kinds[type] & GCV_TYPE_STUFF) != 0 &&
           gcv_is_of_cpp(list->heap->types.name[type]);
}

/* What a browser or Node.js has loaded, in a list that is full with so many. */
enum { RESOURCES = 250 };

static bool is_resource(const gcv_suspect_list *list, uint32_t object)
{
    return gcv_slice_is(list->heap->types.name[list->heap->type.data[object]],
                        "PerformanceResourceTiming");
}

/* Bytes of what an object retains that are of C++. O(objects that it dominates); of rows below each
 * other, of which each retains at most 70 % of the one above, there are few. */
static uint64_t cpp_inside(const gcv_suspect_list *list, uint32_t object)
{
    const gcv_dominators *d = list->input.dominators;
    const gcv_dominator_tree *tree = &list->found.tree;
    const uint32_t number = d->number[object], end = gcv_dominator_tree_end(tree, number);
    uint64_t bytes = 0, resources = 0, n = 0;
    for (uint32_t at = tree->at[number]; at < end; at++) {
        const uint32_t inside = d->object[tree->order[at]];
        const uint64_t size = gcv_heap_size(list->heap, inside);
        bytes += is_of_cpp(list, inside) ? size : 0;
        resources += is_resource(list, inside) ? size : 0;
        n += is_resource(list, inside);
    }
    return bytes + (n <= RESOURCES ? resources : 0);
}

/* Whether a row of V8 is an object of C++ with others, or a table that only the engine holds and
 * that is large by itself, a cache of it: both grow while a program is steady. */
static bool is_of_engine(const gcv_suspect_list *list, const gcv_suspect *row)
{
    if (row->object == GCV_NONE || !gcv_heap_is_v8(list->heap)) {
        return false;
    }
    return is_of_cpp(list, row->object)
               ? cpp_inside(list, row->object) >= row->retained / 2
               : gcv_slice_is(row->name, GCV_ARRAY_TYPE) &&
                     row->root_kind == GCV_ROOT_KIND_INTERNAL &&
                     list->input.paths->parent[row->object] >= GCV_ROOTED &&
                     gcv_heap_size(list->heap, row->object) >= row->retained / 8 * 7;
}

/* Whether an object of C++ has hardly anything that a script could hold: a cache of a browser. */
static bool is_cpp_alone(const gcv_suspect_list *list, const gcv_suspect *row)
{
    return row->object != GCV_NONE && gcv_heap_is_v8(list->heap) && is_of_cpp(list, row->object) &&
           cpp_inside(list, row->object) >= row->retained - row->retained / 10;
}

/* Whether a row of V8 is a cache of the engine, as of numbers and their texts, or the list of what
 * was loaded. */
static bool is_cache(const gcv_suspect_list *list, const gcv_suspect *row)
{
    uint32_t n;
    const gcv_crowd *crowd = gcv_crowd_of(&list->found, row);
    (void)gcv_heap_references(list->heap, row->object != GCV_NONE ? row->object : 0, &n);
    return row->object != GCV_NONE
               ? gcv_slice_begins(row->name, "system / ") && gcv_slice_ends(row->name, "Cache") &&
                     n <= 1
               : crowd != NULL && crowd->n <= RESOURCES &&
                     is_resource(list, gcv_crowd_members(&list->found.crowds, crowd)[0]);
}

/* Whether a row of V8 is the source text of a script. */
static bool is_script_text(const gcv_suspect_list *list, const gcv_suspect *row)
{
    const gcv_heap *heap = list->heap;
    const uint32_t over =
        row->object != GCV_NONE ? list->input.paths->parent[row->object] : GCV_NONE;
    return gcv_heap_is_v8(heap) && over < GCV_ROOTED && gcv_slice_is(row->name, GCV_STRING_TYPE) &&
           gcv_slice_is(heap->types.name[heap->type.data[over]], GCV_CODE_TYPE);
}

static bool is_of_runtime(const gcv_suspect_list *list, const gcv_suspect *row)
{
    const gcv_crowd *crowd = gcv_crowd_of(&list->found, row);
    return crowd != NULL && gcv_crowd_is_of_runtime(list->heap, list->found.kinds, crowd);
}

/* Whether a row of V8 is the modules that Node.js has loaded, and that nothing of the program's
 * holds. */
static bool are_modules(const gcv_suspect_list *list, const gcv_suspect *row)
{
    return gcv_heap_is_v8(list->heap) && (!row->mine || is_of_runtime(list, row)) &&
           row->object == GCV_NONE && row->type != GCV_NONE &&
           (list->found.kinds[row->type] & GCV_TYPE_MINE) == 0 &&
           gcv_slice_is_listed(row->name, "Module|BuiltinModule");
}

/* Whether a row of V8 says nothing of a program: the text of a script, unless that is a fifth of
 * the heap, or half of the growth; modules or an object of the engine in a heap without a baseline,
 * unless they retain half of it; or a namespace, which is a browser's and retains whatever a page
 * holds by it, unless it has become more objects. */
static bool says_nothing(const gcv_suspect_list *list, uint32_t item)
{
    const gcv_suspect *row = &list->found.rows.data[item];
    if (has_minimum(list) || row->mine || !gcv_heap_is_v8(list->heap)) {
        return false;
    }
    if (is_script_text(list, row)) {
        const uint64_t bytes = gcv_suspect_list_bytes(list, item);
        return bytes < list->reachable / 5 && (!list->input.growing || bytes < list->grown / 2);
    }
    if (!list->input.growing && (are_modules(list, row) || is_of_engine(list, row))) {
        return row->retained < list->reachable / 2;
    }
    const uint64_t before = list->input.growing ? list->past.objects[item] : row->objects;
    return gcv_is_group(row) && row->type == GCV_NONE && row->objects <= before + before / 10;
}

/* Whether a row of a pair has grown like one of a steady program: where its counterpart had nearly
 * as much, by a cache that fills or texts that got longer; else by something that was needed for
 * the first time. Code that V8 compiled meanwhile and room in tables count apart. What variables of
 * the runtime hold must be a tenth of all that grew. */
static bool is_steady(const gcv_suspect_list *list, uint32_t item, uint64_t bytes)
{
    const gcv_suspect *row = &list->found.rows.data[item];
    if (!list->input.growing || has_minimum(list)) {
        return false;
    }
    if (is_cpp_alone(list, row) || is_cache(list, row) ||
        (is_of_runtime(list, row) && bytes < list->input.whole / 10)) {
        return true;
    }
    const bool engine = is_of_engine(list, row) || are_modules(list, row);
    const gcv_steady *steady = engine ? &steady_engine
                               : !gcv_suspect_grew(row->retained, list->past.retained[item])
                                   ? &steady_known
                               : row->mine && gcv_is_pattern(row) ? &steady_pattern
                                                                  : &steady_other;
    const gcv_suspect_born *born = &list->past.born;
    const uint64_t code = born->code != NULL ? born->code[item] : 0;
    const uint64_t apart = gcv_add_capped(code, born->room != NULL ? born->room[item] : 0);
    return is_within(list, code, &steady_engine) &&
           is_within(list, gcv_excess(bytes, apart), steady);
}

/* Whether nobody can tell if a row has grown: a type without a name; or something of such a type
 * that is kept in a way in which nothing was kept in the baseline. */
static bool is_beyond_comparison(const gcv_suspect_list *list, uint32_t item)
{
    const gcv_suspect *row = &list->found.rows.data[item];
    return list->past.retained != NULL && gcv_type_is_nameless(row->name) &&
           (gcv_is_group(row) || list->past.retained[item] == GCV_NOT_REACHABLE);
}

static bool is_shown(const gcv_suspect_list *list, uint32_t item)
{
    const gcv_suspect *row = &list->found.rows.data[item];
    const gcv_selection *selection = list->input.selection;
    bool type = row->type != GCV_NONE ? selection->types[row->type] != 0
                                      : gcv_filter_name(list->ctx, selection->filter, row->name);
    bool place = row->object == GCV_NONE || gcv_selection_has_place(selection, row->object);
    uint64_t bytes = gcv_suspect_list_bytes(list, item);
    bool enough = bytes >= list->input.heavy ||
                  (bytes >= list->input.small && list->points[item] >= GCV_POINTS_ENOUGH);
    /* if less than half of the growth is of objects that the baseline lacks, these are held in
     * another way than before, or by nothing else any more */
    const bool moved = list->past.born.bytes != NULL && list->past.born.bytes[item] < bytes / 2;
    return !row->folded && type && place && enough && !is_steady(list, item, bytes) &&
           (row->mine || !list->request.mine) && !is_beyond_comparison(list, item) && !moved &&
           !says_nothing(list, item);
}

GCV_KEY(key_of, ((const gcv_suspect_list *)payload)->request.by_bytes
                    ? gcv_suspect_list_bytes(payload, row)
                    : ((const gcv_suspect_list *)payload)->points[row]);

/* Breaks ties: by growth, by retained bytes, by name, objects before groups; then objects by id and
 * section, groups by fingerprint. */
static bool row_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_suspect_list *list = payload;
    const gcv_suspect *x = &list->found.rows.data[a], *y = &list->found.rows.data[b];
    const gcv_heap *heap = list->heap;
    int names = gcv_slice_compare(x->name, y->name);
    uint64_t id_x = gcv_suspect_list_bytes(list, a), id_y = gcv_suspect_list_bytes(list, b);
    if (id_x != id_y) {
        return id_x > id_y;
    }
    if (x->retained != y->retained) {
        return x->retained > y->retained;
    }
    if (names != 0) {
        return names < 0;
    }
    if (x->object == GCV_NONE || y->object == GCV_NONE) {
        return x->object == GCV_NONE && y->object == GCV_NONE ? x->fingerprint < y->fingerprint
                                                              : y->object == GCV_NONE;
    }
    id_x = gcv_heap_object_id(heap, x->object);
    id_y = gcv_heap_object_id(heap, y->object);
    return id_x != id_y ? id_x < id_y : x->object < y->object;
}

/* Whether a suspect is suppressed. A crowd is suppressed by the fingerprint of the suspect that is
 * folded into it, too. */
static bool is_known(const gcv_suspect_list *list, const gcv_suspect *row)
{
    const gcv_suppressions *known = list->request.known;
    const gcv_glob_list *exact = &list->request.now->selection->filter->exact;
    gcv_context *ctx = list->ctx;
    if (known == NULL) {
        return false;
    }
    return gcv_is_suppressed(ctx, known, exact, row->fingerprint, row->name) ||
           (row->crowd != GCV_NONE && row->like != GCV_NONE &&
            gcv_is_suppressed(ctx, known, exact, list->found.rows.data[row->like].fingerprint,
                              row->name));
}

/* ---- finding ------------------------------------------------------------------------------ */

/* Reachable bytes without those of what is left out, all of which is reachable. */
static uint64_t reached_rest(gcv_basis *basis)
{
    uint64_t bytes = gcv_basis_paths(basis)->reached_bytes;
    for (uint32_t i = 0; basis->rest != NULL && i < basis->heap->n_objects; i++) {
        bytes -= gcv_heap_size(basis->heap, i) - gcv_heap_size(basis->rest, i);
    }
    return bytes;
}

/* Dominators come first, then the chains of both dumps: the order decides the peak of memory. */
static void search(gcv_suspect_list *list)
{
    gcv_basis *basis = list->request.now, *past = list->request.past;
    gcv_suspect_input *input = &list->input;
    input->heap = gcv_basis_rest(basis);
    input->roots = gcv_basis_roots(basis);
    input->dominators = gcv_basis_rest_dominators(basis);
    input->order = gcv_basis_order(basis);
    input->paths = gcv_basis_paths(basis);
    input->selection = gcv_basis_rest_selection(basis);
    input->growing = past != NULL;
    input->slots = gcv_heap_has_fields(input->heap) &&
                   (past == NULL || gcv_heap_has_fields(gcv_basis_rest(past)));
    list->reachable = gcv_basis_dominators(basis)->retained[0];
    if (past != NULL) {
        const uint64_t now = input->dominators->retained[0], before = reached_rest(past);
        list->reachable_before = gcv_basis_paths(past)->reached_bytes;
        list->grown = gcv_excess(now, before);
    }
    set_limits(list);
    gcv_suspects_find(list->ctx, input, &list->found);
    if (past != NULL) {
        gcv_suspect_past_find(list->ctx, input, &list->found, past, list->request.chains,
                              &list->past);
    }
}

static void rank(gcv_suspect_list *list)
{
    gcv_context *ctx = list->ctx;
    const gcv_row_order order = {list, key_of, false, row_before, NULL};
    list->points = gcv_alloc(ctx, list->found.rows.n, sizeof *list->points);
    for (uint32_t i = 0; i < list->found.rows.n; i++) {
        gcv_points points = gcv_suspect_points(&list->input, &list->found, i, list->past.retained);
        list->points[i] = gcv_points_sum(&points);
    }
    gcv_rows_init(&list->rows, ctx, &order, list->request.top);
    for (uint32_t i = 0; i < list->found.rows.n; i++) {
        if (!is_shown(list, i)) {
            continue;
        }
        if (is_known(list, &list->found.rows.data[i])) {
            list->n_suppressed++;
        } else {
            gcv_rows_add(&list->rows, i);
        }
    }
    gcv_glob_check(ctx);
    gcv_rows_finish(&list->rows);
}

void gcv_suspect_list_find(gcv_context *ctx, const gcv_suspect_request *request,
                           gcv_suspect_list *out)
{
    *out = (gcv_suspect_list){.ctx = ctx, .heap = request->now->heap, .request = *request};
    search(out);
    rank(out);
    gcv_reasons_init(ctx, &out->reasons, &out->input, &out->found);
}

/* ---- one row ------------------------------------------------------------------------------ */

void gcv_suspect_list_describe(gcv_suspect_list *list, size_t at)
{
    uint32_t item = list->rows.items.data[at];
    gcv_reasons_describe(&list->reasons, &list->found.rows.data[item],
                         list->past.retained != NULL ? &list->past.retained[item] : NULL);
}

gcv_points gcv_suspect_list_points(const gcv_suspect_list *list, size_t at)
{
    return gcv_suspect_points(&list->input, &list->found, list->rows.items.data[at],
                              list->past.retained);
}

void gcv_suspect_list_collect(gcv_suspect_list *list, gcv_set_members *members, uint32_t first_set,
                              gcv_suspect_chains *out)
{
    /* Chains show what `retained` shows: of the whole heap. */
    gcv_suspect_input input = list->input;
    input.heap = list->heap;
    input.dominators = gcv_basis_dominators(list->request.now);
    const gcv_suspect_query query = {&input,
                                     &list->found,
                                     list->rows.items.data,
                                     list->rows.items.n,
                                     &list->past,
                                     gcv_basis_shown_paths(list->request.now)};
    gcv_chain_order_release(list->ctx, list->input.order); /* 8 bytes per object */
    gcv_suspect_chains_collect(list->ctx, &query, members, first_set, out);
}

void gcv_suspect_list_chains(gcv_suspect_list *list, gcv_suspect_chains *out)
{
    gcv_context *ctx = list->ctx;
    gcv_set_members members;
    gcv_set_members_init(ctx, &members, list->heap);
    gcv_suspect_list_collect(list, &members, 0, out);
    uint64_t *retained = gcv_set_members_retained(ctx, &members, list->input.roots,
                                                  list->input.paths, (uint32_t)out->sets.n);
    gcv_suspect_chains_take(out, retained);
    gcv_free(ctx, retained);
}
