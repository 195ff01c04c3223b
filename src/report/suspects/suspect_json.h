/* suspect_json.h - what json has for a suspect besides the columns: fields instead of prose. */
#ifndef GCV_REPORT_SUSPECTS_SUSPECT_JSON_H
#define GCV_REPORT_SUSPECTS_SUSPECT_JSON_H

#include "figures/suspect_list.h"
#include "report/report.h"

/* Adds details to the row at a rank, which has to be the last row written. `chains` NULL: they are
 * not asked for. `text` is a buffer for the call. */
void gcv_suspect_json(gcv_writer *writer, const gcv_suspect_list *list, size_t rank,
                      const gcv_suspect_chains *chains, gcv_buffer *text);

#endif
