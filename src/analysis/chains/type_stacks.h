/* type_stacks.h - what keeps the bytes, as stacks of frames: every reachable object is on one
 * stack.
 *
 * The frames of a stack, from the root on: the label of a root, the types of the objects above the
 * object, its own type. Above it are its dominators, outermost first, or the objects on its chain.
 * Objects shared by several roots are dominated by none of them, and are below a frame of
 * their own. So the bytes of all stacks add up to the reachable bytes. With dominators, those of
 * the stacks that pass through a frame add up to what the frame's objects retain.
 *
 * A type directly below itself is the same frame, so a list is one frame, however long; everything
 * deeper than GCV_STACK_DEPTH types is one last frame.
 *
 * Stacks form a tree: a stack extends another one by a frame. Their numbers have no order; the walk
 * visits them in the order of their frame names, byte by byte, from the root on. O(objects + stacks
 * + types × log); 16 bytes per object for dominators, 12 for chains, and up to 60 per stack.
 */
#ifndef GCV_ANALYSIS_CHAINS_TYPE_STACKS_H
#define GCV_ANALYSIS_CHAINS_TYPE_STACKS_H

#include "analysis/chains/step_index.h"
#include "base/buffer.h"
#include "base/distinct_texts.h"

enum { GCV_STACK_DEPTH = 128, GCV_STACK_FRAMES = GCV_STACK_DEPTH + 2 };

typedef enum gcv_stack_kind { GCV_STACKS_OF_DOMINATORS, GCV_STACKS_OF_CHAINS } gcv_stack_kind;

typedef struct gcv_stack_sum {
    uint64_t objects, bytes; /* on exactly this stack */
} gcv_stack_sum;

GCV_COLUMN(gcv_stack_sum_column, gcv_stack_sum);

typedef struct gcv_type_stacks {
    gcv_context *ctx;
    gcv_stack_kind kind;
    char separator;
    bool compares;        /* of two heaps: root labels are without what differs from dump to dump */
    gcv_step_index index; /* a start is a number of `labels`, a type a number of `types`; closed
                             once the order is final */
    gcv_distinct_texts labels, types; /* names of the first frames, and of all others */
    gcv_buffer text;
    uint64_t bytes[2]; /* of all stacks: in the heap, and in the one it is compared with */
    gcv_stack_sum_column sums[2]; /* by stack */

    uint32_t n_frames;
    gcv_slice *frame_names; /* names of frames, ascending */
    uint32_t *frame;        /* by stack: its last frame */
    uint32_t *longer;       /* by stack: the first stack that extends it; GCV_NONE */
    uint32_t *next;         /* by stack: the next stack that extends the same one; GCV_NONE */
    uint32_t first;
} gcv_type_stacks;

/* In frame names, U+FFFD replaces bytes that are not UTF-8 and invisible characters, and a colon
 * replaces the `separator` ('\0': none). Frames whose names become equal are one. */
void gcv_type_stacks_init(gcv_context *ctx, gcv_type_stacks *stacks, gcv_stack_kind kind,
                          char separator, bool compares);
/* Adds the reachable objects of a heap, as the heap itself (0) or as the one it is compared with
 * (1).
 */
void gcv_type_stacks_add(gcv_type_stacks *stacks, const gcv_heap *heap, size_t side,
                         bool include_weak);
/* Finds the order of all stacks; nothing can be added afterwards. */
void gcv_type_stacks_order(gcv_type_stacks *stacks);

/* Walks the stacks in order, from stacks->first to GCV_NONE; a stack directly precedes those that
 * extend it. */
uint32_t gcv_type_stacks_next(const gcv_type_stacks *stacks, uint32_t stack);

/* Returns the frames of a stack, that of the root first, and their number. */
size_t gcv_type_stacks_frames(const gcv_type_stacks *stacks, uint32_t stack,
                              uint32_t frames[GCV_STACK_FRAMES]);

/* Number of frames. */
static inline uint32_t gcv_type_stacks_depth(const gcv_type_stacks *stacks, uint32_t stack)
{
    return stacks->index.keys.data[stack].depth;
}

/* In addition to the cost of dominators, and of chains. */
extern const gcv_cost gcv_cost_of_dominator_stacks, gcv_cost_of_chain_stacks;

#endif
