/* shell.h - runs command lines in the system's shell. */
#ifndef GCV_TESTS_SHELL_H
#define GCV_TESTS_SHELL_H

/* Returns the result of system() for `line`. Its words, including the first one, may be in double
 * quotes. */
int shell_run(const char *line);

#endif
