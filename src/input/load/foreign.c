/* foreign.c - files of other programs; see load_heap.h. One table lists files with a magic number,
 * the other one text files, which are recognised by their first words. */
#include "input/load/load_heap.h"

#include <string.h>

#define READ_BY(program)                                                                           \
    "; '" program "' reads it, and 'dotnet-gcdump collect -p PID' writes what gcview reads"
#define CORE READ_BY("dotnet-dump analyze")
#define PROGRAM                                                                                    \
    "a program", ", not a dump of one; 'dotnet-gcdump collect -p PID' dumps one that runs"

/* clang-format off */
/* ---- magic numbers ------------------------------------------------------------------------ */

typedef struct magic {
    size_t at;
    const char *bytes;
    size_t size;
} magic;

#define MAGIC(at, text) {at, text, sizeof(text) - 1}
#define ALWAYS {0, "", 0}

typedef struct binary_row {
    magic magic[2]; /* both must match */
    gcv_foreign foreign;
} binary_row;

/* The first matching row counts, so special cases precede general ones. */
static const binary_row binaries[] = {
    {{MAGIC(0, "\x1f\x8b"), ALWAYS}, {"a gzip file", "", "gunzip -c", NULL}},
    {{MAGIC(0, "\x28\xb5\x2f\xfd"), ALWAYS}, {"a zstd file", "", "zstd -dc", NULL}},
    {{MAGIC(0, "\xfd" "7zXZ\0"), ALWAYS}, {"an xz file", "", "xz -dc", NULL}},
    {{MAGIC(0, "BZh"), MAGIC(4, "1AY&SY")}, {"a bzip2 file", "", "bunzip2 -c", NULL}},
    {{MAGIC(0, "\x04\x22\x4d\x18"), ALWAYS}, {"an lz4 file", "", "lz4 -dc", NULL}},
    {{MAGIC(0, "\x1f\x9d"), ALWAYS}, {"a compress file (.Z)", "", "uncompress -c", NULL}},
    {{MAGIC(0, "PK\x03\x04"), MAGIC(30, "[Content_Types].xml")},
     {"a package such as a .diagsession", "; 'unzip -l' lists what is in it, and gcview reads the "
      ".gcdump", NULL, NULL}},
    {{MAGIC(0, "PK\x03\x04"), ALWAYS}, {"a zip archive", "", "unzip -p", "funzip"}},
    {{MAGIC(0, "7z\xbc\xaf\x27\x1c"), ALWAYS}, {"a 7z archive", "", "7z x -so", ""}},
    {{MAGIC(256, "\0ustar"), ALWAYS}, {"a tar archive", "", "tar -xOf", "tar -xO"}},
    {{MAGIC(0, "\x7f" "ELF"), MAGIC(16, "\x04")}, {"a core dump of a process", CORE, NULL, NULL}},
    {{MAGIC(0, "\xcf\xfa\xed\xfe"), MAGIC(12, "\x04\0\0\0")},
     {"a core dump of a process", CORE, NULL, NULL}},
    {{MAGIC(0, "MDMP"), MAGIC(4, "\x93\xa7")},
     {"a minidump of a Windows process", CORE, NULL, NULL}},
    {{MAGIC(0, "\x7f" "ELF"), ALWAYS}, {PROGRAM, NULL, NULL}},
    {{MAGIC(0, "\xcf\xfa\xed\xfe"), ALWAYS}, {PROGRAM, NULL, NULL}},
    {{MAGIC(0, "MZ"), MAGIC(3, "\0")}, {PROGRAM, NULL, NULL}},
    {{MAGIC(4, "!FastSerialization.1"), MAGIC(39, "Microsoft.Diagnostics.Tracing.Etlx.TraceLog")},
     {"an event trace of PerfView (.etlx)", "; its heap snapshots (.gcdump) are what gcview reads",
      NULL, NULL}},
    {{MAGIC(72, "\x02\0\x02\xc0"), MAGIC(0, "\0")},
     {"an event trace of Windows (.etl)", "; PerfView opens it, and its heap snapshots (.gcdump) are "
      "what gcview reads", NULL, NULL}},
    {{MAGIC(0, "\x01" "ZPM"), ALWAYS},
     {"a log of the profiler of Mono (.mlpd)", READ_BY("mprof-report"), NULL, NULL}},
    {{MAGIC(0, "PERFILE2"), ALWAYS}, {"a recording of perf", "; 'perf report' reads it", NULL, NULL}},
    {{MAGIC(0, "SQLite format 3\0"), ALWAYS},
     {"an SQLite database", ", not a heap dump", NULL, NULL}},
    {{MAGIC(0, "version https://git-lfs"), ALWAYS},
     {"a pointer of Git LFS in place of a file; 'git lfs pull' fetches the file", "", NULL, NULL}},
};
/* clang-format on */

static bool has_magic(gcv_slice head, const magic *m)
{
    return head.size >= m->at && head.size - m->at >= m->size &&
           memcmp(head.data + m->at, m->bytes, m->size) == 0;
}

/* ---- text --------------------------------------------------------------------------------- */

typedef struct text_row {
    const char *first;   /* beginning of the text, in lower case and without blanks */
    const char *word;    /* must occur anywhere in the first bytes */
    gcv_foreign foreign; /* `what` NULL: not foreign, gcview reads the file */
} text_row;

/* clang-format off */
static const text_row texts[] = {
    {"{\"snapshot\":{", "", {NULL, NULL, NULL, NULL}},
    {"{\"type\":\"root\",", "", {NULL, NULL, NULL, NULL}},
    {"{\"address\":\"0x", "", {NULL, NULL, NULL, NULL}},
    {"{\"schema\":\"gcview.", "",
     {"a report of gcview in json", "; what can be read is the dump that it is about", NULL, NULL}},
    {"{", "speedscope.app",
     {"a profile for speedscope", ", which says where time went, not what is on the heap", NULL, NULL}},
    {"{\"", "", {"json", ", not a heap dump that gcview reads", NULL, NULL}},
    {"[{", "", {"json", ", not a heap dump that gcview reads", NULL, NULL}},
    {"<!doctypehtml", "",
     {"a web page; a download may have ended at one that asks to log in", "", NULL, NULL}},
    {"<html", "",
     {"a web page; a download may have ended at one that asks to log in", "", NULL, NULL}},
    {"<?xml", "", {"xml", ", not a heap dump that gcview reads", NULL, NULL}},
};
/* clang-format on */

static bool begins_like(gcv_slice text, const char *first)
{
    for (; text.size > 0 && *first != '\0'; text.data++, text.size--) {
        char c = *text.data;
        if (!gcv_is_blank(c) && c != '\n') {
            if (gcv_folded(c) != *first) {
                return false;
            }
            first++;
        }
    }
    return *first == '\0';
}

/* Tells whether `line` begins like a record of a log. */
static bool is_record(gcv_slice line)
{
    return line.size > 1 && memchr("atorc", line.data[0], 5) != NULL && gcv_is_blank(line.data[1]);
}

/* Tells whether a line of `text` after its first begins like a record of a log. Then the file may
 * be a log whose first line is damaged. */
static bool has_record(gcv_slice text)
{
    for (size_t i = 1; i < text.size; i++) {
        if (text.data[i - 1] == '\n' && is_record(gcv_slice_from(text, i))) {
            return true;
        }
    }
    return false;
}

const gcv_foreign *gcv_foreign_of(gcv_slice head)
{
    for (size_t i = 0; i < GCV_LENGTH(binaries); i++) {
        if (has_magic(head, &binaries[i].magic[0]) && has_magic(head, &binaries[i].magic[1])) {
            return &binaries[i].foreign;
        }
    }
    if (gcv_slice_begins(head, "\xef\xbb\xbf")) {
        head = gcv_slice_from(head, 3);
    }
    for (size_t i = 0; i < GCV_LENGTH(texts); i++) {
        if (begins_like(head, texts[i].first) &&
            gcv_text_find(head, gcv_slice_str(texts[i].word), false) != SIZE_MAX) {
            return has_record(head) || texts[i].foreign.what == NULL ? NULL : &texts[i].foreign;
        }
    }
    return NULL;
}

void gcv_foreign_fail(gcv_context *ctx, const gcv_foreign *foreign, const char *name,
                      const char *wanted)
{
    if (wanted == NULL) {
        gcv_fail_line(ctx, GCV_ERR_INPUT, name, 0, "this is %s%s", foreign->what, foreign->no_dump);
    } else {
        gcv_fail_line(ctx, GCV_ERR_INPUT, name, 0, "not a %s: this is %s", wanted, foreign->what);
    }
}

const gcv_format *gcv_dump_format_of(gcv_slice head)
{
    const gcv_format *format = head.size > 0 ? gcv_format_of(head) : NULL;
    return format != NULL && format->any_text && !is_record(head) ? NULL : format;
}
