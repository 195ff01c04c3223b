/* option.h - options as rows of tables. A command has options of its own and shares sets of options
 * with others; the command line adds those of input, output and diagnostics.
 *
 * Parsing, help, suggestions and docs/reference.md read these rows; there is no other list. */
#ifndef GCV_REPORT_OPTION_H
#define GCV_REPORT_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef enum gcv_option_kind {
    GCV_OPTION_FLAG,
    GCV_OPTION_TEXT,      /* may be given only once */
    GCV_OPTION_FILE,      /* the same; the path of a file … */
    GCV_OPTION_DUMP,      /* … or of a dump */
    GCV_OPTION_TEXT_FILE, /* gcv_text_file; the file is read before a heap is loaded */
    GCV_OPTION_CHOICE,
    GCV_OPTION_NUMBER,
    GCV_OPTION_SNAPSHOT, /* a number from 1, or GCV_SNAPSHOT_… */
    GCV_OPTION_SIZE,
    GCV_OPTION_ID,     /* may be given only once */
    GCV_OPTION_IDS,    /* two ids: `A B` or `A:B` */
    GCV_OPTION_WORDS,  /* gcv_words: may be repeated */
    GCV_OPTION_GLOBS,  /* the same; each is a glob */
    GCV_OPTION_PERCENT /* in thousandths of a percent */
} gcv_option_kind;

/* The struct that holds the value of an option. */
typedef enum gcv_option_home {
    GCV_HOME_COMMAND, /* the command's own options: gcv_report_options.own */
    GCV_HOME_REPORT,  /* gcv_report_options */
    GCV_HOME_LINE     /* gcv_command_line */
} gcv_option_home;

/* A number as a string literal for help texts, so that a default is defined once for code and
 * help. */
#define GCV_TEXT_OF(number) GCV_TEXT_OF_(number)
#define GCV_TEXT_OF_(number) #number

/* Default numbers of rows. */
#define GCV_TOP_OBJECTS 20   /* tables of objects; entries of a list of `object` */
#define GCV_TOP_DRAWN 50     /* nodes of a picture */
#define GCV_TOP_CAUSES 5     /* `diff --cause` */
#define GCV_CHAINS_OF_ONE 1  /* chains of one object */
#define GCV_CHAINS_MERGED 20 /* merged chains */

#define GCV_OWN(type, member) GCV_HOME_COMMAND, offsetof(type, member)
#define GCV_SHARED(member) GCV_HOME_REPORT, offsetof(gcv_report_options, member)

typedef struct gcv_option {
    const char *name; /* without the dashes */
    char letter;      /* '\0': none */
    gcv_option_kind kind;
    gcv_option_home home;
    size_t offset;     /* of the value in the struct */
    const char *value; /* placeholder in the help, or the words of a choice joined by | … */
    const char *(*word)(size_t at); /* … or the word at an index; NULL after the last */
    const char *summary;
} gcv_option;

/* An option without a value, whose place is given by GCV_OWN() or GCV_SHARED(). */
#define GCV_FLAG(name, place, summary)                                                             \
    {                                                                                              \
        name, '\0', GCV_OPTION_FLAG, place, NULL, NULL, summary                                    \
    }

/* Whether a choice yes|no is `yes`, which it is if the option is not given: NULL. */
static inline bool gcv_is_yes(const char *choice)
{
    return choice == NULL || strcmp(choice, "yes") == 0;
}

typedef struct gcv_option_set {
    const gcv_option *rows;
    size_t n;
} gcv_option_set;

#define GCV_OPTION_SET(rows)                                                                       \
    {                                                                                              \
        rows, GCV_LENGTH(rows)                                                                     \
    }

/* Sets of options that several commands take, in the order of the help; their values are in
 * gcv_report_options. */
typedef enum gcv_shared_set {
    GCV_SET_OBJECT = 1 << 0,      /* --object */
    GCV_SET_GROUP = 1 << 1,       /* --retained, --unreachable, --by */
    GCV_SET_CHAIN_LIMIT = 1 << 2, /* --limit */
    GCV_SET_TOP = 1 << 3,         /* --top */
    GCV_SET_ORDER = 1 << 4,       /* --sort, --reverse */
    GCV_SET_TYPE = 1 << 5,        /* --type, --exclude, --ignore-case */
    GCV_SET_GENERATION = 1 << 6,  /* --generation */
    GCV_SET_MIN = 1 << 7,         /* --min */
    GCV_SET_PART = 1 << 8,        /* --unreachable */
    GCV_SET_ROOT = 1 << 9,        /* --include-weak */
    GCV_SET_CAPTURE = 1 << 10,    /* --include-capture */
    GCV_SET_MATCH = 1 << 11,      /* --require-match */
    GCV_SET_SHARE = 1 << 12,      /* --share */
    GCV_SET_TOTAL = 1 << 13,      /* --total */
    GCV_SET_REDACT = 1 << 14,     /* --redact, --redact-map */
    GCV_SET_FIELD = 1 << 15       /* --fields */
} gcv_shared_set;

/* Returns option number `*at` of some of these sets; NULL: they have fewer, and `*at` is less by
 * their number. */
const gcv_option *gcv_shared_option(unsigned sets, size_t *at);

/* The option of GCV_SET_MATCH, for a command whose help has it at another place. */
#define GCV_REQUIRE_MATCH                                                                          \
    GCV_FLAG("require-match", GCV_SHARED(rules.require_match),                                     \
             "a rule that matches no type fails; --strict implies it")

#endif
