/* findings.h - what suspects come to: suspects on a common chain are one finding, and so are
 * suspects that say nothing beyond an earlier one.
 *
 * A chain leads to the holder of a suspect (for a crowd, what keeps it; else the last step above
 * the suspect that is a single object) and then to the suspect. A suspect belongs to the finding of
 * an earlier one if one of both chains begins with the other and reaches the holder of the other.
 * So do what the keys and what the values of one collection hold, if both are crowds, or the later
 * one is all objects of a type of the platform.
 * In a V8 heap, a suspect of parts, as the keys of a dictionary or its store are, has the chain of
 * what they belong to, if the other one is in the same slot.
 * With a baseline, crowds of one name that are behind several fields of one holder are one finding,
 * as are those whose chains differ in the static field alone. The first suspect of a finding is
 * the earliest; with a baseline, instead of all strings or all arrays of a type a later one with at
 * most half as many objects and nine tenths of their growth, instead of a crowd of these a later
 * one of one object with twice their growth, instead of any crowd a later one of one object with
 * four times the growth of all crowds that are listed below it, and instead of a crowd with several
 * holders a later one of all objects of their type with more growth.
 *
 * If no pattern of a leak speaks for it, it also belongs to an earlier one if it is about an object
 * that dominates all objects of that one and, likewise, of others, and has at most a third more
 * than these together; if it is about one of several objects that hold the crowd of that one, or
 * about all objects of their type, and has at most a third more; or if
 * most of its objects are dominated by the objects of that one, of which there are several, and
 * have less than half as much. One about an object that only its id tells apart from that of an
 * earlier one, below an object that holds both, is counted with that. What they have is what they
 * retain or, with a baseline, by how much that grew.
 *
 * A crowd of no more objects than before belongs to an earlier one that is in one of its objects
 * and has half of its growth: the others did not grow.
 *
 * Findings are in the order of their first suspects; with a baseline, what grew most comes first.
 * Growth that other findings tell does not count; the rest counts twice for a pattern of a leak,
 * and half for what holds one, or an object most of whose growth others tell. A quarter of that
 * counts for what the platform has alone, of all objects of a type that at the end of its chain.
 */
#ifndef GCV_FIGURES_FINDINGS_H
#define GCV_FIGURES_FINDINGS_H

#include "figures/causes.h"
#include "figures/suspect_list.h"

/* Kinds of evidence, as flags. */
enum {
    GCV_FINDING_PATTERN = 1, /* repeated objects that are kept in the same way, or a list */
    GCV_FINDING_GREW = 2,
    GCV_FINDING_NEW = 4,  /* not in the baseline */
    GCV_FINDING_LARGE = 8 /* retains a large part of the heap, or makes up one of its growth, and a
                              hundredth of the heap */
};

typedef struct gcv_finding {
    uint32_t rank;    /* of its first suspect, from 0 */
    uint32_t objects; /* of the first suspect and of these crowds: n_likes */
    uint32_t n_more;  /* further suspects on its chain */
    uint32_t evidence;
    uint32_t overlaps; /* bit i: an object of finding i, of the first 31, dominates one of this, or
                        * the reverse, so that both count the same bytes */
    uint32_t n_likes;  /* crowds of the same name in other fields that grew, too; or single objects
                        * that only their ids tell apart */
    uint64_t own;      /* what the first suspect retains; with a baseline, by how much that grew */
    uint64_t bytes;    /* the same, with these crowds */
    uint64_t there; /* by how much all grew that belongs to the cause of a crowd, with what is above
                     * and beside its objects. 0: an earlier finding has it, the crowd has less than
                     * a third of that growth, the cause lacks more than a tenth of its objects, its
                     * share is not two per cent larger, it is more than all growth by a twentieth,
                     * as something moved there, or there are others like the crowd */
} gcv_finding;

GCV_COLUMN(gcv_finding_column, gcv_finding);

typedef struct gcv_findings {
    gcv_finding_column all;
    gcv_u32_column of;    /* per suspect: its finding */
    gcv_u32_column likes; /* ranks of the crowds that n_likes counts */
    uint64_t whole;       /* `bytes` are shares of this: the reachable bytes; with a baseline, their
                           * growth without what is left out; 0: they did not grow */
    const gcv_suspect_chains *chains;
    const gcv_causes *causes; /* of growth; NULL: no baseline */
} gcv_findings;

/* Quadratic in the number of suspects, which a first look limits. The findings borrow all that is
 * given. */
void gcv_findings_find(const gcv_suspect_list *list, const gcv_suspect_chains *chains,
                       const gcv_causes *causes, gcv_findings *out);

enum { GCV_OVERLAPS_MAX = 31 }; /* parts of findings that are looked at */

/* finding_folds.c: finds which findings overlap, orders them by growth if there is a baseline, and
 * removes those that say nothing beyond earlier ones. */
void gcv_findings_fold(const gcv_suspect_list *list, gcv_findings *out);

/* finding_folds.c: puts the suspects of a pair into the order in which a first look tells them,
 * those of one finding together: only the first GCV_OVERLAPS_MAX, the others stay behind these.
 * Then keeps `top` suspects; 0: all. The chains are found for this alone. */
void gcv_findings_order(gcv_suspect_list *list, uint64_t top);

/* Finds `there` of findings of a pair (finding_sentence.c). */
void gcv_findings_find_grown(const gcv_suspect_list *list, gcv_findings *findings);

/* Writes the sentence about a finding into list->reasons.text: that about its first suspect, its
 * share of the growth or of the reachable bytes, how many objects there were before, what grew
 * below them where they are not more now, and the share with those like it (finding_sentence.c). */
void gcv_finding_describe(gcv_suspect_list *list, const gcv_findings *findings, size_t at);

/* finding_below.c: adds to that what grew below the objects of a suspect, types of the program
 * first, and in which of their fields: `6 Acme.Page, below which are 75 more Acme.Draft in .drafts,
 * are kept by …`; at the end, where the suspect is one object. O(objects) for each type that is
 * named. */
void gcv_finding_append_below(gcv_suspect_list *list, const gcv_findings *findings, size_t rank);

/* Whether a suspect is one object, and a crowd that may leak is below it, in children of it that
 * retain 70 % of what all its children do: then the crowd tells of all of them, and in
 * words that their author knows. O(members × log members + children). */
bool gcv_finding_tells_all(const gcv_suspect_list *list, size_t crowd, size_t rank);

/* Whether the chain of a finding is of the types that the chain of another one begins with: it is
 * about one of several objects that hold the objects of that one, if it overlaps with it. */
bool gcv_finding_is_holder(const gcv_suspect_list *list, const gcv_findings *findings, size_t at,
                           size_t of);

/* Whether two findings are about objects that only their ids tell apart, below one that holds both:
 * about the stores of two Maps in one Map. */
bool gcv_findings_are_equal(const gcv_suspect_list *list, const gcv_findings *findings, size_t at,
                            size_t other);

/* The objects of the first suspect of a finding that are not at the end of its chain, but on other
 * chains; none for a single object, and without a chain. */
typedef struct gcv_elsewhere {
    uint32_t objects;
    uint64_t bytes; /* that the suspect retains beyond what the end of the chain does; 0: none, or
                       something is left out of suspects that chains have */
} gcv_elsewhere;

gcv_elsewhere gcv_finding_elsewhere(const gcv_suspect_list *list, const gcv_findings *findings,
                                    const gcv_finding *finding);

/* Returns the word of evidence number `at`, from 0; NULL: there is no more. */
const char *gcv_finding_word(const gcv_finding *finding, size_t at);

#endif
