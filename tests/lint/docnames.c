/* docnames.c - checks that everything that documents name exists.
 *
 *   docnames --names DOCUMENT... --links DOCUMENT... --files FILE...
 *
 * Paths are relative to the source root, where it runs; FILE... are all files of the tree. In the
 * documents after --names, every `FILE`, `FOLDER/`, `function()` and `gcv_name` must exist. A file
 * is named by its path, its path below src, or a base name that only one file has; a function must
 * have a definition. If the first cell of a table row is a file, the functions in the second cell
 * must be defined in it. Names that contain NAME are placeholders, and are not checked. In all
 * documents, each relative link must lead to a file or folder and, if it has an anchor, to a
 * heading.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 4096, TEXT_MAX = 256 };

typedef struct tree {
    const char *path[FILES_MAX];
    char *text[FILES_MAX]; /* of C sources, without comments and strings; NULL for other files */
    size_t n;
} tree;

static unsigned n_problems; /* unlike the program, a test tool may have state */

static void problem(const char *document, unsigned line, const char *what, const char *name)
{
    n_problems++;
    fprintf(stderr, "%s:%u: %s: %s\n", document, line, what, name);
}

static bool ends(const char *text, const char *end)
{
    size_t size = strlen(text), n = strlen(end);
    return size >= n && strcmp(text + size - n, end) == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t n = 0, cap = 1 << 20;
    char *text = malloc(cap);
    if (file == NULL || text == NULL) {
        fprintf(stderr, "docnames: cannot read %s\n", name);
        exit(2);
    }
    n = fread(text, 1, cap - 1, file);
    fclose(file);
    text[n] = '\0';
    return realloc(text, n + 1); /* in place: a smaller block */
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Replaces comments, strings and character constants by blanks. */
static void blank_out(char *p)
{
    while (*p != '\0') {
        char *end = p + 1;
        if (strncmp(p, "/*", 2) == 0) {
            end = strstr(p + 2, "*/");
            end = end != NULL ? end + 2 : p + strlen(p);
        } else if (strncmp(p, "//", 2) == 0) {
            end = p + strcspn(p, "\n");
        } else if (*p == '"' || *p == '\'') {
            while (*end != '\0' && *end != *p) {
                end += *end == '\\' && end[1] != '\0' ? 2 : 1;
            }
            end += *end != '\0';
        } else {
            p++;
            continue;
        }
        for (; p < end; p++) {
            *p = *p == '\n' ? '\n' : ' ';
        }
    }
}

/* Finds `word` as a whole word at or after `from`; NULL: not found. */
static const char *find_word(const char *from, const char *word)
{
    size_t size = strlen(word);
    const char *at = from;
    while ((at = strstr(at, word)) != NULL) {
        if (!is_word(at[size]) && (at == from || !is_word(at[-1]))) {
            return at;
        }
        at += size;
    }
    return NULL;
}

/* Whether the text defines a function: its head begins a line, and a body follows its brackets. */
static bool defines(const char *text, const char *function)
{
    const char *at = text;
    while ((at = find_word(at, function)) != NULL) {
        const char *line = at, *end = at + strlen(function);
        unsigned depth = 0;
        while (line > text && line[-1] != '\n') {
            line--;
        }
        if (*end == '(' && isalpha((unsigned char)*line) && line != at) {
            do {
                depth += *end == '(';
                depth -= *end == ')';
                end++;
            } while (depth > 0 && *end != '\0');
            end += strspn(end, " \n");
            if (*end == '{') {
                return true;
            }
        }
        at += strlen(function);
    }
    return false;
}

/* Finds the file with this path, here or below src, or the files with this base name. Returns their
 * number; `*first` is the first one. */
static size_t find_files(const tree *t, const char *name, size_t *first)
{
    size_t n = 0;
    for (size_t i = t->n; i-- > 0;) {
        const char *path = t->path[i];
        bool is_path = strcmp(path, name) == 0 ||
                       (strncmp(path, "src/", 4) == 0 && strcmp(path + 4, name) == 0);
        if (is_path || (strchr(name, '/') == NULL && strcmp(base_name(path), name) == 0)) {
            *first = i;
            n++;
        }
        if (is_path) {
            return 1;
        }
    }
    return n;
}

static bool is_folder(const tree *t, const char *name)
{
    size_t size = strlen(name);
    size -= size > 0 && name[size - 1] == '/';
    for (size_t i = 0; i < t->n; i++) {
        const char *path = t->path[i];
        const char *below = strncmp(path, "src/", 4) == 0 ? path + 4 : path;
        if ((strncmp(path, name, size) == 0 && path[size] == '/') ||
            (strncmp(below, name, size) == 0 && below[size] == '/')) {
            return true;
        }
    }
    return false;
}

/* Whether a file matches a pattern with one `*`; without a folder, files of all folders count. */
static bool any_file_matches(const tree *t, const char *pattern)
{
    size_t head = strcspn(pattern, "*");
    for (size_t i = 0; i < t->n; i++) {
        const char *path = strchr(pattern, '/') != NULL ? t->path[i] : base_name(t->path[i]);
        if (strncmp(path, pattern, head) == 0 && ends(path + head, pattern + head + 1)) {
            return true;
        }
    }
    return false;
}

static bool is_file_name(const char *name)
{
    static const char *const kinds[] = {".c", ".h", ".cmake", ".md", ".txt", ".in", NULL};
    static const char *const tops[] = {"src/", "tests/", "docs/", "include/", NULL};
    for (size_t i = 0; kinds[i] != NULL; i++) {
        if (ends(name, kinds[i]) && strcmp(name, kinds[i]) != 0) {
            return true;
        }
    }
    for (size_t i = 0; tops[i] != NULL; i++) {
        if (strncmp(name, tops[i], strlen(tops[i])) == 0) {
            return true;
        }
    }
    return ends(name, "/");
}

static bool any_source_has(const tree *t, const char *word)
{
    for (size_t i = 0; i < t->n; i++) {
        if (t->text[i] != NULL && strncmp(t->path[i], "tests/", 6) != 0 &&
            find_word(t->text[i], word) != NULL) {
            return true;
        }
    }
    return false;
}

static bool any_source_defines(const tree *t, const char *function)
{
    for (size_t i = 0; i < t->n; i++) {
        if (t->text[i] != NULL && defines(t->text[i], function)) {
            return true;
        }
    }
    return false;
}

/* Checks a name in backquotes. `row`: the file in the first cell of its table row; t->n: none. */
static void check_name(const tree *t, const char *document, unsigned line, char *name, size_t row)
{
    size_t file, size = strlen(name);
    if (strpbrk(name, " \t<>$|") != NULL || strstr(name, "NAME") != NULL) {
        return;
    }
    if (ends(name, "()")) {
        name[size - 2] = '\0';
        if (row < t->n && !defines(t->text[row], name)) {
            fprintf(stderr, "in %s: ", t->path[row]);
            problem(document, line, "no such function", name);
        } else if (!any_source_defines(t, name)) {
            problem(document, line, "no such function", name);
        }
    } else if (strncmp(name, "gcv_", 4) == 0 || strncmp(name, "GCV_", 4) == 0) {
        if (strpbrk(name, "*.") == NULL && !ends(name, "_") && !any_source_has(t, name)) {
            problem(document, line, "no such name", name);
        }
    } else if (is_file_name(name)) {
        size_t n =
            strchr(name, '*') != NULL ? any_file_matches(t, name) : find_files(t, name, &file);
        if (n > 1) {
            problem(document, line, "several files of this name", name);
        } else if (n == 0 && !is_folder(t, name)) {
            problem(document, line, "no such file", name);
        }
    }
}

/* Copies the text from `at` to `end`, truncated to fit. */
static void copy(char out[TEXT_MAX], const char *at, const char *end)
{
    size_t size = (size_t)(end - at) < TEXT_MAX - 1 ? (size_t)(end - at) : TEXT_MAX - 1;
    memcpy(out, at, size);
    out[size] = '\0';
}

/* Returns the number of the table cell, from 1, that contains `at`. */
static unsigned cell_of(const char *row, const char *at)
{
    unsigned cell = 0;
    for (; row < at; row++) {
        cell += *row == '|';
    }
    return cell;
}

static void check_names(const tree *t, const char *document, unsigned number, const char *line,
                        const char *line_end)
{
    size_t row = t->n;
    const char *at = line;
    while ((at = memchr(at, '`', (size_t)(line_end - at))) != NULL) {
        const char *end = memchr(at + 1, '`', (size_t)(line_end - at - 1));
        char name[TEXT_MAX];
        size_t file;
        if (end == NULL) {
            return;
        }
        copy(name, at + 1, end);
        if (at == line + 2 && *line == '|' && find_files(t, name, &file) == 1 &&
            t->text[file] != NULL) {
            row = file;
        }
        check_name(t, document, number, name, cell_of(line, at) == 2 ? row : t->n);
        at = end + 1;
    }
}

/* Whether a heading of the text has this anchor: the heading in lower case, with `-` for blanks,
 * and without other characters than letters, digits, `_` and `-`. */
static bool has_heading(const char *text, const char *anchor)
{
    const char *p = text;
    while ((p = strstr(p, "\n#")) != NULL) {
        char slug[TEXT_MAX];
        size_t n = 0;
        p += 1 + strspn(p + 1, "#");
        for (p += strspn(p, " "); *p != '\n' && *p != '\0' && n < TEXT_MAX - 1; p++) {
            if (is_word(*p) || *p == '-') {
                slug[n++] = (char)tolower((unsigned char)*p);
            } else if (*p == ' ') {
                slug[n++] = '-';
            }
        }
        slug[n] = '\0';
        if (strcmp(slug, anchor) == 0) {
            return true;
        }
    }
    return false;
}

/* Removes each `..` and the folder before it from a path. */
static void normalize(char *path)
{
    char *up;
    while ((up = strstr(path, "/../")) != NULL) {
        char *start = up;
        while (start > path && start[-1] != '/') {
            start--;
        }
        memmove(start, up + 4, strlen(up + 4) + 1);
    }
}

static void check_link(const tree *t, const char *document, unsigned line, const char *target)
{
    char path[2 * TEXT_MAX];
    size_t file, folder = (size_t)(base_name(document) - document);
    const char *anchor = strchr(target, '#');
    size_t size = anchor != NULL ? (size_t)(anchor - target) : strlen(target);
    if (strstr(target, "://") != NULL) {
        return;
    }
    (void)snprintf(path, sizeof path, "%.*s%.*s", size > 0 ? (int)folder : TEXT_MAX, document,
                   (int)size, target);
    normalize(path);
    if (find_files(t, path, &file) != 1) {
        if (!is_folder(t, path)) {
            problem(document, line, "dead link", target);
        }
        return;
    }
    if (anchor != NULL) {
        char *text = read_file(path);
        if (!has_heading(text, anchor + 1)) {
            problem(document, line, "no such heading", target);
        }
        free(text);
    }
}

static void check_links(const tree *t, const char *document, unsigned number, const char *line,
                        const char *line_end)
{
    for (const char *at = line; at + 1 < line_end; at++) {
        if (at[0] == ']' && at[1] == '(') {
            char target[TEXT_MAX];
            const char *end = memchr(at, ')', (size_t)(line_end - at));
            if (end != NULL) {
                copy(target, at + 2, end);
                check_link(t, document, number, target);
            }
        }
    }
}

static void check_document(const tree *t, const char *document, bool names)
{
    char *text = read_file(document);
    unsigned number = 1;
    bool fenced = false;
    for (const char *line = text; *line != '\0'; number++) {
        const char *end = line + strcspn(line, "\n");
        if (strncmp(line, "```", 3) == 0) {
            fenced = !fenced;
        } else if (!fenced) {
            if (names) {
                check_names(t, document, number, line, end);
            }
            check_links(t, document, number, line, end);
        }
        line = end + (*end == '\n');
    }
    free(text);
}

int main(int argc, char **argv)
{
    tree *t = calloc(1, sizeof *t);
    int names = 0, links = 0, files = 0;
    for (int i = 1; i < argc; i++) {
        names = strcmp(argv[i], "--names") == 0 ? i : names;
        links = strcmp(argv[i], "--links") == 0 ? i : links;
        files = strcmp(argv[i], "--files") == 0 ? i : files;
    }
    if (t == NULL || names != 1 || links < names || files < links || argc - files > FILES_MAX) {
        fprintf(stderr,
                "usage: docnames --names DOCUMENT... --links DOCUMENT... --files FILE...\n");
        return 2;
    }
    for (int i = files + 1; i < argc; i++) {
        t->path[t->n] = argv[i];
        if (ends(argv[i], ".c") || ends(argv[i], ".h")) {
            t->text[t->n] = read_file(argv[i]);
            blank_out(t->text[t->n]);
        }
        t->n++;
    }
    for (int i = names + 1; i < files; i++) {
        if (i != links) {
            check_document(t, argv[i], i < links);
        }
    }
    for (size_t i = 0; i < t->n; i++) {
        free(t->text[i]);
    }
    free(t);
    return n_problems > 0;
}
