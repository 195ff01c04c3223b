/* finding_below.c - what grew below the objects of a suspect, and in which field; see findings.h.
 */
#include "figures/findings.h"

#include "analysis/type_kinds.h"
#include "base/bitset.h"
#include "heap/java_class.h"
#include "heap/root_label.h"

enum { BELOW_SHOWN = 2 }; /* number of types that are named */

/* ---- chains ------------------------------------------------------------------------------- */

/* The chain of a suspect: `n` steps from the root down. */
typedef struct gcv_finding_chain {
    const gcv_suspect_step *steps;
    uint32_t n;
    uint32_t object; /* the suspect, if that is one object; GCV_NONE */
    bool is_list;    /* it is the head of one, the functions of which are told */
    gcv_buffer root; /* label, as causes have it */
} gcv_finding_chain;

/* Whether a root, which may be none, has another label across dumps. */
static bool is_of_thread(const gcv_heap *heap, uint32_t root)
{
    const uint32_t kind =
        root != GCV_NONE ? heap->roots.data[root].kind : (uint32_t)GCV_ROOT_KIND_STATIC;
    return kind == GCV_ROOT_KIND_LOCAL || kind == GCV_ROOT_KIND_RUNTIME;
}

static gcv_finding_chain chain_of(gcv_suspect_list *list, const gcv_suspect_chains *chains,
                                  size_t rank)
{
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    gcv_finding_chain chain = {.object = row->object, .is_list = row->run > 0};
    if (rank < chains->n) {
        const uint32_t first = chains->first.data[rank];
        chain.steps = chains->steps.data + first;
        chain.n = chains->first.data[rank + 1] - first;
    }
    if (chain.n > 1 && chain.steps->object != GCV_NONE &&
        gcv_java_class_name(list->heap, chain.steps->object).data != NULL) {
        gcv_suspect_step_root(list->ctx, list->heap, chain.steps, false, &chain.root);
        chain.steps++; /* causes begin at what a static field holds */
        chain.n--;
    } else if (chain.n > 0 && is_of_thread(list->heap, chain.steps->root)) {
        gcv_root_label_across_dumps(list->ctx, list->heap,
                                    &list->heap->roots.data[chain.steps->root], &chain.root);
    } else if (chain.n > 0) {
        gcv_suspect_step_root(list->ctx, list->heap, chain.steps, chain.n == 1, &chain.root);
    }
    return chain;
}

/* Whether objects that grew are below the last step of a chain: their own chain begins with it; for
 * one object, it has that object, as others may be on chains of the same types. */
static bool is_below(const gcv_suspect_list *list, const gcv_causes *causes, uint32_t at,
                     const gcv_finding_chain *chain)
{
    const gcv_cause_row *rows = causes->rows.data;
    if (chain->object != GCV_NONE) {
        do {
            at = rows[at].above;
        } while (at != GCV_NONE && rows[at].object != chain->object);
        return at != GCV_NONE;
    }
    if (rows[at].depth <= chain->n || chain->n == 0) {
        return false;
    }
    while (rows[at].depth > chain->n) {
        at = rows[at].above;
    }
    for (uint32_t i = chain->n; i-- > 0; at = i > 0 ? rows[at].above : at) {
        const uint32_t type = chain->steps[i].type;
        if (type == GCV_NONE || rows[at].type == GCV_NONE ||
            !gcv_slice_equal(list->heap->types.name[type], gcv_cause_name(causes, &rows[at]))) {
            return false;
        }
    }
    return gcv_slice_equal(gcv_buffer_slice(&chain->root), gcv_cause_root(causes, &rows[at]));
}

/* ---- fields ------------------------------------------------------------------------------- */

/* What is below a suspect. */
typedef struct gcv_below_finder {
    gcv_suspect_list *list;
    gcv_bitset members; /* its objects; empty: references have no names */
    uint32_t *next; /* per object: what one of the suspect's refers to on the chain to it; GCV_NONE:
                     * the chain has none of the suspect's; GCV_ROOTED: not known yet */
    gcv_slice first; /* type that is named first */
    uint64_t grown;  /* by how much the suspect grew */
    uint64_t most;   /* find_most() */
} gcv_below_finder;

static void find_members(gcv_below_finder *finder, size_t rank)
{
    const gcv_suspect_list *list = finder->list;
    const gcv_suspect *row = gcv_suspect_list_row(list, rank);
    const bool is_type = gcv_is_group(row) && row->type != GCV_NONE;
    uint32_t n;
    const uint32_t *members = gcv_suspect_list_members(list, rank, &n);
    if (!gcv_heap_has_fields(list->heap) || (n == 0 && !is_type)) {
        return;
    }
    gcv_bitset_init(list->ctx, &finder->members, list->heap->n_objects);
    finder->next = gcv_alloc(list->ctx, list->heap->n_objects, sizeof *finder->next);
    for (uint32_t i = 0; i < list->heap->n_objects; i++) {
        finder->next[i] = GCV_ROOTED;
        if (is_type && gcv_heap_object_row(list->heap, i) == row->type) {
            (void)gcv_bitset_add(&finder->members, i);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        (void)gcv_bitset_add(&finder->members, members[i]);
    }
}

/* Returns what one of the suspect's objects refers to on the chain to an object; GCV_NONE: there is
 * none. Stores it for all of the chain: lists may be long. */
static uint32_t next_below(const gcv_below_finder *finder, uint32_t object)
{
    const uint32_t *parent = finder->list->input.paths->parent;
    uint32_t at = object, next = finder->next[at];
    while (next == GCV_ROOTED) {
        const uint32_t over = parent[at];
        next = over >= GCV_ROOTED                       ? GCV_NONE
               : gcv_bitset_has(&finder->members, over) ? at
                                                        : finder->next[over];
        at = over;
    }
    for (at = object; at < GCV_ROOTED && finder->next[at] == GCV_ROOTED; at = parent[at]) {
        finder->next[at] = next;
        if (at == next) {
            break;
        }
    }
    return next;
}

/* A field of an object of the program. */
typedef struct gcv_owned_field {
    gcv_field field;
    uint32_t owner; /* the object: one of those of its type; GCV_NONE: none is known */
    uint32_t map;   /* the WeakMap that has the owner as a key; GCV_NONE: it is a field */
} gcv_owned_field;

static bool is_of_author(const gcv_suspect_list *list, uint32_t object)
{
    return gcv_kinds_are_of_author(list->found.kinds[gcv_heap_object_row(list->heap, object)]);
}

/* Finds the nearest object of the program on the chain to an object, one of its author before one
 * of a package, or else that of the suspect, and the name by which it refers to the next one;
 * false: none of the suspect's is above. At most FAR objects are examined, as lists may be long. */
static bool field_above(const gcv_below_finder *finder, uint32_t object, gcv_owned_field *out)
{
    enum { FAR = 16, CLASS = GCV_TYPE_MINE | GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE };
    gcv_suspect_list *list = finder->list;
    const uint32_t *parent = list->input.paths->parent;
    uint32_t next = next_below(finder, object), of_package = GCV_NONE, found = GCV_NONE;
    if (next == GCV_NONE) {
        return false;
    }
    for (uint32_t i = 0, at = object; i < FAR && at != next && found == GCV_NONE;
         i++, at = parent[at]) {
        const uint32_t kinds = list->found.kinds[gcv_heap_object_row(list->heap, parent[at])];
        if ((kinds & (CLASS | GCV_KEEPS_COLLECTION)) == GCV_TYPE_MINE &&
            gcv_heap_object_row(list->heap, at) !=
                gcv_heap_object_row(list->heap, parent[at])) { /* else a list */
            found = is_of_author(list, parent[at]) ? at : found;
            of_package = of_package == GCV_NONE ? at : of_package;
        }
    }
    next = found != GCV_NONE                                             ? found
           : of_package != GCV_NONE && !is_of_author(list, parent[next]) ? of_package
                                                                         : next;
    out->owner = parent[next];
    if (!gcv_field_between(&list->reasons.finder, out->owner, next, &out->field)) {
        out->field.kind = GCV_FIELD_INTERNAL;
    }
    out->map = out->field.kind == GCV_FIELD_INTERNAL
                   ? gcv_reason_weak_map(&list->reasons, next, out->owner)
                   : GCV_NONE;
    return true;
}

static bool same_field(const gcv_heap *heap, const gcv_owned_field *a, const gcv_owned_field *b)
{
    return a->field.kind == b->field.kind && a->field.number == b->field.number &&
           a->map == b->map && gcv_slice_equal(a->field.name, b->field.name) &&
           gcv_heap_object_row(heap, a->owner) == gcv_heap_object_row(heap, b->owner);
}

/* A code that many functions have. */
typedef struct gcv_code_share {
    gcv_vote code; /* an index in the places; GCV_NONE */
    uint64_t n;    /* functions that have it */
} gcv_code_share;

/* The field in which most objects of a type below the suspect's are now, and the code of most of
 * these, and of most of their author's, if they are functions: `n` of `all`. */
typedef struct gcv_field_share {
    gcv_owned_field in;
    uint64_t n, all;
    gcv_code_share code, author;
} gcv_field_share;

/* Finds the only field and the only code that more than half of the objects of a type may have, or
 * counts how many have them. */
static void look_at_fields(const gcv_below_finder *finder, uint32_t type, bool counts,
                           gcv_field_share *share)
{
    const gcv_heap *heap = finder->list->heap;
    uint64_t lead = 0;
    gcv_owned_field in;
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (gcv_heap_object_row(heap, i) != type || !field_above(finder, i, &in)) {
            continue;
        }
        const gcv_code_place *code = gcv_heap_place(heap, i);
        const uint32_t at = code != NULL ? (uint32_t)(code - heap->places.all.data) : GCV_NONE;
        if (counts) {
            share->all++;
            share->n += same_field(heap, &in, &share->in);
            share->code.n += at == share->code.code.value && code != NULL;
            share->author.n += at == share->author.code.value && code != NULL;
            continue;
        }
        share->in = lead == 0 ? in : share->in;
        lead = lead == 0 || same_field(heap, &in, &share->in) ? lead + 1 : lead - 1;
        gcv_vote_for(&share->code.code, at);
        if (gcv_code_place_is_of_author(&heap->places, code)) {
            gcv_vote_for(&share->author.code, at);
        }
    }
}

/* Finds the field in which more than half of the objects of a type below the suspect's are now;
 * `n` 0: there is none that has a name. */
static gcv_field_share find_share(const gcv_below_finder *finder, gcv_slice name)
{
    gcv_field_share share = {.in = {{.kind = GCV_FIELD_INTERNAL}, 0, GCV_NONE},
                             .code.code.value = GCV_NONE,
                             .author.code.value = GCV_NONE};
    const uint32_t type = gcv_heap_type_named(finder->list->heap, name);
    if (finder->members.words == NULL) {
        return share;
    }
    look_at_fields(finder, type, false, &share);
    look_at_fields(finder, type, true, &share);
    if (share.n * 2 <= share.all ||
        (share.in.field.kind > GCV_FIELD_VARIABLE && share.in.map == GCV_NONE)) {
        share.n = 0;
    }
    return share;
}

/* Whether nine in ten functions have the same code. */
static bool has_code(const gcv_field_share *share)
{
    return share->code.n > 0 && share->code.n >= share->all - share->all / 10;
}

/* Appends the field: ` in .drafts`, if not all are ` (20850 of 22000 in .drafts)`; with the class
 * of the object, if that is not the suspect's or its place is known. Instead of a field the WeakMap
 * of which the object is a key. */
static void append_share(const gcv_below_finder *finder, const gcv_field_share *share)
{
    gcv_reasons *reasons = &finder->list->reasons;
    const bool some = share->n < share->all;
    if (share->n == 0) {
        return;
    }
    if (some) {
        gcv_reason_add_amount(reasons, " (", share->n, " of ");
        gcv_reason_add_number(reasons, share->all);
    }
    if (share->in.map != GCV_NONE) {
        gcv_reason_add_weak_map(reasons, share->in.map);
    } else {
        gcv_reason_add(reasons, " in ");
        gcv_field_append(reasons->ctx, &share->in.field, &reasons->text);
    }
    if (share->in.map == GCV_NONE && (!gcv_bitset_has(&finder->members, share->in.owner) ||
                                      gcv_reason_class_place(reasons, share->in.owner) != NULL)) {
        gcv_reason_add(reasons, " of ");
        gcv_reason_add_class(reasons, share->in.owner);
    }
    if (some && !has_code(share) && share->author.n >= share->all / 10 && share->author.n > 1) {
        /* of several codes, most of them of packages */
        gcv_reason_add_amount(reasons, "; ", share->author.n, " of them closures ");
        gcv_reason_add_code(reasons, &reasons->heap->places.all.data[share->author.code.value]);
    }
    gcv_reason_add(reasons, some ? ")" : "");
}

/* Whether all objects of two types are in one field, which is told once. */
static bool is_shared(const gcv_heap *heap, const gcv_field_share *a, const gcv_field_share *b)
{
    return a->n > 0 && b->n > 0 && a->n == a->all && b->n == b->all &&
           same_field(heap, &a->in, &b->in);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* How many more objects of a type are below a chain, in a row of causes and in all that follow. */
static int64_t grown_below(const gcv_below_finder *finder, const gcv_causes *causes, uint32_t at,
                           const gcv_finding_chain *chain, gcv_slice name)
{
    int64_t grown = 0;
    for (uint32_t i = at; i < causes->rows.n; i++) {
        const gcv_cause_row *row = &causes->rows.data[i];
        if (row->objects[0] != row->objects[1] &&
            gcv_slice_equal(gcv_cause_name(causes, row), name) &&
            is_below(finder->list, causes, i, chain)) {
            grown += (int64_t)row->objects[1] - (int64_t)row->objects[0];
        }
    }
    return grown;
}

/* How many more objects of the type of a row a whole cause has, if nearly all of it is below the
 * suspect: chains end where most objects of a type are, and further ones may be below these. */
static int64_t grown_in_cause(const gcv_causes *causes, uint32_t at, uint64_t bytes)
{
    const gcv_cause_row *row = &causes->rows.data[at];
    const gcv_cause *cause =
        row->cause - 1 < causes->all.n ? &causes->all.data[row->cause - 1] : NULL;
    if (cause == NULL || cause->grown <= 0 || bytes / 9 < (uint64_t)cause->grown / 10) {
        return 0;
    }
    for (uint32_t i = 0; i < cause->n_told; i++) {
        const gcv_cause_told *told = &causes->told.data[cause->told + i];
        if (gcv_slice_equal(causes->changes->join.names.data[told->item],
                            gcv_cause_name(causes, row))) {
            return (int64_t)told->objects[1] - (int64_t)told->objects[0];
        }
    }
    return 0;
}

/* By how many objects the row of causes below a chain grew that grew most. */
static uint64_t find_most(const gcv_below_finder *finder, const gcv_causes *causes,
                          const gcv_finding_chain *chain)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < causes->rows.n; i++) {
        const gcv_cause_row *row = &causes->rows.data[i];
        if (row->objects[1] > row->objects[0] && row->objects[1] - row->objects[0] > most &&
            is_below(finder->list, causes, i, chain)) {
            most = row->objects[1] - row->objects[0];
        }
    }
    return most;
}

/* Whether a type may be told: below one object, what is the program's, or functions. */
static bool may_be_told(const gcv_below_finder *finder, const gcv_finding_chain *chain,
                        uint32_t kinds, gcv_slice name)
{
    return (kinds & GCV_TYPE_SCOPE) == 0 && !gcv_slice_equal(name, finder->first) &&
           (chain->object == GCV_NONE || (kinds & (GCV_TYPE_CLOSURE | GCV_TYPE_MINE)) != 0);
}

/* Whether all objects of a type, but for one of a hundred, are below those of the suspect. */
static bool are_all_below(const gcv_below_finder *finder, gcv_slice name)
{
    const gcv_heap *heap = finder->list->heap;
    const uint32_t type = gcv_heap_type_named(heap, name);
    uint32_t n = 0, below = 0;
    for (uint32_t i = 0; i < heap->n_objects && finder->members.words != NULL; i++) {
        if (gcv_heap_object_row(heap, i) == type &&
            finder->list->input.paths->parent[i] != GCV_NONE) {
            n++;
            below += next_below(finder, i) != GCV_NONE;
        }
    }
    return n > 0 && below >= n - n / 100;
}

/* How many more objects of the type of a row are below a chain; 0, too, where there are fewer, or
 * where further causes, which have no rows, may have more of them. */
static uint64_t count_more(const gcv_below_finder *finder, const gcv_causes *causes, uint32_t at,
                           const gcv_finding_chain *chain)
{
    const gcv_slice name = gcv_cause_name(causes, &causes->rows.data[at]);
    const int64_t whole = grown_in_cause(causes, at, finder->grown);
    const int64_t below = grown_below(finder, causes, at, chain, name);
    const int64_t near = whole > below ? whole : below;
    if (near <= 0) {
        return 0;
    }
    const gcv_change change = gcv_change_named(causes->changes, name);
    /* in the whole heap: what is below a suspect may have been elsewhere before */
    const int64_t all = (int64_t)change.count_b - (int64_t)change.count_a;
    const gcv_cause_row *row = &causes->rows.data[at];
    const bool cut = causes->n_more > 0 && grown_below(finder, causes, 0, chain, name) >
                                               (int64_t)(row->objects[1] - row->objects[0]);
    const int64_t more = near - near / 8 > all || are_all_below(finder, name) ? all
                         : cut                                                ? 0
                                                                              : near;
    return more > 0 ? (uint64_t)more : 0;
}

/* Appends what grew below, nearest first: objects of the program, or all others, after `shown`;
 * not what grew by less than a hundredth of `most`. `share`: the field of the last one, which
 * follows. Returns how many are shown. */
static uint32_t append_types(gcv_below_finder *finder, const gcv_causes *causes, bool mine,
                             const gcv_finding_chain *chain, uint32_t shown, gcv_field_share *share)
{
    enum { WHAT = GCV_TYPE_MINE | GCV_TYPE_CLOSURE };
    gcv_suspect_list *list = finder->list;
    for (uint32_t i = 0; i < causes->rows.n && shown < BELOW_SHOWN; i++) {
        const gcv_cause_row *row = &causes->rows.data[i];
        const gcv_slice name = gcv_cause_name(causes, row);
        const uint32_t type = gcv_heap_type_named(list->heap, name);
        const uint32_t kinds = type != GCV_NONE ? list->found.kinds[type] : 0;
        const bool may =
            row->objects[1] > row->objects[0] && ((kinds & WHAT) == GCV_TYPE_MINE) == mine &&
            may_be_told(finder, chain, kinds, name) && is_below(list, causes, i, chain);
        const uint64_t more = may ? count_more(finder, causes, i, chain) : 0;
        if (more > 0 && more >= finder->most / 100) {
            const gcv_field_share next = find_share(finder, name);
            const bool code = (kinds & GCV_TYPE_CLOSURE) != 0 && has_code(&next);
            if (chain->object != GCV_NONE && (kinds & GCV_TYPE_CLOSURE) != 0 &&
                (!code || chain->is_list)) {
                continue;
            }
            const bool comma = share->n > 0 && share->in.map != GCV_NONE;
            if (!is_shared(list->heap, share, &next)) {
                append_share(finder, share);
            }
            *share = next;
            gcv_reason_add(&list->reasons, shown > 0                   ? comma ? ", and " : " and "
                                           : chain->object != GCV_NONE ? ""
                                           : more > 1                  ? " are "
                                                                       : " is ");
            gcv_reason_add_number(&list->reasons, more);
            gcv_reason_add(&list->reasons, code ? " more closures " : " more ");
            if (code) {
                gcv_reason_add_code(&list->reasons,
                                    &list->heap->places.all.data[share->code.code.value]);
            } else {
                gcv_buffer_append(list->ctx, &list->reasons.text, name);
            }
            finder->first = shown == 0 ? name : finder->first;
            shown++;
        }
    }
    return shown;
}

/* What grew is told right behind the objects of a set, as they are not more than before; of one
 * object, first. */
void gcv_finding_append_below(gcv_suspect_list *list, const gcv_findings *findings, size_t rank)
{
    gcv_reasons *reasons = &list->reasons;
    const gcv_said what = reasons->said[GCV_SAID_WHAT];
    const size_t end = reasons->text.text.n;
    gcv_finding_chain chain = chain_of(list, findings->chains, rank);
    gcv_below_finder finder = {.list = list, .grown = gcv_suspect_list_growth(list, rank)};
    find_members(&finder, rank);
    finder.most = find_most(&finder, findings->causes, &chain);
    gcv_reason_add(reasons, what.end > 0 ? ", below which" : "");
    gcv_field_share share = {.n = 0};
    uint32_t shown = append_types(&finder, findings->causes, true, &chain, 0, &share);
    shown = append_types(&finder, findings->causes, false, &chain, shown, &share);
    append_share(&finder, &share);
    if (shown == 0) {
        reasons->text.text.n = end;
    } else if (what.end > 0) {
        const size_t at = what.end + (reasons->text.text.data[what.end] == ')');
        gcv_reason_add(reasons, reasons->text.text.data[at] == ',' ? "" : ",");
        gcv_reason_move_end(reasons, end, at);
    } else {
        gcv_reason_add(reasons, "; ");
        gcv_reason_move_end(reasons, end, 0);
    }
    gcv_bitset_release(list->ctx, &finder.members);
    gcv_free(list->ctx, finder.next);
    gcv_buffer_release(list->ctx, &chain.root);
}
