/* circles.c - see circles.h. */
#include "lint/circles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODULES_MAX = 512, NAME_MAX_BYTES = 80 };

typedef struct mention {
    size_t module;
    char word[NAME_MAX_BYTES];
} mention;

typedef struct mentions {
    mention *data;
    size_t n, cap;
} mentions;

struct circles {
    char name[MODULES_MAX][NAME_MAX_BYTES];
    bool excused[MODULES_MAX], needs[MODULES_MAX][MODULES_MAX], reaches[MODULES_MAX][MODULES_MAX];
    size_t n;
    mentions defined, used;
};

static void stop(const char *what)
{
    fprintf(stderr, "lint: %s\n", what);
    exit(2);
}

circles *circles_new(void)
{
    circles *c = calloc(1, sizeof *c);
    if (c == NULL) {
        stop("out of memory");
    }
    return c;
}

void circles_free(circles *c)
{
    free(c->defined.data);
    free(c->used.data);
    free(c);
}

size_t circles_module(circles *c, const char *file)
{
    char name[NAME_MAX_BYTES];
    size_t i;
    file = strncmp(file, "src/", 4) == 0 ? file + 4 : file;
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(file, "."), file);
    for (i = 0; i < c->n && strcmp(c->name[i], name) != 0; i++) {
    }
    if (i == c->n) {
        if (c->n == MODULES_MAX) {
            stop("too many modules");
        }
        (void)snprintf(c->name[c->n++], NAME_MAX_BYTES, "%s", name);
    }
    return i;
}

void circles_excuse(circles *c, size_t module) { c->excused[module] = true; }

void circles_include(circles *c, size_t module, const char *header)
{
    c->needs[module][circles_module(c, header)] = true;
}

static void add(mentions *list, size_t module, const char *word)
{
    if (list->n == list->cap) {
        list->cap = list->cap * 2 + 1024;
        list->data = realloc(list->data, list->cap * sizeof *list->data);
        if (list->data == NULL) {
            stop("out of memory");
        }
    }
    list->data[list->n].module = module;
    (void)snprintf(list->data[list->n].word, NAME_MAX_BYTES, "%s", word);
    list->n++;
}

void circles_define(circles *c, size_t module, const char *function)
{
    add(&c->defined, module, function);
}

void circles_mention(circles *c, size_t module, const char *word) { add(&c->used, module, word); }

static int by_word(const void *a, const void *b)
{
    const mention *x = a, *y = b;
    return strcmp(x->word, y->word);
}

static void join(circles *c)
{
    qsort(c->defined.data, c->defined.n, sizeof *c->defined.data, by_word);
    for (size_t i = 0; i < c->used.n && c->defined.n > 0; i++) {
        const mention *used = &c->used.data[i];
        const mention *found = bsearch(used, c->defined.data, c->defined.n, sizeof *used, by_word);
        if (found != NULL) {
            c->needs[used->module][found->module] = true;
        }
    }
}

static void mark(circles *c, size_t from, size_t at)
{
    for (size_t to = 0; to < c->n; to++) {
        if (c->needs[at][to] && !c->reaches[from][to]) {
            c->reaches[from][to] = true;
            mark(c, from, to);
        }
    }
}

static bool is_together(const circles *c, size_t a, size_t b)
{
    return a == b || (c->reaches[a][b] && c->reaches[b][a]);
}

/* Writes the circle of module `first`, if there is one and no other module of it comes before.
 * Returns the number of circles written. */
static unsigned report(const circles *c, size_t first)
{
    bool excused = false;
    size_t n = 0;
    for (size_t a = 0; a < c->n; a++) {
        if (is_together(c, first, a)) {
            if (a < first) {
                return 0;
            }
            excused = excused || c->excused[a];
            n++;
        }
    }
    if (n < 2 || excused) {
        return 0;
    }
    fprintf(stderr, "circle of %zu modules:\n", n);
    for (size_t a = 0; a < c->n; a++) {
        if (is_together(c, first, a)) {
            fprintf(stderr, "  %s needs", c->name[a]);
            for (size_t b = 0; b < c->n; b++) {
                if (b != a && c->needs[a][b] && is_together(c, first, b)) {
                    fprintf(stderr, " %s", c->name[b]);
                }
            }
            fputs("\n", stderr);
        }
    }
    return 1;
}

unsigned circles_report(circles *c)
{
    unsigned n = 0;
    join(c);
    for (size_t i = 0; i < c->n; i++) {
        mark(c, i, i);
    }
    for (size_t i = 0; i < c->n; i++) {
        n += report(c, i);
    }
    return n;
}
