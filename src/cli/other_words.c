/* other_words.c - the table of other tools' words; see mistakes.h. */
#include "cli/mistakes.h"

#include <ctype.h>

/* Commands of SOS and dotnet-dump, dotnet-gcdump, PerfView, MAT, jcmd, memlab and profile viewers,
 * and words that are natural to try first. docs/coming-from.md has the same, sorted by tool. */
static const gcv_other_word words[] = {
    {{"FILE", NULL}, {"analyze", "inspect", "open", "show", "view"}},
    {{"FILE", "summary FILE"}, {"info"}},
    {{"summary FILE", NULL}, {"verify", "verifyheap"}},
    {{"stats FILE", NULL}, {"classhistogram", "heapstat", "hist", "histo", "histogram", "types"}},
    {{"stats FILE", "objects --type NAME FILE"}, {"dumpheap"}},
    {{"objects --type NAME FILE", NULL}, {"instances", "list", "ls", "oql", "query", "search"}},
    {{"strings FILE", "objects --type System.String FILE"}, {"duplicatestrings"}},
    {{"stats --by generation FILE", NULL}, {"eeheap", "gcheapstat", "generations"}},
    {{"objects --generation large FILE", NULL}, {"loh"}},
    {{"objects --generation 2 FILE", NULL}, {"dumpgen"}},
    {{"stats --by module FILE", NULL}, {"assemblies", "modules"}},
    {{"stats --by namespace --retained FILE", NULL}, {"namespaces"}},
    {{"retained FILE", NULL}, {"biggest", "biggestobjects", "largest", "top", "topconsumers"}},
    {{"tree FILE", "retained FILE"}, {"dominator", "dominators"}},
    {{"tree FILE", "tree --by type FILE"}, {"dominatortree", "domtree"}},
    {{"suspects --chains FILE", NULL}, {"leak", "leaks", "leaksuspects", "findleaks"}},
    {{"chains --object ID FILE", "chains --type NAME FILE"},
     {"gcroot", "path", "paths", "path2root", "pathtoroot", "pathstoroot", "trace"}},
    {{"chains --object ID FILE", "object ID FILE"}, {"retainers"}},
    {{"chains --type NAME FILE", NULL}, {"why"}},
    {{"object ID FILE", NULL},
     {"dumpobj", "dumpobject", "do", "gcwhere", "objsize", "referrers", "references"}},
    {{"objects --root finalizer FILE", "roots FILE"}, {"finalizequeue"}},
    {{"objects --root local FILE", "roots FILE"}, {"dso", "dumpstackobjects"}},
    {{"objects --root handle FILE", "roots FILE"}, {"gchandles", "handles"}},
    {{"objects --root static FILE", "roots FILE"}, {"statics"}},
    {{"roots FILE", NULL}, {"findroots"}},
    {{"stats --unreachable FILE", NULL}, {"garbage", "unreachable"}},
    {{"diff OLD NEW", NULL}, {"compare", "delta", "heapdiff"}},
    {{"diff OLD NEW", "suspects --baseline OLD NEW"}, {"growth"}},
    {{"check FILE 'bytes <= 200MB'", NULL}, {"assert", "gate"}},
    {{"help taking-a-dump", NULL}, {"capture", "collect", "dump", "record"}},
    {{"profile FILE", "profile --to speedscope -o OUT FILE"}, {"flamegraph"}},
    {{"profile --to pprof -o OUT FILE", NULL}, {"pprof"}},
    {{"profile --to speedscope -o OUT FILE", NULL}, {"speedscope"}},
    {{"profile --to ncdu FILE", NULL}, {"ncdu"}},
    {{"help --completion bash", NULL}, {"completion"}},
    {{"help", NULL}, {"man", "usage"}},
    {{"--version", NULL}, {"version"}},
};

enum { N_WORDS = GCV_LENGTH(words) };

const gcv_other_word *gcv_other_word_at(size_t at) { return at < N_WORDS ? &words[at] : NULL; }

static bool is_word(const char *name, const char *word)
{
    for (; *name != '\0'; name++) {
        if (isalnum((unsigned char)*name) && tolower((unsigned char)*name) != *word++) {
            return false;
        }
    }
    return *word == '\0';
}

bool gcv_is_among_words(const char *name, const char *const *list)
{
    while (*list != NULL && !is_word(name, *list)) {
        list++;
    }
    return *list != NULL;
}

const gcv_other_word *gcv_other_word_near(const char *name)
{
    gcv_near_word near = gcv_near_word_to(name);
    const gcv_other_word *found = NULL;
    for (size_t i = 0; i < N_WORDS; i++) {
        for (const char *const *word = words[i].words; *word != NULL; word++) {
            const char *before = near.found;
            gcv_near_word_offer(&near, *word);
            found = near.found != before ? &words[i] : found;
        }
    }
    return found;
}

const gcv_other_word *gcv_other_word_named(const char *name)
{
    size_t at = 0;
    while (at < N_WORDS && !gcv_is_among_words(name, words[at].words)) {
        at++;
    }
    return gcv_other_word_at(at);
}
