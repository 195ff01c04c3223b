/* samples.h - a sample of each format. The tests that must hold for any format go through this
 * list: whole_cut, whole_agree, whole_alloc, whole_status. */
#ifndef GCV_TESTS_SAMPLES_H
#define GCV_TESTS_SAMPLES_H

#include <stddef.h>

typedef struct format_sample {
    const char *format; /* as `summary` names it; a folder of this name is in tests/fuzz/corpus */
    const char *path;
    /* With any number of bytes from `first` to below `complete`, the dump shows that it is cut off.
     * In a format without an end record, whole lines before the last do not show it. */
    size_t first, complete;
} format_sample;

extern const format_sample format_samples[];
size_t n_format_samples(void);

#endif
