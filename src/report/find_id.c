/* find_id.c - lookup of objects by id; see find_id.h. */
#include "report/find_id.h"

#include "base/error.h"
#include "heap/id_text.h"

void gcv_report_read_id(const gcv_report *report, gcv_slice text, uint64_t *id)
{
    const gcv_heap *heap = report->in.heap;
    if (!gcv_id_read(heap, text, id)) {
        gcv_fail_line(report->ctx, GCV_ERR_USAGE, heap->name, 0,
                      "'%.*s' is no object of this dump, whose ids are %s", (int)text.size,
                      text.data, heap->decimal_ids ? "decimal, as in 123 or @123" : "hex");
    }
}

void gcv_report_find_objects(gcv_report *report, const gcv_selection *selection,
                             gcv_u32_column *out)
{
    uint64_t id = 0;
    gcv_report_read_id(report, report->options->object, &id);
    gcv_report_find_id(report, selection, id, out);
}

void gcv_report_warn_shared_id(const gcv_report *report, const gcv_selection *selection,
                               uint64_t id)
{
    char room[GCV_NUMBER_MAX];
    size_t n = 0;
    for (uint32_t s = 0; s < report->in.heap->sections.n; s++) {
        n += selection->sections[s] && gcv_heap_find(report->in.heap, s, id) != GCV_NONE;
    }
    if (n > 1) {
        gcv_report_warn(report, "%zu objects have the id %s; --domain chooses one", n,
                        gcv_id_write(report->in.heap, id, room));
    }
}

void gcv_report_keep_first(const gcv_report *report, size_t most, gcv_u32_column *objects)
{
    char room[GCV_NUMBER_MAX];
    if (objects->n > most) {
        gcv_report_warn(report, "of the objects with the id %s only the first %zu are shown",
                        gcv_id_write(report->in.heap,
                                     gcv_heap_object_id(report->in.heap, objects->data[0]), room),
                        most);
        objects->n = most;
    }
}

void gcv_report_find_id(gcv_report *report, const gcv_selection *selection, uint64_t id,
                        gcv_u32_column *out)
{
    const gcv_heap *heap = report->in.heap;
    size_t before = out->n;
    char room[GCV_NUMBER_MAX];
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        uint32_t object = selection->sections[s] ? gcv_heap_find(heap, s, id) : GCV_NONE;
        if (object != GCV_NONE) {
            gcv_u32_column_push(report->ctx, out, object);
        }
    }
    gcv_report_warn_shared_id(report, selection, id);
    if (out->n > before) {
        return;
    }
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].id == id && heap->roots.data[i].object == GCV_NONE) {
            gcv_fail_line(report->ctx, GCV_ERR_USAGE, heap->name, 0,
                          "object %s is a root, but has no record", gcv_id_write(heap, id, room));
        }
    }
    gcv_fail_line(report->ctx, GCV_ERR_USAGE, heap->name, 0, "no record of an object %s%s",
                  gcv_id_write(heap, id, room),
                  report->options->select.domain != NULL ? " in this domain" : "");
}

void gcv_report_warn_unreachable(const gcv_report *report, uint32_t object)
{
    char room[GCV_NUMBER_MAX];
    gcv_report_warn(report, "object %s is not reachable from any %sroot",
                    gcv_object_id_text(report->in.heap, object, room),
                    report->options->include_weak ? "" : "strong ");
}
