/* field_runs.c - folds lists of names of references (heap/fields.h).
 *
 * An array has a list of its own if no other has the same elements, and V8 numbers the elements of
 * arrays and the slots of hash tables twice. So nearly all names of a snapshot are numbers of such
 * lists, which ascend: of each list, the longest run of numbers becomes a bit for each number and a
 * rank for 32. Of snapshots of 34 to 56 MB, 1 to 5 bytes an object become 0.1 to 0.8. A second run
 * would save next to nothing. */
#include "heap/fields.h"

#include "base/sort.h"

enum { SHORTEST = 16 }; /* of runs that are folded */

/* Finds the longest run among the `n` names at `at`, without its cells. */
static gcv_number_run find_run(const gcv_fields *fields, size_t at, uint32_t n)
{
    const uint8_t *kind = fields->kind.data + at;
    const uint32_t *name = fields->name.data + at;
    gcv_number_run longest = {0};
    for (uint32_t from = 0, end; from < n; from = end) {
        for (end = from + 1; end < n && kind[end] == kind[from] && name[end] > name[end - 1] &&
                             gcv_field_has_number(kind[from]);) {
            end++;
        }
        if (end - from > longest.n) {
            longest = (gcv_number_run){
                from, end - from, name[from], 0, (name[end - 1] - name[from]) / 32 + 1, kind[from]};
        }
    }
    return longest;
}

static void add_cells(gcv_context *ctx, gcv_fields *to, const gcv_number_run *run,
                      const uint32_t *numbers)
{
    gcv_sparse_cell_column_reserve(ctx, &to->cells, run->n_cells);
    gcv_sparse_cell *cells = to->cells.data + to->cells.n;
    memset(cells, 0, run->n_cells * sizeof *cells);
    for (uint32_t i = 0; i < run->n; i++) {
        const uint32_t number = numbers[i] - run->base;
        cells[number / 32].has |= (uint32_t)1 << number % 32;
    }
    for (uint32_t i = 0, rank = 0; i < run->n_cells; i++) {
        cells[i].rank = rank;
        rank += gcv_popcount(cells[i].has);
    }
    to->cells.n += run->n_cells;
}

static void copy_names(gcv_context *ctx, const gcv_fields *fields, size_t at, uint32_t n,
                       gcv_fields *to)
{
    gcv_u8_column_append(ctx, &to->kind, fields->kind.data + at, n);
    gcv_u32_column_append(ctx, &to->name, fields->name.data + at, n);
}

/* Copies a list of `n` names. Returns where the copy begins. */
static uint32_t copy_list(gcv_context *ctx, const gcv_fields *fields, size_t at, uint32_t n,
                          gcv_fields *to)
{
    const uint32_t start = (uint32_t)to->kind.n;
    gcv_number_run run = find_run(fields, at, n);
    if (run.n < SHORTEST || run.n_cells > run.n / 2) {
        run.n = 0; /* too few, or too far apart: a name takes 5 bytes, a cell 8 */
    } else {
        run.cells = (uint32_t)to->cells.n;
        gcv_fields_push(ctx, to, GCV_FIELD_RUN, (uint32_t)to->runs.n);
        add_cells(ctx, to, &run, fields->name.data + at + run.from);
        gcv_number_run_column_push(ctx, &to->runs, run);
    }
    copy_names(ctx, fields, at, run.from, to);
    copy_names(ctx, fields, at + run.from + run.n, n - run.from - run.n, to);
    return start;
}

/* Folds the list of each group. Several groups may have the same: the name of its first reference
 * tells where it has gone to. */
static void fold_groups(gcv_context *ctx, gcv_fields *fields, const uint32_t *n_names,
                        gcv_fields *to)
{
    for (size_t i = 0; i < fields->groups.n; i++) {
        uint32_t *list = &fields->groups.data[i].list;
        if (n_names[i] == 0 || *list == GCV_NONE) {
            *list = GCV_NONE;
            continue;
        }
        const uint32_t at = *list;
        const bool moved = fields->kind.data[at] == GCV_FIELD_RUN;
        *list = moved ? fields->name.data[at] : copy_list(ctx, fields, at, n_names[i], to);
        fields->kind.data[at] = GCV_FIELD_RUN;
        fields->name.data[at] = *list;
    }
}

void gcv_fields_fold(gcv_context *ctx, gcv_fields *fields, const gcv_u32_column *slot,
                     const uint32_t *first_ref)
{
    if (fields->groups.n == 0 || fields->kind.n == 0) {
        return;
    }
    uint32_t *n_names = gcv_alloc_zeroed(ctx, fields->groups.n, sizeof *n_names);
    for (size_t i = 0; i < slot->n; i++) {
        if (first_ref[i + 1] > first_ref[i]) {
            n_names[slot->data[i]] = first_ref[i + 1] - first_ref[i];
        }
    }
    gcv_fields folded = {0};
    fold_groups(ctx, fields, n_names, &folded);
    gcv_free(ctx, n_names);
    folded.groups = fields->groups;
    fields->groups = (gcv_field_group_column){0};
    gcv_fields_release(ctx, fields);
    *fields = folded;
    gcv_field_group_column_shrink(ctx, &fields->groups);
    gcv_u8_column_shrink(ctx, &fields->kind);
    gcv_u32_column_shrink(ctx, &fields->name);
    gcv_number_run_column_shrink(ctx, &fields->runs);
    gcv_sparse_cell_column_shrink(ctx, &fields->cells);
}

/* Returns a number of a run: the `at`th from 0. */
static uint32_t number_in(const gcv_fields *fields, const gcv_number_run *run, uint32_t at)
{
    const gcv_sparse_cell *cells = fields->cells.data + run->cells;
    const size_t cell = gcv_count_up_to_u32(&cells->rank, sizeof *cells, run->n_cells, at) - 1;
    uint32_t has = cells[cell].has;
    for (uint32_t before = at - cells[cell].rank; before > 0; before--) {
        has &= has - 1;
    }
    return run->base + (uint32_t)cell * 32 + gcv_popcount((has & (0 - has)) - 1);
}

uint32_t gcv_fields_get(const gcv_fields *fields, size_t list, uint32_t reference, uint8_t *kind)
{
    size_t at = list + reference;
    if (fields->kind.data[list] == GCV_FIELD_RUN) {
        const gcv_number_run *run = &fields->runs.data[fields->name.data[list]];
        if (reference - run->from < run->n) {
            *kind = run->kind;
            return number_in(fields, run, reference - run->from);
        }
        at = reference < run->from ? at + 1 : at + 1 - run->n;
    }
    *kind = fields->kind.data[at];
    return fields->name.data[at];
}
