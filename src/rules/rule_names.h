/* rule_names.h - the types of a heap sorted by the names that rules ask for.
 *
 * A rule is compared only with the types whose names begin as its pattern does up to the first
 * wildcard, or equal the pattern if it has no wildcard. A pattern that begins with a wildcard is
 * compared with all types. */
#ifndef GCV_RULES_RULE_NAMES_H
#define GCV_RULES_RULE_NAMES_H

#include "rules/rule_request.h"

typedef enum gcv_rule_key {
    GCV_RULE_KEY_TYPE,
    GCV_RULE_KEY_NAMESPACE,
    GCV_RULE_KEY_MODULE,
    GCV_RULE_KEY_LAST_PART, /* the type without namespace and type arguments */
    GCV_RULE_KEYS
} gcv_rule_key;

/* The types sorted by each kind of name. An order is made when a rule first needs it. It takes 4
 * bytes per type, and up to 20 more while it is made. */
typedef struct gcv_rule_names {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_filter *filter;                               /* how names are compared */
    uint32_t *exact[GCV_RULE_KEYS], *folded[GCV_RULE_KEYS]; /* NULL: not needed so far */
    uint64_t comparisons; /* number of names compared with patterns; see GCV_RULE_COMPARISONS_MAX */
} gcv_rule_names;

/* Limit of comparisons, to which 1000 per type are added; beyond it rules are refused. Thousands of
 * patterns that begin with a wildcard, on tens of thousands of types, would take seconds. A pattern
 * with alternatives takes longer: each of its characters counts as a comparison. */
#define GCV_RULE_COMPARISONS_MAX (UINT64_C(1) << 28)

void gcv_rule_names_init(gcv_rule_names *names, gcv_context *ctx, const gcv_rule_request *request);
void gcv_rule_names_release(gcv_rule_names *names);

/* The name that the pattern of a rule is compared with: that of the type, of its namespace or of
 * its module. */
gcv_slice gcv_rule_name_of(const gcv_heap *heap, const gcv_rule *rule, uint32_t type);

/* Iterator over the types that a rule names. */
typedef struct gcv_rule_types {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_rule_key key;
    gcv_slice pattern;
    bool whole; /* the pattern is a name: all types of the range have it */
    bool ignore_case;
    const uint32_t *order; /* all types, sorted by the key */
    uint32_t next, end;    /* range in `order` that is left */
} gcv_rule_types;

/* Begins an iteration; the rule asks for a name. O(pattern × log types) once the types are sorted.
 * GCV_ERR_LIMIT beyond GCV_RULE_COMPARISONS_MAX. */
void gcv_rule_types_begin(gcv_rule_names *names, const gcv_rule *rule, gcv_rule_types *out);
uint32_t gcv_rule_types_next(gcv_rule_types *types); /* GCV_NONE: no more types */

/* Whether the name that a rule forbids differs from the name of a type only in case, or only by the
 * missing namespace. Nobody means that: such a rule would never be broken. */
bool gcv_rule_is_slip(gcv_rule_names *names, const gcv_rule *rule);

#endif
