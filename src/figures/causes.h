/* causes.h - what holds growth: the chains on which objects of types (or other groups) grew most,
 * grouped by what holds them.
 *
 * The chain of a type that grew is the merged chain at whose end its objects grew most; at an end
 * that is new, beyond the largest end that is gone, if one of the two chains is the end of the
 * other, but for the root: what the steps of both hold is then compared. Its holder is the last
 * step that is one object in the later dump, but no array of a collection. Where else a
 * type grew by a hundredth of the growth, in other causes or in none, it has further chains. Chains
 * that have the same holder (without one: the same first step) have one cause, and so have all
 * types that grew among the unreachable objects. An object belongs to the cause of the nearest
 * holder above it. What a cause grew by is the growth of all types there. Causes are ordered by
 * that. Causes of nothing but strings, arrays and internals, which neither the program nor anything
 * that grew holds, come last, but for one that grew more than all others together; of those that
 * are asked for, the largest of these takes the last place from one that grew less. */
#ifndef GCV_FIGURES_CAUSES_H
#define GCV_FIGURES_CAUSES_H

#include "analysis/basis.h"
#include "analysis/chains/joined_steps.h"
#include "figures/changes.h"
#include "heap/reference_names.h"

/* At depth 0 a row of the changes: a type that grew, and its objects in this cause. Below it a step
 * of the chains, which branch after the holder. */
typedef struct gcv_cause_row {
    uint32_t cause, depth; /* both from 1, but for rows of the changes depth is 0 */
    uint32_t item;         /* depth 0: the row of the changes; else GCV_NONE */
    uint32_t type;         /* number among the joined types; GCV_NONE: any type */
    uint32_t label;        /* number of the root's label, or of the field that tells the step from
                              others of its type; GCV_NONE: none */
    uint32_t set;          /* number of the set that is retained; GCV_NONE: none */
    uint32_t above;        /* the row of the step before; GCV_NONE: none */
    uint32_t object;       /* the only object of the step in the later heap; GCV_NONE */
    const char
        *nowhere; /* no step but what has no chain: `<unreachable>`, `<no owner>`; else NULL */
    uint64_t objects[2], bytes[2];
    gcv_step_name name; /* in the later heap, if it has names of references; else empty */
} gcv_cause_row;

GCV_COLUMN(gcv_cause_row_column, gcv_cause_row);

/* The objects of a row of the changes that belong to a cause. */
typedef struct gcv_cause_told {
    uint32_t item, group;
    uint32_t nth;      /* its number among the rows that grew */
    uint32_t first[2]; /* where its objects are, for causes.c */
    bool payload;      /* strings, arrays and internals */
    uint64_t objects[2], bytes[2];
} gcv_cause_told;

GCV_COLUMN(gcv_cause_told_column, gcv_cause_told);

/* A cause: rows [first, end), of which the first `n_types` are types that grew.
 *
 * What grew there is told.data[told] … told.data[told + n_told - 1]. */
typedef struct gcv_cause {
    uint32_t first, end, n_types;
    uint32_t told, n_told;
    uint32_t holder; /* depth of the holder; 0: there is none */
    uint32_t owner;  /* depth of the step above the holder that says more than the root: the nearest
                        of a type of the program or, in a V8 heap, in a variable; if there is none
                        and the holder is one of C++, the nearest that is not; 0: none, or it is the
                        first of a heap of .NET or Java, or the holder says enough */
    uint32_t author; /* where the owner is of a package: depth of the nearest step above it that is
                        of a class of the program or in a variable of its scripts; 0: none */
    int64_t grown;   /* bytes, over all that is told */
} gcv_cause;

GCV_COLUMN(gcv_cause_column, gcv_cause);

typedef struct gcv_cause_request {
    const gcv_changes *changes;  /* between two heaps */
    const gcv_u32_column *items; /* all rows of the changes that grew, the most important first */
    gcv_basis *basis[2];         /* of the first and the last heap */
    uint64_t top;                /* maximum number of causes; 0: all */
    bool retained;               /* steps have retained bytes */
} gcv_cause_request;

typedef struct gcv_causes {
    gcv_context *ctx;
    const gcv_changes *changes;
    gcv_joined_steps joined;
    gcv_cause_row_column rows;
    gcv_cause_column all;
    gcv_cause_told_column told; /* also of causes that are not shown */
    uint32_t n_sets;
    uint64_t *retained[2]; /* by set */
    size_t n_more;         /* further causes that were found; not all items were looked at: */
    bool has_rest;
    bool cut; /* some items or causes are left out, as they would take too long */
} gcv_causes;

void gcv_causes_find(gcv_context *ctx, const gcv_cause_request *request, gcv_causes *out);

/* Whether nothing of a cause was in the first heap, and most of it is no growth of its types: the
 * same objects were held in another way. */
bool gcv_cause_is_moved(const gcv_causes *causes, const gcv_cause *cause);

/* The name of a row's type or group; `<unreachable>`; `<deeper, any type>`. */
gcv_slice gcv_cause_name(const gcv_causes *causes, const gcv_cause_row *row);
/* The growth of what a row retains. False: it is not known. */
bool gcv_cause_retained(const gcv_causes *causes, const gcv_cause_row *row, int64_t *delta);
/* The label of the root at which the chain begins; data NULL: not its first step. */
gcv_slice gcv_cause_root(const gcv_causes *causes, const gcv_cause_row *row);

#endif
