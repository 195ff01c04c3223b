/* suspect_json.c - suspects as nested json values; see suspect_json.h. */
#include "report/suspects/suspect_json.h"

#include "report/field_cell.h"

static void put_step(gcv_writer *writer, const gcv_suspect_list *list, const gcv_suspect_step *step,
                     bool is_last, gcv_buffer *text)
{
    const gcv_heap *heap = list->heap;
    gcv_writer_open_group(writer, NULL);
    gcv_writer_value(writer, "object", gcv_object_id_cell(heap, step->object));
    gcv_writer_value(writer, "objects", gcv_cell_count(step->objects));
    gcv_writer_value(writer, "bytes", gcv_cell_bytes(step->bytes));
    gcv_writer_value(writer, "retained", gcv_cell_bytes(step->retained));
    gcv_writer_value(writer, "type", gcv_type_cell(heap, step->type));
    gcv_suspect_step_root(list->ctx, heap, step, is_last, text);
    gcv_writer_value(writer, "root", gcv_cell_text_or_none(gcv_buffer_slice(text)));
    if (gcv_heap_has_fields(heap)) {
        gcv_writer_value(writer, "field",
                         gcv_step_field_cell(list->ctx, heap, &step->name.into, text));
        gcv_place_members(writer, heap, step->name.place);
    }
    gcv_writer_close_group(writer);
}

void gcv_suspect_json(gcv_writer *writer, const gcv_suspect_list *list, size_t rank,
                      const gcv_suspect_chains *chains, gcv_buffer *text)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const gcv_points points = gcv_suspect_list_points(list, rank);
    char fingerprint[GCV_FINGERPRINT_DIGITS + 1];
    gcv_fingerprint_text(row->fingerprint, fingerprint);
    gcv_writer_value(writer, "kind",
                     gcv_cell_str(row->object != GCV_NONE  ? "object"
                                  : row->crowd != GCV_NONE ? "crowd"
                                  : row->type != GCV_NONE  ? "type"
                                                           : "namespace"));
    gcv_writer_value(writer, "fingerprint", gcv_cell_str(fingerprint));
    gcv_writer_value(writer, "mine", gcv_cell_flag(row->mine));
    gcv_writer_value(writer, "points", gcv_cell_count(gcv_points_sum(&points)));
    gcv_writer_open_group(writer, "evidence");
    for (int i = 0; i < GCV_N_EVIDENCE; i++) {
        gcv_writer_value(writer, gcv_evidence_word((gcv_evidence)i), gcv_cell_count(points.of[i]));
    }
    gcv_writer_close_group(writer);
    gcv_writer_value(writer, "retained_before",
                     gcv_set_retained_cell(gcv_suspect_list_retained_before(list, rank)));
    gcv_writer_value(writer, "growth",
                     list->past.retained != NULL
                         ? gcv_cell_bytes(gcv_suspect_list_growth(list, rank))
                         : gcv_cell_none());
    if (chains == NULL) {
        return;
    }
    if (rank >= chains->n) {
        gcv_writer_value(writer, "chain", gcv_cell_none());
        return;
    }
    gcv_writer_open_list(writer, "chain");
    const uint32_t end = chains->first.data[rank + 1];
    for (uint32_t i = chains->first.data[rank]; i < end; i++) {
        put_step(writer, list, &chains->steps.data[i], i + 1 == end, text);
    }
    gcv_writer_close_list(writer);
}
