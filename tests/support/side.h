/* side.h - a heap, the chains of its objects written out, and the suspects in it: what the tests of
 * crowds and of the baseline of suspects begin with. */
#ifndef GCV_TEST_SIDE_H
#define GCV_TEST_SIDE_H

#include "support/oracle.h"

#include "analysis/suspects/suspects.h"

/* A heap, and for each object what its likes have in common with it. */
typedef struct side {
    const subject *s;
    bool weak;
    graph_text *way; /* per object: the root and the types on its chain, one of a type that follows
                        itself, then how many came before it at the end; empty: not reachable */
    uint64_t *retained;
    bool *reached;
    uint8_t sections[64];
} side;

/* The heap has at most 64 sections. */
void side_open(side *x, const subject *s, bool weak);
void side_close(side *x);
/* Whether bytes that are added up would not fit. */
bool side_has_huge(const subject *s);

gcv_slice side_name(const side *x, uint32_t v);
bool side_same_text(const graph_text *a, const graph_text *b);
/* Whether two names are the same as fingerprints see them. */
bool side_same_name(gcv_slice a, gcv_slice b);
/* Whether two ways are the same but for what comes right before the end. */
bool side_same_crowd(const graph_text *a, const graph_text *b);

/* What is to hold of the suspects in a heap; `extra` is the caller's. */
typedef bool (*side_property)(const side *x, const gcv_suspect_input *input,
                              const gcv_suspects *found, void *extra, char why[GRAPH_WHY_MAX]);

/* Searches for suspects from `heavy` bytes on, for crowds often from a hundredth of that on. */
bool side_holds(const side *x, uint64_t heavy, side_property holds, void *extra,
                char why[GRAPH_WHY_MAX]);
/* Searches a heap for suspects from several shares of the reachable bytes on; a heap of too many
 * sections, or whose bytes do not add up in 64 bits, passes. */
bool side_holds_for_shares(const subject *s, bool weak, side_property holds, void *extra,
                           char why[GRAPH_WHY_MAX]);

#endif
