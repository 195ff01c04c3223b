/* rule_names.c - lookup of types by the names that rules ask for; see rule_parts.h.
 *
 * An order takes O(bytes of names × log types); a rule takes O(pattern × log types), and a
 * comparison with each name that has the literal beginning of its pattern. */
#include "rules/rule_parts.h"

#include "analysis/groups.h"
#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"
#include "base/near_names.h"

#include <string.h>

void gcv_rule_names_init(gcv_rule_names *names, gcv_context *ctx, const gcv_rule_request *request)
{
    *names = (gcv_rule_names){
        .ctx = ctx, .heap = request->selection->heap, .filter = request->selection->filter};
}

void gcv_rule_names_release(gcv_rule_names *names)
{
    for (size_t key = 0; key < GCV_RULE_KEYS; key++) {
        GCV_FREE(names->ctx, names->exact[key], names->folded[key]);
    }
    gcv_free(names->ctx, names->mine);
    memset(names, 0, sizeof *names);
}

static gcv_rule_key key_of(const gcv_rule *rule)
{
    return rule->scope == GCV_SCOPE_NAMESPACE ? GCV_RULE_KEY_NAMESPACE
           : rule->scope == GCV_SCOPE_MODULE  ? GCV_RULE_KEY_MODULE
           : gcv_slice_is(rule->pattern, GCV_NAMELESS_TYPES) ||
                   gcv_slice_is(rule->pattern, GCV_PLAIN_OBJECT)
               ? GCV_RULE_KEY_MANY
               : GCV_RULE_KEY_TYPE;
}

static gcv_slice name_by(const gcv_heap *heap, gcv_rule_key key, uint32_t type)
{
    gcv_slice name = heap->types.name[type];
    return key == GCV_RULE_KEY_NAMESPACE   ? gcv_namespace_of(name)
           : key == GCV_RULE_KEY_MODULE    ? gcv_module_of(heap, type)
           : key == GCV_RULE_KEY_LAST_PART ? gcv_last_part_of(name)
           : key == GCV_RULE_KEY_MANY      ? gcv_type_name_of_many(name)
                                           : name;
}

gcv_slice gcv_rule_name_of(const gcv_heap *heap, const gcv_rule *rule, uint32_t type)
{
    return name_by(heap, key_of(rule), type);
}

/* ---- the order ---------------------------------------------------------------------------- */

GCV_BEFORE(before_exactly, gcv_slice, gcv_slice_compare(of[a], of[b]) < 0);

GCV_BEFORE(before_folded, gcv_slice, gcv_slice_compare_letters(of[a], of[b], true) < 0);

static void sort_types(gcv_rule_names *names, gcv_rule_key key, bool folded, uint32_t *order)
{
    const uint32_t n = names->heap->n_types;
    gcv_slice *name = gcv_alloc(names->ctx, n, sizeof *name);
    for (uint32_t t = 0; t < n; t++) {
        name[t] = name_by(names->heap, key, t);
        order[t] = t;
    }
    gcv_sort(names->ctx, order, n, folded ? before_folded : before_exactly, name);
    gcv_free(names->ctx, name);
}

/* Returns the types sorted by a key; sorts them at the first call. */
static const uint32_t *find_order(gcv_rule_names *names, gcv_rule_key key, bool folded)
{
    uint32_t **order = folded ? &names->folded[key] : &names->exact[key];
    if (*order == NULL) {
        *order = gcv_alloc(names->ctx, names->heap->n_types, sizeof **order);
        sort_types(names, key, folded, *order);
    }
    return *order;
}

/* ---- rules -------------------------------------------------------------------------------- */

/* The index of the first name that is not less than a text; of the first name after those that
 * begin with it; of the first name after those that equal it. */
typedef enum bound_of { BOUND_FIRST, BOUND_BEYOND, BOUND_BEYOND_WHOLE } bound_of;

static bool is_before(const gcv_rule_types *types, size_t at, gcv_slice text, bound_of which)
{
    gcv_slice name = name_by(types->heap, types->key, types->order[at]);
    if (which == BOUND_BEYOND && name.size > text.size) {
        name.size = text.size;
    }
    const int order = gcv_slice_compare_letters(name, text, types->ignore_case);
    return which == BOUND_FIRST ? order < 0 : order <= 0;
}

static uint32_t bound(const gcv_rule_types *types, gcv_slice text, bound_of which)
{
    size_t count = 0;
    GCV_BISECT(count, types->heap->n_types, at, is_before(types, at, text, which));
    return (uint32_t)count;
}

/* Counts the names that are about to be compared with a pattern. */
static void count_comparisons(gcv_rule_names *names, gcv_slice pattern, uint32_t n)
{
    const bool alternatives = pattern.size > 0 && memchr(pattern.data, '{', pattern.size) != NULL;
    const uint64_t most = GCV_RULE_COMPARISONS_MAX + (uint64_t)names->heap->n_types * 1000;
    names->comparisons += alternatives ? (uint64_t)n * (pattern.size + 8) : n;
    if (names->comparisons > most) {
        gcv_fail(names->ctx, GCV_ERR_LIMIT,
                 "too many rules have wildcards for this many types: begin their patterns "
                 "with a name, which is looked up");
    }
}

/* Begins an iteration over the types whose names may match. */
static void begin(gcv_rule_names *names, gcv_rule_key key, gcv_slice pattern, bool folded,
                  gcv_rule_types *out)
{
    gcv_slice literal = pattern;
    *out = (gcv_rule_types){.ctx = names->ctx, .heap = names->heap, .key = key, .pattern = pattern};
    out->whole =
        !gcv_glob_has_wildcard(pattern) ||
        (key == GCV_RULE_KEY_TYPE && gcv_glob_list_has_name(&names->filter->exact, pattern));
    if (!out->whole) {
        literal = gcv_glob_beginning(pattern);
    }
    out->ignore_case = folded;
    out->order = find_order(names, key, folded);
    out->next = bound(out, literal, BOUND_FIRST);
    out->end = bound(out, literal, out->whole ? BOUND_BEYOND_WHOLE : BOUND_BEYOND);
    count_comparisons(names, pattern, out->end - out->next);
}

static void find_mine(gcv_rule_names *names)
{
    uint16_t *kinds = gcv_heap_kinds(names->ctx, names->heap);
    names->mine = gcv_alloc(names->ctx, names->heap->n_types, sizeof *names->mine);
    for (uint32_t t = 0; t < names->heap->n_types; t++) {
        names->mine[names->n_mine] = t;
        names->n_mine += gcv_kinds_are_of_author(kinds[t]);
    }
    gcv_free(names->ctx, kinds);
}

/* Begins an iteration over the types of the program. */
static void begin_mine(gcv_rule_names *names, gcv_rule_types *out)
{
    if (names->mine == NULL) {
        find_mine(names);
    }
    *out = (gcv_rule_types){.ctx = names->ctx,
                            .heap = names->heap,
                            .whole = true,
                            .order = names->mine,
                            .end = names->n_mine};
}

void gcv_rule_types_begin(gcv_rule_names *names, const gcv_rule *rule, gcv_rule_types *out)
{
    if (rule->scope == GCV_SCOPE_MINE) {
        begin_mine(names, out);
        return;
    }
    begin(names, key_of(rule), rule->pattern, names->filter->ignore_case, out);
}

uint32_t gcv_rule_types_next(gcv_rule_types *types)
{
    while (types->next < types->end) {
        const uint32_t type = types->order[types->next++];
        if (types->whole ||
            gcv_glob_slice(types->ctx, types->pattern, name_by(types->heap, types->key, type),
                           types->ignore_case)) {
            return type;
        }
    }
    return GCV_NONE;
}

bool gcv_rule_is_slip(gcv_rule_names *names, const gcv_rule *rule)
{
    const bool whole = rule->scope != GCV_SCOPE_TYPE || gcv_glob_has_wildcard(rule->pattern) ||
                       memchr(rule->pattern.data, '.', rule->pattern.size) != NULL;
    gcv_rule_types types;
    if (rule->scope == GCV_SCOPE_MINE) {
        return false;
    }
    begin(names, key_of(rule), rule->pattern, true, &types);
    bool slip = gcv_rule_types_next(&types) != GCV_NONE;
    if (!slip && !whole) {
        begin(names, GCV_RULE_KEY_LAST_PART, rule->pattern, true, &types);
        slip = gcv_rule_types_next(&types) != GCV_NONE;
    }
    return slip;
}
