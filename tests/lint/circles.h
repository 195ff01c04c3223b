/* circles.h - modules of the sources that need each other.
 *
 * A module is a source file with the header of its name. It needs the modules whose headers it
 * includes and those that define the functions it names.
 */
#ifndef GCV_TESTS_CIRCLES_H
#define GCV_TESTS_CIRCLES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct circles circles;

circles *circles_new(void);
void circles_free(circles *c);

/* Returns the number of a file's module; the file is src/heap/heap.c, src/heap/heap.h or
 * heap/heap.h. */
size_t circles_module(circles *c, const char *file);
/* Excuses a module. A circle with an excused module is accepted. */
void circles_excuse(circles *c, size_t module);
void circles_include(circles *c, size_t module, const char *header);
/* Records that the module defines a function with external linkage. */
void circles_define(circles *c, size_t module, const char *function);
/* Records that the module has this word, which may be a function of another module. */
void circles_mention(circles *c, size_t module, const char *word);

/* Writes each circle, the modules that all need each other, directly or not, to standard error.
 * Returns the number of circles. */
unsigned circles_report(circles *c);

#endif
