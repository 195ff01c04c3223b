/* memory.c - the stages of reading and freezing, and the sums of stages; see memory.h.
 *
 * Where the numbers come from: a column that grows has room for up to a quarter more than it holds,
 * and for up to 0.75 MiB more while it is small, which `once` covers for each column. Ids and
 * references take 4 to 8 bytes while they are read, and 9 at the moment their columns are widened
 * (id_column.c). An index takes 0.25 to 8 bytes an id in pages and up to 24 while ids are sorted
 * (id_index.c).
 */
#include "heap/memory.h"

#include "heap/type_table.h"

/* Bytes of a type while reading: its slot, its sums and at least two entries of the hash table. At
 * most, the slack of columns, six entries while the hash table grows, and a run of lines come on
 * top. */
#define TYPE_LEAST (sizeof(gcv_type_slot) + sizeof(gcv_type_sum) + 2 * sizeof(gcv_type_key))
#define TYPE_MOST                                                                                  \
    (1.25 * (sizeof(gcv_type_slot) + sizeof(gcv_type_sum)) + 6 * sizeof(gcv_type_key) + 20)
/* Bytes of a root while roots are sorted: the column, its copy, and the order. */
#define ROOT sizeof(gcv_root)
#define ROOT_MOST (2.25 * sizeof(gcv_root) + 8)

enum { READ, FREEZE, FREEZE_UNORDERED, FREEZE_SCATTERED, HEAP, TALLY, TALLY_IDS, TALLY_ROWS };

static const gcv_cost stages[] = {
    {"reading", GCV_COST_PARTS(16, 4, TYPE_LEAST, ROOT, 1),
     GCV_COST_PARTS(26.25, 11.25, TYPE_MOST, ROOT_MOST, 1.5), 9500, NULL},
    {"freezing: ids ascend", GCV_COST_PARTS(16.25, 4, 16, ROOT, 1),
     GCV_COST_PARTS(30.75, 8, TYPE_MOST, ROOT_MOST, 1.5), 5000, NULL},
    {"freezing: they do not", GCV_COST_PARTS(20.25, 8, 16, ROOT, 1),
     GCV_COST_PARTS(32.75, 8, TYPE_MOST, ROOT_MOST, 1.5), 5000, NULL},
    {"freezing: ids without structure, several domains", GCV_COST_PARTS(16.25, 4, 16, ROOT, 1),
     GCV_COST_PARTS(45, 8, TYPE_MOST, ROOT_MOST, 1.5), 5000, NULL},
    {"the heap", GCV_COST_PARTS(12.25, 4, 16, ROOT, 1), GCV_COST_PARTS(20.75, 4, 16, ROOT, 1.5),
     250, NULL},
    {"tally: ids ascend", GCV_COST_PARTS(0, 0, TYPE_LEAST, 0, 1),
     GCV_COST_PARTS(0, 0, TYPE_MOST + 50, 0, 3), 2000, NULL},
    {"tally: they do not", GCV_COST_PARTS(4.25, 0, TYPE_LEAST, 0, 1),
     GCV_COST_PARTS(18.75, 0, TYPE_MOST + 50, 0, 3), 5000, NULL},
    {"tally: input is a pipe, has duplicates or ids without structure",
     GCV_COST_PARTS(4.25, 0, TYPE_LEAST, 0, 1), GCV_COST_PARTS(45, 0, TYPE_MOST + 50, 0, 3), 8000,
     NULL},
};

const gcv_cost *gcv_memory_stage_at(size_t at)
{
    return at < GCV_LENGTH(stages) ? &stages[at] : NULL;
}

/* In floating point: the counts may be the absurd ones of a damaged file, and the last digits do
 * not matter. */
static double sum(const uint16_t *parts, const gcv_memory_counts *counts)
{
    const uint64_t n[GCV_MEMORY_PARTS] = {counts->objects, counts->references, counts->types,
                                          counts->roots, counts->name_bytes};
    double bytes = 0;
    for (int i = 0; i < GCV_MEMORY_PARTS; i++) {
        bytes += (double)n[i] * parts[i] / GCV_MEMORY_SCALE;
    }
    return bytes;
}

static uint64_t whole(double bytes) { return bytes < 1e18 ? (uint64_t)bytes : UINT64_C(1) << 60; }

/* Costs that only some runs have, in every stage. */
static const gcv_cost extras[] = {
    {"names of references", GCV_COST_PARTS(0, 0, 0, 0, 0), GCV_COST_PARTS(5, 11, 0, 0, 0), 0, NULL},
    {"what objects are called", GCV_COST_PARTS(4, 0, 0, 0, 0), GCV_COST_PARTS(5, 0, 0, 0, 0), 0,
     NULL},
    {"places in source code", GCV_COST_PARTS(0, 0, 0, 0, 0), GCV_COST_PARTS(45, 15, 0, 0, 0), 0,
     NULL},
};

/* Takes a stage into account, on top of what another one has left (NULL: nothing). */
static void take(gcv_memory_need *need, const gcv_memory_counts *counts, const gcv_cost *stage,
                 const gcv_cost *beside)
{
    double least = sum(stage->least, counts);
    double most = sum(stage->most, counts) + 1000.0 * stage->once;
    if (beside != NULL) {
        least += sum(beside->least, counts);
        most += sum(beside->most, counts) + 1000.0 * beside->once;
    }
    need->least = whole(least) > need->least ? whole(least) : need->least;
    need->most = whole(most) > need->most ? whole(most) : need->most;
}

gcv_memory_need gcv_memory_of(gcv_load_level level, const gcv_cost *const *costs,
                              const gcv_memory_counts *counts)
{
    const bool has[] = {counts->fields, counts->marks, counts->places}; /* the extras */
    gcv_memory_need need = {0, 0};
    if (level == GCV_LOAD_TALLY) {
        take(&need, counts,
             &stages[counts->rows || (counts->unordered && counts->scattered) ? TALLY_ROWS
                     : counts->unordered                                      ? TALLY_IDS
                                                                              : TALLY],
             NULL);
        return need;
    }
    take(&need, counts, &stages[READ], NULL);
    take(&need, counts, &stages[counts->unordered ? FREEZE_UNORDERED : FREEZE], NULL);
    if (counts->scattered) {
        take(&need, counts, &stages[FREEZE_SCATTERED], NULL);
    }
    for (; costs != NULL && *costs != NULL; costs++) {
        for (const gcv_cost *stage = *costs; stage != NULL; stage = stage->next) {
            take(&need, counts, stage, &stages[HEAP]);
        }
    }
    for (size_t i = 0; i < GCV_LENGTH(extras); i++) {
        if (has[i]) {
            need.least += whole(sum(extras[i].least, counts));
            need.most += whole(sum(extras[i].most, counts));
        }
    }
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
