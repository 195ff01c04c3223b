/* select.h - what the filters of the command line select, with a message if they match nothing.
 *
 * circle: near_types.c shares this header with select.c, which calls it. */
#ifndef GCV_REPORT_SELECT_H
#define GCV_REPORT_SELECT_H

#include "analysis/capture.h"
#include "analysis/group_totals.h"
#include "report/command.h"

/* ---- captures.c: heaps without what taking the dumps made (analysis/capture.h) -------------- */

typedef struct gcv_captures {
    gcv_report *report;
    size_t n;              /* number of heaps */
    gcv_capture *of;       /* per heap; all zeroed: nothing is left out */
    const gcv_heap **rest; /* per heap: the heap without it */
} gcv_captures;

/* Finds them for `n` heaps. Nothing is left out with --include-capture, if it is little in all of
 * them, or if one of them lacks names, so that they could not be compared. */
gcv_captures gcv_captures_find(gcv_report *report, const gcv_heap *const *heaps, size_t n);
/* The same for all heaps of the report, or for its baseline, if there is one, and its heap; for the
 * head of the table, too. */
gcv_captures gcv_captures_of_report(gcv_report *report);
void gcv_captures_release(gcv_captures *captures);

/* A heap without what taking its dump made; NULL: nothing is left out of it. */
static inline const gcv_heap *gcv_captures_rest(const gcv_captures *captures, size_t at)
{
    return captures->of[at].objects > 0 ? captures->rest[at] : NULL;
}

/* Whether anything is left out of the first or the last heap. */
static inline bool gcv_captures_leave_out(const gcv_captures *captures)
{
    return captures->of[0].objects > 0 || captures->of[captures->n - 1].objects > 0;
}

/* Appends how much is left out of the last heap and, if there are several, of the first: `193890
 * bytes in 2449 objects that taking the dump made`. `growth`: of the reachable bytes without them;
 * 0: not known, or none. False: nothing is left out. */
bool gcv_captures_describe(const gcv_captures *captures, uint64_t growth, gcv_buffer *out);
void gcv_captures_warn(const gcv_captures *captures);

/* ---- select.c -------------------------------------------------------------------------- */

/* Applies the filters to report->in.heap. Warns of a --type or --exclude without a match;
 * GCV_ERR_USAGE if no section passes --domain. */
gcv_selection gcv_report_select(gcv_report *report);

/* A heap and its baseline, each with what the filters select of it. */
typedef struct gcv_sides {
    gcv_selection selections[2];
    gcv_basis now, past;   /* past: without a baseline, zeroed */
    gcv_captures captures; /* what taking the dumps made */
} gcv_sides;

/* The same for report->in.heap and report->in.baseline, for reports whose rows can be namespaces,
 * too: a glob that matches a namespace has a match. */
void gcv_sides_find(gcv_report *report, gcv_sides *out);

/* Whether a glob matches any type of a heap, or any namespace. */
bool gcv_report_matches_type(const gcv_report *report, const gcv_heap *heap, const char *glob,
                             bool namespaces);
/* Returns a byte per type: 1 if a glob matches it. Warns of a glob without a
 * match. */
uint8_t *gcv_report_match_types(gcv_report *report, const gcv_words *globs);

/* Sets the byte of each object whose type a glob matches in `*marks`, which has a byte per object
 * and is allocated if it is NULL. */
void gcv_report_mark_objects(gcv_report *report, const gcv_words *globs, uint8_t **marks);

/* For reports about several heaps: warn of a --type or --exclude that matches in none of them; fail
 * for a --domain that none of them has. */
void gcv_report_warn_idle_types(const gcv_report *report);
GCV_NORETURN void gcv_report_no_such_domain(const gcv_report *report, const gcv_heap *heap);

/* ---- objects by id, which several objects can have: it is unique only within a section ------ */

/* Reads a text as an id in the dump's notation. GCV_ERR_USAGE if it is not one. */
uint64_t gcv_report_read_id(const gcv_report *report, gcv_slice text);
/* Adds the objects with an id that an option names, in the sections that pass the filters.
 * GCV_ERR_USAGE if there is none; the message says if a root has the id. */
void gcv_report_find_objects(gcv_report *report, const gcv_selection *selection, gcv_slice text,
                             gcv_u32_column *out);
/* Maximum number of objects with one id that are shown in full. A process has an object at most
 * once, or once per domain, and what is shown of each can be as long as the heap. */
enum { GCV_SHARED_ID_SHOWN = 100 };

/* Keeps the first `most` of several objects with one id, and warns if there are more. */
void gcv_report_keep_first(const gcv_report *report, size_t most, gcv_u32_column *objects);
/* Adds the objects with an id, like gcv_report_find_objects(). */
void gcv_report_find_id(gcv_report *report, const gcv_selection *selection, uint64_t id,
                        gcv_u32_column *out);
/* Warns if several objects in the sections that pass the filters have the id. */
void gcv_report_warn_shared_id(const gcv_report *report, const gcv_selection *selection,
                               uint64_t id);

/* ---- hints for a pattern that matches no name: which name may be meant -------------------- */

/* The names of several heaps, none of which a pattern matches. */
typedef struct gcv_pattern_miss {
    gcv_context *ctx;
    const gcv_heap *const *heaps; /* entries may be NULL */
    size_t n_heaps;
    /* The name of a type that is compared; NULL: the type's own name. */
    gcv_slice (*name_of)(const void *payload, const gcv_heap *heap, uint32_t type);
    const void *payload;
    bool ignore_case;
    bool has_room; /* to add to the names the pattern that matches them */
} gcv_pattern_miss;

/* Appends `; ` and a hint. For a name: "did you mean 'A' or 'B'?" with the nearest names. For a
 * pattern with wildcards: a wider pattern, and how many types it matches. Nothing, if there is
 * nothing to say. A hint is only shown, never acted on: people decide whether they meant the name.
 * O(bytes of all names). */
void gcv_append_hint(const gcv_pattern_miss *miss, gcv_slice pattern, gcv_buffer *out);

/* ---- the options for grouping objects; `stats` and `diff` share them ---------------------- */

/* The query of totals of the heaps for --by, --unreachable, --retained and --include-weak. */
gcv_totals_query gcv_report_totals_query(const gcv_report_options *options,
                                         const gcv_heap *const *heaps, size_t n_heaps);
/* Finds usage errors. */
void gcv_group_check(gcv_context *ctx, const gcv_report_options *options);
/* Sets the needs of a command that computes these totals. */
void gcv_group_needs(const gcv_report_options *options, gcv_needs *needs);

/* ---- reports about the unreachable part of a heap, and warnings about it ------------------ */

/* Whether a quarter of all bytes or more is unreachable, so that reports about the rest mention
 * it. */
bool gcv_is_much_garbage(uint64_t unreachable, uint64_t all);

/* Makes a basis with the dominators of the reachable part, or with --unreachable those of the
 * unreachable part, which are computed from its heads. Without --unreachable also warns as
 * gcv_report_warn_garbage() does. */
gcv_basis gcv_basis_of_part(gcv_report *report);

/* Warns if much of the heap is unreachable, with a command to type; `bytes` of it are reachable.
 * Never warns in a report about one object. In any case stores the unreachable bytes for the head
 * of the table. */
void gcv_report_warn_garbage(gcv_report *report, uint64_t bytes);

/* Warns that `n` objects that --type selects are unreachable, with a command to type. */
void gcv_report_warn_garbage_matches(gcv_report *report, uint64_t n);

/* Warns of each unreachable object, and names its head. If many objects have one id, names the
 * first and counts the others. */
void gcv_report_warn_garbage_objects(gcv_report *report, const gcv_u32_column *objects);

#endif
