/* log_fields.c - fields of line-based formats; see log_fields.h. */
#include "report/convert/log_fields.h"

#include "base/number.h"

#include <string.h>

void gcv_log_put_str(gcv_writer *writer, const char *text)
{
    gcv_writer_put(writer, text, strlen(text));
}

void gcv_log_put_hex(gcv_writer *writer, uint64_t value)
{
    char number[GCV_NUMBER_MAX + 1];
    size_t n = gcv_format_hex(number + 1, value);
    number[0] = ' ';
    gcv_writer_put(writer, number, n + 1);
}
