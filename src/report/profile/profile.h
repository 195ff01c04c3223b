/* profile.h - what keeps the bytes, in the formats of profilers: a format is a file of its own and
 * a row in profile.c.
 *
 * circle: the formats share this header with the command, which calls them. */
#ifndef GCV_REPORT_PROFILE_PROFILE_H
#define GCV_REPORT_PROFILE_PROFILE_H

#include "analysis/chains/type_stacks.h"
#include "report/report.h"

typedef struct gcv_profile {
    gcv_report *report;
    gcv_writer *out;
    gcv_type_stacks stacks; /* in order */
    bool differs;           /* from report->baseline */
} gcv_profile;

typedef struct gcv_profile_format {
    const char *name;
    bool can_differ;     /* has a place for a difference */
    char separator;      /* of frames: what stands in names instead is a colon; '\0': none */
    uint64_t most_bytes; /* of all objects, that its readers can take */
    size_t longest_name; /* of a frame, in bytes */
    bool is_binary;
    /* What fails of the writing itself is kept by the writer. */
    gcv_status (*write)(gcv_profile *profile, gcv_error *err);
} gcv_profile_format;

/* What a viewer calls the profile: the name of the file, without the folders it is in. */
gcv_slice gcv_profile_title(const gcv_profile *profile);

extern const gcv_profile_format gcv_profile_folded, gcv_profile_ncdu, gcv_profile_pprof,
    gcv_profile_speedscope;

#endif
