/* root_kinds.h - the options of `roots`, and its table of kinds. */
#ifndef GCV_REPORT_ROOTS_ROOT_KINDS_H
#define GCV_REPORT_ROOTS_ROOT_KINDS_H

#include "figures/roots_by_kind.h"
#include "report/table.h"

typedef struct gcv_roots_options {
    const char *by; /* NULL: one row per root record */
} gcv_roots_options;

static inline bool gcv_roots_by_kind(const gcv_report_options *options)
{
    return ((const gcv_roots_options *)options->own)->by != NULL;
}

/* `--by kind`: one row per kind. */
extern const gcv_table gcv_root_kinds_table;
void gcv_root_kinds_write(gcv_report *report, const gcv_selection *selection);

#endif
