/* rule_names.h - the types of a heap in the order of the names that rules ask for.
 *
 * A rule is held against those types only whose names begin as its pattern does, up to the first
 * wildcard; against one name if there is none. A pattern that begins with a wildcard is held
 * against all types.
 */
#ifndef GCV_RULES_RULE_NAMES_H
#define GCV_RULES_RULE_NAMES_H

#include "rules/rule_request.h"

typedef enum gcv_rule_key {
    GCV_RULE_KEY_TYPE,
    GCV_RULE_KEY_NAMESPACE,
    GCV_RULE_KEY_MODULE,
    GCV_RULE_KEY_LAST_PART, /* without namespace and type arguments */
    GCV_RULE_KEYS
} gcv_rule_key;

/* The types in the order of these names; an order is made when a rule first needs it. 4 bytes a
 * type, and up to 20 more while it is made. */
typedef struct gcv_rule_names {
    gcv_context *ctx;
    const gcv_heap *heap;
    bool ignore_case;
    uint32_t *exact[GCV_RULE_KEYS], *folded[GCV_RULE_KEYS]; /* NULL: not needed so far */
    uint64_t tries; /* names that patterns were held against; see GCV_RULE_TRIES */
} gcv_rule_names;

/* Beyond this many tries, and 1000 a type, rules are refused: thousands of patterns that begin with
 * a wildcard on tens of thousands of types. They would take seconds. A pattern with alternatives
 * takes longer to try: each of its characters counts as a try. */
#define GCV_RULE_TRIES (UINT64_C(1) << 28)

void gcv_rule_names_init(gcv_rule_names *names, gcv_context *ctx, const gcv_rule_request *request);
void gcv_rule_names_release(gcv_rule_names *names);

/* The name of a type that the pattern of a rule is held against: its own, that of its namespace, or
 * of its module. */
gcv_slice gcv_rule_name_of(const gcv_heap *heap, const gcv_rule *rule, uint32_t type);

/* The types that a rule names, one after the other. */
typedef struct gcv_rule_types {
    const gcv_heap *heap;
    gcv_rule_key key;
    gcv_slice pattern;
    bool ignore_case;
    const uint32_t *order; /* types */
    uint32_t next, end;    /* in `order` */
} gcv_rule_types;

/* O(pattern × log types) once the order is there. The rule asks for a name. GCV_ERR_LIMIT beyond
 * GCV_RULE_TRIES. */
GCV_CHECKED gcv_status gcv_rule_types_begin(gcv_rule_names *names, const gcv_rule *rule,
                                            gcv_rule_types *out, gcv_error *err);
uint32_t gcv_rule_types_next(gcv_rule_types *types); /* GCV_NONE: no more */

/* Whether a type has the name that a rule forbids but for its case, or but for the namespace that
 * is left out. Nobody means that: such a rule would be kept for ever. */
GCV_CHECKED gcv_status gcv_rule_is_slip(gcv_rule_names *names, const gcv_rule *rule, bool *slip,
                                        gcv_error *err);

#endif
