/* page_files.h - style and script of the page: the bytes of page.css and page.js, turned into C by
 * embed.cmake. */
#ifndef GCV_REPORT_PAGE_PAGE_FILES_H
#define GCV_REPORT_PAGE_PAGE_FILES_H

#include <stddef.h>

typedef struct gcv_page_file {
    const unsigned char *bytes;
    size_t size;
    unsigned char digest[32]; /* SHA-256 */
} gcv_page_file;

extern const gcv_page_file gcv_page_css, gcv_page_js;

#endif
