/* rule_parts.h - how rules are measured: what is asked of a heap, the names and classes of its
 * objects that rules are about, and the figures. One part for each file.
 *
 * A rule is compared only with the types whose names begin as its pattern does up to the first
 * wildcard, or equal the pattern if it has no wildcard. A pattern that begins with a wildcard is
 * compared with all types. Few combinations of traits occur, so rules add up classes of objects
 * instead of objects. */
#ifndef GCV_RULES_RULE_PARTS_H
#define GCV_RULES_RULE_PARTS_H

#include "rules/rule.h"

typedef struct gcv_rule_request {
    const gcv_rules *rules;
    bool growth_only; /* the heap is a baseline: only rules about growth are measured */
    /* The heap, the sections that count, and how names are compared. The selection of types is
     * ignored: each rule names its own. */
    const gcv_selection *selection;
    bool include_weak;
} gcv_rule_request;

typedef struct gcv_rule_figure {
    uint64_t value; /* objects or bytes that match the rule, or bytes that they retain */
    uint64_t whole; /* the same figure for the whole heap: 100 % */
    bool matched;   /* a type has the name; or the rule forbids a name that no type has and that is
                       not misspelt. For rules that are not requested: see gcv_rule_has_match() */
} gcv_rule_figure;

static inline bool gcv_rule_is_requested(const gcv_rule_request *request, const gcv_rule *rule)
{
    return rule->growth || !request->growth_only;
}

/* ---- rule_names.c: the types of a heap, sorted by the names that rules ask for ------------ */

typedef enum gcv_rule_key {
    GCV_RULE_KEY_TYPE,
    GCV_RULE_KEY_MANY, /* gcv_type_name_of_many() */
    GCV_RULE_KEY_NAMESPACE,
    GCV_RULE_KEY_MODULE,
    GCV_RULE_KEY_LAST_PART, /* the type without namespace and type arguments */
    GCV_RULE_KEYS
} gcv_rule_key;

/* The types sorted by each kind of name. An order is made when a rule first needs it. It takes 4
 * bytes per type, and up to 20 more while it is made. */
typedef struct gcv_rule_names {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_filter *filter;                               /* how names are compared */
    uint32_t *exact[GCV_RULE_KEYS], *folded[GCV_RULE_KEYS]; /* NULL: not needed so far */
    uint32_t *mine;       /* the types of the program; NULL: not needed so far … */
    uint32_t n_mine;      /* … and their number */
    uint64_t comparisons; /* number of names compared with patterns; see GCV_RULE_COMPARISONS_MAX */
} gcv_rule_names;

/* Limit of comparisons, to which 1000 per type are added; beyond it rules are refused. Thousands of
 * patterns that begin with a wildcard, on tens of thousands of types, would take seconds. A pattern
 * with alternatives takes longer: each of its characters counts as a comparison. */
#define GCV_RULE_COMPARISONS_MAX (UINT64_C(1) << 28)

void gcv_rule_names_init(gcv_rule_names *names, gcv_context *ctx, const gcv_rule_request *request);
void gcv_rule_names_release(gcv_rule_names *names);

/* The name that the pattern of a rule is compared with: that of the type, of its namespace or of
 * its module. */
gcv_slice gcv_rule_name_of(const gcv_heap *heap, const gcv_rule *rule, uint32_t type);

/* Iterator over the types that a rule names. */
typedef struct gcv_rule_types {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_rule_key key;
    gcv_slice pattern;
    bool whole; /* the pattern is a name: all types of the range have it */
    bool ignore_case;
    const uint32_t *order; /* all types, sorted by the key */
    uint32_t next, end;    /* range in `order` that is left */
} gcv_rule_types;

/* Begins an iteration; the rule asks for a name. O(pattern × log types) once the types are sorted.
 * GCV_ERR_LIMIT beyond GCV_RULE_COMPARISONS_MAX. */
void gcv_rule_types_begin(gcv_rule_names *names, const gcv_rule *rule, gcv_rule_types *out);
uint32_t gcv_rule_types_next(gcv_rule_types *types); /* GCV_NONE: no more types */

/* Whether the name that a rule forbids differs from the name of a type only in case, or only by the
 * missing namespace. Nobody means that: such a rule would never be broken. */
bool gcv_rule_is_slip(gcv_rule_names *names, const gcv_rule *rule);

/* ---- rule_match.c: which objects match a rule --------------------------------------------- */

/* Traits of an object, in one byte. */
enum {
    GCV_TRAITS_ROOT_KIND = 7,   /* mask: group number of gcv_groups_by_root_kind() */
    GCV_TRAIT_GENERATION = 8,   /* times the generation plus 1; 0: none … */
    GCV_TRAITS_GENERATION = 56, /* … its mask */
    GCV_TRAIT_PINNED = 64,
    GCV_TRAIT_FINALIZABLE = 128,
    GCV_TRAITS = 256 /* number of values */
};

bool gcv_rule_matches_traits(const gcv_rule *rule, uint8_t traits);

/* Whether a rule selects types by name. */
bool gcv_rule_asks_for_a_name(const gcv_rule *rule);

/* Whether a type has the name that the rule asks for; true if the rule asks for none. */
bool gcv_rule_has_match(gcv_rule_names *names, const gcv_rule *rule);

/* Iterates over the types that a rule names; the rule asks for a name. GCV_ERR_USAGE: the rule is
 * about modules, and the dump has none. */
void gcv_rule_match_types(gcv_rule_names *names, const gcv_rule *rule, gcv_rule_types *out);

/* ---- rules about the same objects are neighbours ------------------------------------------ */

/* A file may have thousands of rules about the same names: the matching types are found once. */

/* Returns the numbers of the rules, sorted. O(n log n) comparisons. */
uint32_t *gcv_rule_order_new(gcv_context *ctx, const gcv_rules *rules);

/* Whether two rules ask for the same names; if so, all rules between them in the order do. */
bool gcv_rules_ask_same_names(const gcv_rule *a, const gcv_rule *b);
/* Whether two rules cover the same objects; if so, all rules between them in the order do. */
bool gcv_rules_cover_same_objects(const gcv_rule *a, const gcv_rule *b);

/* ---- rule_classes.c: objects of one type and with the same traits ------------------------- */

/* The objects in classes by everything that rules can ask about: the type and the traits of an
 * object, which are the kind of root that its chain begins with, its generation, whether it is
 * pinned, whether it is in the finalizer queue. A class is a type with one combination of traits.
 */
typedef struct gcv_rule_classes {
    const gcv_heap *heap;
    uint8_t *traits;                    /* per object; NULL: no rule asks for traits */
    uint8_t combination_of[GCV_TRAITS]; /* per value of the traits byte that occurs: number of the
                                           combination */
    uint8_t traits_of[GCV_TRAITS];      /* per combination: its traits byte */
    uint32_t n_combinations;
    uint32_t n; /* classes: types × combinations */
} gcv_rule_classes;

/* Finds the classes. Takes one byte per object if a rule asks for traits, and a search for paths if
 * one asks for root kinds. */
void gcv_rule_classes_find(gcv_context *ctx, const gcv_rule_request *request,
                           const gcv_root_set *roots, gcv_rule_classes *out);
void gcv_rule_classes_release(gcv_context *ctx, gcv_rule_classes *classes);

static inline uint32_t gcv_rule_class_of(const gcv_rule_classes *classes, uint32_t object)
{
    uint8_t traits = classes->traits != NULL ? classes->traits[object] : 0;
    return classes->heap->type.data[object] * classes->n_combinations +
           classes->combination_of[traits];
}

/* ---- rule_retained.c: what the objects of each rule retain as a set ----------------------- */

typedef struct gcv_rule_retained_query {
    const gcv_rule_request *request;
    const gcv_root_set *roots;
    const gcv_rule_classes *classes;
    gcv_rule_names *names;
    const uint32_t *order; /* numbers of the rules, as gcv_rule_order_new() gives them */
} gcv_rule_retained_query;

/* Sets the values of the requested rules about retained bytes, in one figure per rule. Takes one
 * run of gcv_retained_of_sets() for all of them, besides that 4 bytes per object and some for each
 * type that a rule names. GCV_ERR_LIMIT: more than GCV_RULE_ENTRIES and 32 per object. */
void gcv_rules_find_retained(gcv_context *ctx, const gcv_rule_retained_query *query,
                             gcv_rule_figure *out);
enum { GCV_RULE_ENTRIES = 1 << 20 };

/* ---- rule_measure.c: the figures that rules ask for, for one heap ------------------------- */

/* Fills `out`, one figure per rule. Rules that are not requested get zeros and `matched`.
 * GCV_ERR_USAGE: a rule asks for modules, and the dump has none.
 *
 * All rules together take one pass over the objects, and at most one search for paths and one run
 * of gcv_retained_of_sets(). Besides these two: 5 bytes per object, for traits and classes. */
void gcv_rules_measure(gcv_context *ctx, const gcv_rule_request *request, gcv_rule_figure *out);

/* ---- rule_parser.c ------------------------------------------------------------------------ */

/* A rule while it is parsed: its characters, its words, its first fault.
 *
 * The text holds no control characters but tabs. A take function advances past what it takes; if
 * that is not there, it fills the fault and returns false. */
typedef struct gcv_rule_parser {
    gcv_slice text;
    size_t at;
    gcv_rule_fault *fault;
} gcv_rule_parser;

/* Fills the fault for an offset in the text; always returns false. */
bool gcv_rule_fail_at(gcv_rule_parser *parser, size_t at, const char *format, ...) GCV_PRINTF(3, 4);
/* Fills the fault for the next word, where something else (`wanted`) should be; always returns
 * false. */
bool gcv_rule_fail_at_word(gcv_rule_parser *parser, const char *wanted);

char gcv_rule_peek(const gcv_rule_parser *parser); /* NUL at the end of the text */
void gcv_rule_skip_blanks(gcv_rule_parser *parser);

/* Returns the letters from the current offset on, without taking them; may be empty. */
gcv_slice gcv_rule_next_word(const gcv_rule_parser *parser);
/* Index of a word in a list that ends with NULL; -1: the word is not in the list. */
int gcv_rule_word_in(const char *const *list, gcv_slice word);
/* Takes the next word if it is in the list, and returns its index; otherwise -1, which is no
 * fault. */
int gcv_rule_take_word(gcv_rule_parser *parser, const char *const *list);

#endif
