/* Which crowds get a row, and which rows represent others, compared with the simplest method: what
 * is around a crowd by going up the chain of each member, representation in a table that is
 * rewritten for each pair, and domination by removal. tests/property/prop_crowds.c tests which
 * crowds are suspects. */
#include "support/check.h"
#include "support/property.h"
#include "support/side.h"

#include "analysis/type_kinds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct folds {
    const side *x;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    const gcv_crowd *crowds;
    uint32_t n;
    uint32_t *crowd_of; /* by object; GCV_NONE */
    uint32_t *stands;   /* by crowd: the crowd that represents it */
} folds;

static bool keeps(uint64_t part, uint64_t whole) { return part * 10 >= whole * 7; }

static bool is_suspect(const folds *f, uint32_t crowd) { return f->crowds[crowd].row != GCV_NONE; }

static uint32_t member(const folds *f, uint32_t crowd, uint32_t at)
{
    return f->found->crowds.members.data[f->crowds[crowd].first + at];
}

/* Returns the nearest object up the chain that is in another crowd; GCV_NONE: there is none. */
static uint32_t object_around(const folds *f, uint32_t v)
{
    uint32_t at = v;
    while ((at = f->input->paths->parent[at]) < GCV_ROOTED) {
        if (f->crowd_of[at] != GCV_NONE && f->crowd_of[at] != f->crowd_of[v]) {
            return at;
        }
    }
    return GCV_NONE;
}

/* Whether the same object of another crowd is above all members, or none above any. */
static bool is_behind_one(const folds *f, uint32_t crowd)
{
    uint32_t first = object_around(f, member(f, crowd, 0));
    for (uint32_t i = 1; i < f->crowds[crowd].n; i++) {
        if (object_around(f, member(f, crowd, i)) != first) {
            return false;
        }
    }
    return true;
}

/* Returns the crowd around the first member. Crowds between it and the next suspect do not count,
 * but must have one object above all members, too. */
static uint32_t suspect_around(const folds *f, uint32_t crowd, bool *behind_one)
{
    uint32_t left = f->n; /* crowds of types whose names are alike can be around each other */
    *behind_one = false;
    do {
        uint32_t over = object_around(f, member(f, crowd, 0));
        *behind_one = *behind_one || is_behind_one(f, crowd);
        crowd = over != GCV_NONE ? f->crowd_of[over] : GCV_NONE;
    } while (crowd != GCV_NONE && !is_suspect(f, crowd) && left-- > 0);
    return crowd != GCV_NONE && is_suspect(f, crowd) ? crowd : GCV_NONE;
}

/* Whether a member retains 70 % of what its crowd retains, and none dominates another. */
static bool is_mostly_one(const folds *f, uint32_t crowd)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < f->crowds[crowd].n; i++) {
        const uint32_t v = member(f, crowd, i);
        const uint64_t has = f->x->retained[v];
        most = has > most ? has : most;
        for (uint32_t at = f->x->dominator[v]; at < GCV_ROOTED; at = f->x->dominator[at]) {
            if (f->crowd_of[at] == crowd) {
                return false;
            }
        }
    }
    return keeps(most, f->crowds[crowd].retained);
}

/* Makes `by` represent `crowd`, unless another crowd does or `crowd` represents `by`. */
static void fold(folds *f, uint32_t crowd, uint32_t by)
{
    uint32_t end = f->stands[by];
    if (f->stands[crowd] != crowd || end == crowd) {
        return;
    }
    for (uint32_t i = 0; i < f->n; i++) {
        f->stands[i] = f->stands[i] == crowd ? end : f->stands[i];
    }
}

/* Returns the suspect crowd that comes next: of those not done, the one that retains the most, then
 * the first by fingerprint and type. GCV_NONE: all are done. */
static uint32_t next_crowd(const folds *f, const bool *done)
{
    uint32_t best = GCV_NONE;
    for (uint32_t i = 0; i < f->n; i++) {
        const gcv_crowd *x = &f->crowds[i], *y = best == GCV_NONE ? NULL : &f->crowds[best];
        if (!done[i] && is_suspect(f, i) &&
            (y == NULL || x->retained > y->retained ||
             (x->retained == y->retained &&
              (x->hash < y->hash || (x->hash == y->hash && x->type < y->type))))) {
            best = i;
        }
    }
    return best;
}

static void fold_all(folds *f)
{
    bool *done = graph_zeroed(f->n, sizeof *done);
    for (uint32_t i = 0; i < f->n; i++) {
        f->stands[i] = i;
    }
    for (uint32_t i = next_crowd(f, done); i != GCV_NONE; i = next_crowd(f, done)) {
        bool behind_one = false;
        uint32_t around = suspect_around(f, i, &behind_one);
        done[i] = true;
        if (around == GCV_NONE) {
            continue;
        }
        const bool captures =
            (f->crowds[around].kinds & (GCV_KEEPS_CAPTURE | GCV_TYPE_CLOSURE)) != 0;
        if ((behind_one || captures || is_mostly_one(f, around)) &&
            (!behind_one ||
             (f->crowds[i].retained <= f->crowds[around].retained &&
              (f->crowds[around].n < 100 || f->crowds[around].retained == f->crowds[i].retained ||
               f->crowds[around].retained - f->crowds[i].retained <
                   f->crowds[around].retained / 10))) &&
            keeps(f->crowds[i].retained, f->crowds[around].retained)) {
            fold(f, around, i);
        } else if (!behind_one) {
            fold(f, i, around);
        }
    }
    free(done);
}

/* ---- rows of objects and groups ------------------------------------------------------------- */

static bool dominates(const folds *f, uint32_t over, uint32_t v)
{
    const side *x = f->x;
    bool *removed = graph_zeroed(x->s->o.n, sizeof *removed);
    bool *reached = graph_alloc(x->s->o.n, sizeof *reached);
    removed[over] = true;
    oracle_reach(&x->s->o, x->weak, removed, reached);
    bool is = over == v || !reached[v];
    free(removed);
    free(reached);
    return is;
}

static bool dominates_all(const folds *f, uint32_t over, uint32_t crowd)
{
    bool all = true;
    for (uint32_t i = 0; all && i < f->crowds[crowd].n; i++) {
        all = dominates(f, over, member(f, crowd, i));
    }
    return all;
}

/* Returns the row of an object that dominates all members, and of whose bytes they keep 70 %;
 * GCV_NONE: there is none. Of several, the nearest. */
static uint32_t object_like(const folds *f, uint32_t crowd)
{
    const gcv_suspect *rows = f->found->rows.data;
    uint32_t nearest = GCV_NONE;
    for (uint32_t i = 0; i < f->found->n_objects; i++) {
        if (keeps(f->crowds[crowd].retained, rows[i].retained) &&
            dominates_all(f, rows[i].object, crowd) &&
            (nearest == GCV_NONE || dominates(f, rows[nearest].object, rows[i].object))) {
            nearest = i;
        }
    }
    return nearest;
}

/* Returns the row for all objects of the type of a crowd, if the crowd keeps 70 % of their bytes.
 */
static uint32_t group_like(const folds *f, uint32_t crowd)
{
    for (size_t i = 0; i < f->found->groups.n; i++) {
        const gcv_heavy_group *group = &f->found->groups.data[i];
        if (group->type != GCV_NONE &&
            gcv_slice_equal(group->name, side_name(f->x, member(f, crowd, 0)))) {
            return keeps(f->crowds[crowd].retained, group->retained) ? group->row : GCV_NONE;
        }
    }
    return GCV_NONE;
}

/* ---- the property --------------------------------------------------------------------------- */

static bool row_holds(const folds *f, uint32_t crowd, char why[GRAPH_WHY_MAX])
{
    const gcv_suspect *rows = f->found->rows.data, *row = &rows[f->crowds[crowd].row];
    uint32_t like = object_like(f, f->stands[crowd]);
    like = like != GCV_NONE ? like : group_like(f, f->stands[crowd]);
    if (row->crowd != f->stands[crowd]) {
        return graph_fails(why, "crowd %" PRIu32 " stands for crowd %" PRIu32 ", must be %" PRIu32,
                           row->crowd, crowd, f->stands[crowd]);
    }
    return (row->like == like && (like == GCV_NONE || rows[like].folded)) ||
           graph_fails(why, "row %" PRIu32 " is folded into crowd %" PRIu32 ", must be %" PRIu32,
                       row->like, row->crowd, like);
}

/* A row is left out only if a crowd represents it. */
static bool folded_hold(const folds *f, char why[GRAPH_WHY_MAX])
{
    const gcv_suspect_column *rows = &f->found->rows;
    for (uint32_t i = 0; i < rows->n; i++) {
        bool is = false;
        for (uint32_t k = 0; k < rows->n; k++) {
            is = is || (rows->data[k].crowd != GCV_NONE && rows->data[k].like == i);
        }
        if (rows->data[i].folded != is) {
            return graph_fails(why, "row %" PRIu32 " is %sleft out", i, is ? "not " : "");
        }
    }
    return true;
}

static bool found_hold(const side *x, const gcv_suspect_input *input, const gcv_suspects *found,
                       void *extra, char why[GRAPH_WHY_MAX])
{
    folds f = {x, input, found, found->crowds.all.data, (uint32_t)found->crowds.all.n, NULL, NULL};
    bool good = true;
    f.crowd_of = graph_alloc(x->s->o.n, sizeof *f.crowd_of);
    f.stands = graph_alloc(f.n, sizeof *f.stands);
    memset(f.crowd_of, 0xff, x->s->o.n * sizeof *f.crowd_of); /* GCV_NONE */
    for (uint32_t i = 0; i < f.n; i++) {
        for (uint32_t k = 0; k < f.crowds[i].n; k++) {
            f.crowd_of[member(&f, i, k)] = i;
        }
    }
    fold_all(&f);
    for (uint32_t i = 0; good && i < f.n; i++) {
        *(size_t *)extra += is_suspect(&f, i) && f.stands[i] != i;
        good = !is_suspect(&f, i) || row_holds(&f, i, why);
    }
    good = good && folded_hold(&f, why);
    free(f.crowd_of);
    free(f.stands);
    return good;
}

static size_t n_folded; /* crowds that others represent: the test must not be empty */

static bool shares_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    return side_holds_for_shares(s, weak, found_hold, &n_folded, why);
}

/* With names as programs have them, and as in V8. */
static const property laws[] = {
    {.of_subject = shares_hold, .telling = true, .seed = 0x666f6c64, .cases = 4000, .n = {0, 12}},
    {.of_subject = shares_hold, .telling = true, .seed = 0x666f6c65, .cases = 2000, .n = {8, 40}},
    {.of_subject = shares_hold, .script = true, .seed = 0x666f6c66, .cases = 4000, .n = {0, 12}},
    {.of_subject = shares_hold, .script = true, .seed = 0x666f6c72, .cases = 8000, .n = {8, 40}},
};

static void random_heaps(NO_STATE)
{
    for (size_t i = 0; i < CHECK_COUNT(laws); i += 2) {
        n_folded = 0;
        property_check_all(laws + i, 2);
        assert_true(n_folded > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_heaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
