/* track_types.c - objects that survived, died and were born, by type.
 *
 * Types of the two dumps are joined by name. Survivors and dead objects add up to the first dump,
 * survivors and new objects to the last. */
#include "report/track/track.h"

#include "analysis/groups.h"
#include "report/select.h"

typedef struct track_row {
    uint64_t survived, died, born;
    uint64_t bytes_survived, bytes_died, bytes_born;
} track_row;

typedef struct track_side {
    gcv_selection selection;
    gcv_groups groups; /* by type */
    uint32_t *row;     /* per group: its row */
} track_side;

typedef struct track_table {
    gcv_report *report;
    const gcv_track *track;
    track_side side[2];
    gcv_name_join join;
    track_row *rows; /* join.names.n rows */
} track_table;

static void open_side(track_side *side, const gcv_report *report, const gcv_heap *heap)
{
    gcv_context *ctx = report->ctx;
    gcv_selection_find(ctx, heap, &report->options->select, &side->selection);
    gcv_groups_init(ctx, &side->groups, heap, GCV_BY_TYPE);
    side->row = gcv_alloc(ctx, side->groups.n, sizeof *side->row);
}

static void join_types(track_table *table)
{
    gcv_name_list lists[2];
    for (uint32_t i = 0; i < 2; i++) {
        lists[i].names = table->side[i].groups.names;
        lists[i].n = table->side[i].groups.n;
    }
    gcv_name_join_find(table->report->ctx, lists, 2, &table->join);
    for (uint32_t row = 0; row < table->join.names.n; row++) {
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t group = gcv_joined_index(&table->join, row, i);
            if (group != GCV_NONE) {
                table->side[i].row[group] = row;
            }
        }
    }
    table->rows = gcv_alloc_zeroed(table->report->ctx, table->join.names.n, sizeof *table->rows);
}

/* Counts what one heap has that the other lacks, dead or new, and the survivors: those that are
 * followed by ids with their type and size in the last heap, as both may change; those that are
 * followed through moves keep both, and count in the first heap. */
static void count_side(track_table *table, bool last)
{
    const track_side *side = &table->side[last];
    const gcv_heap *heap = side->selection.heap;
    const uint32_t *other = last ? table->track->from : table->track->to;
    const bool counts_survivors = (table->report->in.moves == NULL) == last;
    gcv_selected at = gcv_selected_all(&side->selection);
    uint32_t object;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        track_row *row = &table->rows[side->row[side->groups.of[heap->type.data[object]]]];
        const uint64_t bytes = gcv_heap_size(heap, object);
        if (other[object] == GCV_NONE) {
            *(last ? &row->born : &row->died) += 1;
            *(last ? &row->bytes_born : &row->bytes_died) += bytes;
        } else if (counts_survivors) {
            row->survived++;
            row->bytes_survived += bytes;
        }
    }
}

static const track_row *row_at(const void *payload, uint32_t item)
{
    return &((const track_table *)payload)->rows[item];
}

GCV_KEY(key_survived, row_at(payload, row)->survived);
GCV_KEY(key_died, row_at(payload, row)->died);
GCV_KEY(key_born, row_at(payload, row)->born);
GCV_KEY(key_bytes_survived, row_at(payload, row)->bytes_survived);
GCV_KEY(key_bytes_died, row_at(payload, row)->bytes_died);
GCV_KEY(key_bytes_born, row_at(payload, row)->bytes_born);
GCV_CELL(cell_type, gcv_cell_text(((const track_table *)payload)->join.names.data[row]));

static bool shows_types(const gcv_report_options *options)
{
    return !gcv_track_own(options)->chains;
}

static const gcv_report_column columns[] = {
    {"survived", GCV_COUNT, key_survived, NULL, NULL},
    {"died", GCV_COUNT, key_died, NULL, NULL},
    {"born", GCV_COUNT, key_born, NULL, NULL},
    {"bytes_survived", GCV_BYTES, key_bytes_survived, NULL, NULL},
    {"bytes_died", GCV_BYTES, key_bytes_died, NULL, NULL},
    {"bytes_born", GCV_BYTES, key_bytes_born, NULL, NULL},
    {"type", GCV_NAME, gcv_number_key, cell_type, NULL}};
const gcv_table gcv_track_types_table = {GCV_COLUMNS(columns), .applies = shows_types,
                                         .sort = {"bytes_born"}};

static bool is_shown(const void *payload, uint32_t item)
{
    const gcv_filter *filter = &((const track_table *)payload)->report->options->select;
    const track_row *row = row_at(payload, item);
    return row->survived + row->died + row->born > 0 &&
           (gcv_filter_bytes(filter, row->bytes_survived) ||
            gcv_filter_bytes(filter, row->bytes_died) || gcv_filter_bytes(filter, row->bytes_born));
}

void gcv_track_write_types(gcv_report *report, const gcv_track *track)
{
    track_table types = {.report = report, .track = track};
    open_side(&types.side[0], report, report->in.heap);
    open_side(&types.side[1], report, report->in.heaps[report->in.n_heaps - 1]);
    if (!types.side[0].selection.any_section && !types.side[1].selection.any_section) {
        gcv_report_no_such_domain(report, report->in.heap);
    }
    gcv_report_warn_idle_types(report);
    join_types(&types);
    count_side(&types, false);
    count_side(&types, true);
    gcv_table_show(&gcv_track_types_table, report, &types, types.join.names.n, is_shown);
}
