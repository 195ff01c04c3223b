/* places.h - where in the source code the function of an object is: that of a closure, that of a
 * generator or an asynchronous call, and the one whose variables a context holds; the script of a
 * module. Only V8 snapshots tell. And where an object was allocated, its site, which V8 snapshots
 * with stacks and some dumps of Ruby tell. Both are kept on request only: 4 bytes an object that
 * has a place, 4 one that has a site, 2 bits any object, 16 bytes a distinct place, and the names.
 */
#ifndef GCV_HEAP_PLACES_H
#define GCV_HEAP_PLACES_H

#include "base/buffer.h"
#include "base/sort.h"
#include "base/sparse.h"
#include "base/word_list.h"
#include "heap/script_path.h"

enum { GCV_CODE_COLUMNS = 0x7fffffff }; /* no script has more */

typedef struct gcv_code_place {
    uint32_t function;     /* word; GCV_NONE: it has no name, or this is a whole script */
    uint32_t script;       /* index in gcv_places.scripts; GCV_NONE: evaluated, without a name */
    uint32_t line;         /* from 1; 0: not known; always so for a whole script */
    unsigned column : 31;  /* likewise */
    unsigned in_crowd : 1; /* words have the column, too: gcv_places_find_crowded_lines() */
} gcv_code_place;

GCV_COLUMN(gcv_code_place_column, gcv_code_place);

typedef struct gcv_places {
    gcv_code_place_column all; /* distinct */
    gcv_word_list words;       /* names of functions; most are names of references, too: these
                                  (heap/fields.h) have no list of their own */
    gcv_slice_column scripts;  /* paths or addresses, as in the dump */
    gcv_u8_column owner;       /* per script: a gcv_script_owner */
    gcv_slice folder;          /* of all scripts of the program: heap/script_path.h */
    gcv_sparse place;          /* by object: an index in `all` */
    gcv_sparse site;           /* likewise, where the object was allocated */
} gcv_places;

/* Whether the place is a whole script, as that of its variables and of a module. */
static inline bool gcv_code_place_is_whole(const gcv_code_place *place)
{
    return place->function == GCV_NONE && place->line == 0;
}

/* Returns the name of the function; empty: it has none. */
static inline gcv_slice gcv_code_place_function(const gcv_places *places,
                                                const gcv_code_place *place)
{
    return place->function != GCV_NONE ? gcv_word_list_at(&places->words, place->function)
                                       : gcv_slice_of("", 0);
}

/* Returns the place of an object, or the site; NULL: it has none. O(1). */
const gcv_code_place *gcv_places_find(const gcv_places *places, uint32_t object);
const gcv_code_place *gcv_sites_find(const gcv_places *places, uint32_t object);

/* Returns the whole path of the script; empty: it has no name. */
gcv_slice gcv_code_place_script(const gcv_places *places, const gcv_code_place *place);
/* Returns whose the script is, and whether it is surely the runtime's. */
gcv_script_owner gcv_code_place_owner(const gcv_places *places, const gcv_code_place *place);
bool gcv_code_place_is_of_runtime(const gcv_places *places, const gcv_code_place *place);
/* Whether it is of the program's author, not of a package; a place that is NULL is not. */
static inline bool gcv_code_place_is_of_author(const gcv_places *places,
                                               const gcv_code_place *place)
{
    return place != NULL && gcv_code_place_owner(places, place) == GCV_SCRIPT_PROGRAM;
}

/* Whether two places have the same words: of one function, but perhaps of scripts that differ in
 * what stands behind `?`. */
bool gcv_code_places_look_alike(const gcv_places *places, const gcv_code_place *a,
                                const gcv_code_place *b);

/* Appends the place in words: `getPrice (src/cache.js:4)`; `function (src/cache.js:4)`, where it
 * has no name; `src/cache.js` for a whole script; `n (bundle.js:9:18342)` in a crowded line. */
void gcv_code_place_append(gcv_context *ctx, gcv_buffer *out, const gcv_places *places,
                           const gcv_code_place *place);

/* Appends a site in words: `getPrice (src/cache.js:4)`; `src/cache.js:4`, where the function has no
 * name; the name alone, where the script is not known. `folder`: what scripts are shortened by;
 * data NULL: they are whole. The name is cut. */
void gcv_site_append(gcv_context *ctx, gcv_buffer *out, const gcv_places *places,
                     const gcv_code_place *site, gcv_slice folder);

/* Finds the lines of scripts in which so many functions begin that a line says little, as in a
 * script that was minified. Called when all places are known. O(places). */
void gcv_places_find_crowded_lines(gcv_context *ctx, gcv_places *places);

/* Finds the owners and the folder; for who has filled or renamed the scripts. */
void gcv_places_find_owners(gcv_context *ctx, gcv_places *places);
void gcv_places_release(gcv_context *ctx, gcv_places *places);

/* ---- texts: the contents of strings ------------------------------------------------------- */

/* Only V8 snapshots tell, and they are kept on request only: they are data of the program. 4 bytes
 * a string, 2 bits any object, 16 a distinct text, and the text. */

/* The least length, in UTF-16 units, of a text that the writer may have cut. */
enum { GCV_TEXT_CUT = 1024 };

typedef struct gcv_texts {
    bool known;           /* the dump has them, and they were asked for */
    gcv_slice_column all; /* data NULL: not in the file */
    gcv_sparse text;      /* by object: an index in `all` */
} gcv_texts;

void gcv_texts_release(gcv_context *ctx, gcv_texts *texts);

#endif
