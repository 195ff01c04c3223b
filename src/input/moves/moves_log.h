/* moves_log.h - the reader of moves logs: docs/formats/moves-log.md. */
#ifndef GCV_INPUT_MOVES_MOVES_LOG_H
#define GCV_INPUT_MOVES_MOVES_LOG_H

#include "input/source.h"

/* gcv_moves_load() for any source. Closes the source in every case. */
GCV_CHECKED gcv_status gcv_moves_load_source(gcv_context *ctx, gcv_source *source, bool strict,
                                             gcv_moves **out, gcv_error *err);

#endif
