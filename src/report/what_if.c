/* what_if.c - what would be freed if roots, references or objects were removed?
 *
 * Besides the marks of removal.c: 1 byte per object (--cut 8 more, --drop-type 1 more) and 1 per
 * root record. */
#include "analysis/analyses.h"
#include "heap/java_class.h"
#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/commands.h"
#include "report/select.h"

#include <string.h>

typedef struct gcv_what_if_options {
    gcv_words cuts, roots, types;
} gcv_what_if_options;

static const gcv_what_if_options *own(const gcv_report_options *options) { return options->own; }

typedef struct gcv_freed {
    uint64_t objects, bytes;
} gcv_freed;

typedef struct gcv_what_if_table {
    gcv_report *report;
    gcv_selection selection;
    uint32_t *from, *to; /* per object: bit i: cut i names it as FROM, or as TO; NULL: no --cut */
    uint8_t *dropped;    /* per object: its type is dropped; NULL: no --drop-type */
    uint8_t *keep;       /* per root record */
    uint8_t *freed;      /* per object: it is no longer reachable */
    gcv_freed *types;    /* per type row */
    gcv_freed total;
} gcv_what_if_table;

/* ---- cuts --------------------------------------------------------------------------------- */

/* Returns the colon between FROM and TO, or NULL if there is not exactly one. Type names may
 * contain `::`, so a colon next to another one does not count. */
static const char *separator(const char *cut)
{
    const char *found = NULL;
    for (const char *at = cut; *at != '\0'; at++) {
        if (*at == ':' && at[1] != ':' && (at == cut || at[-1] != ':')) {
            if (found != NULL) {
                return NULL;
            }
            found = at;
        }
    }
    return found != NULL && found > cut && found[1] != '\0' ? found : NULL;
}

/* Sets a bit in the mask of each object that one end of a cut names: a glob for types, or an id. A
 * text that is both an id and a type name is the type; `0x` or `@` before an id makes it an id. */
static void mark_end(gcv_what_if_table *what, const char *text, size_t size, uint32_t bit,
                     uint32_t *masks)
{
    gcv_report *report = what->report;
    const gcv_heap *heap = report->in.heap;
    char name[256];
    uint64_t id;
    gcv_refuse_if(report->ctx, size >= sizeof name, "'%.60s...' is too long: * stands for any text",
                  text);
    memcpy(name, text, size);
    name[size] = '\0';
    if (gcv_id_read(heap, gcv_slice_str(name), &id) &&
        !gcv_report_matches_type(report, heap, name, false)) {
        gcv_u32_column objects = {0};
        gcv_report_find_id(report, &what->selection, id, &objects);
        for (size_t i = 0; i < objects.n; i++) {
            masks[objects.data[i]] |= bit;
        }
        gcv_u32_column_release(report->ctx, &objects);
        return;
    }
    gcv_words glob = {.n = 1, .word[0] = name};
    uint8_t *types = gcv_report_match_types(report, &glob);
    for (size_t i = 0; i < heap->n_objects; i++) {
        masks[i] |= types[heap->type.data[i]] ? bit : 0;
    }
    gcv_free(report->ctx, types);
}

static void read_cuts(gcv_what_if_table *what)
{
    gcv_report *report = what->report;
    const gcv_words *cuts = &own(report->options)->cuts;
    what->from = gcv_alloc_zeroed(report->ctx, report->in.heap->n_objects, sizeof *what->from);
    what->to = gcv_alloc_zeroed(report->ctx, report->in.heap->n_objects, sizeof *what->to);
    for (size_t i = 0; i < cuts->n; i++) {
        const char *cut = cuts->word[i], *colon = separator(cut);
        uint32_t bit = (uint32_t)1 << i;
        mark_end(what, cut, (size_t)(colon - cut), bit, what->from);
        mark_end(what, colon + 1, strlen(colon + 1), bit, what->to);
    }
    uint32_t effective = gcv_removal_effective_cuts(report->in.heap, what->from, what->to);
    for (size_t i = 0; i < cuts->n; i++) {
        GCV_WARN_IF(report, (effective >> i & 1) == 0, "no reference is cut by '%.150s'",
                    cuts->word[i]);
    }
}

/* ---- roots -------------------------------------------------------------------------------- */

static bool is_kind(const char *word)
{
    const char *kind;
    size_t i = 0;
    do {
        kind = gcv_root_kind_word_at(i++);
    } while (kind != NULL && strcmp(kind, word) != 0);
    return kind != NULL;
}

/* Warns that a word names no root; of a static field of Java, which is none, says how to cut it. */
static void warn_no_root(const gcv_report *report, const char *word)
{
    static const char kind[] = "static ";
    const gcv_heap *heap = report->in.heap;
    const gcv_slice label = gcv_slice_str(word);
    const gcv_slice name = gcv_slice_begins(label, kind) ? gcv_slice_str(word + sizeof kind - 1)
                                                         : gcv_slice_of(NULL, 0);
    uint32_t class_ = GCV_NONE, object = GCV_NONE;
    for (uint32_t i = 0; name.data != NULL && gcv_heap_is_java(heap) && i < heap->n_objects; i++) {
        const gcv_slice of_class = gcv_java_class_name(heap, i);
        class_ = of_class.data != NULL && gcv_slice_is_member(name, of_class) ? i : class_;
        object = gcv_slice_equal(gcv_heap_object_name(heap, i), name) ? i : object;
    }
    if (class_ != GCV_NONE && object != GCV_NONE) {
        char from[GCV_NUMBER_MAX], to[GCV_NUMBER_MAX];
        GCV_WARN(report, "'%.150s' is a field, not a root: --cut 0x%s:0x%s drops it", word,
                 gcv_id_write(heap, gcv_heap_object_id(heap, class_), from),
                 gcv_id_write(heap, gcv_heap_object_id(heap, object), to));
    } else {
        GCV_WARN(report, "no root is '%.150s'", word);
    }
}

/* Clears `keep` of the root records that a word names: by kind, else by object id, else by the
 * label that `roots` shows. */
static void drop_roots(gcv_what_if_table *what, const char *word)
{
    gcv_report *report = what->report;
    const gcv_heap *heap = report->in.heap;
    bool kind = is_kind(word), any = false;
    uint64_t id = 0;
    gcv_buffer label = {0};
    bool is_id = !kind && gcv_id_read(heap, gcv_slice_str(word), &id);
    if (is_id) {
        gcv_report_warn_shared_id(report, &what->selection, id);
    }
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        bool named = kind ? gcv_root_kind_is(root->kind, word) : is_id && root->id == id;
        if (!what->selection.sections[root->section]) {
            continue;
        }
        if (!kind && !is_id) {
            gcv_root_label(report->ctx, heap, root, &label);
            named = gcv_glob_slice(report->ctx, gcv_slice_str(word), gcv_buffer_slice(&label),
                                   report->options->select.ignore_case);
        }
        if (named) {
            what->keep[i] = 0;
            any = true;
        }
    }
    gcv_glob_check(report->ctx);
    gcv_buffer_release(report->ctx, &label);
    if (!any) {
        warn_no_root(report, word);
    }
}

static void read_options(gcv_what_if_table *what)
{
    gcv_report *report = what->report;
    const gcv_what_if_options *options = own(report->options);
    what->keep = gcv_alloc(report->ctx, report->in.heap->roots.n, 1);
    if (report->in.heap->roots.n > 0) {
        memset(what->keep, 1, report->in.heap->roots.n);
    }
    for (size_t i = 0; i < options->roots.n; i++) {
        drop_roots(what, options->roots.word[i]);
    }
    if (options->cuts.n > 0) {
        read_cuts(what);
    }
    if (options->types.n > 0) {
        gcv_report_mark_objects(report, &options->types, &what->dropped);
    }
}

/* ---- rows --------------------------------------------------------------------------------- */

static const gcv_freed *freed_at(const void *payload, uint32_t type)
{
    const gcv_what_if_table *what = payload;
    return type != GCV_TOTAL_ROW ? &what->types[type] : &what->total;
}

GCV_KEY(key_bytes, freed_at(payload, row)->bytes);
GCV_KEY(key_objects, freed_at(payload, row)->objects);
GCV_CELL(cell_what, row != GCV_TOTAL_ROW
                        ? gcv_type_cell(((const gcv_what_if_table *)payload)->report->in.heap, row)
                        : gcv_cell_str("<total>"));

/* Types are numbered in the order of their names. The total ignores --min. */
static const gcv_report_column columns[] = {{"bytes", GCV_BYTES, key_bytes, NULL, NULL},
                                            {"objects", GCV_COUNT, key_objects, NULL, NULL},
                                            {"what", GCV_LABEL, gcv_number_key, cell_what, NULL}};
static const gcv_table table = {GCV_COLUMNS(columns), .noun = "type", .sort = {"bytes"},
                                .total_first = true};

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_what_if_options *what_if = own(options);
    gcv_refuse_if(ctx, what_if->cuts.n + what_if->roots.n + what_if->types.n == 0,
                  "'what-if' wants --cut FROM:TO, --drop-root KIND or --drop-type GLOB");
    for (size_t i = 0; i < what_if->cuts.n; i++) {
        gcv_refuse_if(ctx, separator(what_if->cuts.word[i]) == NULL,
                      "--cut wants FROM:TO with one colon, not '%.60s'; within a name ? can "
                      "stand for a colon",
                      what_if->cuts.word[i]);
    }
}

static void add_up(gcv_what_if_table *what)
{
    const gcv_heap *heap = what->report->in.heap;
    gcv_selected at = gcv_selected_all(&what->selection);
    uint32_t object;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        if (what->freed[object]) {
            gcv_freed *type = &what->types[gcv_heap_object_row(heap, object)];
            uint64_t bytes = gcv_heap_size(heap, object);
            type->objects++;
            type->bytes += bytes;
            what->total.objects++;
            what->total.bytes += bytes;
        }
    }
}

GCV_ROW_TEST(is_shown, freed_at(payload, row)->objects > 0 &&
                           gcv_filter_bytes(((const gcv_what_if_table *)payload)->selection.filter,
                                            freed_at(payload, row)->bytes));

static void run(gcv_report *report)
{
    const gcv_heap *heap = report->in.heap;
    const bool weak = report->options->include_weak;
    gcv_what_if_table freed = {.report = report};
    freed.selection = gcv_report_select(report);
    read_options(&freed);
    freed.freed = gcv_alloc(report->ctx, heap->n_objects, 1);
    freed.types = gcv_alloc_zeroed(report->ctx, heap->n_types, sizeof *freed.types);
    gcv_root_set before = gcv_root_set_of(report->ctx, heap, weak, NULL);
    gcv_root_set after = gcv_root_set_of(report->ctx, heap, weak, freed.keep);
    const gcv_removal removal = {.remaining_roots = &after,
                                 .objects = freed.dropped,
                                 .cut_from = freed.from,
                                 .cut_to = freed.to};
    gcv_removal_find(report->ctx, heap, &before, &removal, freed.freed);
    gcv_root_set_release(report->ctx, &after);
    gcv_root_set_release(report->ctx, &before);
    add_up(&freed);
    gcv_table_show(&table, report, &freed, heap->n_types, is_shown);
}

static const gcv_option option_rows[] = {
    {"cut", '\0', GCV_OPTION_GLOBS, GCV_OWN(gcv_what_if_options, cuts), "FROM:TO", NULL,
     "take away all references from FROM to TO, each a GLOB or an ID; may be repeated"},
    {"drop-root", '\0', GCV_OPTION_GLOBS, GCV_OWN(gcv_what_if_options, roots), "KIND|ID|LABEL",
     NULL, "take away roots of a kind, of an object or with a label; may be repeated"},
    {"drop-type", '\0', GCV_OPTION_GLOBS, GCV_OWN(gcv_what_if_options, types), "GLOB", NULL,
     "take away all objects of types that match; may be repeated"},
    GCV_FLAG("ignore-case", GCV_SHARED(select.ignore_case),
             "A-Z and a-z match each other in every GLOB"),
};

const gcv_command gcv_command_what_if = {
    .name = "what-if",
    .summary = "what would be freed if ...?",
    .description =
        "Takes away references (--cut), roots (--drop-root) and objects (--drop-type),\n"
        "all of them together, and shows what would no longer be reachable: first the\n"
        "total, then each type, most bytes first. The result is exact: it compares what\n"
        "is reachable with and without them.\n"
        "FROM and TO of a cut are each a GLOB for type names or the ID of an object\n"
        "(with 0x or @ in front if a type has such a name). A root to drop is a kind\n"
        "(static, handle, local, finalizer, internal, runtime, other), the ID of an\n"
        "object, or a GLOB for the label that `roots` shows: 'static Acme.Cache*'.",
    .examples =
        "  gcview what-if --cut Acme.Shop.OrderFeed:System.EventHandler samples/leak-story.log\n"
        "  gcview what-if --drop-root 'static Acme.*' --drop-type '*[]' --top 3 "
        "samples/leak-story.log",
    .columns = "bytes objects what",
    GCV_OWN_OPTIONS(option_rows, gcv_what_if_options),
    .shared = GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_MIN | GCV_SET_ROOT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_removal)},
    .tables = {&table},
    .check = check,
    .run = run,
};
