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
    gcv_memory_counts least, most; /* they differ in what is dangling */
    uint64_t root;                 /* id of an object that a root holds */
} dump;

/* Takes the generator and a folder for heaps from the command line; false if they are not there. */
bool dump_arguments(int argc, char **argv);
/* Names of files there that are removed at the end: for the dump that dump_keep_other() puts aside,
 * and for a moves log. */
const char *dump_other(void);
const char *dump_moves(void);

/* No dump yet, but the name of its file, which all have in common. */
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
/* What such a command needs loaded. */
void dump_needs(const dump *d, const char *command, gcv_needs *needs);
/* dump_run() without a limit; it has to end well. */
uint64_t dump_run_freely(whole *w, const dump *d, const char *command);

#endif
