/* object_groups.c - groups that are a matter of each object: its generation, the kind of root that
 * its chain begins with. See groups.h. 4 bytes an object; O(objects × log ranges), O(objects +
 * references). */
#include "analysis/groups.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

/* Takes the groups that have a name; `names` are ascending. */
static gcv_status start(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap, gcv_group_by by,
                        const char *const *names, uint32_t n, gcv_error *err)
{
    uint32_t i;
    memset(groups, 0, sizeof *groups);
    groups->by = by;
    groups->n_of = heap->n_objects;
    groups->n = groups->n_names = n;
    groups->names = gcv_alloc(ctx, n, sizeof *groups->names, err);
    groups->of = gcv_alloc(ctx, groups->n_of, sizeof *groups->of, err);
    if (groups->names == NULL || groups->of == NULL) {
        gcv_groups_release(ctx, groups);
        return gcv_failed(err);
    }
    for (i = 0; i < n; i++) {
        groups->names[i] = gcv_slice_str(names[i]);
    }
    return GCV_OK;
}

gcv_status gcv_groups_by_generation(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                                    gcv_error *err)
{
    static const char *const names[] = {"<no generation>", "gen0",  "gen1", "gen2",
                                        "large",           "pinned"};
    const uint32_t n = sizeof names / sizeof names[0];
    uint32_t i;
    gcv_status status = GCV_OK;
    if (heap->ranges.n == 0) {
        memset(groups, 0, sizeof *groups);
        return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0,
                             "the file does not say of what generations its objects are");
    }
    status = start(ctx, groups, heap, GCV_BY_GENERATION, names, n, err);
    for (i = 0; status == GCV_OK && i < heap->n_objects; i++) {
        uint32_t generation = gcv_heap_object_generation(heap, i);
        groups->of[i] = generation < n - 1 ? generation + 1 : 0;
    }
    return status;
}

static const char *const root_kinds[GCV_ROOT_KIND_GROUPS] = {
    "<unreachable>", "finalizer", "handle", "internal", "local", "other", "runtime", "static"};

const char *gcv_root_kind_group_name(uint32_t group) { return root_kinds[group]; }

/* The group of a kind of root among these names. */
static uint32_t kind_group(uint32_t kind)
{
    static const uint32_t groups[] = {3, 4, 1, 2, 7, 6};
    return kind < sizeof groups / sizeof groups[0] ? groups[kind] : 5;
}

/* Hands the group of the root object down the chains. Each object is walked over twice at most:
 * up to the first whose group is known, and down again. */
static void spread(gcv_groups *groups, const gcv_paths *paths)
{
    uint32_t i, at, group;
    for (i = 0; i < paths->n_objects; i++) {
        for (at = i; groups->of[at] == GCV_NONE; at = paths->parent[at]) {
        }
        group = groups->of[at];
        for (at = i; groups->of[at] == GCV_NONE; at = paths->parent[at]) {
            groups->of[at] = group;
        }
    }
}

gcv_status gcv_groups_by_root_kind(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                                   const gcv_root_set *roots, gcv_error *err)
{
    gcv_paths paths;
    uint32_t i;
    gcv_status status =
        start(ctx, groups, heap, GCV_BY_ROOT_KIND, root_kinds, GCV_ROOT_KIND_GROUPS, err);
    if (status != GCV_OK) {
        return status;
    }
    status = gcv_paths_find(ctx, heap, roots, &paths, err);
    if (status != GCV_OK) {
        gcv_groups_release(ctx, groups);
        return status;
    }
    for (i = 0; i < heap->n_objects; i++) {
        groups->of[i] = paths.parent[i] == GCV_NONE ? 0 : GCV_NONE;
    }
    for (i = 0; i < roots->n; i++) {
        groups->of[roots->object[i]] = kind_group(heap->roots.data[roots->root[i]].kind);
    }
    spread(groups, &paths);
    gcv_paths_release(ctx, &paths);
    return GCV_OK;
}
