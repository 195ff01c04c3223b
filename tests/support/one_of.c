/* one_of.c - the program of all tests of a folder: runs the one that its first argument names.
 *
 * MAINS has a line MAIN(NAME) for each test; tests/CMakeLists.txt writes it. MAIN_PARAMETERS are
 * those of main() in each test, and MAIN_ARGUMENTS what it gets for them. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define MAIN(name) int main_of_##name(MAIN_PARAMETERS);
#include MAINS
#undef MAIN

static const struct {
    const char *name;
    int (*run)(MAIN_PARAMETERS);
} tests[] = {
#define MAIN(name) {#name, main_of_##name},
#include MAINS
};

int main(int argc, char **argv)
{
    size_t i;
    for (i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (argc >= 2 && strcmp(argv[1], tests[i].name) == 0) {
            return tests[i].run(MAIN_ARGUMENTS);
        }
    }
    fprintf(stderr, "usage: %s TEST [ARGUMENT...], one of:\n", argv[0]);
    for (i = 0; i < sizeof tests / sizeof *tests; i++) {
        fprintf(stderr, "%s\n", tests[i].name);
    }
    return 2;
}
