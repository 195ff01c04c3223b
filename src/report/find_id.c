/* find_id.c - objects by id; see find_id.h. */
#include "report/find_id.h"

#include "base/error.h"

#include <inttypes.h>

gcv_status gcv_report_find_objects(gcv_report *report, const gcv_selection *selection,
                                   gcv_u32_column *out, gcv_error *err)
{
    return gcv_report_find_id(report, selection, report->options->object.value, out, err);
}

void gcv_report_warn_shared_id(const gcv_report *report, const gcv_selection *selection,
                               uint64_t id)
{
    size_t n = 0;
    uint32_t s;
    for (s = 0; s < report->heap->sections.n; s++) {
        n += selection->sections[s] && gcv_heap_find(report->heap, s, id) != GCV_NONE;
    }
    if (n > 1) {
        gcv_report_warn(report, "%zu objects have the id %" PRIx64 "; --domain chooses one", n, id);
    }
}

void gcv_report_keep_first(const gcv_report *report, uint64_t id, size_t most,
                           gcv_u32_column *objects)
{
    if (objects->n > most) {
        gcv_report_warn(report,
                        "of the objects with the id %" PRIx64 " only the first %zu are shown", id,
                        most);
        objects->n = most;
    }
}

gcv_status gcv_report_find_id(gcv_report *report, const gcv_selection *selection, uint64_t id,
                              gcv_u32_column *out, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    size_t before = out->n;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        uint32_t object = selection->sections[s] ? gcv_heap_find(heap, s, id) : GCV_NONE;
        gcv_status status =
            object != GCV_NONE ? gcv_u32_column_push(report->ctx, out, object, err) : GCV_OK;
        if (status != GCV_OK) {
            return status;
        }
    }
    gcv_report_warn_shared_id(report, selection, id);
    if (out->n > before) {
        return GCV_OK;
    }
    for (i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].id == id && heap->roots.data[i].object == GCV_NONE) {
            return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0,
                                 "object %" PRIx64 " is a root, but has no record", id);
        }
    }
    return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0, "no record of an object %" PRIx64 "%s",
                         id, report->options->select.domain != NULL ? " in this domain" : "");
}

void gcv_report_warn_unreachable(const gcv_report *report, uint32_t object)
{
    gcv_report_warn(report, "object %" PRIx64 " is not reachable from any %sroot",
                    gcv_heap_object_id(report->heap, object),
                    report->options->include_weak ? "" : "strong ");
}
