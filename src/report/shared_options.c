/* shared_options.c - options that several commands take. */
#include "report/option.h"

#include "analysis/groups.h"
#include "heap/vocabulary.h"
#include "report/report.h"

/* In the order of the help. */
static const struct {
    gcv_shared_set set;
    gcv_option option;
} shared[] = {
    {GCV_SET_OBJECT,
     {"object", '\0', GCV_OPTION_ID, GCV_SHARED(object), "ID", NULL,
      "the object of this id, as reports write it; of V8 also as @123"}},
    {GCV_SET_GROUP,
     GCV_FLAG("retained", GCV_SHARED(groups.retained),
              "add the bytes that would be freed if all objects of the row were gone")},
    {GCV_SET_GROUP, GCV_FLAG("unreachable", GCV_SHARED(groups.unreachable),
                             "count only objects that no strong root reaches")},
    {GCV_SET_GROUP,
     {"by", '\0', GCV_OPTION_CHOICE, GCV_SHARED(groups.by), NULL, gcv_group_by_word,
      "what a row stands for (type)"}},
    {GCV_SET_CHAIN_LIMIT,
     {"limit", '\0', GCV_OPTION_NUMBER, GCV_SHARED(limit), "N", NULL,
      "at most N chains; 0 is all (" GCV_TEXT_OF(GCV_CHAINS_OF_ONE) " for one object, " GCV_TEXT_OF(
          GCV_CHAINS_MERGED) " merged ones)"}},
    {GCV_SET_TOP,
     {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
      "only the first N rows; 0 is all"}},
    {GCV_SET_ORDER,
     {"sort", '\0', GCV_OPTION_TEXT, GCV_SHARED(sort), "KEY", NULL,
      "sort by this column; numbers highest first, names and ids lowest first"}},
    {GCV_SET_ORDER,
     GCV_FLAG("reverse", GCV_SHARED(reverse), "reverse the order of the sort column")},
    {GCV_SET_TYPE,
     {"type", '\0', GCV_OPTION_GLOBS, GCV_SHARED(select.types), "GLOB", NULL,
      "only types that match: * any text, ? one character, {a,b} a or b; may be repeated"}},
    {GCV_SET_TYPE,
     {"exclude", '\0', GCV_OPTION_GLOBS, GCV_SHARED(select.excludes), "GLOB", NULL,
      "leave out types that match; may be repeated"}},
    {GCV_SET_TYPE, GCV_FLAG("ignore-case", GCV_SHARED(select.ignore_case),
                            "A-Z and a-z match each other in every GLOB")},
    {GCV_SET_GENERATION,
     {"generation", '\0', GCV_OPTION_CHOICE, GCV_SHARED(select.generation), NULL,
      gcv_generation_word_at, "only objects of this generation, where the file knows it"}},
    {GCV_SET_MIN,
     {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
      "only rows of at least BYTES (4k, 1MiB): retained bytes where shown, else bytes"}},
    {GCV_SET_PART, GCV_FLAG("unreachable", GCV_SHARED(groups.unreachable),
                            "what no strong root reaches instead, below the objects that head it")},
    {GCV_SET_ROOT,
     GCV_FLAG("include-weak", GCV_SHARED(include_weak), "treat weak roots as strong ones")},
    {GCV_SET_CAPTURE, GCV_FLAG("include-capture", GCV_SHARED(include_capture),
                               "do not leave out what taking the dump made")},
    {GCV_SET_MATCH, GCV_REQUIRE_MATCH},
    {GCV_SET_SHARE,
     GCV_FLAG("share", GCV_SHARED(share), "add what part of the whole that is, in whole percent")},
    {GCV_SET_TOTAL,
     GCV_FLAG("total", GCV_SHARED(total),
              "add a last row <total> for all rows, those that --top leaves out included")},
    {GCV_SET_REDACT,
     GCV_FLAG(
         "redact", GCV_SHARED(redact.names),
         "pseudonyms for all names that are not the platform's, and no paths, process or time")},
    {GCV_SET_REDACT,
     {"redact-map", '\0', GCV_OPTION_FILE, GCV_SHARED(redact.map), "FILE", NULL,
      "the same; FILE keeps what the names were, and makes those of the next dump agree"}},
    {GCV_SET_FIELD,
     GCV_FLAG("fields", GCV_SHARED(fields),
              "add by which property, element or variable one object holds the next (V8, Java)")},
};

const gcv_option *gcv_shared_option(unsigned sets, size_t *at)
{
    for (size_t i = 0; i < GCV_LENGTH(shared); i++) {
        if ((sets & shared[i].set) != 0 && (*at)-- == 0) {
            return &shared[i].option;
        }
    }
    return NULL;
}
