/* memory.c - the formula of docs/limits.md; see memory.h.
 *
 * Where the numbers come from: a column that grows is up to a quarter larger than what it holds,
 * and up to 0.75 MiB more while it is small, which `once` has for each. Ids and references take 4
 * to 8 bytes while they are read, and 9 at the moment their columns are widened (id_column.c). An
 * index takes 0.25 to 8 bytes an id in pages and as much as 24 while ids are sorted (id_index.c).
 */
#include "heap/memory.h"

#include "heap/heap.h"
#include "heap/type_table.h"

#define EIGHTHS(bytes) (uint16_t)((bytes)*GCV_MEMORY_SCALE)
#define FIVE(objects, references, types, roots, names)                                             \
    {                                                                                              \
        EIGHTHS(objects), EIGHTHS(references), EIGHTHS(types), EIGHTHS(roots), EIGHTHS(names)      \
    }

/* A type while reading: its slot, its sums and at least two places in the hash table; with the
 * slack of columns, as many as six places while that grows, and a run of lines. */
#define TYPE_LEAST (sizeof(gcv_type_slot) + sizeof(gcv_type_sum) + 2 * sizeof(gcv_type_key))
#define TYPE_MOST                                                                                  \
    (1.25 * (sizeof(gcv_type_slot) + sizeof(gcv_type_sum)) + 6 * sizeof(gcv_type_key) + 20)
/* What `stats` has for a type beside its name: group, filter, sums, the order and a row of text. */
#define STATS_TYPE (2 * sizeof(gcv_slice) + 24 + 8 + 8 + 8 + 13 + 100)

/* What a rule has for a type: sums for each of the 32 combinations of traits, classes and sets. */
#define RULE_TYPE (32 * (32 + 4 + 4) + 8)

/* A root while they are sorted: the column, its copy, and the order. */
#define ROOT sizeof(gcv_root)
#define ROOT_MOST (2.25 * sizeof(gcv_root) + 8)

enum {
    READ,
    FREEZE,
    FREEZE_UNORDERED,
    FREEZE_SCATTERED,
    HEAP,
    PATHS,
    UNREACHABLE,
    SEARCH,
    DOMINATORS,
    TREE,
    CHAIN,
    CHAINS,
    SETS,
    CLASSES,
    MARKS,
    TRAITS,
    TRAIT_SETS,
    REFERRERS,
    VIA,
    CAUSES,
    SUSPECTS,
    TRACK,
    GROWTH,
    TRACK_CHAINS,
    TALLY,
    TALLY_IDS,
    TALLY_ROWS,
    NOTHING
};

static const gcv_memory_row rows[] = {
    {"reading", FIVE(16, 4, TYPE_LEAST, ROOT, 1), FIVE(26.25, 11.25, TYPE_MOST, ROOT_MOST, 1.5),
     9500},
    {"freezing: ids ascend", FIVE(16.25, 4, 16, ROOT, 1), FIVE(30.75, 8, TYPE_MOST, ROOT_MOST, 1.5),
     5000},
    {"freezing: they do not", FIVE(20.25, 8, 16, ROOT, 1),
     FIVE(32.75, 8, TYPE_MOST, ROOT_MOST, 1.5), 5000},
    {"freezing: ids without structure, several domains", FIVE(16.25, 4, 16, ROOT, 1),
     FIVE(45, 8, TYPE_MOST, ROOT_MOST, 1.5), 5000},
    {"the heap", FIVE(12.25, 4, 16, ROOT, 1), FIVE(20.75, 4, 16, ROOT, 1.5), 250},
    {"`summary`", FIVE(8, 0, 0, 0, 0), FIVE(8, 0, 0, 10, 0), 1600},
    {"`stats --unreachable`, `--by root-kind`", FIVE(12, 0, 1, 0, 0),
     FIVE(16.125, 0, STATS_TYPE, 10, 1.5), 2400},
    {"`retained`, `roots`, `tree`, `chains`: search and edges", FIVE(12.125, 0, 1, 0, 0),
     FIVE(12.125, 12, 1, 24, 0), 4000},
    {"`retained`, `roots`, `tree`, `chains`: dominators", FIVE(4, 0, 1, 0, 0),
     FIVE(29, 4, 1, 24, 0), 4000},
    {"`tree`", FIVE(4, 0, 1, 0, 0), FIVE(67, 0, 1, 10, 0), 4000},
    {"`chains --object`, `object`", FIVE(4, 0, 0, 0, 0), FIVE(42, 0, 30, 40, 0), 4000},
    {"`chains --type`", FIVE(12.125, 0, 1, 0, 0), FIVE(146, 5, 1, 40, 0), 8000},
    {"`stats --retained`, `roots --by kind`", FIVE(12.125, 0, 0, 0, 0),
     FIVE(60, 5, STATS_TYPE, 50, 1.5), 6000},
    {"`stats --by generation`, `diff` with graphs", FIVE(4, 0, 1, 0, 0),
     FIVE(8.125, 0, STATS_TYPE, 10, 1.5), 2400},
    {"`what-if`", FIVE(5, 0, 8, 0, 0), FIVE(14.125, 0, 200, 30, 1.5), 2400},
    {"`check`: reachable, roots", FIVE(1, 0, 33, 0, 0), FIVE(13.125, 0, RULE_TYPE, 10, 0), 2000},
    {"`check`: retained", FIVE(12.125, 0, 33, 0, 0), FIVE(62, 5, RULE_TYPE, 50, 0), 6000},
    {"`objects`", FIVE(12, 0, 1, 0, 0), FIVE(40, 0, 4, 24, 0), 4000},
    {"`chains --via`", FIVE(16, 0, 1, 0, 0), FIVE(162, 5, 1, 40, 0), 8000},
    {"`diff --cause`", FIVE(20, 0, 1, 0, 0), FIVE(152, 5, STATS_TYPE + 60, 200, 1.5), 10000},
    {"`suspects`", FIVE(20, 0, 8, 0, 0), FIVE(104, 5, 400, 50, 1.5), 10000},
    {"`track`, `map`", FIVE(4, 0, 0, 0, 0), FIVE(33, 0, STATS_TYPE + 60, 10, 1.5), 2500},
    {"`track --growing`", FIVE(16.125, 0, 1, 0, 0), FIVE(61, 12, STATS_TYPE, 24, 1.5), 6000},
    {"`track --chains`", FIVE(17.125, 0, 1, 0, 0), FIVE(152, 12, 1, 40, 0), 8000},
    {"`stats`: ids ascend", FIVE(0, 0, TYPE_LEAST, 0, 1), FIVE(0, 0, TYPE_MOST + 50, 0, 3), 2000},
    {"`stats`: they do not", FIVE(4.25, 0, TYPE_LEAST, 0, 1), FIVE(18.75, 0, TYPE_MOST + 50, 0, 3),
     5000},
    {"`stats`: input is a pipe, has duplicates or ids without structure",
     FIVE(4.25, 0, TYPE_LEAST, 0, 1), FIVE(45, 0, TYPE_MOST + 50, 0, 3), 8000},
};

size_t gcv_n_memory_rows(void) { return sizeof rows / sizeof rows[0]; }

const gcv_memory_row *gcv_memory_row_at(size_t at) { return &rows[at]; }

/* In floating point: the counts may be those of a file that is not of this world, and no one needs
 * the last digits. */
static double sum(const uint16_t *parts, const gcv_memory_counts *counts)
{
    const uint64_t n[GCV_MEMORY_PARTS] = {counts->objects, counts->references, counts->types,
                                          counts->roots, counts->name_bytes};
    double bytes = 0;
    int i;
    for (i = 0; i < GCV_MEMORY_PARTS; i++) {
        bytes += (double)n[i] * parts[i] / GCV_MEMORY_SCALE;
    }
    return bytes;
}

static uint64_t whole(double bytes) { return bytes < 1e18 ? (uint64_t)bytes : UINT64_C(1) << 60; }

/* A stage that takes what `row` says, beside what `beside` says. */
static void take(gcv_memory_need *need, const gcv_memory_counts *counts, int row, int beside)
{
    double least = sum(rows[row].least, counts);
    double most = sum(rows[row].most, counts) + 1000.0 * rows[row].once;
    if (beside != NOTHING) {
        least += sum(rows[beside].least, counts);
        most += sum(rows[beside].most, counts) + 1000.0 * rows[beside].once;
    }
    need->least = whole(least) > need->least ? whole(least) : need->least;
    need->most = whole(most) > need->most ? whole(most) : need->most;
}

static void analyse(gcv_memory_need *need, gcv_purpose purpose, const gcv_memory_counts *counts)
{
    static const int stages[GCV_PURPOSES][3] = {
        {NOTHING, NOTHING, NOTHING},     {PATHS, NOTHING, NOTHING},
        {UNREACHABLE, NOTHING, NOTHING}, {SEARCH, DOMINATORS, NOTHING},
        {SEARCH, DOMINATORS, TREE},      {SEARCH, DOMINATORS, CHAIN},
        {SEARCH, DOMINATORS, CHAINS},    {SEARCH, DOMINATORS, SETS},
        {CLASSES, NOTHING, NOTHING},     {MARKS, NOTHING, NOTHING},
        {TRAITS, NOTHING, NOTHING},      {SEARCH, DOMINATORS, TRAIT_SETS},
        {SEARCH, DOMINATORS, REFERRERS}, {SEARCH, DOMINATORS, VIA},
        {CAUSES, NOTHING, NOTHING},      {SEARCH, DOMINATORS, SUSPECTS},
        {TRACK, NOTHING, NOTHING},       {TRACK, GROWTH, NOTHING},
        {TRACK, TRACK_CHAINS, NOTHING}};
    int i;
    for (i = 0; i < 3; i++) {
        if (stages[purpose][i] != NOTHING) {
            take(need, counts, stages[purpose][i], HEAP);
        }
    }
}

gcv_memory_need gcv_memory_of(gcv_load_level level, gcv_purpose purpose,
                              const gcv_memory_counts *counts)
{
    gcv_memory_need need = {0, 0};
    if (level == GCV_LOAD_TALLY) {
        take(&need, counts,
             counts->rows || (counts->unordered && counts->scattered) ? TALLY_ROWS
             : counts->unordered                                      ? TALLY_IDS
                                                                      : TALLY,
             NOTHING);
        return need;
    }
    take(&need, counts, READ, NOTHING);
    take(&need, counts, counts->unordered ? FREEZE_UNORDERED : FREEZE, NOTHING);
    if (counts->scattered) {
        take(&need, counts, FREEZE_SCATTERED, NOTHING);
    }
    analyse(&need, purpose, counts);
    return need;
}

uint64_t gcv_memory_about(const gcv_memory_need *need, uint64_t limit)
{
    uint64_t about = need->least + (need->most - need->least) / 2;
    if (about > limit) {
        return about;
    }
    return need->most > limit ? limit + (need->most - limit) / 2 : 0;
}
