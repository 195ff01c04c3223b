#include "support/oracle.h"

#include "support/check.h"

#include "heap/heap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the expected heap ---------------------------------------------------------------------- */

static uint32_t *record_of(const oracle *o, uint32_t section, uint32_t label)
{
    return &o->record[(size_t)section * o->g->n_labels + label];
}

/* Finds the record that counts for each label of each section: the first one, so it is entered
 * last. */
static void find_records(oracle *o)
{
    const graph *g = o->g;
    const size_t n = (size_t)g->n_sections * g->n_labels;
    o->record = graph_alloc(n, sizeof(uint32_t));
    for (size_t at = 0; at < n; at++) {
        o->record[at] = GRAPH_NONE;
    }
    for (uint32_t i = g->n_objects; i > 0; i--) {
        *record_of(o, g->objects[i - 1].section, g->objects[i - 1].label) = i - 1;
    }
}

/* Returns the record of a label in the section itself, else in the first other section that has
 * one. */
static uint32_t find_anywhere(const oracle *o, uint32_t section, uint32_t label, bool *elsewhere)
{
    uint32_t at = *record_of(o, section, label);
    *elsewhere = false;
    for (uint32_t other = 0; at == GRAPH_NONE && other < o->g->n_sections; other++) {
        at = *record_of(o, other, label);
        *elsewhere = at != GRAPH_NONE;
    }
    return at;
}

uint32_t oracle_find(const oracle *o, uint32_t section, uint32_t label)
{
    const uint32_t record = *record_of(o, section, label);
    return record == GRAPH_NONE ? GCV_NONE : o->number[record];
}

/* Numbers the object of each record by the count of objects before it; duplicates get GCV_NONE.
 */
static void number_objects(oracle *o)
{
    const graph *g = o->g;
    uint64_t *id = graph_alloc(g->n_objects, sizeof(uint64_t));
    o->number = graph_alloc(g->n_objects, sizeof(uint32_t));
    for (uint32_t i = 0; i < g->n_objects; i++) {
        const graph_object *object = &g->objects[i];
        const bool kept = *record_of(o, object->section, object->label) == i;
        id[i] = graph_id(g, o->style, object->label);
        o->number[i] = kept ? 0 : GCV_NONE;
        o->n += kept ? 1 : 0;
    }
    for (uint32_t i = 0; i < g->n_objects; i++) {
        const uint32_t section = g->objects[i].section;
        for (uint32_t j = 0; o->number[i] != GCV_NONE && j < g->n_objects; j++) {
            const uint32_t other = g->objects[j].section;
            if (o->number[j] != GCV_NONE &&
                (other < section || (other == section && id[j] < id[i]))) {
                o->number[i]++;
            }
        }
    }
    free(id);
}

static int compare_names(const oracle_name *a, const oracle_name *b)
{
    const size_t common = a->size < b->size ? a->size : b->size;
    const int difference = memcmp(a->text, b->text, common);
    return difference != 0 ? difference : (a->size > b->size) - (a->size < b->size);
}

/* Returns the position of a name, and inserts a new name in order. */
static void add_name(oracle *o, uint32_t section, uint32_t type)
{
    oracle_name name;
    uint32_t at = 0;
    memset(&name, 0, sizeof name);
    name.size = graph_type_name(o->g, o->style, section, type, name.text);
    while (at < o->n_types && compare_names(&o->names[at], &name) < 0) {
        at++;
    }
    if (at == o->n_types || compare_names(&o->names[at], &name) != 0) {
        memmove(o->names + at + 1, o->names + at, (o->n_types - at) * sizeof name);
        o->names[at] = name;
        o->n_types++;
    }
}

static uint32_t find_name(const oracle *o, uint32_t section, uint32_t type)
{
    oracle_name name;
    uint32_t at = 0;
    name.size = graph_type_name(o->g, o->style, section, type, name.text);
    while (compare_names(&o->names[at], &name) != 0) {
        at++;
    }
    return at;
}

/* Whether any record of the section uses the type; duplicates count. */
static bool used_in_section(const graph *g, uint32_t section, uint32_t type)
{
    for (uint32_t i = 0; i < g->n_objects; i++) {
        if (g->objects[i].section == section && g->objects[i].type == type) {
            return true;
        }
    }
    for (uint32_t i = 0; i < g->n_roots; i++) {
        if (g->roots[i].section == section && g->roots[i].container == type) {
            return true;
        }
    }
    return false;
}

static void make_types(oracle *o)
{
    const graph *g = o->g;
    o->names = graph_alloc((size_t)g->n_sections * g->n_types + 1, sizeof(oracle_name));
    for (uint32_t section = 0; section < g->n_sections; section++) {
        for (uint32_t type = 0; type < g->n_types; type++) {
            if (g->types[type].recorded) {
                o->counts[section].types++;
                add_name(o, section, type);
            } else if (used_in_section(g, section, type)) {
                o->counts[section].unknown_types++;
                add_name(o, section, type);
            }
        }
    }
}

static void make_object(oracle *o, const graph_object *record, uint32_t v)
{
    o->section[v] = record->section;
    o->label[v] = record->label;
    o->id[v] = graph_id(o->g, o->style, record->label);
    o->size[v] = record->size;
    o->type[v] = find_name(o, record->section, record->type);
    o->counts[record->section].objects++;
    o->counts[record->section].bytes += record->size;
    o->counts[record->section].references += record->n_references;
}

/* Appends the references of an object that lead to an object. */
static void make_references(oracle *o, const graph_object *record, uint32_t v)
{
    gcv_counts *counts = &o->counts[record->section];
    o->first[v] = o->n_references;
    for (uint32_t i = 0; i < record->n_references; i++) {
        bool elsewhere;
        const uint32_t at =
            find_anywhere(o, record->section, o->g->references[record->first + i], &elsewhere);
        counts->cross_domain_references += elsewhere ? 1 : 0;
        if (at == GRAPH_NONE) {
            counts->dangling_references++;
        } else {
            o->from[o->n_references] = v;
            o->to[o->n_references++] = o->number[at];
        }
    }
    o->first[v + 1] = o->n_references;
}

static void make_objects(oracle *o)
{
    const graph *g = o->g;
    uint32_t i;
    size_t most = 1;
    for (i = 0; i < g->n_objects; i++) {
        most += g->objects[i].n_references;
    }
    o->section = graph_alloc(o->n, sizeof(uint32_t));
    o->label = graph_alloc(o->n, sizeof(uint32_t));
    o->type = graph_alloc(o->n, sizeof(uint32_t));
    o->id = graph_alloc(o->n, sizeof(uint64_t));
    o->size = graph_alloc(o->n, sizeof(uint64_t));
    o->first = graph_zeroed(o->n + 1u, sizeof(uint32_t));
    o->from = graph_alloc(most, sizeof(uint32_t));
    o->to = graph_alloc(most, sizeof(uint32_t));
    for (uint32_t v = 0; v < o->n; v++) {
        for (i = 0; o->number[i] != v; i++) {
        }
        make_object(o, &g->objects[i], v);
        make_references(o, &g->objects[i], v);
    }
    for (i = 0; i < g->n_objects; i++) {
        o->counts[g->objects[i].section].duplicate_objects += o->number[i] == GCV_NONE ? 1 : 0;
    }
}

uint64_t oracle_kind_rank(uint32_t kind)
{
    static const uint32_t ranks[] = {4, 2, 3, 1, 0, 5};
    return kind < 6 ? ranks[kind] : kind;
}

/* Returns a value below 0 if root a comes before root b. The id only distinguishes dangling roots.
 */
static int compare_roots(const gcv_root *a, const gcv_root *b)
{
    const uint64_t keys[6][2] = {{oracle_kind_rank(a->kind), oracle_kind_rank(b->kind)},
                                 {a->object, b->object},
                                 {a->id, b->id},
                                 {a->flags, b->flags},
                                 {a->container, b->container},
                                 {a->section, b->section}};
    for (int i = 0; i < 6; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

static gcv_root make_root(oracle *o, const graph_root *record)
{
    gcv_counts *counts = &o->counts[record->section];
    gcv_root root;
    bool elsewhere;
    const uint32_t at = find_anywhere(o, record->section, record->label, &elsewhere);
    memset(&root, 0, sizeof root);
    root.kind = record->kind;
    root.flags = record->flags;
    root.section = record->section;
    root.id = graph_id(o->g, o->style, record->label);
    root.object = at == GRAPH_NONE ? GCV_NONE : o->number[at];
    root.container = record->container == GRAPH_NONE
                         ? GCV_NONE
                         : find_name(o, record->section, record->container);
    counts->roots++;
    counts->dangling_roots += at == GRAPH_NONE ? 1 : 0;
    counts->anomalies += (record->kind > 5 ? 1u : 0u) + (record->flags > 7 ? 1u : 0u) +
                         ((record->kind == 4) != (record->container != GRAPH_NONE) ? 1u : 0u);
    return root;
}

static void make_roots(oracle *o)
{
    o->n_roots = o->g->n_roots;
    o->roots = graph_alloc(o->n_roots, sizeof(gcv_root));
    for (uint32_t i = 0; i < o->n_roots; i++) {
        const gcv_root root = make_root(o, &o->g->roots[i]);
        uint32_t at = i;
        for (; at > 0 && compare_roots(&root, &o->roots[at - 1]) < 0; at--) {
            o->roots[at] = o->roots[at - 1];
        }
        o->roots[at] = root;
    }
}

static void add_up_counts(oracle *o)
{
    for (uint32_t i = 0; i < o->g->n_sections; i++) {
        gcv_counts *f = &o->counts[i];
        f->malformed_lines = o->style->garbage;
        f->anomalies += graph_is_closed(o->g, i) && !o->g->ends_as_open ? 1 : 0;
        f->anomalies += o->style->retyped ? 1 : 0;
        f->anomalies += graph_is_early(o->g, o->style, i) ? 1 : 0;
        f->anomalies +=
            i + 1 < o->g->n_sections && !o->g->closes ? 1 : 0; /* noticed at the next `a` */
        o->all.objects += f->objects;
        o->all.bytes += f->bytes;
        o->all.types += f->types;
        o->all.references += f->references;
        o->all.roots += f->roots;
        o->all.unknown_types += f->unknown_types;
        o->all.dangling_references += f->dangling_references;
        o->all.dangling_roots += f->dangling_roots;
        o->all.duplicate_objects += f->duplicate_objects;
        o->all.cross_domain_references += f->cross_domain_references;
        o->all.malformed_lines += f->malformed_lines;
        o->all.anomalies += f->anomalies;
    }
}

oracle_name oracle_name_across_dumps(const oracle *o, uint32_t object)
{
    static const oracle_name nameless = {"<types without names>", 21};
    const oracle_name *name = &o->names[o->type[object]];
    return strncmp(name->text, "<unknown type ", 14) == 0 ? nameless : *name;
}

bool oracle_same_name(const oracle_name *a, const oracle_name *b)
{
    return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
}

void oracle_init(oracle *o, const graph *g, const graph_style *style)
{
    memset(o, 0, sizeof *o);
    o->g = g;
    o->style = style;
    o->counts = graph_zeroed(g->n_sections, sizeof(gcv_counts));
    find_records(o);
    number_objects(o);
    make_types(o);
    make_objects(o);
    make_roots(o);
    add_up_counts(o);
}

void oracle_release(oracle *o)
{
    free(o->record);
    free(o->number);
    free(o->section);
    free(o->label);
    free(o->type);
    free(o->id);
    free(o->size);
    free(o->first);
    free(o->from);
    free(o->to);
    free(o->roots);
    free(o->names);
    free(o->counts);
}

/* ---- reachability ---------------------------------------------------------------------------- */

static bool counts(const gcv_root *root, bool include_weak)
{
    return root->object != GCV_NONE && (include_weak || (root->flags & 2) == 0);
}

bool oracle_comes_last(const oracle *o, const gcv_root *root)
{
    return o->style->static_first ? root->kind != GCV_ROOT_KIND_STATIC
                                  : o->style->dependent && root->kind == GCV_ROOT_KIND_HANDLE &&
                                        (graph_mix(o->style->seed, root->id) & 1) != 0;
}

uint32_t oracle_root_set(const oracle *o, bool include_weak, uint32_t *object, uint32_t *root)
{
    uint32_t i, n = 0;
    for (uint32_t k = 0; k < 2 * o->n_roots;
         k++) { /* those that come first, then those that come last */
        i = k % o->n_roots;
        bool held = !counts(&o->roots[i], include_weak) ||
                    oracle_comes_last(o, &o->roots[i]) != (k >= o->n_roots);
        for (uint32_t j = 0; j < n; j++) {
            held = held || object[j] == o->roots[i].object;
        }
        if (!held) {
            object[n] = o->roots[i].object;
            root[n++] = i;
        }
    }
    return n;
}

void oracle_reach(const oracle *o, bool include_weak, const bool *removed, bool *reached)
{
    bool changed = true;
    memset(reached, 0, o->n * sizeof(bool));
    for (uint32_t i = 0; i < o->n_roots; i++) {
        if (counts(&o->roots[i], include_weak)) {
            reached[o->roots[i].object] = removed == NULL || !removed[o->roots[i].object];
        }
    }
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < o->n_references; i++) {
            const uint32_t to = o->to[i];
            if (reached[o->from[i]] && !reached[to] && (removed == NULL || !removed[to])) {
                reached[to] = true;
                changed = true;
            }
        }
    }
}

uint64_t oracle_bytes(const oracle *o, const bool *reached)
{
    uint64_t bytes = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        bytes += reached[v] ? o->size[v] : 0;
    }
    return bytes;
}

uint64_t oracle_retained(const oracle *o, bool include_weak, const bool *member)
{
    bool *reached = graph_alloc(o->n, sizeof(bool));
    oracle_reach(o, include_weak, NULL, reached);
    uint64_t bytes = oracle_bytes(o, reached);
    oracle_reach(o, include_weak, member, reached);
    bytes -= oracle_bytes(o, reached);
    free(reached);
    return bytes;
}

/* ---- dominators ------------------------------------------------------------------------------ */

/* cut[u * n + v]: v is reachable, but not without u. */
static bool *make_cuts(const oracle *o, bool include_weak, const bool *reached)
{
    bool *cut = graph_zeroed((size_t)o->n * o->n, sizeof(bool));
    bool *removed = graph_zeroed(o->n, sizeof(bool));
    bool *reached_without = graph_alloc(o->n, sizeof(bool));
    for (uint32_t u = 0; u < o->n; u++) {
        removed[u] = true;
        oracle_reach(o, include_weak, removed, reached_without);
        removed[u] = false;
        for (uint32_t v = 0; v < o->n; v++) {
            cut[(size_t)u * o->n + v] = reached[v] && !reached_without[v];
        }
    }
    free(removed);
    free(reached_without);
    return cut;
}

void oracle_dominators(const oracle *o, bool include_weak, uint32_t *dominator, uint64_t *retained)
{
    bool *reached = graph_alloc(o->n, sizeof(bool));
    uint32_t *depth = graph_zeroed(o->n, sizeof(uint32_t));
    oracle_reach(o, include_weak, NULL, reached);
    bool *cut = make_cuts(o, include_weak, reached);
    for (uint32_t u = 0; u < o->n; u++) {
        retained[u] = oracle_bytes(o, cut + (size_t)u * o->n);
        for (uint32_t v = 0; v < o->n; v++) {
            depth[v] += cut[(size_t)u * o->n + v] ? 1 : 0;
        }
    }
    for (uint32_t v = 0; v < o->n; v++) {
        dominator[v] = reached[v] ? GCV_ROOTED : GCV_NONE;
        for (uint32_t u = 0; u < o->n; u++) {
            if (u != v && cut[(size_t)u * o->n + v] &&
                (dominator[v] == GCV_ROOTED || depth[u] > depth[dominator[v]])) {
                dominator[v] = u;
            }
        }
    }
    free(reached);
    free(depth);
    free(cut);
}

/* ---- a heap under test ----------------------------------------------------------------------- */

static bool same_objects(const subject *s, char why[GRAPH_WHY_MAX])
{
    if (gcv_heap_n_objects(s->heap) != s->o.n) {
        return graph_fails(why, "%" PRIu32 " objects, must be %" PRIu32,
                           gcv_heap_n_objects(s->heap), s->o.n);
    }
    for (uint32_t v = 0; v < s->o.n; v++) {
        if (gcv_heap_object_id(s->heap, v) != s->o.id[v] ||
            gcv_heap_object_section(s->heap, v) != s->o.section[v]) {
            return graph_fails(why, "object %" PRIu32 " has id %" PRIx64 ", must be %" PRIx64, v,
                               gcv_heap_object_id(s->heap, v), s->o.id[v]);
        }
    }
    return true;
}

uint32_t oracle_generation(const oracle *o, uint32_t object)
{
    const uint32_t any = (uint32_t)(graph_mix(o->style->seed, o->id[object]) % 7);
    return any < 5 && o->id[object] < UINT64_MAX ? any : GCV_NONE;
}

void oracle_add_generations(const oracle *o, gcv_heap *heap)
{
    for (uint32_t v = 0; o->style->aged && v < o->n; v++) {
        const gcv_range range = {o->id[v], o->id[v] + 1, oracle_generation(o, v)};
        if (range.generation != GCV_NONE) {
            gcv_range_column_push(heap->ctx, &heap->ranges, range);
        }
    }
    gcv_ranges_normalize(heap->ctx, &heap->ranges);
}

bool subject_open(subject *s, const graph *g, const graph_style *style,
                  const gcv_load_options *options, char why[GRAPH_WHY_MAX])
{
    gcv_load_options defaults;
    gcv_error error;
    memset(&defaults, 0, sizeof defaults);
    defaults.chunk_size = 16 * 1024; /* the default makes a new mapping each time */
    memset(s, 0, sizeof *s);
    memset(&error, 0, sizeof error);
    oracle_init(&s->o, g, style);
    graph_print(g, style, &s->text);
    s->ctx = gcv_context_new(0);
    if (s->ctx == NULL) {
        (void)subject_close(s, true, why);
        return graph_fails(why, "no context");
    }
    gcv_status status =
        gcv_heap_load_memory(s->ctx, "test", s->text.data, s->text.size,
                             options != NULL ? options : &defaults, &s->heap, &error);
    if (status != GCV_OK) {
        (void)subject_close(s, true, why);
        return graph_fails(why, "load: status %d: %s", (int)status, error.message);
    }
    s->heap->static_first = style->static_first;
    for (uint32_t i = 0; style->dependent && i < s->o.n_roots; i++) {
        if (oracle_comes_last(&s->o, &s->heap->roots.data[i])) {
            s->heap->roots.data[i].label = gcv_slice_str("dependent");
        }
    }
    oracle_add_generations(&s->o, s->heap);
    if ((options == NULL || options->level == GCV_LOAD_GRAPH) && !same_objects(s, why)) {
        return subject_close(s, false, why);
    }
    return true;
}

bool subject_close(subject *s, bool good, char why[GRAPH_WHY_MAX])
{
    uint64_t left = 0;
    if (s->heap != NULL) {
        gcv_heap_free(s->heap);
    }
    if (s->ctx != NULL) {
        left = gcv_context_used(s->ctx);
    }
    gcv_context_free(s->ctx);
    oracle_release(&s->o);
    graph_text_release(&s->text);
    if (good && left != 0) {
        return graph_fails(why, "%" PRIu64 " bytes in use after the heap was freed", left);
    }
    return good;
}

bool subject_has_weak(const subject *s)
{
    for (uint32_t i = 0; i < s->o.n_roots; i++) {
        if ((s->o.roots[i].flags & 2) != 0) {
            return true;
        }
    }
    return false;
}

static bool law_holds(subject *s, subject_law law, bool weak, char why[GRAPH_WHY_MAX])
{
    if (gcv_root_set_find(s->ctx, s->heap, weak, &s->roots, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_root_set_find failed");
    }
    bool good = law(s, weak, why);
    gcv_root_set_release(s->ctx, &s->roots);
    return good;
}

bool subject_holds(const graph *g, const graph_style *style, subject_law law,
                   char why[GRAPH_WHY_MAX])
{
    subject s;
    bool good;
    if (!subject_open(&s, g, style, NULL, why)) {
        return false;
    }
    good =
        law_holds(&s, law, false, why) && (!subject_has_weak(&s) || law_holds(&s, law, true, why));
    return subject_close(&s, good, why);
}
