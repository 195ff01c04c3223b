/* topics.c - lookup of the built-in documents by name; see topics.h. */
#include "cli/topics.h"

#include "base/text.h"

#include <string.h>

static const gcv_topic topics[] = {
    {"definitions", "what each word and each figure means", gcv_lines_definitions, 7},
    {"taking-a-dump", "how to take a dump, and what it costs the process", gcv_lines_taking_a_dump,
     7},
    {"capture", "a dump of a running program, without tools of .NET", gcv_lines_capture, 7},
    {"coming-from", "commands of other tools, and those of gcview", gcv_lines_coming_from, 7},
    {"rules", "the rules of 'check' and 'diff --fail-if'", gcv_lines_rules, 5},
    {"ci", "a heap check in a pipeline", gcv_lines_ci, 7},
    {"output", "output formats, json, and what is stable", gcv_lines_output, 5},
    {"files", "what is read, and where results go", gcv_lines_files, 5},
    {"agents", "which command for which question, and what not to claim", gcv_lines_agents, 7},
    {"tracking", "'track' and 'map': objects from one dump to the next", gcv_lines_tracking, 7},
};

enum { N_TOPICS = sizeof topics / sizeof topics[0] };

const gcv_topic *gcv_topic_at(size_t at) { return at < N_TOPICS ? &topics[at] : NULL; }

const gcv_topic *gcv_topic_named(const char *name)
{
    size_t at = 0;
    while (at < N_TOPICS && strcmp(topics[at].name, name) != 0) {
        at++;
    }
    return gcv_topic_at(at);
}

const char *gcv_topic_suggest(const char *name)
{
    gcv_near_word near = gcv_near_word_to(name);
    size_t i;
    for (i = 0; i < N_TOPICS; i++) {
        gcv_near_word_offer(&near, topics[i].name);
    }
    return near.found;
}
