/* topics.c - lookup of the built-in documents by name; see help.h. */
#include "cli/help.h"

#include <string.h>

static const gcv_topic topics[] = {
    {"definitions", "what each word and each figure means", gcv_lines_definitions, 7, NULL},
    {"taking-a-dump", "how to take a dump, with tools and without, and its cost",
     gcv_lines_taking_a_dump, 7, "capture"},
    {"coming-from", "commands of other tools, and those of gcview", gcv_lines_coming_from, 7, NULL},
    {"ci", "a heap check in a pipeline, and the language of its rules", gcv_lines_ci, 7, "rules"},
    {"output", "files read and written, formats, json, and what is stable", gcv_lines_output, 5,
     "files"},
    {"agents", "which command for which question, and what not to claim", gcv_lines_agents, 7,
     NULL},
    {"tracking", "'track' and 'map': objects from one dump to the next", gcv_lines_tracking, 7,
     NULL},
};

enum { N_TOPICS = sizeof topics / sizeof topics[0] };

const gcv_topic *gcv_topic_at(size_t at) { return at < N_TOPICS ? &topics[at] : NULL; }

const gcv_topic *gcv_topic_named(const char *name)
{
    size_t at = 0;
    while (at < N_TOPICS && strcmp(topics[at].name, name) != 0 &&
           (topics[at].also == NULL || strcmp(topics[at].also, name) != 0)) {
        at++;
    }
    return gcv_topic_at(at);
}

const char *gcv_topic_suggest(const char *name)
{
    gcv_near_word near = gcv_near_word_to(name);
    for (size_t i = 0; i < N_TOPICS; i++) {
        gcv_near_word_offer(&near, topics[i].name);
        if (topics[i].also != NULL) {
            gcv_near_word_offer(&near, topics[i].also);
        }
    }
    return near.found;
}
