/* document.h - the documents, for tests that compare them with the source. */
#ifndef GCV_TESTS_DOCUMENT_H
#define GCV_TESTS_DOCUMENT_H

/* Returns the text of a file of the source tree; the caller frees it. The tests run in the source
 * root. */
char *read_document(const char *name);

#endif
