/* walks.h - the shortest chains under constraints, found by looking at all walks there are, length
 * by length: of each length the first walk to each object, without and with an object on it that
 * must be there.
 */
#ifndef GCV_TEST_WALKS_H
#define GCV_TEST_WALKS_H

#include "support/oracle.h"

#include "analysis/constrained_paths.h"

/* walk[state]: the first walk of one length that ends in an object, has (odd state) or has not
 * (even state) met what must be met; n_max objects each, empty if there is none. */
typedef struct walks {
    const subject *s;
    const gcv_path_constraints *constraints;
    uint32_t n_max;
    uint32_t *now, *next; /* walks of length `length`, and one longer */
    bool *has, *will;
    uint32_t *best,
        *best_length; /* the first shortest walk to each object that fulfils the constraints */
} walks;

/* The first shortest walk to an object v: best_length[v] objects (0: there is none) in
 * best[v * n_max …]. */
void walks_open(walks *w, const subject *s, const gcv_path_constraints *constraints);
void walks_close(walks *w);

#endif
