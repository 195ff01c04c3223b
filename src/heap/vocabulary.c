/* vocabulary.c - the words for root kinds, root flags and generations; see vocabulary.h. */
#include "heap/vocabulary.h"

#include "base/attr.h"

#include <string.h>

/* In order of preference: among equally short chains, the one from a static root tells most. */
static const struct {
    gcv_root_kind kind;
    const char *word, *group;
} root_kinds[] = {
    {GCV_ROOT_KIND_STATIC, "static", "(static variables)"},
    {GCV_ROOT_KIND_HANDLE, "handle", "(GC handles)"},
    {GCV_ROOT_KIND_LOCAL, "local", "(stack locals)"},
    {GCV_ROOT_KIND_FINALIZER, "finalizer", "(finalizer queue)"},
    {GCV_ROOT_KIND_INTERNAL, "internal", "(runtime internal roots)"},
    {GCV_ROOT_KIND_RUNTIME, "runtime", "(runtime held objects)"},
};

enum { N_ROOT_KINDS = GCV_LENGTH(root_kinds) };

static const struct {
    uint32_t flag;
    const char *word;
} root_flags[] = {
    {GCV_ROOT_PINNED, "pinned"}, {GCV_ROOT_WEAK, "weak"}, {GCV_ROOT_INTERIOR, "interior"}};

static const char *const generations[] = {"gen0", "gen1", "gen2", "large", "pinned"};

enum { N_GENERATIONS = GCV_LENGTH(generations) };

/* Returns the row of a kind; N_ROOT_KINDS if it has none. */
static uint32_t row_of(uint32_t kind)
{
    uint32_t row = 0;
    while (row < N_ROOT_KINDS && (uint32_t)root_kinds[row].kind != kind) {
        row++;
    }
    return row;
}

const char *gcv_root_kind_word(uint32_t kind)
{
    uint32_t row = row_of(kind);
    return row < N_ROOT_KINDS ? root_kinds[row].word : NULL;
}

const char *gcv_root_kind_word_at(size_t at)
{
    return at < N_ROOT_KINDS    ? root_kinds[at].word
           : at == N_ROOT_KINDS ? GCV_ROOT_OTHER_WORD
                                : NULL;
}

const char *gcv_root_group_at(size_t at)
{
    return at < N_ROOT_KINDS ? root_kinds[at].group : at == N_ROOT_KINDS ? "(other roots)" : NULL;
}

size_t gcv_root_group_of(uint32_t kind) { return row_of(kind); }

uint32_t gcv_root_kind_of_group(size_t at)
{
    return at < N_ROOT_KINDS ? (uint32_t)root_kinds[at].kind : GCV_NONE;
}

uint32_t gcv_root_kind_rank(uint32_t kind)
{
    uint32_t row = row_of(kind);
    return row < N_ROOT_KINDS ? row : kind; /* kinds with words are the lowest numbers */
}

bool gcv_root_kind_is(uint32_t kind, const char *word)
{
    const char *own = gcv_root_kind_word(kind);
    return strcmp(own != NULL ? own : GCV_ROOT_OTHER_WORD, word) == 0;
}

bool gcv_root_flag_at(size_t at, uint32_t *flag, const char **word)
{
    if (at >= GCV_LENGTH(root_flags)) {
        return false;
    }
    *flag = root_flags[at].flag;
    *word = root_flags[at].word;
    return true;
}

const char *gcv_generation_word(uint32_t generation)
{
    return generation < N_GENERATIONS ? generations[generation] : NULL;
}

/* Returns the part after `gen`; NULL if the word does not begin with that. */
static const char *short_word(const char *word)
{
    return strncmp(word, "gen", 3) == 0 ? word + 3 : NULL;
}

const char *gcv_generation_word_at(size_t at)
{
    for (uint32_t i = 0; i < N_GENERATIONS; i++) {
        if (short_word(generations[i]) != NULL && at-- == 0) {
            return short_word(generations[i]);
        }
    }
    return at < N_GENERATIONS ? generations[at] : NULL;
}

uint32_t gcv_generation_named(const char *word)
{
    for (uint32_t i = 0; i < N_GENERATIONS; i++) {
        const char *digits = short_word(generations[i]);
        if (strcmp(generations[i], word) == 0 || (digits != NULL && strcmp(digits, word) == 0)) {
            return i;
        }
    }
    return GCV_NONE;
}
