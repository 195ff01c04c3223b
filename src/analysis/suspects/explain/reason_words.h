/* reason_words.h - one sentence that says why something is a suspect, and its building blocks. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_REASON_WORDS_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_REASON_WORDS_H

#include "analysis/suspects/find/suspects.h"
#include "base/bitset.h"
#include "base/number.h"
#include "heap/reference_names.h"
#include "heap/shapes.h"

#include <string.h>

/* Number of objects examined at the end of a chain. */
enum { GCV_CHAIN_END = 64 };

enum { GCV_LONGEST_NAME = 80 }; /* characters of a name of a reference */

/* Slices of strings that alone keep their parents, and the bytes that these parents retain: of all
 * positions in the dominator tree before a given one. NULL: the heap has no slices. */
typedef struct gcv_slice_sums {
    uint32_t *n;
    uint64_t *bytes;
} gcv_slice_sums;

/* What other_holder.c found for an object; each search passes over all references. */
typedef struct gcv_other_holder {
    uint32_t object, holder, held;
} gcv_other_holder;

enum { GCV_OTHER_HOLDERS = 16 }; /* searches at most */

/* Parts of a sentence that stand out, in this order, and where in the text they are. */
enum { GCV_SAID_WHAT, GCV_SAID_HOLDER, GCV_SAID_SHARE, GCV_SAID_PARTS };
typedef struct gcv_said {
    size_t at, end; /* both 0: not said */
} gcv_said;

/* The objects of a family of types that strong roots reach: their number, and the first and the
 * last position in the dominator tree. Those of a shape: only their number. */
typedef struct gcv_reached {
    uint32_t n, first, last;
} gcv_reached;

typedef struct gcv_reasons {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_root_set *roots;
    const uint32_t *parent; /* of the paths */
    const gcv_dominators *dominators;
    const gcv_dominator_tree *tree;
    const gcv_suspects *found;
    /* Per type, for the current row. Weight and count cover children in the dominator tree. */
    uint32_t *seen;   /* value of n_rows when the type was last seen */
    uint64_t *weight; /* bytes that children of the type retain */
    uint32_t *count;  /* number of children of the type */
    uint32_t n_rows;  /* number of rows so far, the current one included */
    gcv_reached *of;  /* per family of types and per shape */
    gcv_buffer text;  /* sentence about the last row */
    gcv_said said[GCV_SAID_PARTS];
    const gcv_code_place *of_list; /* the function of a list, if the sentence tells it; NULL */
    gcv_buffer label;              /* label of a root */
    gcv_buffer path;               /* names of references, from a holder down */
    gcv_field_finder finder;
    gcv_slice_sums slices;
    uint32_t *class_places; /* gcv_class_places() */
    gcv_other_holder others[GCV_OTHER_HOLDERS];
    uint32_t n_others;
} gcv_reasons;

/* ---- suspect_reason.c --------------------------------------------------------------------- */

void gcv_reasons_init(gcv_context *ctx, gcv_reasons *out, const gcv_suspect_input *input,
                      const gcv_suspects *found);

/* Sets `text` to the sentence about a row. `old`: bytes that its counterpart in the baseline
 * retains (GCV_NOT_REACHABLE: it has none); NULL without a baseline. O(objects that the row
 * dominates). In all rows together, an object is visited once for each accumulation point that
 * dominates it; these are few, since each retains less than 70 % of what the next one above it
 * retains. */
void gcv_reasons_describe(gcv_reasons *reasons, const gcv_suspect *row, const uint64_t *old);
/* Appends the fingerprint in brackets. */
void gcv_reasons_add_fingerprint(gcv_reasons *reasons, const gcv_suspect *row);

static inline const uint32_t *gcv_reason_members(const gcv_reasons *reasons, const gcv_crowd *crowd)
{
    return gcv_crowd_members(&reasons->found->crowds, crowd);
}

/* ---- words -------------------------------------------------------------------------------- */

static inline void gcv_reason_add(gcv_reasons *reasons, const char *words)
{
    gcv_buffer_append_str(reasons->ctx, &reasons->text, words);
}

/* Adds a name, after the words before it. */
static inline void gcv_reason_add_name(gcv_reasons *reasons, const char *words, gcv_slice name)
{
    gcv_reason_add(reasons, words);
    gcv_buffer_append(reasons->ctx, &reasons->text, name);
}

/* Says that a part goes from `at` to the end of the text, unless it is known already. */
static inline void gcv_reason_said(gcv_reasons *reasons, int part, size_t at)
{
    if (reasons->said[part].end == 0) {
        reasons->said[part] = (gcv_said){at, reasons->text.text.n};
    }
}

static inline void gcv_reason_add_holder(gcv_reasons *reasons, const char *words, gcv_slice name)
{
    gcv_reason_add(reasons, words);
    const size_t at = reasons->text.text.n;
    gcv_buffer_append(reasons->ctx, &reasons->text, name);
    gcv_reason_said(reasons, GCV_SAID_HOLDER, at);
}

static inline void gcv_reason_add_number(gcv_reasons *reasons, uint64_t number)
{
    gcv_buffer_append_u64(reasons->ctx, &reasons->text, number);
}

/* Adds a number between words. */
static inline void gcv_reason_add_amount(gcv_reasons *reasons, const char *before, uint64_t number,
                                         const char *after)
{
    gcv_reason_add(reasons, before);
    gcv_reason_add_number(reasons, number);
    gcv_reason_add(reasons, after);
}

/* Adds `count` and the word for it: `one` for 1, `many` for any other number. */
static inline void gcv_reason_add_count(gcv_reasons *reasons, uint64_t count, const char *one,
                                        const char *many)
{
    gcv_reason_add_number(reasons, count);
    gcv_reason_add(reasons, count == 1 ? one : many);
}

/* Adds the number of objects that were weighed of a type, and its name, after the words before. */
static inline void gcv_reason_add_weighed(gcv_reasons *reasons, const char *words, uint32_t type)
{
    gcv_reason_add_amount(reasons, words, reasons->count[type], " ");
    gcv_buffer_append(reasons->ctx, &reasons->text, reasons->heap->types.name[type]);
}

/* Moves the end of the text, from `from` on, to `at`. */
static inline void gcv_reason_move_end(gcv_reasons *reasons, size_t from, size_t at)
{
    const size_t n = reasons->text.text.n - from;
    char *text = reasons->text.text.data;
    gcv_buffer_clear(&reasons->path);
    gcv_buffer_append(reasons->ctx, &reasons->path, gcv_slice_of(text + from, n));
    memmove(text + at + n, text + at, from - at);
    memcpy(text + at, reasons->path.text.data, n);
    for (int i = 0; i < GCV_SAID_PARTS; i++) {
        gcv_said *said = &reasons->said[i];
        said->end += said->at >= at && said->end > 0 ? n : 0;
        said->at += said->at >= at && said->end > 0 ? n : 0;
    }
}

static inline gcv_slice gcv_reason_name_of(const gcv_reasons *reasons, uint32_t object)
{
    return reasons->heap->types.name[reasons->heap->type.data[object]];
}

/* Starts new weights and counts, by type row, for the next suspect. */
static inline void gcv_reason_weigh_none(gcv_reasons *reasons) { reasons->n_rows++; }

/* Returns whether the type was already seen for this suspect; if not, sets its weight and count to
 * 0. */
static inline bool gcv_reason_see(gcv_reasons *reasons, uint32_t type)
{
    if (reasons->seen[type] == reasons->n_rows) {
        return true;
    }
    reasons->seen[type] = reasons->n_rows;
    reasons->weight[type] = 0;
    reasons->count[type] = 0;
    return false;
}

/* Adds an object to its type. Returns that type if it now retains more than `best` (GCV_NONE: none
 * yet), else `best`; of equals, the first in type order. */
static inline uint32_t gcv_reason_weigh(gcv_reasons *reasons, uint32_t object, uint64_t retained,
                                        uint32_t best)
{
    const uint32_t type = gcv_heap_object_row(reasons->heap, object);
    (void)gcv_reason_see(reasons, type);
    reasons->weight[type] += retained;
    reasons->count[type]++;
    return best == GCV_NONE || reasons->weight[type] > reasons->weight[best] ||
                   (reasons->weight[type] == reasons->weight[best] && type < best)
               ? type
               : best;
}

/* Appends `onPrice (shop.js:4)` or `a function (shop.js:11)`, or the script of a whole one. */
static inline void gcv_reason_add_place(gcv_reasons *reasons, const gcv_code_place *place)
{
    gcv_reason_add(reasons, place->function == GCV_NONE && place->line > 0 ? "a " : "");
    gcv_code_place_append(reasons->ctx, &reasons->text, &reasons->heap->places, place);
}

/* Appends `onPrice (src/shop.js:11)`, or `at src/shop.js:11` for a function without a name. */
static inline void gcv_reason_add_code(gcv_reasons *reasons, const gcv_code_place *place)
{
    const gcv_places *places = &reasons->heap->places;
    gcv_reason_add(reasons, place->function != GCV_NONE ? "" : "at ");
    gcv_site_append(reasons->ctx, &reasons->text, places, place, places->folder);
}

static inline uint32_t gcv_reason_kinds_of(const gcv_reasons *reasons, uint32_t object)
{
    return reasons->found->kinds[gcv_heap_object_row(reasons->heap, object)];
}

/* ---- other_holder.c ------------------------------------------------------------------------- */

bool gcv_reason_is_scope(const gcv_reasons *reasons, uint32_t object);
/* Returns the script of a module as a place; NULL: the object is no module, or it is not known. */
const gcv_code_place *gcv_reason_module(const gcv_reasons *reasons, uint32_t object);
/* Whether an object is of a type of the program, is a module or has the variables of a function
 * that is not the platform's, or is a class of the program with static fields. */
bool gcv_reason_is_of_program(const gcv_reasons *reasons, uint32_t object);
/* Whether an object says where in the program others are: the same, but no collection. */
bool gcv_reason_says_where(const gcv_reasons *reasons, uint32_t object);
/* Whether a place is in a script of the program, not of a package. */
bool gcv_reason_is_of_script(const gcv_reasons *reasons, const gcv_code_place *place);
/* Returns the nearest object of the program that leads to `object` through a few of the platform,
 * `*held` the first of them (or `object`); GCV_NONE: there is none. What `object` alone keeps does
 * not count, and after GCV_OTHER_HOLDERS other objects nothing is looked for. O(objects +
 * references); two bits per object. */
uint32_t gcv_reason_other_holder(gcv_reasons *reasons, uint32_t object, uint32_t *held);
/* The same if it refers to `object` itself; else what is above that on its chain. */
uint32_t gcv_reason_direct_holder(gcv_reasons *reasons, uint32_t object);

/* ---- holder_names.c ------------------------------------------------------------------------- */

/* Appends ` of PLACE`, that of the variables of a function or module; NULL: not known. */
void gcv_reason_add_scope(gcv_reasons *reasons, const gcv_code_place *scope);
/* Appends how an object is held by `over` (a root: nothing), if that has a name:
 * `, .sessions of one SessionStore`, also through plain objects: `, .state.sessions of one Store`.
 * Where no reference has a name, the program's object that holds a collection: ` of one
 * SessionStore`. Returns the object that is told; GCV_NONE: none, variables, or a
 * module. */
uint32_t gcv_reason_add_held(gcv_reasons *reasons, uint32_t over, uint32_t object);

/* Appends the nearest variable of the program on the chain to an object, which is what its author
 * knows: `, held through the variable app of server.js`; a global one only of a collection or its
 * store.
 */
void gcv_reason_add_nearest_variable(gcv_reasons *reasons, uint32_t object);
/* Whether an object of V8 has the global variables of a program or page as its properties. */
bool gcv_reason_is_global(const gcv_reasons *reasons, uint32_t object);
/* Returns the place of an object's class; NULL: it is not known. */
const gcv_code_place *gcv_reason_class_place(const gcv_reasons *reasons, uint32_t object);
/* Appends the name of an object's type, with the place of its class, if that is known: `Cart
 * (src/cart.js:3)`. */
void gcv_reason_add_class(gcv_reasons *reasons, uint32_t object);
/* Appends ` of one Cart` or, with the word ` in`, ` in the module src/cart.js`, also for the plain
 * object that the module exports. */
void gcv_reason_add_one(gcv_reasons *reasons, const char *word, uint32_t object);

/* ---- crowd_hold.c --------------------------------------------------------------------------- */

/* Whether a member of a crowd is not a part of another one, as far as its dominator tells. One of
 * the same shape, as in a list, is no part, nor is one in an object without a shape, which is a
 * table. */
bool gcv_crowd_is_on_top(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t member);
/* Returns the place of an object that is a function, or runs one, of the program or a package; of
 * one that an emitter calls once, that of the listener. NULL: it is none, or not known. */
const gcv_code_place *gcv_reason_code(const gcv_reasons *reasons, uint32_t object);
/* Whether the chain to an object passes another one. `passed`: objects whose chains do, at first
 * none; those of this chain are added. So O(objects) for all calls until one is false; none may
 * follow. */
bool gcv_reason_passes(const gcv_reasons *reasons, uint32_t through, uint32_t object,
                       gcv_bitset *passed);

/* How the members of a crowd are kept, by the names of references and the places of functions. */
typedef struct gcv_hold {
    uint32_t shape;  /* row of the type that most members have, if these are plain objects … */
    uint32_t n_most; /* … or else most have the place `members`, or are the elements of a page that
                      * the name at `element` is of: how many; 0: they differ */
    bool named;      /* whether reasons->path leads from the holder to the keeper of all … */
    bool variable;   /* … or from the variables of a function to them: told instead of keepers */
    uint32_t keeper; /* that object; GCV_NONE: a list, to the head of which the path leads */
    gcv_field by;    /* the first name of the path */
    bool deep;       /* the path has more names … */
    bool of_class;   /* … and passes a property of a class or another function */
    bool event;      /* whether it leads to the listeners of … */
    gcv_slice event_name;
    const gcv_code_place *code;    /* of the function that keeps each of them; NULL: it differs */
    uint32_t function;             /* the function object that keeps all of them; GCV_NONE */
    const gcv_code_place *members; /* of most members, if they are functions, or of many if it is
                                    * of the program's author; NULL: it differs */
    uint32_t element;              /* of the start tag that most members have; GCV_NONE */
    uint32_t over;                 /* the element that many members are children of, or all are in;
                                    * GCV_NONE … */
    uint32_t n_over;               /* … and how many are children; 0: all are in it */
    const gcv_code_place *scope;   /* of the variables of a function that hold them */
} gcv_hold;

gcv_hold gcv_find_hold(gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t shape,
                       uint32_t n_most);

/* Whether a member is in a list, behind another object of its type; plain objects of V8 are also
 * tables of others. */
static inline bool gcv_crowd_hangs(const gcv_reasons *reasons, const gcv_crowd *crowd,
                                   uint32_t member)
{
    const uint32_t over = reasons->parent[member];
    return over < GCV_ROOTED && gcv_heap_object_family(reasons->heap, over) == crowd->type &&
           !gcv_is_plain_object(reasons->heap->types.name[crowd->type]);
}

/* The nearest object of the type of a crowd's holder on the chain to a member; GCV_NONE: it is too
 * far away. */
uint32_t gcv_crowd_holder_near(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t member);

/* Returns the keeper nearest to the holder; GCV_NONE: there is none, or it is GCV_CHAIN_END or more
 * steps away. */
uint32_t gcv_crowd_outer_keeper(const gcv_reasons *reasons, const gcv_crowd *crowd);

/* Something that objects may have in common; GCV_NONE: an object has none. */
typedef uint32_t (*gcv_trait)(const gcv_reasons *reasons, uint32_t object);

/* Returns what more than half of the objects have in common, and in `*n` how many; GCV_NONE: there
 * is nothing. O(objects). The same of 70 % of the members of a crowd. */
uint32_t gcv_reason_most(const gcv_reasons *reasons, const uint32_t *objects, size_t n_objects,
                         gcv_trait trait, uint32_t *n);
uint32_t gcv_crowd_most(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_trait trait,
                        uint32_t *n);

/* ---- keeper_words.c ------------------------------------------------------------------------- */

/* Appends the last part of the name of a type: `a Cache`. */
void gcv_reason_add_last_part(gcv_reasons *reasons, gcv_slice type);
/* Whether the keepers are told as a collection of this name. */
bool gcv_crowd_is_named_collection(const gcv_crowd *crowd, const gcv_hold *hold);
/* The name that `name_of` gives an object near each member, on its chain, if it is the same for
 * all; data NULL: it is not. */
gcv_slice gcv_crowd_name_near_all(const gcv_reasons *reasons, const gcv_crowd *crowd,
                                  gcv_slice (*name_of)(const gcv_heap *heap, uint32_t object));
/* The object above another one that is nearest to it, on its chain, among those that `is` accepts,
 * and in `*below` (NULL: not wanted) what it refers to there; GCV_NONE: there is none, or it is
 * more than GCV_CHAIN_END objects away. */
uint32_t gcv_reason_nearest(const gcv_reasons *reasons, uint32_t object,
                            bool (*is)(const gcv_reasons *reasons, uint32_t object),
                            uint32_t *below);
/* Whether an object is a promise of V8 for which something waits. */
bool gcv_reason_is_awaited(const gcv_reasons *reasons, uint32_t object);
/* Whether an object of V8 is a generator, also an asynchronous one: it waits until it is asked for
 * the next value, not until a promise settles. It may have ended. */
bool gcv_reason_is_generator(const gcv_reasons *reasons, uint32_t object);
/* Whether GCV_RUN_MIN of the members or more are a list, each held by another one: a few that are
 * held so are none. */
bool gcv_crowd_is_list(const gcv_reasons *reasons, const gcv_crowd *crowd);
/* Appends what keeps the members: `the Map .sessions`, `listeners onPrice (src/shop.js:11)`. */
void gcv_reason_add_keepers(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold);

/* ---- crowd_members.c, crowd_reason.c -------------------------------------------------------- */

/* Returns the shape that most plain objects have, and how many; GCV_NONE: none, or all. */
uint32_t gcv_crowd_main_shape(gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t *n_most);
/* Adds up, by type, what the program's objects below an object of the dominator tree retain,
 * without those right below one of their type. Returns `best` or the type that now retains more. */
uint32_t gcv_reason_weigh_program(gcv_reasons *reasons, uint32_t number, uint32_t best);
/* Appends what the members are: `12 Acme.Order`, `12 closures onPrice (src/shop.js:11)`, `12
 * Object, 10 of them {id, name},`. */
void gcv_reason_add_members(gcv_reasons *reasons, const gcv_crowd *own, const gcv_hold *hold);
/* Names the type that accounts for most of what a crowd retains, if that type is the program's. Of
 * closures, which say little, what most have. */
void gcv_reason_add_contents(gcv_reasons *reasons, const gcv_crowd *crowd);

/* Appends, after the words, what the program holds and dominates all objects at positions `first`
 * to `last` of the dominator tree, and how: ` behind one Promise, .closed of one Server`; where
 * references have no names, what of the program holds it. O(depth); above what dominates all, no
 * more than GCV_CHAIN_END objects are examined. */
void gcv_reason_add_behind(gcv_reasons *reasons, const char *words, uint32_t first, uint32_t last);

/* Appends what holds an object of the platform or of a package, the class of which says little, and
 * what holds that one: `, .#signal of one AbortController, the variable shutdown of main.js`.
 * `vague`: what is told so far does not say which object it is; then also of one of the program's.
 * `known`: it tells a function of the program; then not of one of a package. */
void gcv_reason_add_owners(gcv_reasons *reasons, uint32_t object, bool vague, bool known);

/* Appends what the members of a crowd are, what keeps them and how much they
 * retain. O(members and their children in the dominator tree). */
void gcv_describe_crowd(gcv_reasons *reasons, const gcv_suspect *row);

/* Writes the label that the roots of all `n` members have across dumps, as those of a pool of
 * threads do, into reasons->label, and counts the objects at which their chains begin. False: the
 * labels differ, or there is none. O(roots + objects on the chains). */
bool gcv_reason_common_label(gcv_reasons *reasons, const uint32_t *members, uint32_t n,
                             uint32_t *n_starts);

/* object_reason.c: appends what one object holds and what holds it; returns the likely cause,
 * NULL: unknown. */
const char *gcv_describe_object(gcv_reasons *reasons, const gcv_suspect *row);
/* Whether an object is one of V8 itself that tells nothing, as what waits for a promise: a list
 * that begins there is told by what it belongs to. */
bool gcv_reason_is_nameless(const gcv_heap *heap, uint32_t object);

/* sharers.c: appends which things below an object, given by its number in the dominator tree, hold
 * most of its `n_all` children of a type, if it does not do so itself: `, which bus and rooms
 * hold`.
 */
void gcv_reason_add_sharers(gcv_reasons *reasons, uint32_t number, uint32_t type, uint32_t n_all);

/* holder_names.c: returns the WeakMap through which an entry holds what an object is or hangs on,
 * as far up its chain as `holder`; GCV_NONE as holder: as the nearest object of the program.
 * GCV_NONE: there is none. Then appends it: `, through one WeakMap, the variable traces of
 * src/tracer.js`. */
uint32_t gcv_reason_weak_map(gcv_reasons *reasons, uint32_t object, uint32_t holder);
void gcv_reason_add_weak_map(gcv_reasons *reasons, uint32_t map);

#endif
