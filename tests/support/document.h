/* document.h - the documents, for tests that hold them to the source. */
#ifndef GCV_TESTS_DOCUMENT_H
#define GCV_TESTS_DOCUMENT_H

/* The text of a file of the source tree, to be freed. The tests run in the source root. */
char *read_document(const char *name);

#endif
