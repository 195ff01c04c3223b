/* shared_options.c - options that several commands take. */
#include "report/option.h"

#include "analysis/groups.h"
#include "heap/vocabulary.h"
#include "report/report.h"

static const gcv_option top_rows[] = {
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL, "only the first N rows; 0 is all"},
};

static const gcv_option order_rows[] = {
    {"sort", '\0', GCV_OPTION_TEXT, GCV_SHARED(sort), "KEY", NULL,
     "sort by this column; numbers highest first, names and ids lowest first"},
    {"reverse", '\0', GCV_OPTION_FLAG, GCV_SHARED(reverse), NULL, NULL,
     "reverse the order of the sort column"},
};

static const gcv_option type_rows[] = {
    {"type", '\0', GCV_OPTION_GLOBS, GCV_SHARED(select.types), "GLOB", NULL,
     "only types that match: * any text, ? one character, {a,b} a or b; may be repeated"},
    {"exclude", '\0', GCV_OPTION_GLOBS, GCV_SHARED(select.excludes), "GLOB", NULL,
     "leave out types that match; may be repeated"},
    {"ignore-case", '\0', GCV_OPTION_FLAG, GCV_SHARED(select.ignore_case), NULL, NULL,
     "A-Z and a-z match each other in every GLOB"},
};

static const gcv_option generation_rows[] = {
    {"generation", '\0', GCV_OPTION_CHOICE, GCV_SHARED(select.generation), NULL,
     gcv_generation_word_at, "only objects of this generation, where the file knows it"},
};

static const gcv_option min_rows[] = {
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only rows of at least BYTES (4k, 1MiB): retained bytes where shown, else bytes"},
};

static const gcv_option match_rows[] = {
    {"require-match", '\0', GCV_OPTION_FLAG, GCV_SHARED(rules.require_match), NULL, NULL,
     "a rule that matches no type fails; --strict implies it"},
};

static const gcv_option root_rows[] = {
    {"include-weak", '\0', GCV_OPTION_FLAG, GCV_SHARED(include_weak), NULL, NULL,
     "treat weak roots as strong ones"},
};

static const gcv_option capture_rows[] = {
    {"include-capture", '\0', GCV_OPTION_FLAG, GCV_SHARED(include_capture), NULL, NULL,
     "do not leave out what taking the dump made"},
};

static const gcv_option part_rows[] = {
    {"unreachable", '\0', GCV_OPTION_FLAG, GCV_SHARED(groups.unreachable), NULL, NULL,
     "what no strong root reaches instead, below the objects that head it"},
};

static const gcv_option group_rows[] = {
    {"retained", '\0', GCV_OPTION_FLAG, GCV_SHARED(groups.retained), NULL, NULL,
     "add the bytes that would be freed if all objects of the row were gone"},
    {"unreachable", '\0', GCV_OPTION_FLAG, GCV_SHARED(groups.unreachable), NULL, NULL,
     "count only objects that no strong root reaches"},
    {"by", '\0', GCV_OPTION_CHOICE, GCV_SHARED(groups.by), NULL, gcv_group_by_word,
     "what a row stands for (type)"},
};

static const gcv_option share_rows[] = {
    {"share", '\0', GCV_OPTION_FLAG, GCV_SHARED(share), NULL, NULL,
     "add what part of the whole that is, in whole percent"},
};

static const gcv_option total_rows[] = {
    {"total", '\0', GCV_OPTION_FLAG, GCV_SHARED(total), NULL, NULL,
     "add a last row <total> for all rows, those that --top leaves out included"},
};

static const gcv_option object_rows[] = {
    {"object", '\0', GCV_OPTION_ID, GCV_SHARED(object), "ID", NULL,
     "the object of this id, as reports write it; of V8 also as @123"},
};

static const gcv_option field_rows[] = {
    {"fields", '\0', GCV_OPTION_FLAG, GCV_SHARED(fields), NULL, NULL,
     "add by which property, element or variable one object holds the next (V8, Java)"},
};

static const gcv_option name_rows[] = {
    {"names", '\0', GCV_OPTION_CHOICE, GCV_SHARED(names), "yes|no", NULL,
     "no: load and show no names of properties, variables and fields (V8, Java; yes)"},
};

static const gcv_option chain_limit_rows[] = {
    {"limit", '\0', GCV_OPTION_NUMBER, GCV_SHARED(limit), "N", NULL,
     "at most N chains; 0 is all (" GCV_TEXT_OF(GCV_CHAINS_OF_ONE) " for one object, " GCV_TEXT_OF(
         GCV_CHAINS_MERGED) " merged ones)"},
};

static const gcv_option redact_rows[] = {
    {"redact", '\0', GCV_OPTION_FLAG, GCV_SHARED(redact.names), NULL, NULL,
     "pseudonyms for all names that are not the platform's, and no paths, process or time"},
    {"redact-map", '\0', GCV_OPTION_FILE, GCV_SHARED(redact.map), "FILE", NULL,
     "the same; FILE keeps what the names were, and makes those of the next dump agree"},
};

const gcv_option_set gcv_top_options = GCV_OPTION_SET(top_rows);
const gcv_option_set gcv_order_options = GCV_OPTION_SET(order_rows);
const gcv_option_set gcv_type_options = GCV_OPTION_SET(type_rows);
const gcv_option_set gcv_generation_options = GCV_OPTION_SET(generation_rows);
const gcv_option_set gcv_min_options = GCV_OPTION_SET(min_rows);
const gcv_option_set gcv_match_options = GCV_OPTION_SET(match_rows);
const gcv_option_set gcv_root_options = GCV_OPTION_SET(root_rows);
const gcv_option_set gcv_capture_options = GCV_OPTION_SET(capture_rows);
const gcv_option_set gcv_part_options = GCV_OPTION_SET(part_rows);
const gcv_option_set gcv_group_options = GCV_OPTION_SET(group_rows);
const gcv_option_set gcv_share_options = GCV_OPTION_SET(share_rows);
const gcv_option_set gcv_total_options = GCV_OPTION_SET(total_rows);
const gcv_option_set gcv_object_options = GCV_OPTION_SET(object_rows);
const gcv_option_set gcv_chain_limit_options = GCV_OPTION_SET(chain_limit_rows);
const gcv_option_set gcv_field_options = GCV_OPTION_SET(field_rows);
const gcv_option_set gcv_name_options = GCV_OPTION_SET(name_rows);
const gcv_option_set gcv_redact_options = GCV_OPTION_SET(redact_rows);
