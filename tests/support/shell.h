/* shell.h - runs lines of the system's shell. */
#ifndef GCV_TESTS_SHELL_H
#define GCV_TESTS_SHELL_H

/* What system() returns for `line`, whose words may stand in double quotes, the first one, too. */
int shell_run(const char *line);

#endif
