/* Laws between the outputs of one command for two heaps: a change that has no meaning must not
 * change a byte, and a change with a known effect must have exactly that effect. No oracle: each
 * line of the table says which changes it is indifferent to, so every command is covered.
 *
 * What a line leaves out, and why:
 *   CH_REFERENCES  `object` lists references in the order of the record, and `convert` writes them
 *                  in it.
 *   CH_TYPES       the count of type records, in `summary` and the page; `convert` writes records.
 *   CH_ROOTS       lists and counts of root records.
 *   CH_IDS         chains of equal length are chosen by ids, so what depends on chains is compared
 *                  only for heaps in which each object has one chain (CH_IDS_OF_TREE); the heads of
 *                  garbage that refers to itself in circles are chosen by ids, too.
 *   CH_GARBAGE     everything that counts garbage, or referrers, which may be garbage. */
#include "support/check.h"
#include "support/effort.h"
#include "support/property.h"
#include "support/reported.h"

#include "heap/heap.h"
#include "heap/moves.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- changes ------------------------------------------------------------------------------ */

typedef enum change {
    CH_RECORDS,     /* the records of a section in another order */
    CH_REFERENCES,  /* the references of a record in another order */
    CH_TYPES,       /* other type ids, and two records for what was one type */
    CH_ROOTS,       /* some root records twice */
    CH_MOVED,       /* other ids in the same order */
    CH_IDS,         /* other ids in another order */
    CH_IDS_OF_TREE, /* the same for a heap in which each object has one chain */
    CH_GARBAGE,     /* without objects that no strong root reaches */
    CH_COPY,        /* everything twice */
    CHANGES
} change;

static const char *const change_names[CHANGES] = {
    "shuffled records", "shuffled references", "other type records", "repeated roots", "moved ids",
    "other ids",        "other ids of a tree", "without garbage",    "copied"};

enum {
    ORDER = 1 << CH_RECORDS | 1 << CH_REFERENCES,
    TYPES = 1 << CH_TYPES,
    ROOTS = 1 << CH_ROOTS,
    MOVED = 1 << CH_MOVED,
    IDS = 1 << CH_IDS | 1 << CH_IDS_OF_TREE,
    TREE = 1 << CH_IDS_OF_TREE,
    CLEAN = 1 << CH_GARBAGE,
    FIGURES = ORDER | TYPES | ROOTS | MOVED | IDS,
    CHAINS = ORDER | TYPES | ROOTS | MOVED | TREE | CLEAN
};

/* A command line. In `words`, # stands for the id of an object, ~ for a GLOB of its type. */
typedef struct line {
    const char *words;
    unsigned same; /* changes that must not change the output */
    /* What CH_COPY does to each cell of a row: `=` nothing, `d` doubles it, `?` anything. NULL: no
     * law. */
    const char *copied;
} line;

static const line lines[] = {
    {"overview", ORDER | MOVED, NULL},
    {"overview --format json --baseline x", ORDER | MOVED, NULL},
    {"summary", ORDER | MOVED | IDS, NULL},
    {"summary --include-weak", ORDER | MOVED | IDS, NULL},
    {"stats --retained --share --total --top 0", FIGURES, "dd=d="},
    {"stats --by namespace --retained --include-weak", FIGURES, "ddd="},
    {"stats --by domain --unreachable", FIGURES, "dd="},
    {"stats --by root-kind", FIGURES, "dd="},
    {"roots --top 0", ORDER | TYPES | MOVED | IDS, NULL},
    {"roots --by kind --share --total", ORDER | TYPES | MOVED | IDS, "=dddd="},
    {"chains --object=# --limit 3", ORDER | ROOTS | TYPES | MOVED | CLEAN, NULL},
    {"chains --type=* --limit 0", CHAINS, NULL},
    {"chains --type=~ --avoid=*List*", CHAINS, NULL},
    {"chains --type=~ --via=Acme* --include-weak", CHAINS & ~CLEAN, NULL},
    {"chains --tree --type=* --limit 0", CHAINS, NULL},
    {"chains --type=* --format dot", CHAINS & ~TREE, NULL},
    {"retained --share --top 0", FIGURES | CLEAN, NULL},
    {"retained --unreachable --top 0", ORDER | TYPES | ROOTS | MOVED, NULL},
    {"tree --top 0", FIGURES | CLEAN, NULL},
    {"tree --by type --top 0", FIGURES | CLEAN, "=ddd="},
    {"tree --by type --fold --top 0", FIGURES | CLEAN, "=ddd="},
    {"tree --unreachable --by type", ORDER | TYPES | ROOTS | MOVED, NULL},
    {"tree --format mermaid", (FIGURES & ~IDS) | CLEAN, NULL},
    {"objects --top 0", FIGURES, NULL},
    {"objects --top 0 --roots", CHAINS & ~CLEAN, NULL},
    {"objects --top 0 --referenced-by=~ --sort referrers", FIGURES, NULL},
    {"object --object=#", (ORDER & ~(1 << CH_REFERENCES)) | TYPES | MOVED, NULL},
    {"object --object=# --format json", (ORDER & ~(1 << CH_REFERENCES)) | TYPES | MOVED, NULL},
    {"what-if --drop-type=~ --top 0", FIGURES | CLEAN, "dd="},
    {"what-if --cut=~:* --drop-root=static", FIGURES | CLEAN, "dd="},
    {"diff --retained --unchanged --total --top 0", FIGURES, "ddddddd="},
    {"diff --by namespace --fail-if=growth\tbytes<5%", FIGURES, NULL},
    {"diff --cause", (CHAINS | ROOTS) & ~CLEAN, NULL},
    {"check FILE bytes(~)<99 count(Acme*)<=3 retained(*)<50%", FIGURES, NULL},
    {"suspects --top 0", CHAINS, NULL},
    {"suspects --top 0 --include-weak --chains", CHAINS & ~TREE & ~CLEAN, NULL},
    {"suspects --top 0 --chains --format json --min 1", CHAINS & ~TREE & ~CLEAN, NULL},
    {"suspects --top 0 --baseline x --chains", CHAINS & ~TREE, NULL},
    {"report", ORDER | MOVED, NULL},
    {"report --baseline x", ORDER | MOVED, NULL},
    {"track --top 0", FIGURES, "dddddd="},
    {"track --growing --top 0", FIGURES, NULL},
    {"track --chains --type=*", CHAINS & ~CLEAN, NULL},
    {"map --object=#", ORDER | TYPES | ROOTS | MOVED, NULL},
    {"profile", FIGURES | CLEAN, "=d"},
    {"profile --paths --baseline x", CHAINS & ~TREE, NULL},
    {"profile --to speedscope", FIGURES | CLEAN, NULL},
    {"profile --to ncdu", FIGURES | CLEAN, NULL},
    {"profile --to pprof -o -", (FIGURES & ~IDS) | CLEAN, NULL},
    {"convert", 1 << CH_RECORDS | MOVED, NULL},
    {"convert --to gcdump -o -", 1 << CH_RECORDS, NULL},
    {"convert --to hprof --unreachable -o -", 1 << CH_RECORDS, NULL},
    {"convert --to heapsnapshot -o -", 1 << CH_RECORDS, NULL},
};

/* ---- heaps -------------------------------------------------------------------------------- */

/* Gives sizes that are often equal, and labels that keep their order under every scheme of ids. */
static void settle(graph *g)
{
    static const uint64_t sizes[] = {0, 8, 24, 24, 24, 4096};
    for (uint32_t i = 0; i < g->n_objects; i++) {
        const uint64_t chosen = graph_mix(g->seed, i);
        g->objects[i].size = chosen % 8 < 6 ? sizes[chosen % 8] : g->objects[i].size % 5000;
    }
    for (uint32_t i = 0; i < g->n_references; i++) {
        g->references[i] %= g->n_plain;
    }
    for (uint32_t i = 0; i < g->n_roots; i++) {
        g->roots[i].label %= g->n_plain;
    }
    g->n_labels = g->n_plain;
}

/* Gives most heaps few types, whose names make crowds likely (graph_style.telling): pages and carts
 * of the program, lists, event handlers and closures. */
static void make_crowds(graph *g)
{
    static const uint32_t forms[] = {0, 9, 0, 4, 10, 6};
    if (g->seed % 4 == 0) {
        return;
    }
    g->n_types = g->n_types < CHECK_COUNT(forms) ? g->n_types : CHECK_COUNT(forms);
    for (uint32_t i = 0; i < g->n_types; i++) {
        while (graph_mix(g->seed, g->types[i].name) % 18 != forms[i]) {
            g->types[i].name++;
        }
    }
    for (uint32_t i = 0; i < g->n_objects; i++) {
        g->objects[i].type %= g->n_types;
    }
    for (uint32_t i = 0; i < g->n_roots; i++) {
        graph_root *root = &g->roots[i];
        root->container = root->container == GRAPH_NONE ? GRAPH_NONE : root->container % g->n_types;
    }
}

/* Keeps the objects that `is` accepts. */
static void keep_objects(graph *g, bool (*is)(const graph_object *object, const void *payload),
                         const void *payload)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_objects; i++) {
        if (is(&g->objects[i], payload)) {
            g->objects[n++] = g->objects[i];
        }
    }
    g->n_objects = n;
}

static bool is_old(const graph_object *object, const void *payload)
{
    return graph_mix(((const graph *)payload)->seed, object->label) % 4 != 0;
}

/* Keeps, of each object, the first reference to it, so that it has one chain at most. */
static void make_tree(graph *g)
{
    bool *met = graph_zeroed(g->n_labels, sizeof *met);
    uint32_t n;
    for (uint32_t i = 0; i < g->n_objects; i++) {
        uint32_t *references = g->references + g->objects[i].first;
        for (uint32_t k = n = 0; k < g->objects[i].n_references; k++) {
            if (!met[references[k]] && references[k] != g->objects[i].label) {
                met[references[k]] = true;
                references[n++] = references[k];
            }
        }
        g->objects[i].n_references = n;
    }
    free(met);
}

/* ---- how heaps change --------------------------------------------------------------------- */

static void shuffle_references(graph *g)
{
    uint64_t random = g->seed;
    for (uint32_t i = 0; i < g->n_objects; i++) {
        uint32_t *references = g->references + g->objects[i].first;
        for (uint32_t k = g->objects[i].n_references; k > 1; k--) {
            const uint32_t other = graph_below(&random, k), kept = references[k - 1];
            references[k - 1] = references[other];
            references[other] = kept;
        }
    }
}

/* Appends a copy of an array to it. */
static void *twice(void *array, size_t n, size_t element)
{
    char *both = graph_alloc(n * 2, element);
    if (n > 0) {
        memcpy(both, array, n * element);
        memcpy(both + n * element, array, n * element);
    }
    free(array);
    return both;
}

/* Gives half of the objects and statics of each type another type of the same name. */
static void split_types(graph *g, bool without_first)
{
    const uint32_t n = g->n_types;
    g->types = twice(g->types, n, sizeof *g->types);
    g->n_types = n * 2;
    for (uint32_t i = 0; i < g->n_objects; i++) {
        graph_object *object = &g->objects[i];
        const bool stays = object->type == 0 && without_first;
        object->type += !stays && graph_mix(g->seed, object->label) % 2 == 0 ? n : 0;
    }
    for (uint32_t i = 0; i < g->n_roots; i++) {
        graph_root *root = &g->roots[i];
        const bool stays = root->container == GRAPH_NONE || (root->container == 0 && without_first);
        root->container += !stays && graph_mix(g->seed, root->label) % 2 == 0 ? n : 0;
    }
}

static void repeat_roots(graph *g)
{
    const uint32_t n = g->n_roots;
    g->roots = twice(g->roots, n, sizeof *g->roots);
    for (uint32_t i = 0; i < n; i++) {
        if (graph_mix(g->seed, i) % 2 == 0) {
            g->roots[g->n_roots++] = g->roots[i];
        }
    }
}

/* Reachable objects. */
typedef struct reached {
    const oracle *o;
    const bool *is;
} reached;

static bool is_reached(const graph_object *object, const void *payload)
{
    const reached *r = payload;
    return r->is[oracle_find(r->o, object->section, object->label)];
}

static void drop_garbage(graph *g, const graph_style *style)
{
    oracle o;
    bool *is;
    reached r;
    oracle_init(&o, g, style);
    is = graph_alloc(o.n, sizeof *is);
    oracle_reach(&o, false, NULL, is);
    r.o = &o;
    r.is = is;
    keep_objects(g, is_reached, &r);
    free(is);
    oracle_release(&o);
}

/* Adds a copy of each object and root. The copy of a label is as much higher as there are labels.
 */
static void copy_all(graph *g)
{
    const uint32_t n = g->n_objects, n_references = g->n_references, n_roots = g->n_roots;
    g->objects = twice(g->objects, n, sizeof *g->objects);
    g->references = twice(g->references, n_references, sizeof *g->references);
    g->roots = twice(g->roots, n_roots, sizeof *g->roots);
    g->n_objects = n * 2;
    g->n_references = n_references * 2;
    g->n_roots = n_roots * 2;
    for (uint32_t i = n; i < g->n_objects; i++) {
        g->objects[i].label += g->n_labels;
        g->objects[i].first += n_references;
    }
    for (uint32_t i = n_references; i < g->n_references; i++) {
        g->references[i] += g->n_labels;
    }
    for (uint32_t i = n_roots; i < g->n_roots; i++) {
        g->roots[i].label += g->n_labels;
    }
    g->n_labels = g->n_plain = g->n_labels * 2;
}

static void apply(change how, graph *g, const graph_style *style)
{
    if (how == CH_REFERENCES) {
        shuffle_references(g);
    } else if (how == CH_TYPES) {
        split_types(g, style->retyped);
    } else if (how == CH_ROOTS) {
        repeat_roots(g);
    } else if (how == CH_GARBAGE) {
        drop_garbage(g, style);
    } else if (how == CH_COPY) {
        copy_all(g);
    }
}

/* Changes that concern only how the same heap is written. */
static graph_style changed_style(change how, const graph_style *style)
{
    graph_style changed = *style;
    changed.shuffled = changed.shuffled || how == CH_RECORDS;
    changed.renumbered = changed.renumbered != (how == CH_TYPES);
    changed.ids = how == CH_MOVED                          ? GRAPH_IDS_UNEVEN
                  : how != CH_IDS && how != CH_IDS_OF_TREE ? changed.ids
                  : (style->seed >> 20 & 1) != 0           ? GRAPH_IDS_DESCENDING
                                                           : GRAPH_IDS_RANDOM;
    return changed;
}

/* ---- a heap and an older one, loaded ------------------------------------------------------- */

enum { NEW, OLD, HEAPS };

typedef struct pair {
    gcv_context *ctx;
    graph g[HEAPS];
    graph_style style;
    gcv_heap *heap[HEAPS];
    gcv_moves *moves; /* NULL: several sections */
} pair;

static bool load(pair *p, int at)
{
    graph_text text = {NULL, 0, 0};
    graph_print(&p->g[at], &p->style, &text);
    gcv_status status =
        gcv_heap_load_memory(p->ctx, "log", text.data, text.size, NULL, &p->heap[at], NULL);
    graph_text_release(&text);
    if (status == GCV_OK) {
        p->heap[at]->static_first = p->style.static_first;
    }
    return status == GCV_OK;
}

/* Between the two dumps, one collection condemned everything; the objects of both survived. */
static void make_moves(pair *p)
{
    static const gcv_span all = {0, UINT64_MAX};
    gcv_dump_mark mark;
    gcv_collection collection;
    memset(&collection, 0, sizeof collection);
    memset(&mark, 0, sizeof mark);
    p->moves = gcv_moves_new(p->ctx, "moves");
    collection.number = 7;
    gcv_span_column_push(p->ctx, &collection.condemned, all);
    for (uint32_t i = 0; i < gcv_heap_n_objects(p->heap[OLD]); i++) {
        const uint64_t id = gcv_heap_object_id(p->heap[OLD], i);
        const gcv_move move = {id, id, 1};
        gcv_move_column_push(p->ctx, &collection.moves, move);
    }
    mark.number = 1;
    gcv_moves_add_dump(p->moves, &mark);
    gcv_moves_add(p->moves, &collection);
    mark.number = 2;
    mark.n_collections = 1;
    gcv_moves_add_dump(p->moves, &mark);
}

static void pair_close(pair *p)
{
    gcv_moves_free(p->moves);
    gcv_heap_free(p->heap[NEW]);
    gcv_heap_free(p->heap[OLD]);
    graph_release(&p->g[NEW]);
    graph_release(&p->g[OLD]);
    assert_int_equal(gcv_context_used(p->ctx), 0);
    gcv_context_free(p->ctx);
}

/* Opens the heap and its older one as `how` changes them; CHANGES: unchanged. Returns false if the
 * log is refused. */
static bool pair_open(pair *p, const graph *g, const graph_style *style, change how)
{
    memset(p, 0, sizeof *p);
    p->ctx = gcv_context_new(0);
    p->style = changed_style(how, style);
    p->g[NEW] = graph_copy(g);
    p->g[OLD] = graph_copy(g);
    keep_objects(&p->g[OLD], is_old, g);
    apply(how, &p->g[NEW], style);
    apply(how, &p->g[OLD], style);
    if (!load(p, NEW) || !load(p, OLD)) {
        pair_close(p);
        return false;
    }
    if (gcv_heap_n_sections(p->heap[NEW]) == 1) {
        make_moves(p);
    }
    return true;
}

/* ---- the output of a line ----------------------------------------------------------------- */

/* The object that lines name; it is in both heaps. */
typedef struct named {
    uint32_t label;
    char glob[GRAPH_NAME_MAX];
} named;

static void choose_named(const pair *p, const pair *changed, named *out)
{
    const graph *g = &changed->g[OLD];
    const uint32_t at = g->n_objects == 0 ? 0 : (uint32_t)(g->seed % g->n_objects);
    const graph_object *object = &g->objects[at];
    out->label = GRAPH_NONE;
    if (g->n_objects == 0) {
        return;
    }
    out->label = object->label % p->g[NEW].n_labels;
    (void)graph_type_name(g, &p->style, object->section, object->type, out->glob);
    for (char *c = out->glob; *c != '\0'; c++) {
        *c = strchr(" ()<>,:=", *c) != NULL ? '?' : *c;
    }
}

static void put_line(const pair *p, const line *of, const named *object, char words[400])
{
    const char *c = of->words;
    char digits[17];
    for (; *c != '\0'; c++) {
        *words = '\0';
        if (*c == '#') {
            graph_hex_digits(graph_id(&p->g[NEW], &p->style, object->label), false, digits);
        }
        words += *c == '#'   ? sprintf(words, "%s", digits)
                 : *c == '~' ? sprintf(words, "%s", object->glob)
                             : sprintf(words, "%c", *c);
    }
}

static bool is_followed(const line *of)
{
    return strncmp(of->words, "track", 5) == 0 || strncmp(of->words, "map", 3) == 0;
}

/* Removes what the page says of single lines of the log. */
static void drop_line_notes(char *text, size_t *size)
{
    static const char begin[] = "<li>line ";
    char *at;
    while ((at = strstr(text, begin)) != NULL) {
        char *end = at + strcspn(at, "\n");
        memmove(at, end, strlen(end) + 1);
    }
    *size = strlen(text);
}

static char *text_of(const pair *p, const line *of, const named *object, size_t *size)
{
    static const uint32_t dumps[] = {1, 2};
    const bool from_old = is_followed(of) || strncmp(of->words, "diff", 4) == 0;
    const gcv_heap *heaps[HEAPS];
    const reported input = {p->ctx, heaps, from_old ? 2 : 1, p->moves, dumps, NULL};
    char words[400];
    heaps[0] = p->heap[from_old ? OLD : NEW];
    heaps[1] = p->heap[from_old ? NEW : OLD];
    put_line(p, of, object, words);
    char *text = reported_text(&input, words, size);
    if (strncmp(of->words, "report", 6) == 0) {
        drop_line_notes(text, size);
    }
    return text;
}

/* ---- laws --------------------------------------------------------------------------------- */

/* Returns the label of an id that is written with so many digits that it is no other number;
 * GRAPH_NONE: it is none. */
static uint32_t label_of(const pair *p, const char *digits, size_t n)
{
    char id[17];
    for (uint32_t label = 0; n >= 9 && n <= 16 && label < p->g[NEW].n_labels; label++) {
        graph_hex_digits(graph_id(&p->g[NEW], &p->style, label), false, id);
        if (strlen(id) == n && memcmp(id, digits, n) == 0) {
            return label;
        }
    }
    return GRAPH_NONE;
}

/* Writes labels instead of ids, also in pictures, where letters precede them. Frees the text. */
static char *with_labels(const pair *p, char *text)
{
    static const char word[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    graph_text out = {NULL, 0, 0};
    const char *at = text;
    while (*at != '\0') {
        const size_t n = strspn(at, word);
        size_t skip = n;
        while (skip > 0 && strchr("onx", at[skip - 1]) == NULL) {
            skip--;
        }
        uint32_t label = label_of(p, at + skip, n - skip);
        if (label != GRAPH_NONE) {
            graph_puts(&out, "@");
            graph_put_hex(&out, label);
        }
        graph_put(&out, at, label != GRAPH_NONE ? 0 : n == 0 ? 1 : n);
        at += n == 0 ? 1 : n;
    }
    graph_put(&out, "", 1);
    free(text);
    return out.data;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts the rows, without the first cell if that is a rank. Frees the text. */
static char *sorted_rows(char *text, bool ranked)
{
    graph_text out = {NULL, 0, 0};
    size_t n = 0;
    char **rows = graph_alloc(strlen(text) + 1, sizeof *rows), *end = text + strlen(text);
    for (char *at = text; at < end; at += strlen(at) + 1) {
        char *cell = ranked ? strchr(at, '\t') : NULL;
        rows[n++] = cell != NULL ? cell : at;
        at[strcspn(at, "\n")] = '\0';
    }
    qsort(rows, n, sizeof *rows, compare_texts);
    for (size_t i = 0; i < n; i++) {
        graph_puts(&out, rows[i]);
        graph_puts(&out, "\n");
    }
    graph_put(&out, "", 1);
    free(rows);
    free(text);
    return out.data;
}

/* Returns the bytes of a line to show. */
static int shown(const char *text)
{
    const size_t n = strcspn(text, "\n");
    return n < 60 ? (int)n : 60;
}

static bool differs(const char *words, change how, const char *is, const char *must,
                    char why[GRAPH_WHY_MAX])
{
    size_t at = 0, start;
    while (is[at] == must[at] && is[at] != '\0') {
        at++;
    }
    for (start = at; start > 0 && at - start < 30 && is[start - 1] != '\n'; start--) {
    }
    is += start;
    must += start;
    return graph_fails(why, "gcview %s, %s: '%.*s' instead of '%.*s'", words, change_names[how],
                       shown(is), is, shown(must), must);
}

static bool same_holds(const pair *p, const pair *changed, const line *of, const named *object,
                       change how, char why[GRAPH_WHY_MAX])
{
    const bool ranked = strncmp(of->words, "suspects", 8) == 0;
    const bool orders_ids = how == CH_IDS || how == CH_IDS_OF_TREE;
    const pair *const pairs[2] = {p, changed};
    char *texts[2]; /* before and after the change */
    size_t sizes[2];
    for (size_t i = 0; i < 2; i++) {
        texts[i] = text_of(pairs[i], of, object, &sizes[i]);
        if (how == CH_MOVED || orders_ids) {
            texts[i] = with_labels(pairs[i], texts[i]);
            texts[i] = orders_ids ? sorted_rows(texts[i], ranked) : texts[i];
            sizes[i] = strlen(texts[i]);
        }
    }
    bool good = (sizes[0] == sizes[1] && memcmp(texts[0], texts[1], sizes[0]) == 0) ||
                differs(of->words, how, texts[1], texts[0], why);
    free(texts[0]);
    free(texts[1]);
    return good;
}

static bool cell_holds(char law, const char *is, const char *must)
{
    const size_t n = strcspn(is, "\t\n");
    char *end;
    const long long doubled = 2 * strtoll(must, &end, 10);
    return law == 'd' && end != must ? strtoll(is, NULL, 10) == doubled
                                     : n == strcspn(must, "\t\n") && memcmp(is, must, n) == 0;
}

/* Puts a tab before the figure of each stack of `profile`. */
static void split_stacks(char *text)
{
    char *at = text, *blank;
    for (; *at != '\0'; at += strcspn(at, "\n") + 1) {
        for (blank = at + strcspn(at, "\n"); *blank != ' '; blank--) {
        }
        *blank = '\t';
    }
}

/* Whether each row has the cells of the row before the copy, some of them doubled. */
static bool copied_holds(const pair *p, const pair *changed, const line *of, const named *object,
                         char why[GRAPH_WHY_MAX])
{
    char *must = text_of(p, of, object, NULL), *is = text_of(changed, of, object, NULL);
    const char *a = is, *b = must, *law = of->copied;
    bool good = true;
    if (strncmp(of->words, "profile", 7) == 0) {
        split_stacks(is);
        split_stacks(must);
    }
    for (; good && *a != '\0' && *b != '\0'; law = law[1] != '\0' ? law + 1 : of->copied) {
        good = cell_holds(*law, a, b);
        a += strcspn(a, "\t\n");
        b += strcspn(b, "\t\n");
        a += *a != '\0';
        b += *b != '\0';
    }
    good = (good && *a == '\0' && *b == '\0') || differs(of->words, CH_COPY, is, must, why);
    free(must);
    free(is);
    return good;
}

static bool line_holds(const pair *p, const pair *changed, const line *of, const named *object,
                       change how, char why[GRAPH_WHY_MAX])
{
    if ((strpbrk(of->words, "#~") != NULL && object->label == GRAPH_NONE) ||
        (is_followed(of) && p->moves == NULL)) {
        return true;
    }
    if (how == CH_COPY) {
        return of->copied == NULL || copied_holds(p, changed, of, object, why);
    }
    return (of->same >> how & 1) == 0 || same_holds(p, changed, of, object, how, why);
}

/* The order of references is what analyses depend on most easily. */
static change change_of(const graph_style *style)
{
    const uint32_t at = (uint32_t)(style->seed % (CHANGES + 4));
    return at < CHANGES ? (change)at : CH_REFERENCES;
}

static bool lines_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    const change how = change_of(style);
    pair p, changed;
    named object;
    bool good = true;
    if (!pair_open(&p, g, style, CHANGES)) {
        return true;
    }
    assert_true(pair_open(&changed, g, style, how));
    choose_named(&p, &changed, &object);
    for (size_t i = 0; good && i < CHECK_COUNT(lines); i++) {
        good = line_holds(&p, &changed, &lines[i], &object, how, why);
    }
    pair_close(&p);
    pair_close(&changed);
    return good;
}

/* ---- the driver --------------------------------------------------------------------------- */

/* Writes a heap so that `how` is a change, and the only one. */
static void choose_style(graph_style *style, change how)
{
    style->telling = (style->seed >> 30 & 7) != 0;
    /* In V8, objects that may be garbage decide what is the platform's. */
    style->script = style->static_first = (style->seed >> 31 & 3) == 0 && how != CH_GARBAGE;
    style->shuffled = style->shuffled && how != CH_RECORDS;
    style->last_cut = false;
    if (how == CH_MOVED || how == CH_IDS || how == CH_IDS_OF_TREE ||
        style->ids == GRAPH_IDS_BYTES) { /* the last address can be in no condemned range */
        style->ids = GRAPH_IDS_SEGMENTS;
    }
}

static void random_heaps(uint64_t seed, uint32_t rounds, uint32_t least, uint32_t most)
{
    static const property law = {.of_graph = lines_hold};
    uint64_t random = seed;
    for (uint32_t i = 0; i < effort_rounds(rounds); i++) {
        graph_style style = graph_style_random(graph_next(&random));
        const change how = change_of(&style);
        graph g;
        graph_random(&g, graph_next(&random), least + graph_below(&random, most - least + 1));
        settle(&g);
        make_crowds(&g);
        choose_style(&style, how);
        for (uint32_t k = 0; (how == CH_TYPES || how == CH_GARBAGE) && k < g.n_types; k++) {
            g.types[k].recorded = true; /* the name of any other type is an id, and comes and goes
                                           with the objects */
        }
        if (how == CH_IDS_OF_TREE) {
            make_tree(&g);
        }
        assert_true(property_holds(&law, &g, &style));
        graph_release(&g);
    }
}

static void test_changes(NO_STATE)
{
    random_heaps(0x6d657461, 400, 0, 14);
    random_heaps(0x6d657462, 220, 14, 50);
    random_heaps(0x6d657463, 9, 200, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_changes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
