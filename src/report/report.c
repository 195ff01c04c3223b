/* report.c - what reports share: the head of a table, warnings, cells; see report.h. */
#include "report/report.h"

#include <stdarg.h>
#include <string.h>

enum { HEAD_OF_HEAP = 8, HEAD_OF_PARTS = 3 };

/* Fills the entries for one heap in the head of the json output; `keys` are the keys of the values
 * below; NULL: none. `dump` 0: objects are not followed. */
static size_t put_head(gcv_head_item *input, const gcv_heap *heap, uint32_t dump,
                       const char *const *keys)
{
    const gcv_counts *counts = gcv_heap_counts(heap);
    const size_t n_snapshots = gcv_heap_n_snapshots(heap);
    const struct {
        bool there;
        gcv_cell value;
    } values[HEAD_OF_HEAP] = {
        {true, gcv_cell_str(gcv_heap_name(heap))},
        {true, gcv_cell_str(gcv_heap_format(heap))},
        {true, gcv_cell_count(counts->objects)},
        {true, gcv_cell_count(counts->bytes)},
        {true, gcv_cell_str(gcv_heap_verdict(heap))},
        {dump != 0, gcv_cell_count(dump)},
        {n_snapshots > 0, gcv_cell_count(gcv_heap_chosen_snapshot(heap))},
        {n_snapshots > 0, gcv_cell_count(n_snapshots)},
    };
    size_t n = 0;
    for (size_t i = 0; i < HEAD_OF_HEAP; i++) {
        if (keys[i] != NULL && values[i].there) {
            input[n++] = (gcv_head_item){keys[i], values[i].value};
        }
    }
    return n;
}

/* The first heap that is incomplete, the baseline last; NULL: all are complete. */
static const gcv_heap *first_incomplete(const gcv_report *report)
{
    const size_t n = report->in.n_heaps, n_between = report->in.n_between;
    for (size_t i = 0; i < n + n_between + (report->in.baseline != NULL); i++) {
        const gcv_heap *heap = i < n               ? report->in.heaps[i]
                               : i < n + n_between ? report->in.between[i - n]
                                                   : report->in.baseline;
        if (!gcv_heap_is_complete(heap)) {
            return heap;
        }
    }
    return NULL;
}

/* Returns the verdict on all heaps. With several heaps it names the file that is incomplete: the
 * reason of one dump is not that of the others. Uses `text`. */
static const char *verdict_of(const gcv_report *report, gcv_buffer *text)
{
    static const char prefix[] = "incomplete: ";
    const gcv_heap *heap = first_incomplete(report);
    const char *verdict = gcv_heap_verdict(heap != NULL ? heap : report->in.heap);
    if (heap == NULL || (report->in.n_heaps <= 1 && report->in.baseline == NULL)) {
        return verdict;
    }
    gcv_buffer_print(report->ctx, text, "%s%s: %s", prefix, gcv_heap_name(heap),
                     verdict + strlen(prefix));
    return text->text.data;
}

const char *gcv_report_head(const gcv_report *report, const char *column)
{
    static const char *const own[] = {"own_bytes", "own_bytes_delta", "own_bytes_a", "own_bytes_b"};
    for (size_t i = 0; gcv_report_is_on_screen(report) && i < GCV_LENGTH(own); i++) {
        if (strcmp(own[i] + strlen("own_"), column) == 0) {
            return own[i];
        }
    }
    return column;
}

void gcv_report_begin(gcv_report *report, const gcv_table_column *columns, size_t n_columns)
{
    static const char *const keys[4][HEAD_OF_HEAP] = {
        {"file", "format", "objects", "bytes", NULL, NULL, "snapshot", "snapshots"},
        {"baseline", "baseline_format", "baseline_objects", "baseline_bytes", "baseline_verdict",
         NULL, "baseline_snapshot", "baseline_snapshots"},
        {"file_a", "format_a", "objects_a", "bytes_a", "verdict_a", "dump_a", "snapshot_a",
         "snapshots_a"},
        {"file_b", "format_b", "objects_b", "bytes_b", "verdict_b", "dump_b", "snapshot_b",
         "snapshots_b"}};
    static const char *const captures[2][2] = {{"capture_bytes", "baseline_capture_bytes"},
                                               {"capture_bytes_a", "capture_bytes_b"}};
    const gcv_report_input *in = &report->in;
    const bool pair = in->n_heaps > 1;
    const gcv_heap *first = pair ? in->heaps[0] : in->heap;
    const gcv_heap *other = pair ? in->heaps[in->n_heaps - 1] : in->baseline;
    const bool numbered = pair && in->dumps != NULL;
    gcv_head_item input[2 * HEAD_OF_HEAP + HEAD_OF_PARTS];
    gcv_table_column shown[GCV_COLUMNS_MAX];
    gcv_buffer verdict = {0};
    size_t n = put_head(input, first, numbered ? in->dumps[0] : 0, keys[pair ? 2 : 0]);
    if (other != NULL) {
        n += put_head(input + n, other, numbered ? in->dumps[in->n_heaps - 1] : 0,
                      keys[pair ? 3 : 1]);
    }
    if (!pair && report->result.unreachable_bytes.given) {
        input[n++] = (gcv_head_item){"unreachable_bytes",
                                     gcv_cell_count(report->result.unreachable_bytes.value)};
    }
    for (size_t i = 0; i < 2; i++) {
        if (report->result.capture_bytes[i].given) {
            input[n++] = (gcv_head_item){captures[pair][i],
                                         gcv_cell_count(report->result.capture_bytes[i].value)};
        }
    }
    for (size_t i = 0; i < n_columns; i++) {
        shown[i] = columns[i];
        shown[i].name = gcv_report_head(report, columns[i].name);
    }
    const gcv_table_head head = {.command = report->command,
                                 .schema = report->schema > 0 ? report->schema : 1,
                                 .input = input,
                                 .n_input = n,
                                 .verdict = verdict_of(report, &verdict),
                                 .gate = report->result.gate};
    gcv_phase(report->ctx, "report");
    gcv_writer_begin(report->out.writer, &head, shown, n_columns);
    gcv_buffer_release(report->ctx, &verdict);
}

void gcv_report_warn_of(const gcv_report *report, const gcv_heap *heap, const char *format, ...)
{
    gcv_buffer message = {0};
    va_list args;
    va_start(args, format);
    gcv_buffer_print_list(report->ctx, &message, format, args);
    va_end(args);
    report->out.print_warning(report->out.print_payload, gcv_heap_name(heap), message.text.data);
    gcv_buffer_release(report->ctx, &message);
}

void gcv_report_warn_of_figures(const gcv_report *report, const gcv_heap *heap, const char *format,
                                ...)
{
    gcv_context *ctx = report->ctx;
    gcv_buffer plain = {0}, grouped = {0};
    va_list args;
    va_start(args, format);
    gcv_buffer_print_list(ctx, &plain, format, args);
    va_end(args);
    gcv_buffer_append_grouped(ctx, &grouped, gcv_buffer_slice(&plain));
    gcv_report_warn_of(report, heap, "%s",
                       gcv_buffer_str(ctx, gcv_report_is_on_screen(report) ? &grouped : &plain));
    GCV_RELEASE(ctx, &plain, &grouped);
}

bool gcv_report_is_text(const gcv_report_options *options)
{
    return options->format == NULL || strcmp(options->format, "text") == 0;
}

bool gcv_report_is_on_screen(const gcv_report *report)
{
    return report->out.to_terminal && gcv_report_is_text(report->options);
}

gcv_basis gcv_report_basis(const gcv_report *report)
{
    return gcv_basis_of(report->ctx, report->in.heap, report->options->include_weak);
}

gcv_cell gcv_retained_cell(const gcv_dominators *dominators, uint32_t object)
{
    uint32_t number = dominators->number[object];
    return number != 0 ? gcv_cell_bytes(dominators->retained[number]) : gcv_cell_none();
}

gcv_cell gcv_set_retained_cell(uint64_t retained)
{
    return retained != GCV_NOT_REACHABLE ? gcv_cell_bytes(retained) : gcv_cell_none();
}

gcv_cell gcv_cell_of_id(const gcv_heap *heap, uint64_t id)
{
    return heap->decimal_ids ? gcv_cell_decimal_id(id) : gcv_cell_id(id);
}

gcv_cell gcv_object_id_cell(const gcv_heap *heap, uint32_t object)
{
    return object != GCV_NONE ? gcv_cell_of_id(heap, gcv_heap_object_id(heap, object))
                              : gcv_cell_none();
}

void gcv_object_id_cells(const gcv_heap *heap, const uint32_t *objects, size_t n, gcv_cell *cells,
                         size_t step)
{
    uint64_t ids[GCV_ID_BATCH];
    gcv_heap_object_ids(heap, objects, n, ids);
    for (size_t i = 0; i < n; i++) {
        cells[i * step] = gcv_cell_of_id(heap, ids[i]);
    }
}

gcv_cell gcv_type_cell(const gcv_heap *heap, uint32_t type)
{
    return type != GCV_NONE ? gcv_cell_text(heap->types.name[type]) : gcv_cell_none();
}

gcv_slice gcv_type_or_deeper(const gcv_heap *heap, uint32_t type)
{
    return type != GCV_NONE ? heap->types.name[type] : gcv_slice_str("<deeper, any type>");
}

void gcv_suspect_choice_prepare(gcv_context *ctx, gcv_report_options *options)
{
    gcv_suspect_choice *choice = &options->suspects;
    gcv_suppressions_read(ctx, &choice->known, choice->file.name, choice->file.text,
                          options->select.ignore_case);
}
