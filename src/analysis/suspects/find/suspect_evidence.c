/* suspect_evidence.c - the evidence against a suspect, in points; see suspects.h. */
#include "analysis/suspects/find/suspect_steps.h"

#include "analysis/ownership.h"
#include "heap/java_class.h"

/* ---- points ------------------------------------------------------------------------------- */

const char *gcv_evidence_word(gcv_evidence evidence)
{
    static const char *const words[GCV_N_EVIDENCE] = {"size", "yours", "repeated",
                                                      "kept", "brief", "grew"};
    return words[evidence];
}

uint32_t gcv_points_sum(const gcv_points *points)
{
    uint32_t sum = 0;
    for (int i = 0; i < GCV_N_EVIDENCE; i++) {
        sum += points->of[i];
    }
    return sum;
}

uint8_t gcv_points_of_size(uint64_t bytes, uint64_t whole)
{
    static const struct {
        uint8_t percent, points;
    } steps[] = {{50, 4}, {10, 3}, {3, 2}, {1, 1}};
    for (size_t i = 0; bytes > 0 && i < GCV_LENGTH(steps); i++) {
        const uint64_t percent = steps[i].percent; /* rounded up, without overflow */
        if (bytes >= whole / 100 * percent + (whole % 100 * percent + 99) / 100) {
            return steps[i].points;
        }
    }
    return 0;
}

uint8_t gcv_points_of_repeats(uint32_t objects)
{
    return objects >= 100 ? 3 : objects >= 10 ? 2 : objects >= 3 ? 1 : 0;
}

uint8_t gcv_points_of_keepers(uint32_t keepers, bool at_root, uint32_t root_kind)
{
    bool strong = (keepers & GCV_KEEPS_ANY & ~(uint32_t)GCV_KEEPS_COLLECTION) != 0;
    bool handles = keepers == 0 && at_root && root_kind == GCV_ROOT_KIND_HANDLE;
    bool waits = at_root && root_kind == GCV_ROOT_KIND_FINALIZER;
    return strong || handles || waits                     ? GCV_POINTS_KEPT
           : keepers == 0                                 ? 0
           : at_root && root_kind == GCV_ROOT_KIND_STATIC ? 2
                                                          : 1;
}

/* ---- evidence ----------------------------------------------------------------------------- */

static bool is_mine(const uint16_t *kinds, uint32_t type)
{
    return (kinds[type] & GCV_TYPE_MINE) != 0;
}

static bool is_of_package(const uint16_t *kinds, uint32_t type)
{
    return (kinds[type] & GCV_TYPE_PACKAGE) != 0;
}

/* Whether a namespace is the platform's. JavaScript has no namespaces, so those in its heaps belong
 * to C++ parts. */
static bool is_of_platform(const gcv_heap *heap, gcv_slice name)
{
    return gcv_heap_is_v8(heap)     ? true
           : gcv_heap_is_ruby(heap) ? gcv_is_platform_ruby(name)
           : gcv_heap_is_java(heap) ? gcv_is_platform_java(name)
                                    : gcv_is_platform(name);
}

/* Returns the name of a class of Java or Ruby: its static fields, constants and variables hold what
 * its object does. */
static gcv_slice class_name_of(const gcv_heap *heap, uint32_t object)
{
    return object == GCV_NONE       ? gcv_slice_of(NULL, 0)
           : gcv_heap_is_java(heap) ? gcv_java_class_name(heap, object)
                                    : gcv_ruby_class_name(heap, object);
}

bool gcv_is_of_program(const gcv_heap *heap, const uint16_t *kinds, uint32_t type, uint32_t object)
{
    const gcv_slice class_ = class_name_of(heap, object);
    return class_.data != NULL ? !is_of_platform(heap, class_)
                               : type != GCV_NONE && is_mine(kinds, type);
}

bool gcv_crowd_is_of_runtime(const gcv_heap *heap, const uint16_t *kinds, const gcv_crowd *crowd)
{
    const uint32_t holder = crowd->kept.holder;
    const gcv_code_place *place =
        holder != GCV_NONE && (kinds[heap->type.data[holder]] & GCV_TYPE_SCOPE) != 0
            ? gcv_heap_place(heap, holder)
            : NULL;
    return (crowd->kinds & GCV_TYPE_MINE) == 0 && place != NULL &&
           gcv_code_place_is_of_runtime(&heap->places, place);
}

/* Whether the holder of a crowd is the program's. The table of interned strings counts only with a
 * baseline, for the strings interned since then, because it also has all literals. Variables (in V8
 * heaps) may be the platform's, so they count only if they hold data without a class, or with a
 * baseline. */
static bool holder_is_mine(const gcv_suspect_input *input, const uint16_t *kinds,
                           const gcv_crowd *crowd)
{
    const gcv_heap *heap = input->heap;
    const gcv_keeping *kept = &crowd->kept;
    bool is_data = input->growing || (crowd->kinds & GCV_TYPE_RECORD) != 0;
    const bool of_runtime = !input->growing && gcv_crowd_is_of_runtime(heap, kinds, crowd);
    if ((crowd->kinds & GCV_TYPE_CLOSURE) != 0 && !(of_runtime && crowd->of_runtime)) {
        return kept->one_holder;
    }
    if (kept->literals) {
        return input->growing;
    }
    if (kept->holder != GCV_NONE) {
        const uint32_t type = heap->type.data[kept->holder];
        return gcv_is_of_program(heap, kinds, type, kept->holder) ||
               ((kinds[type] & GCV_TYPE_SCOPE) != 0 && is_data && !of_runtime);
    }
    const uint32_t container =
        kept->root != GCV_NONE ? gcv_start_root(heap, kept->root).container : GCV_NONE;
    return container != GCV_NONE && is_mine(kinds, container);
}

static void add_crowd(const gcv_suspect_input *input, const uint16_t *kinds, const gcv_crowd *crowd,
                      gcv_points *points)
{
    const uint8_t yours = (crowd->kinds & GCV_TYPE_MINE) != 0   ? GCV_POINTS_YOURS
                          : holder_is_mine(input, kinds, crowd) ? GCV_POINTS_HOLDER_YOURS
                                                                : 0;
    uint8_t *most = &points->of[GCV_EVIDENCE_YOURS];
    *most = yours > *most ? yours : *most;
    if (yours == 0 && (crowd->kinds & GCV_TYPE_BRIEF) == 0) {
        return;
    }
    points->of[GCV_EVIDENCE_REPEATED] = gcv_points_of_repeats(crowd->n);
    const bool are_keepers = (crowd->kinds & GCV_TYPE_CLOSURE) != 0;
    const bool in_static = class_name_of(input->heap, crowd->kept.holder).data != NULL;
    points->of[GCV_EVIDENCE_KEPT] =
        gcv_points_of_keepers(crowd->kept.keepers | (are_keepers ? GCV_KEEPS_DELEGATE : 0),
                              in_static || crowd->kept.holder == GCV_NONE,
                              in_static ? (uint32_t)GCV_ROOT_KIND_STATIC : crowd->kept.root_kind);
    points->of[GCV_EVIDENCE_BRIEF] = (crowd->kinds & GCV_TYPE_BRIEF) != 0 ? GCV_POINTS_BRIEF : 0;
}

bool gcv_suspect_grew(uint64_t now, uint64_t old)
{
    return old == GCV_NOT_REACHABLE || (now > old && now - old >= old / 4 + (old % 4 != 0));
}

gcv_points gcv_suspect_points(const gcv_suspect_input *input, const gcv_suspects *found,
                              uint32_t item, const uint64_t *old)
{
    const gcv_suspect *row = &found->rows.data[item];
    const bool was = old != NULL && old[item] != GCV_NOT_REACHABLE;
    gcv_points points = {0};
    if (old != NULL && gcv_suspect_grew(row->retained, old[item])) {
        points.of[GCV_EVIDENCE_GREW] = GCV_POINTS_GREW;
    }
    points.of[GCV_EVIDENCE_SIZE] =
        gcv_points_of_size(gcv_excess(row->retained, was ? old[item] : 0), input->whole);
    if (row->type == GCV_NONE) {
        points.of[GCV_EVIDENCE_YOURS] =
            is_of_platform(input->heap, row->name) ? 0 : GCV_POINTS_HOLDER_YOURS;
    } else if (is_mine(found->kinds, row->type)) {
        points.of[GCV_EVIDENCE_YOURS] = GCV_POINTS_YOURS;
    }
    if (row->crowd != GCV_NONE) {
        add_crowd(input, found->kinds, gcv_crowd_of(found, row), &points);
    }
    return points;
}

/* Whether a crowd retains enough for what the name of its type says, and has enough points. A crowd
 * gets points for nothing but its size, and so too few, unless its type or its holder is the
 * program's or its type has a brief name. */
bool gcv_crowd_is_suspect(const gcv_search *search, const gcv_crowd *crowd, uint64_t retained)
{
    gcv_points points = {0};
    points.of[GCV_EVIDENCE_SIZE] = gcv_points_of_size(retained, search->input->whole);
    add_crowd(search->input, search->kinds, crowd, &points);
    return crowd->n >= 2 && retained >= gcv_least_of_crowd(search->input, crowd->kinds) &&
           gcv_points_sum(&points) >= GCV_POINTS_ENOUGH;
}

bool gcv_suspect_is_mine(const gcv_suspect_input *input, const gcv_suspects *found,
                         const gcv_suspect *row)
{
    const bool is = row->type != GCV_NONE ? is_mine(found->kinds, row->type) &&
                                                !is_of_package(found->kinds, row->type)
                                          : !is_of_platform(input->heap, row->name);
    const gcv_crowd *crowd = gcv_crowd_of(found, row);
    return is || (crowd != NULL && holder_is_mine(input, found->kinds, crowd) &&
                  !(crowd->kept.holder != GCV_NONE &&
                    is_of_package(found->kinds, input->heap->type.data[crowd->kept.holder])));
}
