/* gcdump_ids.c - ids of nodes; see gcdump_reader.h.
 *
 * The id of a node is its address. A node without an address, or at the address of an earlier node,
 * gets an id that is not an address. So duplicate addresses must be found. There are none if
 * addresses ascend, or if no bit is set twice in a bitmap with one bit for each possible address.
 * Both tests cost next to nothing, and real files pass one of them. For other files, an index of
 * ids finds the duplicates.
 *
 * Time: O(nodes). Memory: at most 8 bytes a node for the bitmap; for other files, that of the
 * index.
 */
#include "input/gcdump/gcdump_reader.h"

typedef struct gcv_gcdump_survey {
    uint64_t all; /* bits that are set in any address */
    uint64_t lowest, highest, n;
    unsigned shift; /* number of low bits in which all addresses agree */
    bool ascend;
} gcv_gcdump_survey;

static gcv_gcdump_survey survey(const gcv_gcdump *dump)
{
    gcv_gcdump_survey found = {0, UINT64_MAX, 0, 0, 0, true};
    uint64_t differ = 0, first = 0;
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        uint64_t address = gcv_gcdump_address(dump, i);
        if (address != 0) {
            first = found.n++ == 0 ? address : first;
            differ |= address ^ first;
            found.ascend = found.ascend && address > found.highest;
            found.all |= address;
            found.lowest = address < found.lowest ? address : found.lowest;
            found.highest = address > found.highest ? address : found.highest;
        }
    }
    while (differ != 0 && (differ & 1) == 0) {
        differ >>= 1;
        found.shift++;
    }
    return found;
}

/* Tells whether two nodes have the same address. Also true if the bitmap would take more than 8
 * bytes a node. */
static bool set_twice(gcv_gcdump *dump, const gcv_gcdump_survey *found)
{
    uint64_t span = (found->highest - found->lowest) >> found->shift;
    gcv_bitset seen;
    bool twice = false;
    if (span / 64 > found->n) {
        return true; /* not proved */
    }
    gcv_bitset_init(dump->ctx, &seen, (size_t)span + 1);
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        uint64_t address = gcv_gcdump_address(dump, i);
        if (address != 0) {
            uint64_t granule = (address - found->lowest) >> found->shift;
            twice = !gcv_bitset_add(&seen, (size_t)granule) || twice;
        }
    }
    gcv_bitset_release(dump->ctx, &seen);
    return twice;
}

static void mark_shared(gcv_gcdump *dump, const gcv_u32_column *places)
{
    gcv_bitset_init(dump->ctx, &dump->shared, dump->n_nodes);
    uint32_t nth = 0;
    size_t at = 0;
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        if (gcv_gcdump_address(dump, i) != 0 && at < places->n && places->data[at] == nth++) {
            (void)gcv_bitset_add(&dump->shared, i);
            at++;
        }
    }
    gcv_builder_anomaly(dump->builder, 0,
                        "nodes at the address of another node (%zu): the first keeps it",
                        places->n);
}

/* Finds the nodes that have the address of an earlier node. */
static void find_shared(gcv_gcdump *dump)
{
    gcv_u32_column places = {NULL, 0, 0};
    gcv_id_column ids = {0};
    gcv_id_index index = {0};
    for (uint32_t i = 0; i < dump->n_nodes; i++) {
        uint64_t address = gcv_gcdump_address(dump, i);
        if (address != 0) {
            gcv_id_column_push(dump->ctx, &ids, address);
        }
    }
    (void)gcv_id_index_build(dump->ctx, &index, &ids, 0, gcv_id_column_n(&ids), &places);
    gcv_id_index_release(dump->ctx, &index);
    gcv_id_column_release(dump->ctx, &ids);
    if (places.n > 0) {
        mark_shared(dump, &places);
    }
    gcv_u32_column_release(dump->ctx, &places);
}

/* Returns the start of a range of up to 2^58 ids without an address, for files whose addresses
 * leave no room above them. The search takes 6 bits at a time: it divides a range into 64 parts and
 * continues in the part with the fewest addresses, until a part has none. */
static uint64_t find_gap(const gcv_gcdump *dump)
{
    uint64_t base = 0;
    unsigned shift = 58;
    for (;; shift -= 6) {
        uint32_t counts[64] = {0}, best = 0;
        for (uint32_t i = 0; i < dump->n_nodes; i++) {
            uint64_t address = gcv_gcdump_address(dump, i);
            if (shift == 58 || address >> (shift + 6) == base >> (shift + 6)) {
                counts[address >> shift & 63]++;
            }
        }
        for (uint32_t i = 1; i < 64; i++) {
            best = counts[i] < counts[best] ? i : best;
        }
        base |= (uint64_t)best << shift;
        if (counts[best] == 0 || shift < 34) {
            return base;
        }
    }
}

void gcv_gcdump_assign_ids(gcv_gcdump *dump, bool unique)
{
    gcv_gcdump_survey found = survey(dump);
    /* Nodes without an address get ids from the next power of two above all addresses on. */
    dump->synthetic = found.all > INT64_MAX ? find_gap(dump) : 1;
    while (dump->synthetic <= found.all && found.all <= INT64_MAX) {
        dump->synthetic *= 2;
    }
    if (unique && !found.ascend && set_twice(dump, &found)) {
        find_shared(dump);
    }
}
