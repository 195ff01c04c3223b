/* suspect_born.c - bytes of suspects of V8 that the older dump did not have, and room in arrays of
 * other runtimes; see suspect_past.h.
 *
 * Snapshots of one process have the same id for an object; those of two processes have some ids in
 * common, but of objects of other types. Objects are numbered by id.
 * O(objects); 16 bytes per type, 24 bytes and 2 bits per reachable object while it runs. Room of
 * other runtimes: O(rows), and if there is any, O(objects) and 8 bytes per reachable object.
 */
#include "analysis/suspects/explain/suspect_past.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/text.h"
#include "heap/shapes.h"

/* Returns the hash of the name of each type, which is that of all plain objects for each shape. */
static uint64_t *hash_names(gcv_context *ctx, const gcv_heap *heap)
{
    uint64_t *out = gcv_alloc(ctx, heap->n_types, sizeof *out);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const gcv_slice name = gcv_type_name_of_many(gcv_heap_type_name(heap, i));
        out[i] = gcv_hash_bytes(name.data, name.size, ctx->seed);
    }
    return out;
}

/* Whether an object is an array of Java or .NET. Arrays of V8 and Ruby may have numbers in them. */
static bool is_array(const gcv_heap *heap, uint32_t object)
{
    return gcv_slice_ends(heap->types.name[heap->type.data[object]], "[]");
}

/* Returns the largest array to which a collection refers, which is its table; GCV_NONE: it has
 * none, or is a root. `array`: the row of the type of arrays in V8; GCV_NONE: another runtime,
 * in which there are many such types.
 */
static uint32_t table_of(const gcv_heap *heap, uint32_t array, uint32_t object)
{
    enum { LAST = 8 }; /* of an Array, which refers to what is in it, too */
    uint32_t n = 0, table = GCV_NONE;
    const uint32_t *to = object < GCV_ROOTED ? gcv_heap_references(heap, object, &n) : NULL;
    for (uint32_t i = n > LAST ? n - LAST : 0; i < n; i++) {
        const bool is =
            array != GCV_NONE ? gcv_heap_object_row(heap, to[i]) == array : is_array(heap, to[i]);
        table = is && (table == GCV_NONE || gcv_heap_size(heap, to[i]) > gcv_heap_size(heap, table))
                    ? to[i]
                    : table;
    }
    return table;
}

/* A heap of a pair, and how many references may still be counted: as many as it has, so that tables
 * that many objects share are not counted for each of them. */
typedef struct side {
    const gcv_heap *heap;
    uint32_t array, inner; /* rows of types; GCV_NONE */
    size_t left;
} side;

static side side_of(const gcv_heap *heap)
{
    return (side){heap, gcv_heap_type_named(heap, gcv_slice_str(GCV_ARRAY_TYPE)),
                  gcv_heap_type_named(heap, gcv_slice_str(GCV_SYSTEM_TYPE)), heap->refs.n};
}

/* Outside V8, a table with fewer objects for its size has numbers in it, too. */
enum { BYTES_PER_OBJECT = 64 };

/* Returns how many objects are in a table; free places refer to one of the engine in V8, elsewhere
 * to none. 0, too, if there is too much to count. */
static uint32_t count_in(side *of, uint32_t table)
{
    uint32_t n, in = 0;
    const uint32_t *to = gcv_heap_references(of->heap, table, &n);
    if (of->inner == GCV_NONE || n > of->left) {
        return of->inner == GCV_NONE ? n : 0;
    }
    of->left -= n;
    for (uint32_t i = 0; i < n; i++) {
        in += gcv_heap_object_row(of->heap, to[i]) != of->inner;
    }
    return in;
}

/* Returns how many bytes of the table of a collection are room for more: those above what it had
 * before, for as many objects. A table doubles when it is full. */
static uint64_t room_of(side *now, uint32_t table, side *old, uint32_t had)
{
    if (table == GCV_NONE || had == GCV_NONE) {
        return 0;
    }
    const uint64_t size = gcv_heap_size(now->heap, table), was = gcv_heap_size(old->heap, had);
    const uint32_t n = size > was ? count_in(now, table) : 0;
    const uint32_t n_old = n > 0 ? count_in(old, had) : 0;
    if (n_old == 0 || (now->array == GCV_NONE && n_old < was / BYTES_PER_OBJECT)) {
        return 0; /* it has not grown, or what it has is no objects, but numbers */
    }
    return gcv_excess(size, n > n_old ? gcv_scaled(was, n, n_old) : was);
}

/* Writes, by number, by how much the bytes of each object grew, and the room in the tables of
 * collections. False: the snapshots are of two processes, as more than one of 20 ids in common has
 * another type; then there is no room. */
static bool find_born(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                      const gcv_heap *old, uint64_t *born, uint64_t *room)
{
    side after = side_of(heap), ago = side_of(old);
    uint32_t n_common = 0, n_same = 0;
    uint64_t *names = hash_names(ctx, heap), *old_names = hash_names(ctx, old);
    for (uint32_t i = 0, k = 0; i < heap->n_objects; i++) {
        const uint64_t id = gcv_heap_object_id(heap, i), size = gcv_heap_size(heap, i);
        while (k < old->n_objects && gcv_heap_object_id(old, k) < id) {
            k++;
        }
        const bool common = k < old->n_objects && gcv_heap_object_id(old, k) == id;
        const bool same = common && names[heap->type.data[i]] == old_names[old->type.data[k]];
        const uint64_t before = same ? gcv_heap_size(old, k) : 0;
        born[d->number[i]] = gcv_excess(size, before);
        n_common += common;
        n_same += same;
        if (same &&
            gcv_slice_is_listed(gcv_heap_type_name(heap, heap->type.data[i]), "Map|Set|Array")) {
            const uint32_t table = table_of(heap, after.array, i);
            const uint64_t more = room_of(&after, table, &ago, table_of(old, ago.array, k));
            if (more > 0) {
                room[d->number[table]] = more;
            }
        }
    }
    GCV_FREE(ctx, names, old_names);
    const bool one = n_common - n_same <= n_common / 20;
    memset(room, 0, one ? 0 : ((size_t)d->n_reached + 1) * sizeof *room);
    return one;
}

/* Whether the older dump has an object, which is not empty. */
static bool is_old(const gcv_heap *heap, const gcv_dominators *d, const uint64_t *born, uint32_t w)
{
    return born[w] < gcv_heap_size(heap, d->object[w]);
}

/* Writes, by number, the bytes of compiled code and of what it dominates, as arrays of constants,
 * and those of the tables of WeakMaps: the bytes that are born, or all if `born` is NULL. Shapes
 * count as code if the older dump has them or their functions. Code counts as `room`, which has no
 * limit, if the older dump has it or its function: the functions of a program need only so much. */
static void find_code(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                      const uint64_t *born, uint64_t *code, uint64_t *room)
{
    const uint32_t row = gcv_heap_type_named(heap, gcv_slice_str(GCV_CODE_TYPE));
    const uint32_t shape = gcv_heap_type_named(heap, gcv_slice_str(GCV_LAYOUT_TYPE));
    const uint32_t function = gcv_heap_type_named(heap, gcv_slice_str("Function"));
    const uint32_t array = gcv_heap_type_named(heap, gcv_slice_str(GCV_ARRAY_TYPE));
    const uint32_t maps = gcv_heap_type_named(heap, gcv_slice_str("WeakMap"));
    const uint32_t sets = gcv_heap_type_named(heap, gcv_slice_str("WeakSet"));
    gcv_bitset inside, known;
    gcv_bitset_init(ctx, &inside, (size_t)d->n_reached + 1);
    gcv_bitset_init(ctx, &known, (size_t)d->n_reached + 1);
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        const uint32_t object = d->object[w], over = d->dominator[w];
        const uint32_t type = gcv_heap_object_row(heap, object),
                       above = over != 0 ? gcv_heap_object_row(heap, d->object[over]) : GCV_NONE;
        const bool was =
            born != NULL && (is_old(heap, d, born, w) ||
                             (over != 0 && above == function && is_old(heap, d, born, over)));
        const bool is_code = type == row || (type == shape && was) || gcv_bitset_has(&inside, over);
        if ((type == row && was) || gcv_bitset_has(&known, over)) {
            gcv_bitset_add(&known, w);
            room[w] = born[w];
        } else if (is_code ||
                   (type == array && above != GCV_NONE && (above == maps || above == sets))) {
            code[w] = born != NULL ? born[w] : gcv_heap_size(heap, object);
        }
        if (is_code) {
            gcv_bitset_add(&inside, w);
        }
    }
    gcv_bitset_release(ctx, &inside);
    gcv_bitset_release(ctx, &known);
}

/* Sums `bytes`, by number, over a row: at most so many for a crowd, and all for a group; or at
 * least so many, none for a group. What several members of a crowd have, and what they retain only
 * together, is not told apart. */
static uint64_t bytes_of(const gcv_suspects *found, const gcv_suspect *row, const gcv_dominators *d,
                         const uint64_t *bytes, bool at_most)
{
    const gcv_crowd *crowd = gcv_crowd_of(found, row);
    uint64_t retained = 0, sum = 0;
    if (crowd == NULL) {
        return row->object != GCV_NONE ? bytes[d->number[row->object]]
               : at_most               ? row->retained
                                       : 0;
    }
    for (uint32_t i = 0; i < gcv_crowd_size(crowd); i++) {
        const uint32_t number = d->number[gcv_crowd_members(&found->crowds, crowd)[i]];
        retained = gcv_add_capped(retained, d->retained[number]);
        sum = gcv_add_capped(sum, bytes[number]);
    }
    return at_most ? gcv_add_capped(sum, gcv_excess(row->retained, retained))
                   : gcv_excess(sum, gcv_excess(retained, row->retained));
}

static void add_below(const gcv_dominators *d, uint64_t *bytes)
{
    for (uint32_t w = d->n_reached; w > 0; w--) {
        bytes[d->dominator[w]] += bytes[w];
    }
}

/* Counts the objects of the crowds of rows that the older dump has. */
static uint32_t *count_old(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const uint64_t *born)
{
    const gcv_dominators *d = input->dominators;
    uint32_t *kept = gcv_alloc_zeroed(ctx, found->rows.n, sizeof *kept);
    for (size_t i = 0; i < found->rows.n; i++) {
        const gcv_crowd *crowd = gcv_crowd_of(found, &found->rows.data[i]);
        for (uint32_t k = 0; crowd != NULL && k < gcv_crowd_size(crowd); k++) {
            const uint32_t object = gcv_crowd_members(&found->crowds, crowd)[k];
            kept[i] += is_old(input->heap, d, born, d->number[object]);
        }
    }
    return kept;
}

void gcv_suspect_born_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const gcv_heap *old, gcv_suspect_born *out)
{
    const gcv_dominators *d = input->dominators;
    const size_t n = (size_t)d->n_reached + 1;
    uint64_t *born = gcv_alloc_zeroed(ctx, n, sizeof *born);
    uint64_t *code = gcv_alloc_zeroed(ctx, n, sizeof *code);
    uint64_t *room = gcv_alloc_zeroed(ctx, n, sizeof *room);
    const bool same = find_born(ctx, input->heap, d, old, born, room);
    find_code(ctx, input->heap, d, same ? born : NULL, code, room);
    out->kept = same ? count_old(ctx, input, found, born) : NULL;
    add_below(d, born);
    add_below(d, code);
    add_below(d, room);
    out->bytes = same ? gcv_alloc(ctx, found->rows.n, sizeof *out->bytes) : NULL;
    out->code = gcv_alloc(ctx, found->rows.n, sizeof *out->code);
    out->room = gcv_alloc(ctx, found->rows.n, sizeof *out->room);
    for (size_t i = 0; i < found->rows.n; i++) {
        const gcv_suspect *row = &found->rows.data[i];
        out->code[i] = bytes_of(found, row, d, code, false);
        out->room[i] = bytes_of(found, row, d, room, false);
        if (same) {
            out->bytes[i] = bytes_of(found, row, d, born, true);
        }
    }
    GCV_FREE(ctx, born, code, room);
}

void gcv_suspect_room_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const gcv_suspect_like *like,
                           gcv_suspect_born *out)
{
    const gcv_dominators *d = input->dominators;
    side now = side_of(input->heap), ago = side_of(like->heap);
    uint64_t *room = NULL; /* most heaps have none */
    for (uint32_t i = 0; i < found->n_objects; i++) {
        const uint32_t object = found->rows.data[i].object, before = like->object[i];
        if (before == GCV_NONE || !is_array(now.heap, object)) {
            continue;
        }
        uint32_t n, table = object, had = before;
        (void)gcv_heap_references(now.heap, object, &n);
        if (n == 0) { /* of numbers, as many as there are objects in another */
            table = table_of(now.heap, now.array, input->paths->parent[object]);
            had = table_of(ago.heap, ago.array, like->parent[before]);
        }
        const uint64_t more = room_of(&now, table, &ago, had);
        if (more > 0) {
            const uint64_t grew =
                gcv_excess(gcv_heap_size(now.heap, object), gcv_heap_size(ago.heap, before));
            room =
                room != NULL ? room : gcv_alloc_zeroed(ctx, (size_t)d->n_reached + 1, sizeof *room);
            room[d->number[object]] = more < grew ? more : grew;
        }
    }
    if (room == NULL) {
        return;
    }
    add_below(d, room);
    out->room = gcv_alloc(ctx, found->rows.n, sizeof *out->room);
    for (size_t i = 0; i < found->rows.n; i++) {
        out->room[i] = bytes_of(found, &found->rows.data[i], d, room, false);
    }
    gcv_free(ctx, room);
}
