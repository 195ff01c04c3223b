/* type_stacks.h - what keeps the bytes, as stacks of frames: every reachable object is on one
 * stack.
 *
 * The frames of a stack, from the root on: the label of a root, the types of the objects that hold
 * the object, its own type. These are its dominators, outermost first, or the objects on its chain.
 * What several roots share is dominated by none of them, and stands below a frame of its own. So
 * the bytes of all stacks add up to the reachable bytes, and those of the stacks that go through a
 * frame are, with dominators, what its objects retain.
 *
 * A type right below itself is the same frame, so a list is one frame, however long; what is deeper
 * than GCV_STACK_DEPTH types is one last frame.
 *
 * Stacks are a tree: a stack continues another one by a frame. They are numbers in no order; the
 * walk is in the order of the names of frames, byte by byte, from the root on. O(objects + stacks
 * + types × log); 16 bytes an object for dominators, 12 for chains, and up to 60 a stack.
 */
#ifndef GCV_ANALYSIS_CHAINS_TYPE_STACKS_H
#define GCV_ANALYSIS_CHAINS_TYPE_STACKS_H

#include "analysis/chains/step_index.h"
#include "base/buffer.h"
#include "base/distinct_texts.h"

enum { GCV_STACK_DEPTH = 128, GCV_STACK_FRAMES = GCV_STACK_DEPTH + 2 };

typedef enum gcv_stack_holders { GCV_HELD_BY_DOMINATORS, GCV_HELD_BY_CHAINS } gcv_stack_holders;

typedef struct gcv_stack_sum {
    uint64_t objects, bytes; /* on this very stack */
} gcv_stack_sum;

GCV_COLUMN(gcv_stack_sum_column, gcv_stack_sum);

typedef struct gcv_type_stacks {
    gcv_context *ctx;
    gcv_stack_holders holders;
    char separator;
    gcv_step_index index; /* a start is a number of `labels`, a type one of `types`; it is closed
                             once all is in order */
    gcv_distinct_texts labels, types; /* names of frames: of the first one, and of the others */
    gcv_buffer text;
    uint64_t bytes[2]; /* of all stacks: of the heap, and of the one it is compared with */
    gcv_stack_sum_column sums[2]; /* by stack */

    uint32_t n_frames;
    gcv_slice *frame_names; /* of frames, ascending */
    uint32_t *frame;        /* by stack: its last frame */
    uint32_t *longer;       /* by stack: the first of those that continue it; GCV_NONE */
    uint32_t *next;         /* by stack: the next one that continues the same; GCV_NONE */
    uint32_t first;
} gcv_type_stacks;

/* In names of frames U+FFFD stands for what is not UTF-8 or cannot be seen, and a colon for the
 * `separator` ('\0': none). Frames whose names are then equal are one. */
void gcv_type_stacks_init(gcv_context *ctx, gcv_type_stacks *stacks, gcv_stack_holders holders,
                          char separator);
/* Adds the reachable objects of a heap, as those of the heap (0) or of what it is compared with
 * (1).
 */
GCV_CHECKED gcv_status gcv_type_stacks_add(gcv_type_stacks *stacks, const gcv_heap *heap,
                                           size_t side, bool include_weak, gcv_error *err);
/* Puts all stacks in order; nothing can be added behind it. */
GCV_CHECKED gcv_status gcv_type_stacks_order(gcv_type_stacks *stacks, gcv_error *err);
void gcv_type_stacks_release(gcv_type_stacks *stacks);

/* The walk, once they are in order: from stacks->first to GCV_NONE; what continues a stack comes
 * right behind it. */
uint32_t gcv_type_stacks_next(const gcv_type_stacks *stacks, uint32_t stack);

/* The frames of a stack, the root's first; returns how many. */
size_t gcv_type_stacks_frames(const gcv_type_stacks *stacks, uint32_t stack,
                              uint32_t frames[GCV_STACK_FRAMES]);

/* Number of frames. */
static inline uint32_t gcv_type_stacks_depth(const gcv_type_stacks *stacks, uint32_t stack)
{
    return stacks->index.keys.data[stack].depth;
}

/* Beside dominators, and beside chains. */
extern const gcv_cost gcv_cost_of_dominator_stacks, gcv_cost_of_chain_stacks;

#endif
