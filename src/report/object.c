/* object.c - one object in full: what it is, what holds it, what it holds.
 *
 * Besides what `retained` takes: 8 bytes per object while the chain is found, 1 for the dominated
 * set, and the lists. Several objects with one id, whose number is limited, take a pass over the
 * roots, the references and the dominators each; their chains come from one search. */
#include "report/commands.h"

#include "analysis/analyses.h"
#include "analysis/constrained_paths.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/picture.h"
#include "report/select.h"

#include <inttypes.h>
#include <string.h>

typedef struct object_options {
    gcv_optional hops; /* --hops, for a picture */
} object_options;

static const object_options *own(const gcv_report_options *options) { return options->own; }

typedef struct object_writer {
    gcv_report *report;
    const gcv_dominators *dominators;
    const gcv_root_set *roots;
    bool nests;
    gcv_field_cells fields;
    gcv_buffer text; /* of the value that is being written */
    gcv_histogram histogram;
    gcv_constrained_paths paths; /* to all objects; only if several are shown */
    bool has_paths;
    uint32_t object;
    uint64_t top; /* maximum number of entries of a list; 0: all */
} object_writer;

/* The name of a value or an entry: as the key of a row, and as a member in formats that nest (NULL
 * in an open list). */
typedef struct object_key {
    const char *row, *member;
} object_key;

#define KEY(row, member) ((object_key){row, member})

/* ---- forms: rows of a key and a value, each entry of a list a row; or lists and groups ---- */

enum { IDENTITY_CELLS = 8 };

static const gcv_table_column identity[IDENTITY_CELLS] = {
    {"object", GCV_SHAPE_TEXT},     {"type", GCV_SHAPE_TYPE},       {"module", GCV_SHAPE_TEXT},
    {"domain", GCV_SHAPE_TEXT},     {"generation", GCV_SHAPE_TEXT}, {"bytes", GCV_SHAPE_NUMBER},
    {"retained", GCV_SHAPE_NUMBER}, {"reachable", GCV_SHAPE_TEXT}};

static void begin_table(object_writer *w)
{
    const bool field = w->fields.column;
    const gcv_table_column columns[] = {{"key", GCV_SHAPE_TEXT},
                                        {"value", field ? GCV_SHAPE_TEXT : GCV_SHAPE_VALUE},
                                        {"field", GCV_SHAPE_TEXT}};
    gcv_report_begin(w->report, w->nests ? identity : columns,
                     w->nests ? (size_t)IDENTITY_CELLS
                     : field  ? 3
                              : 2);
}

/* Writes a row; if the table has the column, with the name of a reference. */
static void put_row(object_writer *w, const char *key, gcv_cell value, gcv_cell field)
{
    const gcv_cell cells[] = {gcv_cell_str(key), value, field};
    gcv_writer_row(w->report->out.writer, cells);
}

static void write_value(object_writer *w, object_key key, gcv_cell value)
{
    if (w->nests) {
        gcv_writer_value(w->report->out.writer, key.member, value);
    } else {
        put_row(w, key.row, value, gcv_cell_none());
    }
}

/* Begins an object: one row each, or the columns of its row. */
static void write_identity(object_writer *w)
{
    const gcv_heap *heap = w->report->in.heap;
    const uint32_t object = w->object, type = heap->type.data[object];
    const char *generation = gcv_generation_word(gcv_heap_object_generation(heap, object));
    const gcv_slice name = gcv_heap_object_name(heap, object);
    const gcv_cell cells[IDENTITY_CELLS] = {
        gcv_object_id_cell(heap, object),
        gcv_type_cell(heap, type),
        gcv_cell_text_or_none(gcv_heap_type_module(heap, type)),
        gcv_cell_text_or_none(heap->sections.data[gcv_heap_object_section(heap, object)].domain),
        generation != NULL ? gcv_cell_str(generation) : gcv_cell_none(),
        gcv_cell_bytes(gcv_heap_size(heap, object)),
        gcv_retained_cell(w->dominators, object),
        gcv_cell_flag(w->dominators->number[object] != 0)};
    if (w->nests) {
        gcv_writer_row(w->report->out.writer, cells);
    }
    for (size_t i = 0; !w->nests && i < IDENTITY_CELLS; i++) {
        put_row(w, identity[i].name, cells[i], gcv_cell_none());
    }
    if (name.data != NULL) {
        write_value(w, KEY("name", "name"), gcv_cell_text(name));
    }
}

/* Writes the number of entries that --top left out; no row if there are none. */
static void write_more(object_writer *w, object_key key, uint64_t n)
{
    if (n > 0 || w->nests) {
        write_value(w, key, gcv_cell_count(n));
    }
}

/* Joins cells with blanks. Numbers come first and the type name last, so that a line of tsv can be
 * split at blanks up to that name, which text shows after that of the reference. */
static gcv_cell join(object_writer *w, const gcv_cell *cells, size_t n, gcv_cell field)
{
    gcv_context *ctx = w->report->ctx;
    gcv_buffer_clear(&w->text);
    for (size_t i = 0; i < n; i++) {
        gcv_buffer_append_str(ctx, &w->text, i > 0 ? " " : "");
        if (i + 1 == n && w->fields.beside && field.kind == GCV_CELL_TEXT) {
            gcv_buffer_append(ctx, &w->text, field.text);
            gcv_buffer_append_str(ctx, &w->text, " ");
        }
        if (cells[i].kind == GCV_CELL_TEXT) {
            gcv_buffer_append(ctx, &w->text, cells[i].text);
        } else {
            gcv_buffer_print(ctx, &w->text, cells[i].kind == GCV_CELL_ID ? "%" PRIx64 : "%" PRIu64,
                             cells[i].number);
        }
    }
    return gcv_cell_text(gcv_buffer_slice(&w->text));
}

/* Writes an entry of `n` parts, of which the last is a type: a row whose value is the parts with
 * blanks between them, or a group. `with_field`: part `n` is the name of a reference. */
static void write_parts(object_writer *w, object_key key, const char *const *parts,
                        const gcv_cell *cells, size_t n, bool with_field)
{
    if (w->nests) {
        gcv_writer_group(w->report->out.writer, key.member, parts, cells, n + with_field);
    } else {
        const gcv_cell field = with_field ? cells[n] : gcv_cell_none();
        put_row(w, key.row, join(w, cells, n, field), field);
    }
}

static void nest_root(object_writer *w, const char *member, const gcv_root *root)
{
    const gcv_report *report = w->report;
    gcv_writer *writer = report->out.writer;
    const gcv_slice owner = gcv_root_owner(report->in.heap, root);
    const char *word;
    uint32_t flag;
    gcv_root_kind_name(report->ctx, root->kind, &w->text);
    gcv_writer_open_group(writer, member);
    gcv_writer_value(writer, "kind", gcv_cell_text(gcv_buffer_slice(&w->text)));
    gcv_writer_value(writer, "owner", owner.data != NULL ? gcv_cell_text(owner) : gcv_cell_none());
    for (size_t i = 0; gcv_root_flag_at(i, &flag, &word); i++) {
        gcv_writer_value(writer, word, gcv_cell_flag((root->flags & flag) != 0));
    }
    gcv_root_label(report->ctx, report->in.heap, root, &w->text);
    gcv_writer_value(writer, "label", gcv_cell_text(gcv_buffer_slice(&w->text)));
    gcv_writer_close_group(writer);
}

/* Writes a root: a row with its label, or a group of its parts. */
static void write_root(object_writer *w, object_key key, const gcv_root *root)
{
    if (w->nests) {
        nest_root(w, key.member, root);
    } else {
        gcv_report_root_label(w->report, root, &w->text);
        put_row(w, key.row, gcv_cell_text(gcv_buffer_slice(&w->text)), gcv_cell_none());
    }
}

/* ---- lists -------------------------------------------------------------------------------- */

/* Returns how many of `n` entries are shown. Without --top, one more than the usual number is: the
 * row that says so would take its place. */
static uint64_t n_shown(const object_writer *w, uint64_t n)
{
    const bool all =
        w->top == 0 || n <= w->top || (n - 1 == w->top && !w->report->options->top.given);
    return all ? n : w->top;
}

/* Makes the cell with the name of a reference, given by its index; GCV_NONE: none. */
static gcv_cell field_cell(object_writer *w, uint32_t from, uint32_t reference)
{
    const bool known = gcv_heap_has_fields(w->report->in.heap) && reference != GCV_NONE;
    const gcv_slice label =
        known ? gcv_field_label(&w->fields, from, reference) : gcv_slice_of(NULL, 0);
    return gcv_cell_text_or_none(label);
}

/* The same for the reference by which an object (GCV_NONE: none) holds another. */
static gcv_cell field_between(object_writer *w, uint32_t from, uint32_t to)
{
    const bool known = from != GCV_NONE && gcv_heap_has_fields(w->report->in.heap);
    return field_cell(w, from,
                      known ? gcv_reference_between(&w->fields.finder, from, to) : GCV_NONE);
}

/* Writes an object as an entry: `ID BYTES TYPE`, or `ID TIMES BYTES TYPE` if `times` is not 0, and
 * the name of a reference, if that is given. */
static void write_entry(object_writer *w, object_key key, uint32_t object, uint32_t times,
                        const gcv_cell *field)
{
    static const char *const once[] = {"object", "bytes", "type", "field"};
    static const char *const often[] = {"object", "times", "bytes", "type", "field"};
    const gcv_heap *heap = w->report->in.heap;
    const bool with_field = field != NULL && (w->fields.column || w->fields.beside);
    gcv_cell cells[5];
    size_t n = 0;
    cells[n++] = gcv_object_id_cell(heap, object);
    if (times > 0) {
        cells[n++] = gcv_cell_count(times);
    }
    cells[n++] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[n++] = gcv_type_cell(heap, heap->type.data[object]);
    cells[n] = with_field ? *field : gcv_cell_none();
    write_parts(w, key, times > 0 ? often : once, cells, n, with_field);
}

GCV_BEFORE(more_bytes, gcv_histogram_row,
           of[a].bytes != of[b].bytes ? of[a].bytes > of[b].bytes : of[a].type < of[b].type);

/* What a group of objects is called: keys of rows for the group, its types and its objects. */
typedef struct group_words {
    const char *group, *type, *more_types, *object, *more_objects;
} group_words;

/* Opens a group with its number of objects and, most bytes first, `COUNT BYTES TYPE` for each type
 * of the histogram, which is then empty. */
static void open_group(object_writer *w, const group_words *words, gcv_cell count)
{
    static const char *const parts[] = {"count", "bytes", "type"};
    gcv_writer *writer = w->report->out.writer;
    const size_t n = w->histogram.rows.n;
    uint32_t *order = gcv_numbers_sorted(w->report->ctx, n, more_bytes, w->histogram.rows.data);
    size_t i;
    gcv_writer_open_group(writer, words->group);
    write_value(w, KEY(words->group, "count"), count);
    gcv_writer_open_list(writer, "by_type");
    for (i = 0; i < n_shown(w, n); i++) {
        const gcv_histogram_row *row = &w->histogram.rows.data[order[i]];
        const gcv_cell cells[] = {gcv_cell_count(row->objects), gcv_cell_bytes(row->bytes),
                                  gcv_type_cell(w->report->in.heap, row->type)};
        write_parts(w, KEY(words->type, NULL), parts, cells, 3, false);
    }
    gcv_writer_close_list(writer);
    write_more(w, KEY(words->more_types, "more_by_type"), n - i);
    gcv_free(w->report->ctx, order);
    gcv_histogram_clear(&w->histogram);
}

/* ---- what holds it ------------------------------------------------------------------------ */

/* Writes all root records of the object, also weak ones, which their labels mark. */
static void write_roots(object_writer *w)
{
    const gcv_root_column *roots = &w->report->in.heap->roots;
    uint64_t n = 0, seen = 0;
    for (uint32_t i = 0; i < roots->n; i++) {
        n += roots->data[i].object == w->object;
    }
    const uint64_t shown = n_shown(w, n);
    write_value(w, KEY("roots", "root_count"), gcv_cell_count(n));
    gcv_writer_open_list(w->report->out.writer, "roots");
    for (uint32_t i = 0; i < roots->n; i++) {
        if (roots->data[i].object == w->object && seen++ < shown) {
            write_root(w, KEY("root", NULL), &roots->data[i]);
        }
    }
    gcv_writer_close_list(w->report->out.writer);
    write_more(w, KEY("more_roots", "more_roots"), n - shown);
}

/* Writes the steps of the chain. The last one, the object itself, is never left out. */
static void write_steps(object_writer *w, const gcv_chain *chain)
{
    const uint64_t above = chain->length > 0 ? chain->length - 1 : 0;
    const uint64_t left_out = above - n_shown(w, above);
    gcv_writer_open_list(w->report->out.writer, "chain");
    for (uint32_t i = 0; i < chain->length; i++) {
        if (left_out > 0 && i == w->top) {
            if (!w->nests) {
                write_more(w, KEY("more_chain", NULL), left_out);
            }
            i = chain->length - 1;
        }
        const gcv_cell field =
            field_between(w, i > 0 ? chain->object[i - 1] : GCV_NONE, chain->object[i]);
        write_entry(w, KEY("chain", NULL), chain->object[i], 0, &field);
    }
    gcv_writer_close_list(w->report->out.writer);
    if (w->nests) {
        write_more(w, KEY(NULL, "more_chain"), left_out);
    }
}

static void write_chain(object_writer *w)
{
    gcv_context *ctx = w->report->ctx;
    const gcv_heap *heap = w->report->in.heap;
    gcv_chain chain = w->has_paths ? gcv_constrained_paths_chain(ctx, &w->paths, w->object)
                                   : gcv_chain_compute(ctx, heap, w->roots, w->object, NULL);
    write_value(w, KEY("chain_length", "chain_length"), gcv_cell_count(chain.length));
    if (chain.length > 0) {
        write_root(w, KEY("chain_root", "chain_root"),
                   gcv_root_set_record(heap, w->roots, chain.object[0]));
    } else {
        gcv_writer_value(w->report->out.writer, "chain_root", gcv_cell_none());
    }
    write_steps(w, &chain);
    gcv_chain_release(ctx, &chain);
}

static void write_dominator(object_writer *w)
{
    const gcv_dominators *d = w->dominators;
    const uint32_t number = d->number[w->object];
    const uint32_t dominator = number != 0 ? d->dominator[number] : 0;
    if (dominator == 0) {
        write_value(w, KEY("dominator", "dominator"), gcv_cell_none());
    } else {
        write_entry(w, KEY("dominator", "dominator"), d->object[dominator], 0, NULL);
    }
}

/* ---- what it refers to, and what refers to it --------------------------------------------- */

/* Writes references of the object, or with `times` its referrers. */
static void write_links(object_writer *w, const group_words *words, const uint32_t *objects,
                        uint32_t n, const uint32_t *times)
{
    uint32_t i;
    open_group(w, words, gcv_cell_count(n));
    gcv_writer_open_list(w->report->out.writer, "objects");
    for (i = 0; i < n_shown(w, n); i++) {
        const gcv_cell field =
            times != NULL ? field_between(w, objects[i], w->object) : field_cell(w, w->object, i);
        write_entry(w, KEY(words->object, NULL), objects[i], times != NULL ? times[i] : 0, &field);
    }
    gcv_writer_close_list(w->report->out.writer);
    write_more(w, KEY(words->more_objects, "more_objects"), n - i);
    gcv_writer_close_group(w->report->out.writer);
}

/* Each reference counts in its type, but the bytes of an object only once. */
static void write_references(object_writer *w)
{
    static const group_words words = {"references", "references_by_type", "more_references_by_type",
                                      "reference", "more_references"};
    uint32_t n;
    const uint32_t *refs = gcv_heap_references(w->report->in.heap, w->object, &n);
    uint32_t *sorted = gcv_alloc(w->report->ctx, n, sizeof *sorted);
    if (n > 0) {
        memcpy(sorted, refs, (size_t)n * sizeof *sorted);
        gcv_sort_u32(sorted, n);
    }
    for (uint32_t i = 0; i < n; i++) {
        gcv_histogram_add(&w->histogram, sorted[i], i > 0 && sorted[i] == sorted[i - 1]);
    }
    gcv_free(w->report->ctx, sorted);
    write_links(w, &words, refs, n, NULL);
}

static void write_referrers(object_writer *w)
{
    static const group_words words = {"referrers", "referrers_by_type", "more_referrers_by_type",
                                      "referrer", "more_referrers"};
    gcv_u32_column referrers = {0}, times = {0};
    gcv_referrers_of(w->report->ctx, w->report->in.heap, w->object, &referrers, &times);
    for (size_t i = 0; i < referrers.n; i++) {
        gcv_histogram_add(&w->histogram, referrers.data[i], false);
    }
    write_links(w, &words, referrers.data, (uint32_t)referrers.n, times.data);
    GCV_RELEASE(w->report->ctx, &referrers, &times);
}

/* Writes the objects that the object dominates. A dominator has a lower number than what it
 * dominates, so one ascending pass finds the set. */
static void write_dominated(object_writer *w)
{
    static const group_words words = {
        .group = "dominates", .type = "dominates_by_type", .more_types = "more_dominates_by_type"};
    const gcv_dominators *d = w->dominators;
    const uint32_t number = d->number[w->object];
    uint8_t *in = gcv_alloc_zeroed(w->report->ctx, (size_t)d->n_reached + 1, 1);
    uint32_t n = 0;
    for (uint32_t v = number; number != 0 && v <= d->n_reached; v++) {
        in[v] = v == number || in[d->dominator[v]];
        if (in[v] && v != number) {
            n++;
            gcv_histogram_add(&w->histogram, d->object[v], false);
        }
    }
    gcv_free(w->report->ctx, in);
    open_group(w, &words, number != 0 ? gcv_cell_count(n) : gcv_cell_none());
    gcv_writer_close_group(w->report->out.writer);
}

/* ---- the report --------------------------------------------------------------------------- */

static void write_objects(gcv_report *report, gcv_basis *basis, const gcv_u32_column *objects)
{
    void (*const parts[])(object_writer *) = {write_roots,      write_chain,     write_dominator,
                                              write_references, write_referrers, write_dominated};
    const gcv_path_constraints none = {.starts = &basis->roots, .target = GCV_NONE};
    gcv_u32_column garbage = {0};
    object_writer w = {.report = report,
                       .dominators = &basis->dominators,
                       .roots = &basis->roots,
                       .has_paths = objects->n > 1,
                       .nests = gcv_writer_nests(report->out.writer),
                       .fields = gcv_field_cells_of(report, report->in.heap),
                       .top = gcv_optional_or(report->options->top, GCV_TOP_OBJECTS)};
    gcv_histogram_init(report->ctx, &w.histogram, report->in.heap);
    if (w.has_paths) { /* the search for the chain of one object can stop when it reaches it */
        w.paths = gcv_constrained_paths_find(report->ctx, report->in.heap, &none);
    }
    begin_table(&w);
    for (size_t i = 0; i < objects->n; i++) {
        w.object = objects->data[i];
        write_identity(&w);
        for (size_t k = 0; k < GCV_LENGTH(parts); k++) {
            parts[k](&w);
        }
        if (w.dominators->number[w.object] == 0) {
            gcv_u32_column_push(report->ctx, &garbage, w.object);
        }
    }
    gcv_constrained_paths_release(report->ctx, &w.paths); /* the garbage takes as much */
    gcv_report_warn_garbage_objects(report, &garbage);
}

static void run(gcv_report *report)
{
    gcv_u32_column objects = {0};
    gcv_selection selection = gcv_report_select(report);
    gcv_report_find_objects(report, &selection, report->options->object, &objects);
    gcv_report_warn_fields(report);
    gcv_report_keep_first(report, GCV_SHARED_ID_SHOWN, &objects);
    gcv_basis basis = gcv_report_basis(report);
    gcv_basis_dominators(&basis);
    if (gcv_output_format_draws(report->options->format)) {
        gcv_object_picture(report, &basis.dominators, &objects,
                           gcv_optional_or(own(report->options)->hops, 1));
    } else {
        write_objects(report, &basis, &objects);
    }
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_optional *hops = &own(options)->hops;
    gcv_report_check_names(ctx, options);
    gcv_refuse_if(ctx, hops->given && !gcv_output_format_draws(options->format),
                  "--hops goes with --format dot or mermaid");
    gcv_refuse_if(ctx, hops->given && hops->value > GCV_HOPS_MAX, "--hops wants a number up to %d",
                  GCV_HOPS_MAX);
}

static const gcv_option option_rows[] = {
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
     "only the first N entries of each list, or N nodes of a picture; 0 is all"},
    {"hops", '\0', GCV_OPTION_NUMBER, GCV_OWN(object_options, hops), "N", NULL,
     "of a picture: what is up to N references away, in either direction (1)"},
};

const gcv_command gcv_command_object = {
    .name = "object",
    .summary = "one object in full",
    .description =
        "What the object is, the roots that hold it, a shortest chain to it, its\n"
        "immediate dominator, its references, its referrers, and what it dominates\n"
        "apart from itself; the last three also by type. The id stands in front of\n"
        "FILE, or in --object ID. Keys repeat: each entry of a list is a row of its\n"
        "own, and more_KEY tells how many entries --top left out. In a value of several\n"
        "parts ids and numbers come first and the type last: `chain`, `dominator`,\n"
        "`reference` ID BYTES TYPE; `referrer` ID TIMES BYTES TYPE; KEY_by_type COUNT\n"
        "BYTES TYPE. An id that several domains have is shown once for each; --domain\n"
        "selects one. json has one row an object, with lists and groups instead of rows\n"
        "that repeat (docs/output.md). Dumps of V8 and Java know by which property,\n"
        "element or variable an object of a chain is held by the one above it, a\n"
        "reference by this object, this object by a referrer: text shows it before the\n"
        "type, or with --fields, like tsv and json, as `field`.\n"
        "--format dot and mermaid draw the object and what is --hops references from it\n"
        "or less, " GCV_TEXT_OF(
            GCV_TOP_DRAWN) " objects unless --top says otherwise (docs/pictures.md).",
    .examples = "  gcview object 24b18a0 samples/leak-story.log",
    .columns = "key value",
    .schema = 2,
    .inputs = GCV_INPUT_ID,
    .draws = true,
    GCV_OWN_OPTIONS(option_rows, object_options),
    .shared = GCV_SET_ROOT | GCV_SET_FIELD,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_chain), .names = true},
    .check = check,
    .run = run,
};
