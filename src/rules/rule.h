/* rule.h - limits that a heap must keep, as people write them: `count(Acme.Cache*) <= 100`.
 *
 * docs/ci.md describes the language. A rule is one line of text. Parsing allocates nothing: a
 * rule borrows from the text that it was parsed from. */
#ifndef GCV_RULES_RULE_H
#define GCV_RULES_RULE_H

#include "analysis/selection.h"

typedef enum gcv_measure {
    GCV_MEASURE_COUNT,
    GCV_MEASURE_BYTES,
    GCV_MEASURE_RETAINED,
    GCV_MEASURE_SUSPECTS /* number of suspects, which the caller of the gate finds */
} gcv_measure;

typedef enum gcv_which {
    GCV_WHICH_ALL,
    GCV_WHICH_REACHABLE,
    GCV_WHICH_UNREACHABLE,
    GCV_WHICH_PINNED,      /* held by a pinned root record */
    GCV_WHICH_FINALIZABLE, /* held by a root record of the finalizer queue */
    GCV_WHICH_NEW          /* suspects that the baseline lacks */
} gcv_which;

typedef enum gcv_scope {
    GCV_SCOPE_HEAP,
    GCV_SCOPE_TYPE,
    GCV_SCOPE_NAMESPACE,
    GCV_SCOPE_MODULE,
    GCV_SCOPE_MINE, /* types of the program, not of the platform */
    GCV_SCOPE_ROOT  /* objects whose chain begins with a root of a given kind */
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
    gcv_slice pattern;   /* GCV_SCOPE_TYPE, _NAMESPACE and _MODULE: the glob for the name */
    uint32_t root_kind;  /* GCV_SCOPE_ROOT: group of gcv_groups_by_root_kind() */
    uint32_t generation; /* GCV_NONE: objects of all generations, and of none */
    gcv_comparison comparison;
    bool optional; /* `optional`: the rule is fine if no type matches */
    bool forbid;   /* `forbid`: the rule wants that no type matches */
    bool growth;   /* the limit is for the difference from a baseline */
    bool percent;  /* the limit is a share of the heap, or with `growth` of the baseline's figure */
    bool negative; /* the limit is below zero; only with `growth` */
    uint64_t value; /* the limit: a count, bytes, or thousandths of a percent */
} gcv_rule;

/* Why a text is not a rule. */
typedef struct gcv_rule_fault {
    size_t column; /* in characters, from 1; one past the end of the text if something is missing */
    char message[160];
} gcv_rule_fault;

/* Parses a rule. False: `*fault` is filled, and `*rule` is unchanged. Without a baseline a rule
 * about growth is a fault. */
bool gcv_rule_parse(gcv_slice text, bool with_baseline, gcv_rule *rule, gcv_rule_fault *fault);

/* Parses a rule from an argument, the `number`th rule of the command line (from 1).
 * GCV_ERR_USAGE. */
void gcv_rule_parse_argument(gcv_context *ctx, const char *text, size_t number, bool with_baseline,
                             gcv_rule *rule);

GCV_COLUMN(gcv_rules, gcv_rule); /* in the order in which they were added */

/* Adds an argument of the command line; see gcv_rule_parse_argument(). */
void gcv_rules_add(gcv_context *ctx, gcv_rules *rules, const char *text, size_t number,
                   bool with_baseline);
/* Adds the rules of a file, one per line. `#` at the start of a line or after a space or tab begins
 * a comment. GCV_ERR_USAGE with the line. */
void gcv_rules_add_text(gcv_context *ctx, gcv_rules *rules, const char *file, gcv_slice text,
                        bool with_baseline);

bool gcv_rules_are_about_growth(const gcv_rules *rules); /* whether any is */
bool gcv_rules_are_about_suspects(const gcv_rules *rules);

/* Whether a rule is about a number of things, not of bytes. */
static inline bool gcv_rule_counts(const gcv_rule *rule)
{
    return rule->measure == GCV_MEASURE_COUNT || rule->measure == GCV_MEASURE_SUSPECTS;
}

/* What has to be loaded of a heap to measure all rules of a list. */
typedef enum gcv_rules_need {
    GCV_RULES_NEED_TALLY,   /* objects and bytes by type */
    GCV_RULES_NEED_TRAITS,  /* the graph, and the traits of each object */
    GCV_RULES_NEED_RETAINED /* the graph, and retained bytes of sets */
} gcv_rules_need;

gcv_rules_need gcv_rules_find_need(const gcv_rules *rules);
/* Whether a rule needs modules, which also tell what is the program's. */
bool gcv_rules_need_modules(const gcv_rules *rules);

/* Memory for rules about reachability or roots; for rules about retained bytes, which need
 * dominators; and for either if a rule is about a generation. */
extern const gcv_cost gcv_cost_of_rules, gcv_cost_of_rule_sets, gcv_cost_of_rules_by_generation;

/* Returns the costs of all rules of a list, as a list that ends with NULL; NULL: they need a tally.
 */
const gcv_cost *const *gcv_rules_costs(const gcv_rules *rules);

/* ---- gate.c: comparison of a heap with rules, for `check` and `diff --fail-if` ------------ */

/* Objects or bytes: `growth` for a rule about growth, else `amount`. */
typedef union gcv_gate_number {
    uint64_t amount;
    int64_t growth;
} gcv_gate_number;

typedef struct gcv_outcome {
    bool broken;
    bool idle; /* no type of the dump or the baseline has the rule's name: the rule measures
                  nothing, and may be misspelt */
    gcv_gate_number actual, limit;
} gcv_outcome;

/* Fills one outcome per rule. `now` and `baseline` select sections and say how names are compared;
 * the types come from the rules. `baseline`: only for rules about growth; NULL: there is no such
 * rule. */
void gcv_gate_run(gcv_context *ctx, const gcv_rules *rules, const gcv_selection *now,
                  const gcv_selection *baseline, bool include_weak, gcv_outcome *out);

/* Fills the outcome of a rule whose figure is known. */
void gcv_gate_judge(const gcv_rule *rule, uint64_t value, gcv_outcome *out);

#endif
