/* log_fields.c - fields of line-based formats; see log_fields.h. */
#include "report/convert/log_fields.h"

#include "base/number.h"

void gcv_log_put_hex(gcv_writer *writer, uint64_t value)
{
    char number[GCV_NUMBER_MAX + 1];
    size_t n = gcv_format_hex(number + 1, value);
    number[0] = ' ';
    gcv_writer_put(writer, number, n + 1);
}

/* What stands for a character, which is itself unless it is to be replaced. */
static uint32_t visible(uint32_t code, bool outer)
{
    enum { DEL = 0x7f, PICTURES = 0x2400, PICTURE_OF_DEL = 0x2421 };
    return code < 0x20            ? PICTURES + code
           : code == DEL          ? PICTURE_OF_DEL
           : code == ' '          ? (outer ? GCV_REPLACEMENT : code)
           : gcv_is_control(code) ? GCV_REPLACEMENT
                                  : code;
}

void gcv_log_put_name(gcv_writer *writer, gcv_slice name)
{
    const char *begin = name.data, *end = name.data + name.size;
    char bytes[4];
    gcv_writer_put_str(writer, name.size == 0 ? " \xef\xbf\xbd" : " ");
    while (name.size > 0) {
        const char *at = name.data;
        uint32_t code = gcv_utf8_next(&name), shown;
        if (code == GCV_REPLACEMENT && name.data == at + 1) { /* not UTF-8 */
            code = (unsigned char)*at;
        }
        shown = visible(code, at == begin || name.data == end);
        if (shown == code) {
            gcv_writer_put(writer, at, (size_t)(name.data - at));
        } else {
            gcv_writer_put(writer, bytes, gcv_utf8_put(bytes, shown));
        }
    }
}
