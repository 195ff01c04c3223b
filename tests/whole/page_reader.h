/* page_reader.h - a small reader of the HTML that `report` writes: strict where a browser forgives.
 *
 * Elements must be closed in order, except those that HTML ends by itself; attributes must be in
 * double quotes; nothing may style, run or load anything: no style=, no on…=, no src, and only
 * links within the page. */
#ifndef GCV_TESTS_WHOLE_PAGE_READER_H
#define GCV_TESTS_WHOLE_PAGE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGE_DEPTH_MAX = 300, PAGE_TEXT_MAX = 8192 };

/* The result of page_next(). */
typedef enum page_token { PAGE_END, PAGE_OPEN, PAGE_CLOSE, PAGE_TEXT } page_token;

typedef struct page_reader {
    const char *at;
    char open[PAGE_DEPTH_MAX][16]; /* names of open elements */
    size_t depth;                  /* includes an element that was just opened */
    char name[16];                 /* the name of the element that was opened or closed */
    char id[64], kind[64];         /* its attributes id and class */
    char text[PAGE_TEXT_MAX];      /* with entities decoded; cut if longer */
    bool closing;                  /* `<rect/>`: its end is still to be reported */
} page_reader;

void page_start(page_reader *reader, const char *html);
/* Fails the test at anything that is malformed or not allowed. */
page_token page_next(page_reader *reader);
/* Whether an element is open. */
bool page_is_in(const page_reader *reader, const char *name);
/* The number of which a text has the digits: `+1,096 bytes`. */
uint64_t page_digits(const char *text);

#endif
