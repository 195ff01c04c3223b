/* side.h - a heap with the chains of its objects as text, and its suspects: the basis of the tests
 * of crowds and of suspects with a baseline. */
#ifndef GCV_TEST_SIDE_H
#define GCV_TEST_SIDE_H

#include "support/oracle.h"

#include "analysis/suspects/find/suspects.h"

/* A heap, with the text that similar objects have in common. */
typedef struct side {
    const subject *s;
    bool weak;
    /* By object: the root and the types on its chain, equal types in a row once, then the count of
     * objects of its own type before it; empty: unreachable. */
    graph_text *chain_text;
    uint16_t *slot; /* by object: two letters for the names of its slot; blanks: none */
    bool slots; /* they tell crowds apart: this heap, and a baseline, have names of references */
    uint32_t *dominator; /* as oracle_dominators() finds it */
    uint64_t *retained;
    bool *reached;
    uint32_t *kinds; /* by object, for the test; at first GCV_NONE each */
    uint8_t sections[64];
    gcv_filter filter;
    gcv_selection selection; /* of these sections and, if the style has any, a generation */
} side;

/* Gives the references of a heap names: half of them are such as an author chooses. Two dumps of
 * one heap have the same, as they have the same ids. */
void side_name_references(gcv_heap *heap);

/* The heap has at most 64 sections. */
void side_open(side *x, const subject *s, bool weak);
void side_close(side *x);
/* Whether sums of bytes could overflow. */
bool side_has_huge(const subject *s);

/* Whether an object is selected. */
bool side_selects(const side *x, uint32_t v);
gcv_slice side_name(const side *x, uint32_t v);
/* The kinds of a type by its name; in a V8 heap also by its objects, if the platform has the name,
 * too. */
uint32_t side_kinds_of_name(const side *x, gcv_slice name);
uint32_t side_kinds(const side *x, uint32_t v);
bool side_same_text(const graph_text *a, const graph_text *b);
/* Whether two names are equal for fingerprints. */
bool side_same_name(gcv_slice a, gcv_slice b);
/* Whether two texts of chains are equal except for what comes directly before the end. */
bool side_same_crowd(const graph_text *a, const graph_text *b);

/* Whether the chains of two objects are so, and their slots are the same. */
bool side_is_alike(const side *x, uint32_t v, const side *y, uint32_t w);

/* Adds the objects to which a keeper of another name refers, by way of which their chain would be
 * like that of an object of `y`, and which they do not dominate. */
void side_add_shared(const side *x, const side *y, uint32_t w, bool *member);

/* Removes the strings that are parts of others from a set; `parent`: on the chains. */
void side_remove_parts(const side *x, const uint32_t *parent, bool *member);

/* A property of the suspects in a heap; `extra` is that of the caller. */
typedef bool (*side_property)(const side *x, const gcv_suspect_input *input,
                              const gcv_suspects *found, void *extra, char why[GRAPH_WHY_MAX]);

/* Searches for suspects of `heavy` bytes or more, and for crowds of `small` bytes or more. */
bool side_search(const side *x, uint64_t heavy, uint64_t small, bool growing, side_property holds,
                 void *extra, char why[GRAPH_WHY_MAX]);
/* The same, often for crowds of a hundredth of `heavy` or more. */
bool side_holds(const side *x, uint64_t heavy, side_property holds, void *extra,
                char why[GRAPH_WHY_MAX]);
/* Searches a heap for suspects with several minimum shares of the reachable bytes. A heap with too
 * many sections, or with a sum of bytes above 64 bits, passes. */
bool side_holds_for_shares(const subject *s, bool weak, side_property holds, void *extra,
                           char why[GRAPH_WHY_MAX]);

#endif
