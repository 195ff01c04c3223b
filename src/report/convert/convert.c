/* convert.c - the heap as an RPM log that reads back to the same heap.
 *
 * What the log has no place for is left out: modules, generations, labels of roots that are no
 * statics, what a sample stands for, references to objects without a record. A heap that is not
 * complete gets no closing record, so that it does not become complete on the way. See
 * docs/formats/rpm-log.md.
 *
 * O(objects + references), each with a look-up of an id; 4 bytes a type and 20 a static.
 */
#include "report/commands.h"
#include "report/convert/convert.h"

#include "analysis/groups.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

enum { STATIC = 4, LOG_LINE_MAX = 64 * 1024 * 1024 };

typedef struct gcv_convert_options {
    const char *to; /* NULL: rpm */
} gcv_convert_options;

GCV_COLUMN(gcv_label_column, gcv_slice);

typedef struct gcv_convert {
    gcv_report *report;
    gcv_label_column labels; /* of statics, ascending, distinct: they become types */
    uint32_t *written;       /* per type, then per label: the section + 1 that has its record */
    size_t n_written;
    uint64_t first_id; /* of types and labels */
    uint32_t *roots;   /* by section, then as they are */
    uint32_t *end;     /* per section: of its roots */
} gcv_convert;

/* ---- ids of types ------------------------------------------------------------------------- */

/* The id in the made-up name of a type that had no record, and is to have none. */
static bool unknown_id(gcv_slice name, uint64_t *id)
{
    static const char head[] = "<unknown type ";
    const size_t n_head = sizeof head - 1;
    char number[GCV_NUMBER_MAX];
    size_t size;
    if (name.size <= n_head + 1 || memcmp(name.data, head, n_head) != 0 ||
        name.data[name.size - 1] != '>' || name.size - n_head - 1 >= sizeof number) {
        return false;
    }
    size = name.size - n_head - 1;
    memcpy(number, name.data + n_head, size);
    number[size] = '\0';
    return gcv_parse_id(number, id);
}

/* Where as many ids in a row are free as there are types and labels: of one more such rows than
 * there are ids in use, one must be. */
static gcv_status find_ids(gcv_convert *convert, gcv_error *err)
{
    const gcv_heap *heap = convert->report->heap;
    gcv_context *ctx = convert->report->ctx;
    uint64_t row = convert->n_written > 0 ? convert->n_written : 1, id, free_row = 0;
    size_t n_rows = 1;
    uint8_t *used;
    uint32_t t;
    for (t = 0; t < heap->n_types; t++) {
        n_rows += unknown_id(heap->types.name[t], &id);
    }
    used = gcv_alloc_zeroed(ctx, n_rows, 1, err);
    if (used == NULL) {
        return gcv_failed(err);
    }
    for (t = 0; t < heap->n_types; t++) {
        if (unknown_id(heap->types.name[t], &id) && id > 0 && (id - 1) / row < n_rows) {
            used[(id - 1) / row] = 1;
        }
    }
    while (used[free_row]) {
        free_row++;
    }
    convert->first_id = 1 + free_row * row;
    gcv_free(ctx, used, n_rows, 1);
    return GCV_OK;
}

static uint64_t type_id(const gcv_convert *convert, size_t type)
{
    const gcv_heap *heap = convert->report->heap;
    uint64_t id;
    return type < heap->n_types && unknown_id(heap->types.name[type], &id)
               ? id
               : convert->first_id + type;
}

/* ---- labels of statics -------------------------------------------------------------------- */

static bool by_label(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_heap *heap = payload;
    return gcv_slice_compare(heap->roots.data[a].label, heap->roots.data[b].label) < 0;
}

static gcv_status find_labels(gcv_convert *convert, gcv_error *err)
{
    const gcv_heap *heap = convert->report->heap;
    gcv_context *ctx = convert->report->ctx;
    gcv_u32_column order = {NULL, 0, 0};
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        if (heap->roots.data[i].kind == STATIC && heap->roots.data[i].label.data != NULL) {
            status = gcv_u32_column_push(ctx, &order, (uint32_t)i, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_sort(ctx, order.data, order.n, by_label, heap, err);
    }
    for (i = 0; status == GCV_OK && i < order.n; i++) {
        gcv_slice label = heap->roots.data[order.data[i]].label;
        if (i == 0 || !gcv_slice_equal(convert->labels.data[convert->labels.n - 1], label)) {
            status = gcv_label_column_push(ctx, &convert->labels, label, err);
        }
    }
    gcv_u32_column_release(ctx, &order);
    return status;
}

static size_t label_number(const gcv_convert *convert, gcv_slice label)
{
    size_t low = 0, high = convert->labels.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (gcv_slice_compare(convert->labels.data[middle], label) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- roots by section --------------------------------------------------------------------- */

static gcv_status sort_roots(gcv_convert *convert, gcv_error *err)
{
    const gcv_heap *heap = convert->report->heap;
    gcv_context *ctx = convert->report->ctx;
    size_t i, n = heap->sections.n;
    convert->roots = gcv_alloc(ctx, heap->roots.n, sizeof *convert->roots, err);
    convert->end = gcv_alloc_zeroed(ctx, n + 1, sizeof *convert->end, err);
    if (convert->roots == NULL || convert->end == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->roots.n; i++) {
        convert->end[heap->roots.data[i].section + 1]++;
    }
    for (i = 1; i <= n; i++) {
        convert->end[i] += convert->end[i - 1];
    }
    for (i = 0; i < heap->roots.n; i++) { /* moves each beginning on to the end */
        convert->roots[convert->end[heap->roots.data[i].section]++] = (uint32_t)i;
    }
    return GCV_OK;
}

/* ---- records ------------------------------------------------------------------------------ */

static void put_str(gcv_convert *convert, const char *text)
{
    gcv_writer_put(convert->report->writer, text, strlen(text));
}

static void put_number(gcv_convert *convert, uint64_t value)
{
    char number[GCV_NUMBER_MAX + 1];
    size_t n = gcv_format_hex(number + 1, value);
    number[0] = ' ';
    gcv_writer_put(convert->report->writer, number, n + 1);
}

/* The rest of a line: what would end it becomes U+FFFD, and so do blanks that a reader would take
 * off and a name of nothing. */
static void put_name(gcv_convert *convert, gcv_slice name)
{
    static const char replacement[] = "\xef\xbf\xbd";
    size_t i, start = 0;
    put_str(convert, name.size == 0 ? " \xef\xbf\xbd" : " ");
    for (i = 0; i < name.size; i++) {
        bool edge = i == 0 || i + 1 == name.size;
        char c = name.data[i];
        if (c == '\n' || c == '\r' || c == '\0' || (edge && (c == ' ' || c == '\t'))) {
            gcv_writer_put(convert->report->writer, name.data + start, i - start);
            put_str(convert, replacement);
            start = i + 1;
        }
    }
    gcv_writer_put(convert->report->writer, name.data + start, name.size - start);
}

/* The record of a type, or of the label behind them, if the section has none yet. */
static void need_type(gcv_convert *convert, uint32_t section, size_t type)
{
    const gcv_heap *heap = convert->report->heap;
    uint64_t id;
    gcv_slice name;
    if (convert->written[type] == section + 1) {
        return;
    }
    convert->written[type] = section + 1;
    name =
        type < heap->n_types ? heap->types.name[type] : convert->labels.data[type - heap->n_types];
    if (type < heap->n_types && unknown_id(name, &id)) {
        return;
    }
    put_str(convert, "t");
    put_number(convert, type_id(convert, type));
    put_name(convert, name);
    put_str(convert, "\n");
}

static gcv_status put_object(gcv_convert *convert, uint32_t section, uint32_t object,
                             gcv_error *err)
{
    const gcv_heap *heap = convert->report->heap;
    uint32_t n, i;
    const uint32_t *refs = gcv_heap_references(heap, object, &n);
    uint64_t id = gcv_heap_object_id(heap, object);
    if (n > LOG_LINE_MAX / 17 - 4) {
        return gcv_fail(err, GCV_ERR_LIMIT,
                        "object %" PRIx64 " has %" PRIu32 " references, too many for a line", id,
                        n);
    }
    need_type(convert, section, heap->type.data[object]);
    put_str(convert, "o");
    put_number(convert, id);
    put_number(convert, type_id(convert, heap->type.data[object]));
    put_number(convert, gcv_heap_size(heap, object));
    for (i = 0; i < n; i++) {
        put_number(convert, gcv_heap_object_id(heap, refs[i]));
    }
    put_str(convert, "\n");
    return GCV_OK;
}

static void put_root(gcv_convert *convert, const gcv_root *root)
{
    size_t type = GCV_NONE;
    if (root->kind == STATIC && root->label.data != NULL) {
        type = convert->report->heap->n_types + label_number(convert, root->label);
    } else if (root->container != GCV_NONE) {
        type = root->container;
    }
    if (type != GCV_NONE) {
        need_type(convert, root->section, type);
    }
    put_str(convert, "r");
    put_number(convert, root->id);
    put_number(convert, root->kind);
    put_number(convert, root->flags);
    if (type != GCV_NONE) {
        put_number(convert, type_id(convert, type));
    }
    put_str(convert, "\n");
}

/* `a` and `c`. A name whose last word could pass for a time needs one behind it. */
static void put_bracket(gcv_convert *convert, const gcv_section *section, bool has_time,
                        uint64_t time)
{
    gcv_slice name = gcv_domain_of(section);
    put_name(convert, name);
    if (has_time || memchr(name.data, ' ', name.size) != NULL) {
        put_number(convert, has_time ? time : 0);
    }
    put_str(convert, "\n");
}

static gcv_status put_section(gcv_convert *convert, uint32_t number, gcv_error *err)
{
    const gcv_heap *heap = convert->report->heap;
    const gcv_section *section = &heap->sections.data[number];
    bool is_last = number + 1 == heap->sections.n;
    gcv_status status = GCV_OK;
    uint32_t i;
    put_str(convert, "a");
    put_number(convert,
               strcmp(heap->format, "rpm") == 0 && section->has_version ? section->version : 2);
    put_bracket(convert, section, section->has_started, section->started);
    for (i = section->first_object; status == GCV_OK && i < section->end_object; i++) {
        status = put_object(convert, number, i, err);
    }
    for (i = number > 0 ? convert->end[number - 1] : 0; i < convert->end[number]; i++) {
        put_root(convert, &heap->roots.data[convert->roots[i]]);
    }
    for (i = 0; is_last && i < heap->n_types; i++) { /* types that nothing is of */
        if (convert->written[i] == 0) {
            need_type(convert, number, i);
        }
    }
    if (status == GCV_OK && section->has_end && (!is_last || heap->complete)) {
        put_str(convert, "c");
        put_bracket(convert, section, section->has_ended, section->ended);
    }
    return status;
}

static bool is_to_moves(const gcv_report_options *options)
{
    const char *to = ((const gcv_convert_options *)options->own)->to;
    return to != NULL && strcmp(to, "moves") == 0;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_convert convert;
    gcv_status status;
    uint32_t s;
    if (is_to_moves(report->options)) {
        return gcv_convert_moves(report, err);
    }
    memset(&convert, 0, sizeof convert);
    convert.report = report;
    gcv_phase(report->ctx, "convert");
    status = find_labels(&convert, err);
    if (status == GCV_OK) {
        convert.n_written = report->heap->n_types + convert.labels.n;
        convert.written =
            gcv_alloc_zeroed(report->ctx, convert.n_written, sizeof *convert.written, err);
        status = convert.written == NULL ? gcv_failed(err) : find_ids(&convert, err);
    }
    if (status == GCV_OK) {
        status = sort_roots(&convert, err);
    }
    for (s = 0; status == GCV_OK && s < report->heap->sections.n; s++) {
        status = put_section(&convert, s, err);
    }
    gcv_free(report->ctx, convert.written, convert.n_written, sizeof *convert.written);
    gcv_free(report->ctx, convert.roots, report->heap->roots.n, sizeof *convert.roots);
    gcv_free(report->ctx, convert.end, report->heap->sections.n + 1, sizeof *convert.end);
    gcv_label_column_release(report->ctx, &convert.labels);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_convert_options, to), "rpm|moves", NULL,
     "format to write (rpm)"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    if (is_to_moves(options)) {
        needs->level = GCV_LOAD_TALLY;
        needs->moves = true;
    }
}

const gcv_command gcv_command_convert = {
    .name = "convert",
    .summary = "the same heap in another format",
    .description =
        "Writes the heap as a Remote Performance Monitor log (--to rpm), which reads\n"
        "back to the same objects, references and roots. What that format has no place\n"
        "for is left out: modules, generations, the factors of a sample, labels of\n"
        "roots other than statics, references to objects without a record.\n"
        "--to moves writes what a trace reports of moved and surviving objects as a\n"
        "moves log (docs/formats/moves-log.md), with all collections and snapshots of\n"
        "the trace.",
    .columns = "none: it writes a file",
    .output = GCV_OUTPUT_BYTES,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_convert_options),
    .needs = needs,
    .run = run,
};
