/* suspect_reason.c - one sentence that says why something is a suspect; see suspect_reason.h. */
#include "analysis/suspects/suspect_reason.h"

#include "analysis/suspects/fingerprint.h"
#include "analysis/type_kinds.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "heap/root_label.h"

#include <string.h>

/* ---- appending words ---------------------------------------------------------------------- */

static void append(gcv_reasons *reasons, const char *words, gcv_error *err)
{
    gcv_buffer_append_str(reasons->ctx, &reasons->text, words, err);
}

static void append_name(gcv_reasons *reasons, gcv_slice name, gcv_error *err)
{
    gcv_buffer_append(reasons->ctx, &reasons->text, name, err);
}

static void append_number(gcv_reasons *reasons, uint64_t number, gcv_error *err)
{
    gcv_buffer_append_u64(reasons->ctx, &reasons->text, number, err);
}

/* Appends `count` and the word for it: `one` for 1, `many` for any other number. */
static void append_count(gcv_reasons *reasons, uint64_t count, const char *one, const char *many,
                         gcv_error *err)
{
    append_number(reasons, count, err);
    append(reasons, count == 1 ? one : many, err);
}

/* ---- objects ------------------------------------------------------------------------------ */

static gcv_slice name_of(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_heap *heap = reasons->input->heap;
    return heap->types.name[heap->type.data[object]];
}

/* Counts the types (joined by name) of the objects that `number` dominates, itself left out. Resets
 * weight and count of these types. */
static uint32_t count_types(gcv_reasons *reasons, uint32_t number)
{
    const gcv_heap *heap = reasons->input->heap;
    const gcv_dominator_tree *tree = &reasons->found->tree;
    uint32_t at, n = 0;
    reasons->n_rows++;
    for (at = tree->at[number] + 1; at < gcv_dominator_tree_end(tree, number); at++) {
        uint32_t object = reasons->input->dominators->object[tree->order[at]];
        uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]);
        if (reasons->seen[type] != reasons->n_rows) {
            reasons->seen[type] = reasons->n_rows;
            reasons->weight[type] = 0;
            reasons->count[type] = 0;
            n++;
        }
    }
    return n;
}

/* The type that retains the most among the immediate children of `number` in the dominator tree.
 * GCV_NONE: no child, or that type has less than half of what all children retain. Needs
 * count_types() before. */
static uint32_t main_child(gcv_reasons *reasons, uint32_t number)
{
    const gcv_heap *heap = reasons->input->heap;
    const gcv_dominators *d = reasons->input->dominators;
    const gcv_dominator_tree *tree = &reasons->found->tree;
    uint32_t at, best = GCV_NONE;
    uint64_t all = 0;
    for (at = tree->at[number] + 1; at < gcv_dominator_tree_end(tree, number);) {
        uint32_t w = tree->order[at];
        uint32_t type = gcv_heap_type_row(heap, heap->type.data[d->object[w]]);
        reasons->weight[type] += d->retained[w];
        reasons->count[type]++;
        all += d->retained[w];
        if (best == GCV_NONE || reasons->weight[type] > reasons->weight[best] ||
            (reasons->weight[type] == reasons->weight[best] && type < best)) {
            best = type;
        }
        at += tree->size[w];
    }
    return best != GCV_NONE && reasons->weight[best] >= all - reasons->weight[best] ? best
                                                                                    : GCV_NONE;
}

/* The object whose inner array the accumulation point is: its immediate dominator, if that is not
 * an array itself and retains hardly more. GCV_NONE: there is none. */
static uint32_t owner_of(const gcv_reasons *reasons, uint32_t number)
{
    const gcv_dominators *d = reasons->input->dominators;
    uint32_t over = d->dominator[number];
    return over != 0 && gcv_is_array(name_of(reasons, d->object[number])) &&
                   !gcv_is_array(name_of(reasons, d->object[over])) &&
                   gcv_keeps(d->retained[number], d->retained[over])
               ? d->object[over]
               : GCV_NONE;
}

static void describe_accumulation(gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                                  uint32_t types, uint32_t child, gcv_error *err)
{
    uint32_t owner = owner_of(reasons, number);
    append_count(reasons, row->objects - 1, " object of ", " objects of ", err);
    append_count(reasons, types, " type ", " types ", err);
    append(reasons, row->objects == 2 ? "hangs on one " : "accumulate in one ", err);
    append(reasons, gcv_is_array(row->name) ? "array" : "object", err);
    if (owner != GCV_NONE) {
        append(reasons, " of one ", err);
        append_name(reasons, name_of(reasons, owner), err);
    }
    if (child != GCV_NONE && row->objects > 2) {
        append(reasons, ", mostly under ", err);
        append_count(reasons, reasons->count[child], " ", " ", err);
        append_name(reasons, reasons->input->heap->types.name[child], err);
    }
}

static void describe_object(gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                            uint32_t types, uint32_t child, gcv_error *err)
{
    if (row->run > 0) {
        append_count(reasons, row->objects, " object of ", " objects of ", err);
        append_count(reasons, types, " type ", " types ", err);
        append(reasons, "hang on a list, ", err);
        append_number(reasons, row->run, err);
        append(reasons, " or more of its type one behind the other", err);
    } else if (gcv_keeps(gcv_heap_size(reasons->input->heap, row->object), row->retained)) {
        append(reasons, "one object that is this large by itself", err);
    } else {
        describe_accumulation(reasons, row, number, types, child, err);
    }
}

/* ---- the likely cause --------------------------------------------------------------------- */

enum { CHAIN_END = 64 };

/* Whether `is` accepts the type of one of the last CHAIN_END objects of the chain to `object`. */
static bool is_on_chain(const gcv_reasons *reasons, uint32_t object, bool (*is)(gcv_slice))
{
    int i;
    for (i = 0; i < CHAIN_END && object < GCV_ROOTED; i++) {
        if (is(name_of(reasons, object))) {
            return true;
        }
        object = reasons->input->paths->parent[object];
    }
    return false;
}

static bool is_dependent_handle(const gcv_root *root)
{
    size_t i;
    for (i = 0; root->label.data != NULL && i + 9 <= root->label.size; i++) {
        if (memcmp(root->label.data + i, "dependent", 9) == 0 ||
            memcmp(root->label.data + i, "Dependent", 9) == 0) {
            return true;
        }
    }
    return false;
}

static const char *hint_of_root(const gcv_reasons *reasons, const gcv_suspect *row, bool spread)
{
    const gcv_root *root = &reasons->input->heap->roots.data[row->root];
    if (root->kind == GCV_ROOT_KIND_HANDLE && is_dependent_handle(root)) {
        return "a dependent handle keeps it as long as another object lives";
    }
    if (root->kind == GCV_ROOT_KIND_HANDLE && (root->flags & GCV_ROOT_PINNED) != 0) {
        return gcv_slice_equal(name_of(reasons, root->object), gcv_slice_str("System.Object[]"))
                   ? "behind an array that the runtime pins, as it does for static fields"
                   : "behind a pinned handle";
    }
    if (root->kind == GCV_ROOT_KIND_STATIC) {
        return spread && gcv_is_array(row->name) ? "a collection behind a static field"
                                                 : "behind a static field";
    }
    return NULL;
}

/* The name of a delegate type: that of the suspect, of its owner, or of the main child, in this
 * order; empty: none of them is a delegate. */
static gcv_slice delegate_of(const gcv_reasons *reasons, const gcv_suspect *row, uint32_t number,
                             uint32_t child)
{
    uint32_t owner = owner_of(reasons, number);
    gcv_slice names[3];
    size_t n = 0, i = 0;
    names[n++] = row->name;
    if (owner != GCV_NONE) {
        names[n++] = name_of(reasons, owner);
    }
    if (child != GCV_NONE) {
        names[n++] = reasons->input->heap->types.name[child];
    }
    while (i < n && !gcv_is_delegate(names[i])) {
        i++;
    }
    return i < n ? names[i] : gcv_slice_of("", 0);
}

/* The likely cause, from the root, the chain and the types around the suspect; NULL: unknown. */
static const char *hint_of_object(const gcv_reasons *reasons, const gcv_suspect *row,
                                  uint32_t number, uint32_t child)
{
    const gcv_heap *heap = reasons->input->heap;
    gcv_slice delegate = delegate_of(reasons, row, number, child);
    if (heap->roots.data[row->root].kind == GCV_ROOT_KIND_FINALIZER) {
        return reasons->input->paths->parent[row->object] == GCV_ROOTED
                   ? "waits for its finalizer"
                   : "behind an object that waits for its finalizer";
    }
    if (delegate.size > 0) {
        return gcv_is_event_handler(delegate)
                   ? "event handlers that are still subscribed keep their targets"
                   : "delegates keep their targets";
    }
    if (is_on_chain(reasons, row->object, gcv_is_timer)) {
        return is_on_chain(reasons, row->object, gcv_is_timer_queue)
                   ? "behind a timer that still runs"
                   : "behind a timer";
    }
    return hint_of_root(reasons, row, child != GCV_NONE && row->objects > 2);
}

/* ---- groups ------------------------------------------------------------------------------- */

static void describe_group(gcv_reasons *reasons, const gcv_suspect *row, gcv_error *err)
{
    append_number(reasons, row->objects, err);
    if (row->type == GCV_NONE) {
        append(reasons, row->objects == 1 ? " object" : " objects", err);
        append(reasons, " of the namespace ", err);
        append_name(reasons, row->name, err);
    } else {
        append(reasons, " ", err);
        append_name(reasons, row->name, err);
    }
    append(reasons, row->objects == 1 ? " retains " : " retain ", err);
    append_count(reasons, row->retained, " byte", " bytes", err);
    if (row->objects > 1) {
        append(reasons, " together, the largest of them ", err);
        append_number(reasons, row->largest, err);
    }
}

static const char *hint_of_group(const gcv_suspect *row)
{
    return row->type == GCV_NONE                       ? "no type of it is that large alone"
           : gcv_is_event_handler(row->name)           ? "event handlers keep their targets"
           : gcv_is_delegate(row->name)                ? "delegates keep their targets"
           : gcv_is_timer(row->name)                   ? "timers keep what they call"
           : row->root_kind == GCV_ROOT_KIND_FINALIZER ? "the finalizer queue holds them"
                                                       : NULL;
}

/* ---- crowds ------------------------------------------------------------------------------- */

/* The keeper that is nearest to the holder, of the given kinds; GCV_NONE if the chain is longer
 * than is looked at. */
static uint32_t outer_keeper(const gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_suspect_input *input = reasons->input;
    uint32_t object = reasons->found->crowds.members.data[crowd->first], found = GCV_NONE;
    int i;
    for (i = 0; i < CHAIN_END; i++) {
        object = input->paths->parent[object];
        if (object >= GCV_ROOTED || object == crowd->holder) {
            return found;
        }
        found = object;
    }
    return GCV_NONE;
}

static void append_last_part(gcv_reasons *reasons, gcv_slice type, gcv_error *err)
{
    static const char vowels[] = "AEIOU";
    gcv_slice last = gcv_last_part(type);
    append(reasons, last.size > 0 && strchr(vowels, last.data[0]) != NULL ? "an " : "a ", err);
    append_name(reasons, last, err);
}

static void append_collection(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_error *err)
{
    uint32_t keeper = outer_keeper(reasons, crowd);
    if (keeper == GCV_NONE) {
        append(reasons, "a list", err);
    } else if (gcv_is_array(name_of(reasons, keeper))) {
        append(reasons, "an array", err);
    } else {
        append_last_part(reasons, name_of(reasons, keeper), err);
    }
}

static void append_keepers(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_error *err)
{
    static const struct {
        uint32_t keepers;
        const char *words;
    } kinds[] = {
        {GCV_KEEPS_TIMER, "timers"},
        {GCV_KEEPS_EVENT, "event handlers"},
        {GCV_KEEPS_CANCELLATION, "registrations for a cancellation"},
        {GCV_KEEPS_TASK, "tasks that have not completed"},
        {GCV_KEEPS_CONTEXT, "values of threads or of asynchronous calls"},
        {GCV_KEEPS_DELEGATE, "delegates"},
        {GCV_KEEPS_CAPTURE, "closures"},
    };
    size_t i;
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if ((crowd->keepers & kinds[i].keepers) != 0) {
            append(reasons, kinds[i].words, err);
            return;
        }
    }
    if ((crowd->keepers & GCV_KEEPS_COLLECTION) != 0) {
        append_collection(reasons, crowd, err);
    } else if (crowd->holder != GCV_NONE) {
        append(reasons, "fields", err);
    }
}

static void append_root(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_error *err)
{
    const gcv_heap *heap = reasons->input->heap;
    gcv_status status =
        crowd->root == GCV_NONE
            ? gcv_root_kind_name(reasons->ctx, crowd->root_kind, &reasons->label, err)
            : gcv_root_label(reasons->ctx, heap, &heap->roots.data[crowd->root], &reasons->label,
                             err);
    if (status != GCV_OK) {
        reasons->text.status = status;
        return;
    }
    append(reasons, crowd->root == GCV_NONE ? "roots of the kind " : "the root ", err);
    append_name(reasons, gcv_buffer_slice(&reasons->label), err);
}

/* What the keepers belong to: an object, or a root. */
static void append_holder(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_error *err)
{
    if (crowd->holder == GCV_NONE) {
        append(reasons, crowd->keepers != 0 ? " behind " : "", err);
        append_root(reasons, crowd, err);
    } else {
        append(reasons, crowd->one_holder ? " of one " : " of several ", err);
        append_name(reasons, name_of(reasons, crowd->holder), err);
    }
}

/* Adds up by type what the objects of a crowd dominate immediately; returns the type that retains
 * most. GCV_NONE: they dominate nothing. */
static uint32_t main_content(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_heap *heap = reasons->input->heap;
    const gcv_dominators *d = reasons->input->dominators;
    const gcv_dominator_tree *tree = &reasons->found->tree;
    uint32_t at, i, best = GCV_NONE;
    reasons->n_rows++;
    for (i = 0; i < crowd->n; i++) {
        uint32_t number = d->number[reasons->found->crowds.members.data[crowd->first + i]];
        uint32_t end = gcv_dominator_tree_end(tree, number);
        for (at = tree->at[number] + 1; at < end; at += tree->size[tree->order[at]]) {
            uint32_t w = tree->order[at];
            uint32_t type = gcv_heap_type_row(heap, heap->type.data[d->object[w]]);
            if (type == crowd->type) {
                continue;
            }
            if (reasons->seen[type] != reasons->n_rows) {
                reasons->seen[type] = reasons->n_rows;
                reasons->weight[type] = 0;
                reasons->count[type] = 0;
            }
            reasons->weight[type] += d->retained[w];
            reasons->count[type]++;
            if (best == GCV_NONE || reasons->weight[type] > reasons->weight[best] ||
                (reasons->weight[type] == reasons->weight[best] && type < best)) {
                best = type;
            }
        }
    }
    return best;
}

/* Names what a crowd mostly retains, if it is of the program. */
static void append_contents(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_error *err)
{
    uint32_t type = main_content(reasons, crowd);
    if (type != GCV_NONE && (reasons->found->kinds[type] & GCV_TYPE_MINE) != 0 &&
        gcv_keeps(reasons->weight[type], crowd->retained)) {
        append(reasons, ", mostly in ", err);
        append_number(reasons, reasons->count[type], err);
        append(reasons, " ", err);
        append_name(reasons, reasons->input->heap->types.name[type], err);
    }
}

static void describe_crowd(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_error *err)
{
    gcv_slice name = reasons->input->heap->types.name[crowd->type];
    const char *word = gcv_brief_word(name);
    append_number(reasons, crowd->n, err);
    append(reasons, " ", err);
    if (word != NULL) {
        append(reasons, word, err);
        append(reasons, " (", err);
    }
    append_name(reasons, name, err);
    append(reasons, word != NULL ? ")" : "", err);
    if (crowd->root_kind == GCV_ROOT_KIND_FINALIZER && crowd->holder == GCV_NONE) {
        append(reasons, " wait for their finalizers", err);
    } else if (crowd->literals) {
        append(reasons, " are kept by the table of literals and interned strings", err);
    } else if (crowd->holder == GCV_NONE && crowd->keepers == 0 &&
               crowd->root_kind == GCV_ROOT_KIND_HANDLE) {
        append(reasons, " are kept by handles alone", err);
    } else {
        append(reasons, " are kept by ", err);
        append_keepers(reasons, crowd, err);
        append_holder(reasons, crowd, err);
    }
    append(reasons, "; together they retain ", err);
    append_count(reasons, crowd->retained, " byte", " bytes", err);
    append_contents(reasons, crowd, err);
}

/* ---- the sentence ------------------------------------------------------------------------- */

static void describe_growth(gcv_reasons *reasons, const gcv_suspect *row, uint64_t old,
                            gcv_error *err)
{
    if (old == GCV_NOT_REACHABLE) {
        append(reasons, "; new since the baseline", err);
    } else {
        append(reasons, "; grew by ", err);
        append_number(reasons, row->retained - old, err);
        append(reasons, " bytes from ", err);
        append_number(reasons, old, err);
    }
}

gcv_status gcv_reasons_add_fingerprint(gcv_reasons *reasons, const gcv_suspect *row, gcv_error *err)
{
    char digits[GCV_NUMBER_MAX];
    size_t n = gcv_format_hex(digits, row->fingerprint);
    append(reasons, " [", err);
    for (; n < GCV_FINGERPRINT_DIGITS; n++) {
        append(reasons, "0", err);
    }
    append(reasons, digits, err);
    append(reasons, "]", err);
    return reasons->text.status;
}

static const char *describe_row(gcv_reasons *reasons, const gcv_suspect *row, gcv_error *err)
{
    if (row->crowd != GCV_NONE) {
        describe_crowd(reasons, &reasons->found->crowds.all.data[row->crowd], err);
        return NULL;
    }
    if (row->object != GCV_NONE) {
        uint32_t number = reasons->input->dominators->number[row->object];
        uint32_t types = count_types(reasons, number);
        uint32_t child = main_child(reasons, number);
        describe_object(reasons, row, number, types, child, err);
        return hint_of_object(reasons, row, number, child);
    }
    describe_group(reasons, row, err);
    return hint_of_group(row);
}

gcv_status gcv_reasons_describe(gcv_reasons *reasons, const gcv_suspect *row, const uint64_t *old,
                                gcv_error *err)
{
    const char *hint;
    gcv_buffer_clear(&reasons->text);
    hint = describe_row(reasons, row, err);
    if (hint != NULL) {
        append(reasons, "; ", err);
        append(reasons, hint, err);
    }
    if (old != NULL) {
        describe_growth(reasons, row, *old, err);
    }
    return reasons->text.status;
}

gcv_status gcv_reasons_init(gcv_context *ctx, gcv_reasons *out, const gcv_suspect_input *input,
                            const gcv_suspects *found, gcv_error *err)
{
    uint32_t n_types = input->heap->n_types;
    memset(out, 0, sizeof *out);
    out->ctx = ctx;
    out->input = input;
    out->found = found;
    out->seen = gcv_alloc_zeroed(ctx, n_types, sizeof *out->seen, err);
    out->weight = gcv_alloc(ctx, n_types, sizeof *out->weight, err);
    out->count = gcv_alloc(ctx, n_types, sizeof *out->count, err);
    if (out->seen == NULL || out->weight == NULL || out->count == NULL) {
        gcv_reasons_release(out);
        return gcv_failed(err);
    }
    return GCV_OK;
}

void gcv_reasons_release(gcv_reasons *reasons)
{
    uint32_t n_types;
    if (reasons->input == NULL) {
        return;
    }
    n_types = reasons->input->heap->n_types;
    gcv_free(reasons->ctx, reasons->seen, n_types, sizeof *reasons->seen);
    gcv_free(reasons->ctx, reasons->weight, n_types, sizeof *reasons->weight);
    gcv_free(reasons->ctx, reasons->count, n_types, sizeof *reasons->count);
    gcv_buffer_release(reasons->ctx, &reasons->text);
    gcv_buffer_release(reasons->ctx, &reasons->label);
    memset(reasons, 0, sizeof *reasons);
}
