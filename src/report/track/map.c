/* map.c - where is this object of one dump in a later one? Its path through the collections between
 * them. */
#include "report/commands.h"
#include "report/select.h"
#include "report/track/track.h"

#include <inttypes.h>

typedef struct object_path {
    gcv_report *report;
    uint32_t object;      /* number in the first heap */
    bool lives;           /* it is alive in the last dump */
    uint64_t address;     /* its address … */
    size_t n_collections; /* … after this many collections */
    size_t next_dump;     /* index in moves->dumps of the next dump to write */
} object_path;

/* Writes a row about an object of a heap; `id` is none where it does not live. */
static void write_row(const gcv_report *report, const gcv_heap *heap, uint32_t object,
                      gcv_cell collection, const char *event, gcv_cell id)
{
    const gcv_cell cells[] = {collection, gcv_cell_str(event), id,
                              gcv_type_cell(heap, heap->type.data[object])};
    gcv_writer_row(report->out.writer, cells);
}

/* Writes a row of the path; `lives` false: the object has died. */
static void write_step(const object_path *path, gcv_cell collection, const char *event, bool lives)
{
    const gcv_heap *heap = path->report->in.heap;
    write_row(path->report, heap, path->object, collection, event,
              lives ? gcv_cell_of_id(heap, path->address) : gcv_cell_none());
}

/* Writes a row for each dump in which the object has this address, up to `last`. */
static void write_dumps(object_path *path, const gcv_dump_mark *last)
{
    const gcv_moves *moves = path->report->in.moves;
    while (path->next_dump < moves->dumps.n) {
        const gcv_dump_mark *dump = &moves->dumps.data[path->next_dump];
        if (dump->n_collections > path->n_collections || dump->number > last->number) {
            break;
        }
        write_step(path,
                   path->n_collections > 0
                       ? gcv_cell_count(moves->collections.data[path->n_collections - 1].number)
                       : gcv_cell_none(),
                   "dump", true);
        path->next_dump++;
    }
}

/* If the last dump does not have an object that no collection reports as dead, another object is in
 * its place. It may have died during any collection that ran beside the program; this returns the
 * latest one. SIZE_MAX: it did not die so. */
static size_t find_unreported_death(const object_path *path, const gcv_dump_mark *first,
                                    const gcv_dump_mark *last)
{
    uint64_t address = path->address;
    size_t found = SIZE_MAX;
    for (size_t at = first->n_collections; !path->lives && at < last->n_collections; at++) {
        const gcv_collection *collection = &path->report->in.moves->collections.data[at];
        if (gcv_collection_fate(collection, &address) == GCV_FATE_DIED) {
            return SIZE_MAX;
        }
        found = collection->background ? at : found;
    }
    return found;
}

static void write_path(object_path *path, const gcv_dump_mark *first, const gcv_dump_mark *last)
{
    static const char *const events[] = {"untouched", "survived", "moved", "died"}; /* gcv_fate */
    const gcv_moves *moves = path->report->in.moves;
    const size_t death = find_unreported_death(path, first, last);
    gcv_fate fate = GCV_FATE_UNTOUCHED;
    path->n_collections = first->n_collections;
    path->next_dump = (size_t)(first - moves->dumps.data);
    write_dumps(path, last);
    while (fate != GCV_FATE_DIED && path->n_collections < last->n_collections) {
        const gcv_collection *collection = &moves->collections.data[path->n_collections++];
        fate = gcv_collection_fate(collection, &path->address);
        fate = path->n_collections == death + 1 ? GCV_FATE_DIED : fate;
        write_step(path, gcv_cell_count(collection->number), events[fate], fate != GCV_FATE_DIED);
        if (fate != GCV_FATE_DIED) {
            write_dumps(path, last);
        }
    }
}

static void write_paths(gcv_report *report, const gcv_track *track, const gcv_u32_column *objects)
{
    static const gcv_table_column columns[] = {{"collection", GCV_SHAPE_NUMBER},
                                               {"event", GCV_SHAPE_TEXT},
                                               {"object", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TYPE}};
    const gcv_heap *heap = report->in.heap, *last = report->in.heaps[report->in.n_heaps - 1];
    gcv_report_begin(report, columns, GCV_LENGTH(columns));
    for (size_t i = 0; i < objects->n; i++) {
        const uint32_t object = objects->data[i], now = track->to[object];
        object_path path = {.report = report,
                            .object = object,
                            .address = gcv_heap_object_id(heap, object),
                            .lives = now != GCV_NONE};
        if (report->in.moves != NULL) {
            write_path(&path, gcv_moves_dump(report->in.moves, report->in.dumps[0]),
                       gcv_moves_dump(report->in.moves, report->in.dumps[report->in.n_heaps - 1]));
            continue;
        } /* else, nothing is known of what happened between the two dumps */
        write_step(&path, gcv_cell_none(), "dump", true);
        if (now != GCV_NONE) {
            write_row(report, last, now, gcv_cell_none(), "dump", gcv_object_id_cell(last, now));
        } else {
            write_step(&path, gcv_cell_none(), "died", false);
        }
    }
}

/* Finds the objects with the id of --object. An id that only the last dump has gets a message of
 * its own, because users take ids from either dump. */
static void find_objects(gcv_report *report, const gcv_selection *selection,
                         gcv_u32_column *objects)
{
    const gcv_heap *heap = report->in.heap, *last = report->in.heaps[report->in.n_heaps - 1];
    bool first = false, later = false;
    char room[GCV_NUMBER_MAX];
    const uint64_t id = gcv_report_read_id(report, report->options->object);
    for (uint32_t s = 0; s < gcv_heap_n_sections(heap); s++) {
        first = first || gcv_heap_find(heap, s, id) != GCV_NONE;
    }
    for (uint32_t s = 0; s < gcv_heap_n_sections(last); s++) {
        later = later || gcv_heap_find(last, s, id) != GCV_NONE;
    }
    if (first || !later) {
        gcv_report_find_objects(report, selection, report->options->object, objects);
        return;
    }
    gcv_fail_line(report->ctx, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                  "no object of dump %" PRIu32 " has the id %s, only one of dump %" PRIu32
                  ": '%s' goes from the first dump to the last",
                  report->in.dumps[0], gcv_id_write(heap, id, room),
                  report->in.dumps[report->in.n_heaps - 1], report->command);
}

/* Follows all objects first: if the evidence contradicts the dumps anywhere, it is not used for
 * this object either. */
static void run(gcv_report *report)
{
    gcv_u32_column objects = {NULL, 0, 0};
    gcv_selection selection = gcv_report_select(report);
    find_objects(report, &selection, &objects);
    gcv_track track = gcv_follow_objects(report);
    write_paths(report, &track, &objects);
}

const gcv_command gcv_command_map = {
    .name = "map",
    .summary = "where is this object in the other snapshot?",
    .description =
        "Follows one object of the first dump to the last one, one row per step: `dump`\n"
        "with its id in a dump, and what each collection in between did to it: `moved`\n"
        "(with the new id), `survived` where it was, `untouched` (not condemned), or\n"
        "`died`, which is the last row. Of V8 only the dumps are rows. Files and\n"
        "--moves are those of 'track'. An id that several domains have is shown once\n"
        "for each; --domain selects one.",
    .examples = "  gcview map -q 10138 samples/two-snapshots.nettrace",
    .columns = "collection event object type",
    .inputs = GCV_INPUT_FOLLOWED | GCV_INPUT_ID,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_track), .last_costs = GCV_COSTS(&gcv_cost_of_track)},
    .run = run,
};
