/* topics.h - documents that the program carries, so that it needs no checkout: lines of markdown,
 * made by topics.cmake. */
#ifndef GCV_CLI_TOPICS_H
#define GCV_CLI_TOPICS_H

#include <stddef.h>
#include <stdio.h>

/* The documents of docs with these names; NULL behind the last line. */
extern const char *const gcv_topic_capture[];
extern const char *const gcv_topic_agents[];
extern const char *const gcv_topic_ci[];
extern const char *const gcv_topic_coming_from[];
extern const char *const gcv_topic_definitions[];
extern const char *const gcv_topic_files[];
extern const char *const gcv_topic_output[];
extern const char *const gcv_topic_rules[];
extern const char *const gcv_topic_taking_a_dump[];
extern const char *const gcv_topic_tracking[];

typedef struct gcv_topic {
    const char *name;
    const char *summary;
    const char *const *lines;
    int section; /* of the manual */
} gcv_topic;

/* NULL behind the last. */
const gcv_topic *gcv_topic_at(size_t at);
const gcv_topic *gcv_topic_named(const char *name); /* NULL: none */
const char *gcv_topic_suggest(const char *name);    /* the nearest name; NULL: none is near */

/* As text of at most 78 columns, but for lines to paste. */
void gcv_print_topic(FILE *out, const gcv_topic *topic);
/* As the description of a manual page. */
void gcv_print_topic_manual(FILE *out, const gcv_topic *topic);

#endif
