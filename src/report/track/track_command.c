/* track_command.c - which objects survived, died or were born between two dumps? */
#include "report/track/track.h"

#include "analysis/analyses.h"
#include "analysis/track/dump_series.h"
#include "report/commands.h"
#include "report/select.h"

#include <inttypes.h>
#include <stdio.h>

static const gcv_cost gcv_cost_of_track_chains = {"`track --chains`",
                                                  GCV_COST_PARTS(17.125, 0, 1, 0, 0),
                                                  GCV_COST_PARTS(152, 12, 1, 40, 0), 8000, NULL};

static const gcv_track_options *own(const gcv_report_options *options) { return options->own; }

/* ---- following the objects of the first heap to the last one ------------------------------ */

/* Returns a copy of the report that is about its last heap. */
static gcv_report about_last(const gcv_report *report)
{
    gcv_report last = *report;
    last.in.heap = report->in.heaps[report->in.n_heaps - 1];
    return last;
}

/* Warns of `n` objects that survived, but that the last dump lacks because it is incomplete.
 * `file`: that dump; NULL: it may be any of them. */
static void warn_of_lacking(const gcv_report *report, const char *file, uint64_t n)
{
    char message[100];
    if (n > 0) {
        (void)snprintf(message, sizeof message,
                       "objects that live on and that an incomplete dump lacks: %" PRIu64, n);
        report->out.print_warning(report->out.print_payload, file, message);
    }
}

/* Whether another object may have taken this object's memory unnoticed: collections do not move
 * large and pinned objects. */
static bool may_be_replaced(const gcv_heap *heap, uint32_t object)
{
    enum { LARGE_GENERATION = 3, LARGE_BYTES = 85000 };
    const uint32_t generation = gcv_heap_object_generation(heap, object);
    return generation != GCV_NONE ? generation >= LARGE_GENERATION
                                  : gcv_heap_object_bytes(heap, object) >= LARGE_BYTES;
}

gcv_track gcv_follow_objects(gcv_report *report)
{
    const gcv_heap *last = report->in.heaps[report->in.n_heaps - 1];
    const gcv_track out = report->in.moves == NULL
                              ? gcv_track_compute_by_ids(report->ctx, report->in.heap, last)
                              : gcv_track_compute(report->ctx, report->in.heap, last,
                                                  report->in.moves, report->in.dumps[0],
                                                  report->in.dumps[report->in.n_heaps - 1], false);
    uint64_t n = 0, bytes = 0;
    warn_of_lacking(report, gcv_heap_name(last), out.unseen);
    for (uint32_t b = 0; out.background != 0 && b < out.n_to; b++) {
        if (out.from[b] != GCV_NONE && may_be_replaced(last, b)) {
            n++;
            bytes += gcv_heap_object_bytes(last, b);
        }
    }
    if (n > 0) {
        gcv_report_warn_of(report, last,
                           "collection %" PRIu64
                           " ran beside the program: of the survivors, %" PRIu64
                           " large or pinned ones of %" PRIu64
                           " bytes may be other objects of the same type and size",
                           out.background, n, bytes);
    }
    return out;
}

/* ---- objects that survived, died and were born, by type ----------------------------------- */

/* Types of the two dumps are joined by name. Survivors and dead objects add up to the first dump,
 * survivors and new objects to the last. */
typedef struct track_row {
    uint64_t survived, died, born;
    uint64_t bytes_survived, bytes_died, bytes_born;
} track_row;

typedef struct track_side {
    gcv_selection selection;
    gcv_groups groups; /* by type */
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
        track_row *row = &table->rows[side->groups.of[heap->type.data[object]]];
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

static const track_row *type_at(const void *payload, uint32_t item)
{
    return &((const track_table *)payload)->rows[item];
}

GCV_KEY(key_survived, type_at(payload, row)->survived);
GCV_KEY(key_died, type_at(payload, row)->died);
GCV_KEY(key_born, type_at(payload, row)->born);
GCV_KEY(key_bytes_survived, type_at(payload, row)->bytes_survived);
GCV_KEY(key_bytes_died, type_at(payload, row)->bytes_died);
GCV_KEY(key_bytes_born, type_at(payload, row)->bytes_born);
GCV_CELL(cell_type, gcv_cell_text(((const track_table *)payload)->join.names.data[row]));

static bool shows_types(const gcv_report_options *options) { return !own(options)->chains; }

static const gcv_report_column type_columns[] = {
    {"survived", GCV_COUNT, key_survived, NULL, NULL},
    {"died", GCV_COUNT, key_died, NULL, NULL},
    {"born", GCV_COUNT, key_born, NULL, NULL},
    {"bytes_survived", GCV_BYTES, key_bytes_survived, NULL, NULL},
    {"bytes_died", GCV_BYTES, key_bytes_died, NULL, NULL},
    {"bytes_born", GCV_BYTES, key_bytes_born, NULL, NULL},
    {"type", GCV_NAME, gcv_number_key, cell_type, NULL}};
static const gcv_table table_of_types = {GCV_COLUMNS(type_columns), .applies = shows_types,
                                         .sort = {"bytes_born"}};

static bool is_type_shown(const void *payload, uint32_t item)
{
    const gcv_filter *filter = &((const track_table *)payload)->report->options->select;
    const track_row *row = type_at(payload, item);
    return row->survived + row->died + row->born > 0 &&
           (gcv_filter_bytes(filter, row->bytes_survived) ||
            gcv_filter_bytes(filter, row->bytes_died) || gcv_filter_bytes(filter, row->bytes_born));
}

static void write_types(gcv_report *report, const gcv_track *track)
{
    track_table types = {.report = report, .track = track};
    open_side(&types.side[0], report, report->in.heap);
    open_side(&types.side[1], report, report->in.heaps[report->in.n_heaps - 1]);
    if (!types.side[0].selection.any_section && !types.side[1].selection.any_section) {
        gcv_report_no_such_domain(report, report->in.heap);
    }
    gcv_report_warn_idle_types(report);
    gcv_groups *const groups[] = {&types.side[0].groups, &types.side[1].groups};
    gcv_groups_join_rows(report->ctx, groups, &types.join);
    types.rows = gcv_alloc_zeroed(report->ctx, types.join.names.n, sizeof *types.rows);
    count_side(&types, false);
    count_side(&types, true);
    gcv_table_show(&table_of_types, report, &types, types.join.names.n, is_type_shown);
}

/* ---- --ages: objects of the last dump by type and age ------------------------------------- */

/* The age is the number of earlier dumps that held the object. */
typedef struct age_count {
    uint32_t group, age;
    uint64_t count, bytes;
} age_count;

GCV_COLUMN(age_count_column, age_count);

typedef struct age_table {
    gcv_report report; /* about the last heap */
    gcv_ages ages;
    gcv_groups groups;
    gcv_selection selection;
    age_count_column rows;
} age_table;

static const age_count *age_at(const void *payload, uint32_t item)
{
    return &((const age_table *)payload)->rows.data[item];
}

GCV_KEY(key_bytes, age_at(payload, row)->bytes);
GCV_KEY(key_count, age_at(payload, row)->count);
GCV_KEY(key_age, age_at(payload, row)->age);
GCV_KEY(key_name, age_at(payload, row)->group);
GCV_CELL(cell_name,
         gcv_cell_text(((const age_table *)payload)->groups.names[key_name(payload, row)]));

/* Orders rows by type, then age. */
static const gcv_key_fn age_ties[] = {key_age, key_name, NULL};

static bool shows_ages(const gcv_report_options *options) { return own(options)->ages; }

static const gcv_report_column age_columns[] = {{"count", GCV_COUNT, key_count, NULL, NULL},
                                                {"bytes", GCV_BYTES, key_bytes, NULL, NULL},
                                                {"age", GCV_COUNT, key_age, NULL, NULL},
                                                {"type", GCV_NAME, key_name, cell_name, NULL}};
static const gcv_table table_of_ages = {GCV_COLUMNS(age_columns), .applies = shows_ages,
                                        .sort = {"bytes"}, .tie_keys = age_ties};

static void count_ages(age_table *table)
{
    const gcv_heap *heap = table->report.in.heap;
    gcv_context *ctx = table->report.ctx;
    gcv_selected at = gcv_selected_all(&table->selection);
    gcv_id_map row_of = {0}; /* by type and age */
    uint32_t object;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        const age_count none = {table->groups.of[heap->type.data[object]], table->ages.age[object],
                                0, 0};
        const uint64_t key = (uint64_t)none.group << 32 | none.age;
        const uint32_t row = gcv_id_map_enter(ctx, &row_of, key, table->rows.n);
        if (row == table->rows.n) {
            age_count_column_push(ctx, &table->rows, none);
        }
        table->rows.data[row].count++;
        table->rows.data[row].bytes += gcv_heap_size(heap, object);
    }
    gcv_id_map_release(ctx, &row_of);
}

GCV_ROW_TEST(is_age_shown, gcv_filter_bytes(((const age_table *)payload)->selection.filter,
                                            age_at(payload, row)->bytes));

static void write_ages(gcv_report *report)
{
    age_table ages = {.report = about_last(report)};
    gcv_dump_series series = {.heaps = report->in.heaps,
                              .numbers = report->in.dumps,
                              .n = report->in.n_heaps,
                              .moves = report->in.moves};
    gcv_ages_find(report->ctx, &series, &ages.ages);
    warn_of_lacking(report, NULL, ages.ages.unseen); /* NULL: any dump may lack them */
    GCV_WARN_IF(report, ages.ages.background != 0,
                "collection %" PRIu64
                " ran beside the program: large or pinned survivors may "
                "be other objects of the same type and size",
                ages.ages.background);
    gcv_groups_init(report->ctx, &ages.groups, ages.report.in.heap, GCV_BY_TYPE);
    ages.selection = gcv_report_select(&ages.report);
    count_ages(&ages);
    gcv_table_show(&table_of_ages, &ages.report, &ages, (uint32_t)ages.rows.n, is_age_shown);
}

/* ---- --growing: objects of both dumps that retain more in the last one -------------------- */

typedef struct growing_rows {
    gcv_report *report;
    const gcv_heap *a, *b;
    gcv_growing_column rows;
    gcv_selection selection; /* of the last heap */
} growing_rows;

static const growing_rows *growing_of(const void *payload) { return payload; }

static const gcv_growing *growing_at(const void *payload, uint32_t item)
{
    return &growing_of(payload)->rows.data[item];
}

GCV_KEY(key_delta, growing_at(payload, row)->retained - growing_at(payload, row)->retained_before);
GCV_KEY(key_retained_a, growing_at(payload, row)->retained_before);
GCV_KEY(key_retained_b, growing_at(payload, row)->retained);
GCV_KEY(key_gained, growing_at(payload, row)->gained);
GCV_KEY(key_object_a, gcv_heap_object_id(growing_of(payload)->a, growing_at(payload, row)->before));
GCV_KEY(key_object_b, gcv_heap_object_id(growing_of(payload)->b, growing_at(payload, row)->object));

/* The type of the row's object in the last heap. */
static uint32_t type_of(const void *payload, uint32_t item)
{
    return growing_of(payload)->b->type.data[growing_at(payload, item)->object];
}

GCV_KEY(key_type, gcv_heap_type_row(growing_of(payload)->b, type_of(payload, row)));

/* Orders rows by type name, then id in the last dump, then section. */
static bool by_type(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_object_rows objects = {.heap = growing_of(payload)->b};
    return gcv_object_before(&objects, growing_at(payload, a)->object,
                             growing_at(payload, b)->object);
}

GCV_CELL(cell_delta, gcv_cell_signed_bytes(gcv_delta(0, key_delta(payload, row))));
GCV_CELL(cell_object_b, gcv_cell_of_id(growing_of(payload)->b, key_object_b(payload, row)));
GCV_CELL(cell_type_b, gcv_type_cell(growing_of(payload)->b, type_of(payload, row)));

static bool shows_growing(const gcv_report_options *options) { return own(options)->growing; }

static const gcv_report_column growing_columns[] = {
    {"retained_delta", GCV_FIGURE, key_delta, cell_delta, NULL},
    {"retained_a", GCV_BYTES, key_retained_a, NULL, NULL},
    {"retained_b", GCV_BYTES, key_retained_b, NULL, NULL},
    {"references_gained", GCV_COUNT, key_gained, NULL, NULL},
    {"object_a", GCV_ID, key_object_a, NULL, NULL},
    {"object_b", GCV_ID, key_object_b, cell_object_b, NULL},
    {"type", GCV_NAME, key_type, cell_type_b, NULL}};
static const gcv_table table_of_growing = {GCV_COLUMNS(growing_columns), .applies = shows_growing,
                                           .sort = {"retained_delta"}, .top = GCV_TOP_OBJECTS,
                                           .before = by_type};

GCV_ROW_TEST(is_growing_shown,
             gcv_selection_has(&growing_of(payload)->selection, growing_at(payload, row)->object) &&
                 gcv_filter_bytes(growing_of(payload)->selection.filter, key_delta(payload, row)));

static void write_growing(gcv_report *report, const gcv_track *track)
{
    gcv_report last = about_last(report);
    growing_rows growing = {.report = report, .a = report->in.heap, .b = last.in.heap};
    growing.selection = gcv_report_select(&last);
    gcv_growing_find(report->ctx, growing.a, growing.b, track, report->options->include_weak,
                     &growing.rows);
    gcv_table_show(&table_of_growing, report, &growing, growing.rows.n, is_growing_shown);
}

/* ---- the command -------------------------------------------------------------------------- */

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_track_options *tables = own(options);
    gcv_refuse_if(ctx, tables->ages + tables->growing + tables->chains > 1,
                  "--ages, --growing and --chains exclude each other");
    gcv_refuse_if(ctx, tables->chains && options->limit.given && options->top.given,
                  "--limit and --top are the same here: give one");
    gcv_refuse_if(ctx, tables->chains && (options->sort != NULL || options->reverse),
                  "--chains have an order of their own: not --%s",
                  options->sort != NULL ? "sort" : "reverse");
    gcv_refuse_if(ctx, !tables->chains && (tables->born || options->limit.given),
                  "--%s goes with --chains", tables->born ? "born" : "limit");
}

void gcv_track_write_chains(gcv_report *report, const gcv_track *track, bool born,
                            const gcv_chain_options *chains)
{
    gcv_report last = about_last(report);
    uint8_t *among = gcv_alloc(report->ctx, track->n_to, 1);
    gcv_chain_query query;
    for (uint32_t i = 0; i < track->n_to; i++) {
        among[i] = (track->from[i] == GCV_NONE) == born;
    }
    gcv_chain_query_init(&query, &last, chains, among);
    gcv_matching_chains(&query);
}

static void run(gcv_report *report)
{
    static const gcv_chain_options any_chain; /* no constraints */
    const gcv_track_options *tables = own(report->options);
    if (tables->ages) {
        write_ages(report);
        return;
    }
    gcv_track track = gcv_follow_objects(report);
    if (tables->growing) {
        write_growing(report, &track);
    } else if (tables->chains) {
        gcv_track_write_chains(report, &track, tables->born, &any_chain);
    } else {
        write_types(report, &track);
    }
}

static const gcv_option option_rows[] = {
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
     "only the first N rows, with --chains the same as --limit; 0 is all"},
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only rows with at least BYTES in a column of bytes (--growing: in the delta)"},
    GCV_FLAG("ages", GCV_OWN(gcv_track_options, ages),
             "objects of the last dump by the number of earlier dumps that held them"),
    GCV_FLAG("growing", GCV_OWN(gcv_track_options, growing),
             "single objects that survived and retain more than before"),
    GCV_FLAG("chains", GCV_OWN(gcv_track_options, chains),
             "chains in the last dump that keep the survivors alive, as 'chains' shows them"),
    GCV_FLAG("born", GCV_OWN(gcv_track_options, born),
             "with --chains: chains of the objects that were born since"),
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const types[] = {&gcv_cost_of_track, NULL};
    static const gcv_cost *const growing[] = {&gcv_cost_of_track, &gcv_cost_of_growth, NULL};
    static const gcv_cost *const chains[] = {&gcv_cost_of_track, &gcv_cost_of_track_chains, NULL};
    const gcv_track_options *tables = own(options);
    needs->costs = tables->growing ? growing : types;
    needs->last_costs = tables->chains ? chains : needs->costs;
    needs->every_heap = tables->ages;
    needs->names = tables->chains;
}

const gcv_command gcv_command_track = {
    .name = "track",
    .summary = "which objects survived, died, were born?",
    .description =
        "Follows every object from one dump to a later one by what the collections in\n"
        "between report: which addresses they moved, kept and condemned. One row per\n"
        "type: `survived` and `died` add up to the first dump, `survived` and `born` to\n"
        "the last. Snapshots of V8 need no report, as ids live as long as the process:\n"
        "  gcview track before.heapsnapshot after.heapsnapshot\n"
        "For others FILE is a trace with several snapshots, taken with the keyword for\n"
        "moved objects; or there is a file of any format for each dump of a moves log\n"
        "(--moves), or for the two of them that --from and --to name. Such a trace is\n"
        "recorded by one long session; a short session triggers each further snapshot\n"
        "(docs/tracking.md):\n"
        "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1D80001:4\n"
        "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1980001:4\n"
        "    --duration 00:00:05\n"
        "Nothing is guessed: if the reports are incomplete or contradict the dumps, the\n"
        "command ends with status 3.\n"
        "--ages needs all dumps from the first to the last; --growing lists objects\n"
        "that are reachable in both dumps ("
        GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says otherwise);\n"
        "--chains shows chains as 'chains' does, for all objects that --type and\n"
        "--exclude leave; --min then compares the bytes of these objects.",
    .examples = "  gcview track -q samples/two-snapshots.nettrace",
    .columns =
        "survived died born bytes_survived bytes_died bytes_born type\n"
        "         --ages: count bytes age type\n"
        "         --growing: retained_delta retained_a retained_b references_gained object_a\n"
        "         object_b type\n"
        "         --chains: chain depth object bytes retained type root",
    .inputs = GCV_INPUT_FOLLOWED,
    .schema = 2,
    GCV_OWN_OPTIONS(option_rows, gcv_track_options),
    .shared = GCV_SET_CHAIN_LIMIT | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_ROOT,
    .find_needs = needs,
    .tables = {&table_of_ages, &table_of_growing, &table_of_types},
    .check = check,
    .run = run,
};
