/* dump.h - heaps of gcvgen in a file, and commands run on them. */
#ifndef GCV_TEST_DUMP_H
#define GCV_TEST_DUMP_H

#include "whole/whole.h"

#include "heap/memory.h"
#include "report/command.h"

typedef struct dump {
    char path[600];
    const char *other;             /* path of another dump; NULL */
    const char *moves;             /* path of a moves log; NULL */
    gcv_memory_counts least, most; /* they differ in dangling references and roots */
    uint64_t root;                 /* id of an object that a root holds */
} dump;

/* Takes the generator and a folder for heaps from the command line; returns false if they are
 * missing. */
bool dump_arguments(int argc, char **argv);
/* Names of files in that folder, removed at the end: for the dump that dump_keep_other() sets
 * aside, and for a moves log. */
const char *dump_other(void);
const char *dump_moves(void);

/* Sets the name of the file, which all dumps share; there is no dump yet. */
void dump_init(dump *d);
/* Renames the file of a dump to dump_other(). */
void dump_keep_other(const dump *d);

void dump_write(dump *d, unsigned objects, const char *options);
/* The same, with counts. */
void dump_read(dump *d, unsigned objects, const char *options);

/* Runs a command on a dump with a memory limit, or 0 for none; returns its peak. ROOT in the
 * command becomes an id, FILE (else at the end) and OTHER dumps, MOVES a moves log, FOLDER that of
 * the command line. */
uint64_t dump_run(whole *w, const dump *d, const char *command, uint64_t limit);
/* Finds what such a command needs loaded. */
void dump_needs(const dump *d, const char *command, gcv_needs *needs);
/* dump_run() without a limit; the command must succeed. */
uint64_t dump_run_freely(whole *w, const dump *d, const char *command);
/* Runs it with limits that are `parts` parts of its peak, and with those next to the peak. A run
 * that fits the limit must be like one without a limit; any other must end with status 5 and
 * without output. */
void dump_check_limits(whole *w, const dump *d, const char *command, unsigned parts);

#endif
