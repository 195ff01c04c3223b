/* walks.h - the shortest chains under constraints, found by trying all walks, length by length: for
 * each length the first walk to each object, with and without a required object on it.
 */
#ifndef GCV_TEST_WALKS_H
#define GCV_TEST_WALKS_H

#include "support/oracle.h"

#include "analysis/constrained_paths.h"

/* walk[state] is the first walk of one length that ends in an object, and has (odd state) or has
 * not (even state) met a required object; n_max objects each, empty if there is none. */
typedef struct walks {
    const subject *s;
    const gcv_path_constraints *constraints;
    uint32_t n_max;
    uint32_t *walk, *longer;     /* walks of one length, and of one object more */
    bool *has_walk, *has_longer; /* by state: whether there is a walk */
    /* By object: the first shortest walk that meets the constraints. */
    uint32_t *best, *best_length;
} walks;

/* Finds the first shortest walk to each object v: best_length[v] objects (0: none) in best[v *
 * n_max …]. */
void walks_open(walks *w, const subject *s, const gcv_path_constraints *constraints);
void walks_close(walks *w);

#endif
