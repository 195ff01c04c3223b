/* formats.c - the list of input formats. A new format needs a folder of its own, a declaration in
 * input/format.h, and a row here. */
#include "input/load/load_heap.h"

#include <string.h>

/* In the order in which `help` lists them. */
static const gcv_format *const formats[] = {
    &gcv_gcdump_format, &gcv_heapsnapshot_format, &gcv_ruby_format,
    &gcv_hprof_format,  &gcv_rpm_format,          &gcv_nettrace_format,
};

size_t gcv_n_formats(void) { return GCV_LENGTH(formats); }

const gcv_format *gcv_format_at(size_t at) { return formats[at]; }

const gcv_format *gcv_format_named(const char *name)
{
    for (size_t i = 0; i < gcv_n_formats(); i++) {
        if (strcmp(formats[i]->name, name) == 0) {
            return formats[i];
        }
    }
    return NULL;
}

const gcv_format *gcv_format_of(gcv_slice head)
{
    const gcv_format *found = NULL;
    for (size_t i = 0; i < gcv_n_formats(); i++) {
        if ((found == NULL || found->any_text) && formats[i]->recognise(head)) {
            found = formats[i];
        }
    }
    return found;
}
