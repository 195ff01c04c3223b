/* rule.h - what a heap must keep to, as people write it: `count(Acme.Cache*) <= 100`.
 *
 * docs/rules.md has the language. A rule is one line of text; parsing takes no memory, and what a
 * rule holds of the text is borrowed from it.
 */
#ifndef GCV_REPORT_RULE_H
#define GCV_REPORT_RULE_H

#include "base/attr.h"
#include "base/column.h"

typedef enum gcv_measure { GCV_MEASURE_COUNT, GCV_MEASURE_BYTES, GCV_MEASURE_RETAINED } gcv_measure;

typedef enum gcv_which {
    GCV_WHICH_ALL,
    GCV_WHICH_REACHABLE,
    GCV_WHICH_UNREACHABLE,
    GCV_WHICH_PINNED,     /* held by a root record with that flag */
    GCV_WHICH_FINALIZABLE /* held by a root record of the finalizer queue */
} gcv_which;

typedef enum gcv_scope {
    GCV_SCOPE_HEAP,
    GCV_SCOPE_TYPE,
    GCV_SCOPE_NAMESPACE,
    GCV_SCOPE_MODULE,
    GCV_SCOPE_ROOT /* objects whose chain begins with that kind of root */
} gcv_scope;

typedef enum gcv_comparison {
    GCV_AT_MOST,
    GCV_BELOW,
    GCV_AT_LEAST,
    GCV_ABOVE,
    GCV_EQUAL,
    GCV_UNEQUAL
} gcv_comparison;

typedef struct gcv_rule {
    gcv_slice text; /* as written, without blanks around it */
    gcv_measure measure;
    gcv_which which;
    gcv_scope scope;
    gcv_slice pattern;  /* of TYPE, NAMESPACE, MODULE */
    uint32_t root_kind; /* of ROOT: group of gcv_groups_by_root_kind() */
    gcv_comparison comparison;
    bool forbid;    /* nothing may be there: no type need match */
    bool growth;    /* against a baseline */
    bool percent;   /* of the heap, with `growth` of the baseline's figure */
    bool negative;  /* the limit is; with `growth` only */
    uint64_t value; /* a count, bytes, or thousandths of a percent */
} gcv_rule;

/* Why a text is no rule. */
typedef struct gcv_rule_fault {
    size_t column; /* in characters from 1; one behind the text where something is missing */
    char message[160];
} gcv_rule_fault;

/* `with_baseline`: growth can be told. Only of a good rule `*rule` is filled. */
bool gcv_rule_parse(gcv_slice text, bool with_baseline, gcv_rule *rule, gcv_rule_fault *fault);

GCV_COLUMN(gcv_rule_column, gcv_rule);

typedef struct gcv_rules {
    gcv_rule_column list; /* in the order in which they were given */
} gcv_rules;

/* Adds one rule; `number` (from 1) is how a failure calls it. GCV_ERR_USAGE. `ctx` NULL: it is
 * looked at only. */
GCV_CHECKED gcv_status gcv_rules_add(gcv_context *ctx, gcv_rules *rules, const char *text,
                                     size_t number, bool with_baseline, gcv_error *err);
/* Adds those of a file: one a line, `#` begins a comment at the start of a line or behind a blank.
 */
GCV_CHECKED gcv_status gcv_rules_add_text(gcv_context *ctx, gcv_rules *rules, const char *file,
                                          gcv_slice text, bool with_baseline, gcv_error *err);
void gcv_rules_release(gcv_context *ctx, gcv_rules *rules);

/* What a dump must be loaded as, and for, so that these can be measured. */
void gcv_rules_need(const gcv_rules *rules, gcv_load_options *load);

#endif
