/* document.c - the documents, for tests; see document.h. */
#include "support/document.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

char *read_document(const char *name)
{
    enum { MOST = 1 << 18 };
    FILE *file = fopen(name, "rb");
    char *text = malloc(MOST);
    assert_non_null(file);
    assert_non_null(text);
    size_t n = fread(text, 1, MOST - 1, file);
    assert_true(n < MOST - 1);
    text[n] = '\0';
    (void)fclose(file);
    return text;
}
