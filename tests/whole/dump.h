/* dump.h - heaps of gcvgen in a file, and commands run on them. */
#ifndef GCV_TEST_DUMP_H
#define GCV_TEST_DUMP_H

#include "whole/whole.h"

#include "heap/memory.h"
#include "report/command.h"

typedef struct dump {
    char path[512];
    const char *other;             /* path of another dump; NULL */
    const char *moves;             /* path of a moves log; NULL */
    gcv_memory_counts least, most; /* they differ in what is dangling */
    uint64_t root;                 /* id of an object that a root holds */
} dump;

/* Takes the generator and a folder for heaps from the command line; false if they are not there. */
bool dump_arguments(int argc, char **argv);
/* Of memory.log, in that folder. */
const char *dump_folder(void);

void dump_write(dump *d, unsigned objects, const char *options);
/* The same, with counts. */
void dump_read(dump *d, unsigned objects, const char *options);

/* Runs a command on a dump with a memory limit, or 0 for none; returns its peak. ROOT in the
 * command becomes an id, FILE (else at the end) and OTHER dumps, MOVES
 * a moves log. */
uint64_t dump_run(whole *w, const dump *d, const char *command, uint64_t limit);
/* What such a command needs loaded. */
void dump_needs(const dump *d, const char *command, gcv_needs *needs);
/* dump_run() without a limit; it has to end well. */
uint64_t dump_run_freely(whole *w, const dump *d, const char *command);

#endif
