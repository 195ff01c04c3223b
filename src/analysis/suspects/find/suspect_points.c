/* suspect_points.c - points for evidence; see suspect_points.h. */
#include "analysis/suspects/find/suspect_points.h"

#include "analysis/type_kinds.h"

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

/* Whether `part` is at least `percent` % of `whole`, exactly. */
static bool is_share(uint64_t part, uint64_t whole, uint64_t percent)
{
    uint64_t least = whole / 100 * percent + (whole % 100 * percent + 99) / 100;
    return part >= least;
}

uint8_t gcv_points_of_size(uint64_t bytes, uint64_t whole)
{
    static const struct {
        uint8_t percent, points;
    } steps[] = {{50, 4}, {10, 3}, {3, 2}, {1, 1}};
    for (size_t i = 0; bytes > 0 && i < sizeof steps / sizeof steps[0]; i++) {
        if (is_share(bytes, whole, steps[i].percent)) {
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
