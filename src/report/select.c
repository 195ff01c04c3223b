/* select.c - what the filters of the command line select; see select.h. */
#include "report/select.h"

#include <stdio.h>

bool gcv_report_matches_type(const gcv_report *report, const gcv_heap *heap, const char *glob,
                             bool namespaces)
{
    bool any = false;
    for (uint32_t t = 0; !any && t < heap->n_types; t++) {
        const gcv_slice name = heap->types.name[t];
        any = gcv_filter_matches(report->ctx, &report->options->select, gcv_slice_str(glob),
                                 namespaces ? gcv_namespace_of(name) : name);
    }
    return any;
}

static void warn_of_idle_glob(const gcv_report *report, const char *pattern)
{
    enum { EXCERPT = 100 };
    const gcv_pattern_miss miss = {.ctx = report->ctx,
                                   .heaps = report->in.heaps,
                                   .n_heaps = report->in.n_heaps,
                                   .ignore_case = report->options->select.ignore_case,
                                   .has_room = true};
    char excerpt[4 * EXCERPT + 8];
    gcv_buffer hint = {0};
    gcv_append_hint(&miss, gcv_slice_str(pattern), &hint);
    GCV_WARN(report, "no type matches '%s'%s",
             gcv_slice_excerpt(gcv_slice_str(pattern), EXCERPT, excerpt, sizeof excerpt),
             gcv_buffer_str(report->ctx, &hint));
    gcv_buffer_release(report->ctx, &hint);
}

static void warn_of_idle_globs(const gcv_report *report, const gcv_words *globs, bool namespaces)
{
    for (size_t i = 0; i < globs->n; i++) {
        const gcv_heap *heap = report->in.heap;
        bool any = gcv_report_matches_type(report, heap, globs->word[i], false) ||
                   (namespaces && gcv_report_matches_type(report, heap, globs->word[i], true));
        for (size_t h = 1; !any && h < report->in.n_heaps; h++) {
            any = gcv_report_matches_type(report, report->in.heaps[h], globs->word[i], false);
        }
        if (!any) {
            warn_of_idle_glob(report, globs->word[i]);
        }
    }
}

void gcv_report_warn_idle_types(const gcv_report *report)
{
    warn_of_idle_globs(report, &report->options->select.types, false);
    warn_of_idle_globs(report, &report->options->select.excludes, false);
}

static gcv_selection select_and_warn(gcv_report *report, bool namespaces)
{
    const gcv_filter *filter = &report->options->select;
    gcv_selection out;
    gcv_selection_find(report->ctx, report->in.heap, filter, &out);
    warn_of_idle_globs(report, &filter->types, namespaces);
    warn_of_idle_globs(report, &filter->excludes, namespaces);
    if (!out.any_section) {
        gcv_report_no_such_domain(report, report->in.heap);
    }
    return out;
}

gcv_selection gcv_report_select(gcv_report *report) { return select_and_warn(report, false); }

void gcv_sides_find(gcv_report *report, gcv_sides *out)
{
    const gcv_report_options *options = report->options;
    *out = (gcv_sides){.selections[0] = select_and_warn(report, true),
                       .now = gcv_report_basis(report)};
    out->now.selection = &out->selections[0];
    out->captures = gcv_captures_of_report(report);
    out->now.rest = gcv_captures_rest(&out->captures, out->captures.n - 1);
    if (report->in.baseline == NULL) {
        return;
    }
    gcv_selection_find(report->ctx, report->in.baseline, &options->select, &out->selections[1]);
    if (!out->selections[1].any_section) {
        gcv_report_warn_of(report, report->in.baseline, "no domain '%.60s' here: all of it is new",
                           options->select.domain);
    }
    out->past = gcv_basis_of(report->ctx, report->in.baseline, options->include_weak);
    out->past.selection = &out->selections[1];
    out->past.rest = gcv_captures_rest(&out->captures, 0);
}

uint8_t *gcv_report_match_types(gcv_report *report, const gcv_words *globs)
{
    const gcv_heap *heap = report->in.heap;
    uint8_t *found = gcv_alloc(report->ctx, heap->n_types, 1);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        found[t] = gcv_filter_matches_any(report->ctx, &report->options->select, globs,
                                          heap->types.name[t]);
    }
    gcv_glob_check(report->ctx);
    warn_of_idle_globs(report, globs, false);
    return found;
}

void gcv_report_mark_objects(gcv_report *report, const gcv_words *globs, uint8_t **marks)
{
    const gcv_heap *heap = report->in.heap;
    uint8_t *types = gcv_report_match_types(report, globs);
    if (*marks == NULL) {
        *marks = gcv_alloc_zeroed(report->ctx, heap->n_objects, 1);
    }
    for (uint32_t i = 0; *marks != NULL && i < heap->n_objects; i++) {
        (*marks)[i] |= types[heap->type.data[i]];
    }
    gcv_free(report->ctx, types);
}

void gcv_report_no_such_domain(const gcv_report *report, const gcv_heap *heap)
{
    const gcv_section *sections = heap->sections.data;
    char names[100];
    size_t n = 0;
    names[0] = '\0';
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        gcv_slice name = gcv_domain_of(&sections[s]);
        if (s > 0 && gcv_slice_equal(name, gcv_domain_of(&sections[s - 1]))) {
            continue;
        }
        if (n > 0 && name.size + n + 8 > sizeof names) {
            (void)snprintf(names + n, sizeof names - n, ", ...");
            break;
        }
        n += (size_t)snprintf(names + n, sizeof names - n, "%s'%.*s'", n == 0 ? "" : ", ",
                              (int)(name.size < 80 ? name.size : 80), name.data);
    }
    gcv_fail_line(report->ctx, GCV_ERR_USAGE, heap->name, 0, "no domain '%.60s'; there is %s",
                  report->options->select.domain, names);
}

/* ---- objects by id ------------------------------------------------------------------------ */

uint64_t gcv_report_read_id(const gcv_report *report, gcv_slice text)
{
    const gcv_heap *heap = report->in.heap;
    uint64_t id = 0;
    if (!gcv_id_read(heap, text, &id)) {
        gcv_fail_line(report->ctx, GCV_ERR_USAGE, heap->name, 0,
                      "'%.*s' is no object of this dump, whose ids are %s", (int)text.size,
                      text.data, heap->decimal_ids ? "decimal, as in 123 or @123" : "hex");
    }
    return id;
}

void gcv_report_find_objects(gcv_report *report, const gcv_selection *selection, gcv_slice text,
                             gcv_u32_column *out)
{
    gcv_report_find_id(report, selection, gcv_report_read_id(report, text), out);
}

void gcv_report_warn_shared_id(const gcv_report *report, const gcv_selection *selection,
                               uint64_t id)
{
    char room[GCV_NUMBER_MAX];
    size_t n = 0;
    for (uint32_t s = 0; s < report->in.heap->sections.n; s++) {
        n += selection->sections[s] && gcv_heap_find(report->in.heap, s, id) != GCV_NONE;
    }
    GCV_WARN_IF(report, n > 1, "%zu objects have the id %s; --domain chooses one", n,
                gcv_id_write(report->in.heap, id, room));
}

void gcv_report_keep_first(const gcv_report *report, size_t most, gcv_u32_column *objects)
{
    char room[GCV_NUMBER_MAX];
    if (objects->n > most) {
        GCV_WARN(report, "of the objects with the id %s only the first %zu are shown",
                 gcv_id_write(report->in.heap,
                              gcv_heap_object_id(report->in.heap, objects->data[0]), room),
                 most);
        objects->n = most;
    }
}

void gcv_report_find_id(gcv_report *report, const gcv_selection *selection, uint64_t id,
                        gcv_u32_column *out)
{
    const gcv_heap *heap = report->in.heap;
    size_t before = out->n;
    char room[GCV_NUMBER_MAX];
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        uint32_t object = selection->sections[s] ? gcv_heap_find(heap, s, id) : GCV_NONE;
        if (object != GCV_NONE) {
            gcv_u32_column_push(report->ctx, out, object);
        }
    }
    gcv_report_warn_shared_id(report, selection, id);
    if (out->n > before) {
        return;
    }
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].id == id && heap->roots.data[i].object == GCV_NONE) {
            gcv_fail_line(report->ctx, GCV_ERR_USAGE, heap->name, 0,
                          "object %s is a root, but has no record", gcv_id_write(heap, id, room));
        }
    }
    gcv_fail_line(report->ctx, GCV_ERR_USAGE, heap->name, 0, "no record of an object %s%s",
                  gcv_id_write(heap, id, room),
                  report->options->select.domain != NULL ? " in this domain" : "");
}

/* ---- the options for grouping objects ------------------------------------------------------ */

gcv_totals_query gcv_report_totals_query(const gcv_report_options *options,
                                         const gcv_heap *const *heaps, size_t n_heaps)
{
    gcv_totals_query query = {.by = gcv_group_by_named(options->groups.by),
                              .include_weak = options->include_weak,
                              .unreachable = options->groups.unreachable,
                              .retained = options->groups.retained};
    query.latest = heaps[n_heaps - 1]; /* its words are those of all */
    if (query.by == GCV_BY_SITE && gcv_report_is_text(options)) {
        gcv_slice folder = {NULL, 0}; /* of the scripts of all heaps; text leaves it out */
        for (size_t i = 0; i < n_heaps; i++) {
            if (heaps[i]->places.folder.data != NULL) {
                gcv_script_join_folder(&folder, heaps[i]->places.folder);
            }
        }
        query.folder = folder.data != NULL ? folder : gcv_slice_of("", 0);
    }
    return query;
}

void gcv_group_check(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_refuse_if(ctx, options->groups.retained && options->groups.unreachable,
                  "--retained and --unreachable exclude each other");
}

void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const retained[] = {&gcv_cost_of_dominators, &gcv_cost_of_sets, NULL};
    static const gcv_cost *const paths[] = {&gcv_cost_of_path_totals, NULL};
    static const gcv_cost *const objects[] = {&gcv_cost_of_totals, NULL};
    const gcv_group_choice *groups = &options->groups;
    gcv_group_by by = gcv_group_by_named(groups->by);
    needs->costs = groups->retained                                                       ? retained
                   : groups->unreachable || by == GCV_BY_ROOT_KIND                        ? paths
                   : gcv_group_by_needs_objects(by) || options->select.generation != NULL ? objects
                                                                                          : NULL;
    needs->modules = by == GCV_BY_MODULE;
    needs->sites = by == GCV_BY_SITE;
    needs->level = needs->costs != NULL ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
}
