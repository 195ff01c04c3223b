/* lint.c - checks house rules of the sources that compilers do not check.
 *
 *   lint docs/dev/architecture.md [--circles] FILE...
 *
 * Paths are relative to the source root, where it runs. It reads C as tokens, so comments and
 * strings do not count, and reports
 *   - includes against the directions in docs/dev/architecture.md, or of a header not in C99;
 *   - functions that are banned, everywhere or in all but a few files;
 *   - variables at file scope, or static within a function, that are not const;
 *   - two files with the same name;
 *   - with --circles, modules that need each other (circles.h), unless one of their headers has a
 *     comment "circle:" with the reason.
 * It is not a parser, and knows only enough of C for this project's style.
 */
#include "lint/circles.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned n_problems; /* unlike the program, a test tool may have state */

static void problem(const char *file, unsigned line, const char *what, const char *name)
{
    n_problems++;
    fprintf(stderr, "%s:%u: %s: %s\n", file, line, what, name);
}

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool in_list(const char *const *list, const char *name)
{
    for (; *list != NULL; list++) {
        if (strcmp(*list, name) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- tokens ------------------------------------------------------------------------------- */

typedef struct token {
    char text[64]; /* identifier or number, truncated to fit; else one character */
    unsigned line;
    bool word;      /* identifier */
    bool directive; /* in a preprocessor line */
} token;

typedef struct source {
    const char *name;
    char *text;
    token *tokens;
    size_t n, cap;
} source;

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void add_token(source *s, const char *text, size_t size, unsigned line, bool directive)
{
    if (s->n == s->cap) {
        s->cap = s->cap * 2 + 256;
        s->tokens = realloc(s->tokens, s->cap * sizeof *s->tokens);
        if (s->tokens == NULL) {
            abort();
        }
    }
    token *t = &s->tokens[s->n++];
    size = size < sizeof t->text ? size : sizeof t->text - 1;
    memcpy(t->text, text, size);
    t->text[size] = '\0';
    t->line = line;
    t->word = is_word(text[0]) && !(text[0] >= '0' && text[0] <= '9');
    t->directive = directive;
}

/* Returns the end of the comment, string or character constant at `p`; NULL: there is none. */
static const char *past_quiet(const char *p)
{
    const char *end;
    if (starts(p, "/*")) {
        end = strstr(p + 2, "*/");
        return end != NULL ? end + 2 : p + strlen(p);
    }
    if (starts(p, "//")) {
        return p + strcspn(p, "\n");
    }
    if (*p == '"' || *p == '\'') {
        for (end = p + 1; *end != '\0' && *end != *p; end++) {
            if (*end == '\\' && end[1] != '\0') {
                end++;
            }
        }
        return *end != '\0' ? end + 1 : end;
    }
    return NULL;
}

static void tokenize(source *s)
{
    const char *p = s->text;
    unsigned line = 1;
    bool directive = false, fresh = true; /* fresh: the line has only blanks so far */
    while (*p != '\0') {
        const char *end = past_quiet(p);
        if (end != NULL) {
            if (*p == '"') {
                add_token(s, "\"", 1, line, directive);
            }
            for (; p < end; p++) {
                line += *p == '\n';
            }
            continue;
        }
        if (*p == '\\' && p[1] == '\n') {
            line++;
            p += 2;
        } else if (*p == '\n') {
            line++;
            p++;
            directive = false;
            fresh = true;
        } else if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\f') {
            p++;
        } else {
            size_t size = 0;
            while (is_word(p[size])) {
                size++;
            }
            size = size > 0 ? size : 1;
            directive = directive || (fresh && *p == '#');
            fresh = false;
            add_token(s, p, size, line, directive);
            p += size;
        }
    }
}

/* ---- includes ----------------------------------------------------------------------------- */

/* The lines of docs/dev/architecture.md that say which folders each folder of src may include
 * besides itself, up to the end of the document; cli may include all. A name with a slash at its
 * end stands for all folders below it. */
static const char *layers;

static void find_layers(const char *document)
{
    static const char begin[] = "```text\nbase ";
    const char *at = strstr(document, begin);
    if (at == NULL) {
        fprintf(stderr, "lint: the document has no include directions\n");
        exit(2);
    }
    layers = at + strlen("```text\n");
}

/* The headers of C99, except those that depend on the locale or have no use in this program. */
static const char *const standard_headers[] = {
    "assert.h", "ctype.h",  "errno.h",  "float.h",  "inttypes.h", "iso646.h", "limits.h",
    "math.h",   "setjmp.h", "signal.h", "stdarg.h", "stdbool.h",  "stddef.h", "stdint.h",
    "stdio.h",  "stdlib.h", "string.h", "time.h",   NULL};

/* The only file with code for particular systems, and the system headers that it may include. */
static const char system_file[] = "src/base/system.c";
static const char *const system_headers[] = {"fcntl.h",  "io.h",      "sys/ioctl.h", "sys/stat.h",
                                             "unistd.h", "windows.h", NULL};

/* Whether the word at `*at`, which it moves past, is a folder or all folders above it. */
static bool take_word(const char **at, const char *folder)
{
    const char *word = *at;
    size_t size = strcspn(word, " \n");
    *at = word + size + strspn(word + size, " ");
    return strncmp(folder, word, size) == 0 && (folder[size] == '\0' || word[size - 1] == '/');
}

static bool allowed(const char *from, const char *to)
{
    const char *at = layers;
    if (strcmp(from, "cli") == 0) {
        return *to != '\0';
    }
    while (!starts(at, "```") && !take_word(&at, from)) {
        at = strchr(at, '\n') + 1;
    }
    while (!starts(at, "```") && *at != '\n') {
        if (strcmp(from, to) == 0 || take_word(&at, to)) {
            return true;
        }
    }
    return false;
}

/* Returns "heap/ids" for "src/heap/ids/x.c" or "heap/ids/x.h"; "": no folder. */
static const char *folder(const char *path, char out[64])
{
    const char *at = starts(path, "src/") ? path + 4 : path;
    const char *end = strrchr(at, '/');
    size_t size = end != NULL ? (size_t)(end - at) : 0;
    size = size < 64 ? size : 0;
    memcpy(out, at, size);
    out[size] = '\0';
    return out;
}

static void check_include(const source *s, unsigned line, const char *name, bool angle)
{
    char from[64], to[64];
    if (angle) {
        bool is_ours = strcmp(name, "gcview/gcview.h") == 0;
        bool is_system = strcmp(s->name, system_file) == 0 && in_list(system_headers, name);
        if (!is_ours && !is_system && !in_list(standard_headers, name)) {
            problem(s->name, line, "header is not allowed here", name);
        }
        return;
    }
    if (!starts(s->name, "src/")) {
        problem(s->name, line, "the public header includes nothing of src", name);
        return;
    }
    folder(s->name, from);
    if (!allowed(from, folder(name, to))) {
        problem(s->name, line, "include against the direction of the layers", name);
    }
}

static void check_includes(const source *s, circles *c)
{
    size_t module = circles_module(c, s->name);
    const char *p = s->text;
    unsigned line = 1;
    while (*p != '\0') {
        char name[256];
        char close;
        p += strspn(p, " \t");
        const char *end = past_quiet(p);
        if (end != NULL && *p != '"') {
            for (; p < end; p++) {
                line += *p == '\n';
            }
            continue;
        }
        if (sscanf(p, "# include <%255[^>\n]%c", name, &close) == 2 && close == '>') {
            check_include(s, line, name, true);
        } else if (sscanf(p, "# include \"%255[^\"\n]%c", name, &close) == 2 && close == '"') {
            check_include(s, line, name, false);
            circles_include(c, module, name);
        }
        p += strcspn(p, "\n");
        if (*p == '\n') {
            line++;
            p++;
        }
    }
}

/* ---- banned functions --------------------------------------------------------------------- */

/* Functions without bounds, dependent on the locale, too lenient with their input, or with
 * different results on different systems. */
static const char *const banned[] = {
    "strcpy",  "strcat",  "sprintf",  "vsprintf",  "strtok",    "strncpy", "strncat", "gets",
    "atoi",    "atol",    "atoll",    "atof",      "strtod",    "strtof",  "strtold", "strtol",
    "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax", "qsort",   "bsearch", "setlocale",
    "scanf",   "sscanf",  "fscanf",   "vscanf",    "vsscanf",   "vfscanf", "alloca",  "rand",
    "srand",   "system",  "tmpnam",   NULL};

/* A failure jumps, in one place. */
static const char *const jumping[] = {"longjmp", "abort", NULL};

/* Memory is allocated only through the context, which counts it. */
static const char *const memory[] = {"malloc", "calloc", "realloc", "free", NULL};

/* Only base/file.c and base/system.c open files, and use standard streams and the environment.
 * Other files may use streams that are handed to them. */
static const char *const files[] = {"fopen",   "freopen", "fclose",   "fread",   "fseek",
                                    "ftell",   "fgetpos", "fsetpos",  "remove",  "rename",
                                    "tmpfile", "setvbuf", "strerror", "errno",   "stdin",
                                    "stdout",  "stderr",  "printf",   "vprintf", "puts",
                                    "putchar", "perror",  "getchar",  "getenv",  NULL};

/* Only src/cli prints to streams and ends the program. */
static const char *const printing[] = {"fprintf", "vfprintf", "fputs",  "fputc",
                                       "putc",    "fwrite",   "fflush", NULL};
static const char *const ending[] = {"exit", "_Exit", "atexit", NULL};

/* Whether the word at `i` declares `gcv_error *`, to which a function would return its failure.
 * What has no context, and the public interface, returns failures. */
static bool returns_failures(const source *s, size_t i)
{
    return strcmp(s->tokens[i].text, "gcv_error") == 0 && i > 0 && i + 1 < s->n &&
           strcmp(s->tokens[i - 1].text, "const") != 0 && strcmp(s->tokens[i + 1].text, "*") == 0 &&
           !starts(s->name, "src/base/") && !starts(s->name, "src/library/") &&
           !starts(s->name, "include/") && strcmp(s->name, "src/cli/cli.c") != 0;
}

static void check_names(const source *s)
{
    bool cli = starts(s->name, "src/cli/");
    bool is_system = strcmp(s->name, system_file) == 0;
    bool is_file = strcmp(s->name, "src/base/file.c") == 0 || is_system;
    bool allocates =
        strcmp(s->name, "src/base/context.c") == 0 || is_system; /* system.c only frees */
    for (size_t i = 0; i < s->n; i++) {
        const token *t = &s->tokens[i];
        const char *before = i > 0 ? s->tokens[i - 1].text : "";
        if (!t->word || *before == '.' || *before == '>' ||
            (t->directive && strcmp(before, "#") == 0)) {
            continue;
        }
        if (in_list(banned, t->text)) {
            problem(s->name, t->line, "banned function", t->text);
        }
        if (strcmp(s->name, "src/base/error.c") != 0 && in_list(jumping, t->text)) {
            problem(s->name, t->line, "failures jump in base/error.c", t->text);
        }
        if (returns_failures(s, i)) {
            problem(s->name, t->line, "a failure jumps (base/error.h); no parameter takes it",
                    t->text);
        }
        if (!allocates && in_list(memory, t->text)) {
            problem(s->name, t->line, "memory is taken through base/context.h", t->text);
        }
        if (!is_file && in_list(files, t->text)) {
            problem(s->name, t->line, "the system is asked through base/file.h", t->text);
        }
        if (!is_file && !cli && in_list(printing, t->text)) {
            problem(s->name, t->line, "only src/cli prints to a stream", t->text);
        }
        if (!cli && in_list(ending, t->text)) {
            problem(s->name, t->line, "only src/cli ends the program", t->text);
        }
    }
}

/* ---- mutable state ------------------------------------------------------------------------ */

static bool is(const token *t, const char *text) { return strcmp(t->text, text) == 0; }

static bool is_shouting(const token *t)
{
    return t->word && strpbrk(t->text, "abcdefghijklmnopqrstuvwxyz") == NULL;
}

/* Returns the index after the group of brackets that begins at t[i]. */
static size_t past_group(const token *const *t, size_t i, size_t n)
{
    unsigned depth = 0;
    for (; i < n; i++) {
        if (strchr("([", t[i]->text[0]) != NULL) {
            depth++;
        } else if (strchr(")]", t[i]->text[0]) != NULL && --depth == 0) {
            return i + 1;
        }
    }
    return n;
}

/* Checks a declaration: its tokens without the content of braces, closing braces and the semicolon.
 */
static void check_declaration(const source *s, const token *const *t, size_t n)
{
    bool constant = false, object = false, typed = false;
    size_t i;
    const token *name = NULL;
    while (n > 1 && is_shouting(t[0]) && is(t[1], "(")) { /* a macro that expands to declarations */
        i = past_group(t, 1, n);
        t += i;
        n -= i;
    }
    for (i = 0; i < n; i++) {
        if (is(t[i], "typedef")) {
            return;
        }
    }
    for (i = 0; i < n && !is(t[i], "="); i++) {
        if (is(t[i], "(")) {
            if (i + 1 >= n || !is(t[i + 1], "*")) {
                return; /* a prototype or a definition of a function */
            }
            i++; /* a pointer to a function: only `const` after its own star counts */
            constant = i + 1 < n && is(t[i + 1], "const");
            name = t[i];
            object = true;
            break;
        }
        if (is(t[i], "[")) {
            i = past_group(t, i, n) - 1;
        } else if (is(t[i], "*")) {
            constant = false;
        } else if (is(t[i], "const")) {
            constant = true;
        } else if (is(t[i], "struct") || is(t[i], "union") || is(t[i], "enum")) {
            typed = true;
            i += i + 1 < n && t[i + 1]->word; /* the tag */
        } else if (t[i]->word && !is(t[i], "static") && !is(t[i], "extern") &&
                   !is(t[i], "volatile")) {
            object = object || typed; /* a word after the type is the name of a variable */
            typed = true;
            name = t[i];
        }
    }
    if (object && !constant) {
        problem(s->name, t[0]->line, "state that can change", name->text);
    }
}

static void check_state(const source *s)
{
    const token **item = malloc((s->n + 1) * sizeof *item);
    size_t n = 0;
    unsigned depth = 0, hidden = 0; /* hidden: depth of `extern "C" {` */
    if (item == NULL) {
        abort();
    }
    for (size_t i = 0; i < s->n; i++) {
        const token *t = &s->tokens[i];
        if (t->directive) {
            continue;
        }
        if (is(t, "{")) {
            if (depth == 0 && n > 0 && is(item[n - 1], "\"")) {
                hidden++;
                n = 0;
                continue;
            }
            if (depth++ == 0) {
                item[n++] = t;
            }
        } else if (is(t, "}")) {
            if (depth == 0) {
                hidden -= hidden > 0;
                continue;
            }
            depth--;
            if (depth == 0 && n > 1 && is(item[n - 2], ")")) {
                n = 0; /* the end of a function */
            }
        } else if (depth == 0) {
            if (is(t, ";")) {
                check_declaration(s, item, n);
                n = 0;
            } else {
                item[n++] = t;
            }
        } else if (is(t, "static")) {
            /* In a function: uses a separate list, because `item` has the function's head. */
            const token *local[64];
            size_t k = 0;
            for (size_t j = i;
                 j < s->n && k < 64 && !is(&s->tokens[j], "=") && !is(&s->tokens[j], ";"); j++) {
                local[k++] = &s->tokens[j];
            }
            check_declaration(s, local, k);
        }
    }
    free(item);
}

/* ---- circles ------------------------------------------------------------------------------ */

/* Whether the word at `at`, outside of all braces, is a function that is defined here and is not
 * static. */
static bool is_definition(const source *s, size_t start, size_t at)
{
    unsigned depth = 0;
    if (at + 1 >= s->n || !is(&s->tokens[at + 1], "(") || is_shouting(&s->tokens[at])) {
        return false;
    }
    for (size_t i = start; i < at; i++) {
        if (is(&s->tokens[i], "static")) {
            return false;
        }
    }
    for (size_t i = at + 1; i < s->n; i++) {
        depth += is(&s->tokens[i], "(");
        depth -= is(&s->tokens[i], ")");
        if (depth == 0) {
            return i + 1 < s->n && is(&s->tokens[i + 1], "{");
        }
    }
    return false;
}

static void find_needs(const source *s, circles *c)
{
    size_t module = circles_module(c, s->name), start = 0;
    unsigned depth = 0;
    for (size_t i = 0; i < s->n; i++) {
        const token *t = &s->tokens[i];
        if (is(t, "{")) {
            depth++;
        } else if (is(t, "}")) {
            depth -= depth > 0;
            start = i + 1;
        } else if (depth == 0 && (is(t, ";") || t->directive)) {
            start = i + 1;
        } else if (t->word && depth == 0 && is_definition(s, start, i)) {
            circles_define(c, module, t->text);
        } else if (t->word && depth > 0) {
            circles_mention(c, module, t->text);
        }
    }
    if (strstr(s->text, "circle:") != NULL && strstr(s->name, ".h") != NULL) {
        circles_excuse(c, module);
    }
}

/* ------------------------------------------------------------------------------------------- */

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t n = 0, cap = 1 << 16;
    char *text = malloc(cap);
    if (file == NULL || text == NULL) {
        fprintf(stderr, "lint: cannot read %s\n", name);
        exit(2);
    }
    for (;;) {
        size_t got = fread(text + n, 1, cap - n - 1, file);
        if (got == 0) {
            break;
        }
        n += got;
        if (n == cap - 1) {
            cap *= 2;
            text = realloc(text, cap);
            if (text == NULL) {
                abort();
            }
        }
    }
    fclose(file);
    text[n] = '\0';
    return text;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

int main(int argc, char **argv)
{
    circles *c = circles_new();
    int first = argc > 2 && strcmp(argv[2], "--circles") == 0 ? 3 : 2;
    char *document = argc > 1 ? read_file(argv[1]) : NULL;
    if (document == NULL) {
        return 2;
    }
    find_layers(document);
    for (int i = first; i < argc; i++) {
        source s = {0};
        s.name = argv[i];
        s.text = read_file(argv[i]);
        tokenize(&s);
        check_includes(&s, c);
        find_needs(&s, c);
        check_names(&s);
        check_state(&s);
        for (int k = first; k < i; k++) {
            if (strcmp(base_name(argv[k]), base_name(argv[i])) == 0) {
                problem(argv[i], 1, "a file of this name exists already", argv[k]);
            }
        }
        free(s.tokens);
        free(s.text);
    }
    n_problems += first == 3 ? circles_report(c) : 0;
    circles_free(c);
    free(document);
    if (n_problems > 0) {
        fprintf(stderr, "lint: %u problems\n", n_problems);
    }
    return n_problems > 0;
}
