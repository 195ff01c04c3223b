/* floor.c - the speed floor: reads a file in blocks, finds every line end, and does nothing else.
 *
 * No program that reads a dump line by line can be faster. Measurements are given as multiples of
 * the floor's time, which makes them comparable between machines.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

enum { BLOCK = 256 * 1024, EXIT_USAGE = 2 };

static uint64_t lines_in(const char *at, size_t length)
{
    const char *end = at + length;
    uint64_t lines = 0;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        lines++;
        at++;
    }
    return lines;
}

static bool measure(FILE *file, uint64_t *lines, uint64_t *bytes)
{
    static char block[BLOCK];
    size_t length;

    while ((length = fread(block, 1, sizeof block, file)) > 0) {
        *lines += lines_in(block, length);
        *bytes += length;
    }
    return !ferror(file);
}

int main(int argc, char **argv)
{
    clock_t start = clock();
    bool standard = argc < 2 || strcmp(argv[1], "-") == 0;
    FILE *file = stdin;
    uint64_t lines = 0;
    uint64_t bytes = 0;

    if (argc > 2) {
        fputs("usage: floor [FILE]\n", stderr);
        return EXIT_USAGE;
    }
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
#endif
    if (!standard && (file = fopen(argv[1], "rb")) == NULL) {
        perror(argv[1]);
        return 1;
    }
    if (!measure(file, &lines, &bytes)) {
        perror(standard ? "standard input" : argv[1]);
        return 1;
    }
    if (!standard) {
        fclose(file);
    }
    printf("%" PRIu64 " lines %" PRIu64 " bytes\n", lines, bytes);
    fprintf(stderr, "%.6f seconds\n", (double)(clock() - start) / CLOCKS_PER_SEC);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
