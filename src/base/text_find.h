/* text_find.h - substring search. */
#ifndef GCV_BASE_TEXT_FIND_H
#define GCV_BASE_TEXT_FIND_H

#include "base/text.h"

/* Returns where `part` first occurs in `text`, or SIZE_MAX. Letters A-Z match a-z if `ignore_case`.
 * O(part + text) in every case; no memory. */
size_t gcv_text_find(gcv_slice text, gcv_slice part, bool ignore_case);

#endif
