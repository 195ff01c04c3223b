/* select.c - what the filters select; see select.h. */
#include "report/select.h"

#include "analysis/groups.h"
#include "base/error.h"
#include "base/glob.h"

#include <stdio.h>

bool gcv_report_matches_type(const gcv_report *report, const gcv_heap *heap, const char *glob)
{
    uint32_t t = 0;
    while (t < heap->n_types &&
           !gcv_glob(glob, heap->types.name[t], report->options->select.ignore_case)) {
        t++;
    }
    return t < heap->n_types;
}

static void warn_of_idle_globs(const gcv_report *report, const gcv_words *globs)
{
    size_t i, h;
    for (i = 0; i < globs->n; i++) {
        const char *pattern = globs->word[i];
        bool any = gcv_report_matches_type(report, report->heap, pattern);
        for (h = 1; !any && h < report->n_heaps; h++) {
            any = gcv_report_matches_type(report, report->heaps[h], pattern);
        }
        if (!any) {
            gcv_report_warn(report, "no type matches '%s'", pattern);
        }
    }
}

void gcv_report_warn_idle_types(const gcv_report *report)
{
    warn_of_idle_globs(report, &report->options->select.types);
}

gcv_status gcv_report_select(gcv_report *report, gcv_selection *out, gcv_error *err)
{
    gcv_status status =
        gcv_selection_find(report->ctx, report->heap, &report->options->select, out, err);
    if (status == GCV_OK) {
        gcv_report_warn_idle_types(report);
    }
    return status == GCV_OK && !out->any_section
               ? gcv_report_no_such_domain(report, report->heap, err)
               : status;
}

uint8_t *gcv_report_match_types(gcv_report *report, const gcv_words *globs, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    const bool ignore_case = report->options->select.ignore_case;
    uint8_t *matches = gcv_alloc(report->ctx, heap->n_types, 1, err);
    uint32_t t;
    if (matches == NULL) {
        return NULL;
    }
    for (t = 0; t < heap->n_types; t++) {
        matches[t] = gcv_words_match(globs, heap->types.name[t], ignore_case);
    }
    warn_of_idle_globs(report, globs);
    return matches;
}

gcv_status gcv_report_no_such_domain(const gcv_report *report, const gcv_heap *heap, gcv_error *err)
{
    const gcv_section *sections = heap->sections.data;
    char names[100];
    size_t n = 0;
    uint32_t s;
    names[0] = '\0';
    for (s = 0; s < heap->sections.n; s++) {
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
    return gcv_fail_line(err, GCV_ERR_USAGE, heap->name, 0, "no domain '%.60s'; there is %s",
                         report->options->select.domain, names);
}
