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

/* The number of the module of a file: src/heap/heap.c, src/heap/heap.h or heap/heap.h. */
size_t circles_module(circles *c, const char *file);
/* A circle of which any module is excused is accepted. */
void circles_excuse(circles *c, size_t module);
void circles_include(circles *c, size_t module, const char *header);
/* The module has a function of this name that others can call. */
void circles_define(circles *c, size_t module, const char *function);
/* The module mentions this word, which may be a function of another or of none. */
void circles_mention(circles *c, size_t module, const char *word);

/* Writes each circle to standard error, as the modules that can all reach each other; returns how
 * many there are. */
unsigned circles_report(circles *c);

#endif
