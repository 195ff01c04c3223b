/* profile.h - what keeps the bytes, in the formats of profilers. Each format is a file of its own
 * and a row in profile.c.
 *
 * circle: the formats share this header with the command, which calls them. */
#ifndef GCV_REPORT_PROFILE_PROFILE_H
#define GCV_REPORT_PROFILE_PROFILE_H

#include "analysis/chains/type_stacks.h"
#include "report/report.h"

typedef struct gcv_profile {
    gcv_report *report;
    gcv_writer *out;
    gcv_type_stacks stacks; /* sorted */
    bool differs;           /* the profile is a difference from report->in.baseline */
} gcv_profile;

typedef struct gcv_profile_format {
    const char *name;
    bool can_differ; /* can represent a difference */
    char separator;  /* between frames; in a frame's name it is replaced by a colon; '\0': none */
    uint64_t most_bytes; /* maximum total that readers accept */
    size_t longest_name; /* maximum size of a frame's name, in bytes */
    bool is_binary;
    /* Writes the profile. Errors of the output are kept by the writer. */
    void (*write)(gcv_profile *profile);
} gcv_profile_format;

extern const gcv_profile_format gcv_profile_folded, gcv_profile_ncdu, gcv_profile_pprof,
    gcv_profile_speedscope;

#endif
