/* other_words.c - the table of other tools' words; see mistakes.h. */
#include "cli/mistakes.h"

#include <ctype.h>

/* Commands of SOS and dotnet-dump, dotnet-gcdump, PerfView, MAT, jcmd, memlab and profile viewers,
 * and words that are natural to try first. docs/coming-from.md has the same, sorted by tool. */
static const gcv_other_word words[] = {
    {"analyze", {"FILE", NULL}},
    {"info", {"FILE", "summary FILE"}},
    {"inspect", {"FILE", NULL}},
    {"open", {"FILE", NULL}},
    {"show", {"FILE", NULL}},
    {"view", {"FILE", NULL}},
    {"verify", {"summary FILE", NULL}},
    {"verifyheap", {"summary FILE", NULL}},
    {"classhistogram", {"stats FILE", NULL}},
    {"heapstat", {"stats FILE", NULL}},
    {"hist", {"stats FILE", NULL}},
    {"histo", {"stats FILE", NULL}},
    {"histogram", {"stats FILE", NULL}},
    {"types", {"stats FILE", NULL}},
    {"dumpheap", {"stats FILE", "objects --type NAME FILE"}},
    {"instances", {"objects --type NAME FILE", NULL}},
    {"list", {"objects --type NAME FILE", NULL}},
    {"ls", {"objects --type NAME FILE", NULL}},
    {"oql", {"objects --type NAME FILE", NULL}},
    {"query", {"objects --type NAME FILE", NULL}},
    {"search", {"objects --type NAME FILE", NULL}},
    {"duplicatestrings", {"strings FILE", "objects --type System.String FILE"}},
    {"eeheap", {"stats --by generation FILE", NULL}},
    {"gcheapstat", {"stats --by generation FILE", NULL}},
    {"generations", {"stats --by generation FILE", NULL}},
    {"loh", {"objects --generation large FILE", NULL}},
    {"dumpgen", {"objects --generation 2 FILE", NULL}},
    {"assemblies", {"stats --by module FILE", NULL}},
    {"modules", {"stats --by module FILE", NULL}},
    {"namespaces", {"stats --by namespace --retained FILE", NULL}},
    {"biggest", {"retained FILE", NULL}},
    {"biggestobjects", {"retained FILE", NULL}},
    {"largest", {"retained FILE", NULL}},
    {"top", {"retained FILE", NULL}},
    {"topconsumers", {"retained FILE", NULL}},
    {"dominator", {"tree FILE", "retained FILE"}},
    {"dominators", {"tree FILE", "retained FILE"}},
    {"dominatortree", {"tree FILE", "tree --by type FILE"}},
    {"domtree", {"tree FILE", "tree --by type FILE"}},
    {"leak", {"suspects --chains FILE", NULL}},
    {"leaks", {"suspects --chains FILE", NULL}},
    {"leaksuspects", {"suspects --chains FILE", NULL}},
    {"findleaks", {"suspects --chains FILE", NULL}},
    {"gcroot", {"chains --object ID FILE", "chains --type NAME FILE"}},
    {"path", {"chains --object ID FILE", "chains --type NAME FILE"}},
    {"paths", {"chains --object ID FILE", "chains --type NAME FILE"}},
    {"path2root", {"chains --object ID FILE", "chains --type NAME FILE"}},
    {"pathtoroot", {"chains --object ID FILE", "chains --type NAME FILE"}},
    {"pathstoroot", {"chains --object ID FILE", "chains --type NAME FILE"}},
    {"retainers", {"chains --object ID FILE", "object ID FILE"}},
    {"trace", {"chains --object ID FILE", "chains --type NAME FILE"}},
    {"why", {"chains --type NAME FILE", NULL}},
    {"dumpobj", {"object ID FILE", NULL}},
    {"dumpobject", {"object ID FILE", NULL}},
    {"do", {"object ID FILE", NULL}},
    {"gcwhere", {"object ID FILE", NULL}},
    {"objsize", {"object ID FILE", NULL}},
    {"referrers", {"object ID FILE", NULL}},
    {"references", {"object ID FILE", NULL}},
    {"finalizequeue", {"objects --root finalizer FILE", "roots FILE"}},
    {"dso", {"objects --root local FILE", "roots FILE"}},
    {"dumpstackobjects", {"objects --root local FILE", "roots FILE"}},
    {"gchandles", {"objects --root handle FILE", "roots FILE"}},
    {"handles", {"objects --root handle FILE", "roots FILE"}},
    {"statics", {"objects --root static FILE", "roots FILE"}},
    {"findroots", {"roots FILE", NULL}},
    {"garbage", {"stats --unreachable FILE", NULL}},
    {"unreachable", {"stats --unreachable FILE", NULL}},
    {"compare", {"diff OLD NEW", NULL}},
    {"delta", {"diff OLD NEW", NULL}},
    {"growth", {"diff OLD NEW", "suspects --baseline OLD NEW"}},
    {"heapdiff", {"diff OLD NEW", NULL}},
    {"assert", {"check FILE 'bytes <= 200MB'", NULL}},
    {"gate", {"check FILE 'bytes <= 200MB'", NULL}},
    {"capture", {"help taking-a-dump", NULL}},
    {"collect", {"help taking-a-dump", NULL}},
    {"dump", {"help taking-a-dump", NULL}},
    {"record", {"help taking-a-dump", NULL}},
    {"flamegraph", {"profile FILE", "profile --to speedscope -o OUT FILE"}},
    {"pprof", {"profile --to pprof -o OUT FILE", NULL}},
    {"speedscope", {"profile --to speedscope -o OUT FILE", NULL}},
    {"ncdu", {"profile --to ncdu FILE", NULL}},
    {"completion", {"help --completion bash", NULL}},
    {"man", {"help", NULL}},
    {"usage", {"help", NULL}},
    {"version", {"--version", NULL}},
};

enum { N_WORDS = GCV_LENGTH(words) };

const gcv_other_word *gcv_other_word_at(size_t at) { return at < N_WORDS ? &words[at] : NULL; }

bool gcv_is_other_word(const char *name, const char *word)
{
    for (; *name != '\0'; name++) {
        if (isalnum((unsigned char)*name) && tolower((unsigned char)*name) != *word++) {
            return false;
        }
    }
    return *word == '\0';
}

const gcv_other_word *gcv_other_word_near(const char *name)
{
    gcv_near_word near = gcv_near_word_to(name);
    size_t at = 0;
    for (size_t i = 0; i < N_WORDS; i++) {
        gcv_near_word_offer(&near, words[i].word);
    }
    while (at < N_WORDS && words[at].word != near.found) {
        at++;
    }
    return gcv_other_word_at(at);
}

const gcv_other_word *gcv_other_word_named(const char *name)
{
    size_t at = 0;
    while (at < N_WORDS && !gcv_is_other_word(name, words[at].word)) {
        at++;
    }
    return gcv_other_word_at(at);
}
