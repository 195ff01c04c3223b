/* gcvwriter.c - measures how fast each format is written when the cells are ready.
 *
 *   gcvwriter [ROUNDS [FORMAT...]]
 *
 * Writes rows like those of `retained` to /dev/null, repeatedly. There are enough different rows
 * that the branch predictor cannot learn them. Prints a line for each format: its name, MB of
 * output a second and nanoseconds a row, in CPU time, the median of the rounds.
 */
#include "output/writer.h"
#include "support/tried.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 4, ROWS = 4096, TIMES = 250, NAMES = 64, NAME_SIZE = 80, MOST_ROUNDS = 50 };

static const gcv_table_column columns[COLUMNS] = {{"retained", GCV_SHAPE_NUMBER},
                                                  {"bytes", GCV_SHAPE_NUMBER},
                                                  {"object", GCV_SHAPE_NUMBER},
                                                  {"type", GCV_SHAPE_TYPE}};
static const char *const all_formats[] = {"tsv", "csv", "json", "text", "md"};

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a random number of any length, short ones more often. */
static uint64_t number(uint64_t *state) { return (next(state) >> 40) >> next(state) % 22; }

static void make_rows(char (*names)[NAME_SIZE], gcv_cell (*rows)[COLUMNS])
{
    static const char *const endings[] = {"", "[]", "<System.String>", "Collection", ".Entry"};
    uint64_t state = 1;
    size_t i;
    for (i = 0; i < NAMES; i++) {
        (void)snprintf(names[i], NAME_SIZE, "Acme.Shop.Models%.*s.Thing%u%s", (int)(i % 9),
                       ".Archived", (unsigned)i, endings[next(&state) % 5]);
    }
    for (i = 0; i < ROWS; i++) {
        rows[i][0] = gcv_cell_bytes(number(&state) * 8);
        rows[i][1] = gcv_cell_bytes(24 + number(&state) % 4096);
        rows[i][2] = gcv_cell_id(UINT64_C(0x7f1200000000) + number(&state) * 40);
        rows[i][3] = gcv_cell_str(names[next(&state) % NAMES]);
    }
}

static void write_rows(gcv_context *ctx, FILE *file, const char *format, gcv_cell (*rows)[COLUMNS],
                       size_t times)
{
    gcv_table_head head = {"retained", 1, NULL, 0, "complete", {0, 0, 0}};
    gcv_writer *writer;
    size_t i, k;
    writer = gcv_writer_open(ctx, file, "a file", format, false);
    gcv_writer_begin(writer, &head, columns, COLUMNS);
    for (k = 0; k < times; k++) {
        for (i = 0; i < ROWS; i++) {
            gcv_writer_row(writer, rows[i]);
        }
    }
    gcv_writer_end(writer);
    gcv_writer_close(writer);
}

/* Writes the rows `times` times, and closes the file. Returns the position of its end. */
static long write_file(gcv_context *ctx, FILE *file, const char *format, gcv_cell (*rows)[COLUMNS],
                       size_t times)
{
    gcv_error err;
    long end;
    if (file == NULL) {
        perror("gcvwriter");
        exit(1);
    }
    if (tried(ctx, &err, write_rows(ctx, file, format, rows, times)) != GCV_OK) {
        fprintf(stderr, "gcvwriter: %s\n", err.message);
        exit(1);
    }
    end = ftell(file);
    fclose(file);
    return end;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
    static char names[NAMES][NAME_SIZE];
    static gcv_cell rows[ROWS][COLUMNS];
    double seconds[MOST_ROUNDS];
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 5, round;
    const char *const *formats = argc > 2 ? (const char *const *)argv + 2 : all_formats;
    int n = argc > 2 ? argc - 2 : (int)(sizeof all_formats / sizeof all_formats[0]), i;
    gcv_context *ctx = gcv_context_new(0);
    if (ctx == NULL || rounds < 1 || rounds > MOST_ROUNDS) {
        fputs("usage: gcvwriter [ROUNDS [FORMAT...]]\n", stderr);
        return 2;
    }
    make_rows(names, rows);
    for (i = 0; i < n; i++) {
        double bytes = (double)write_file(ctx, tmpfile(), formats[i], rows, 1) * TIMES, middle;
        for (round = 0; round < rounds; round++) {
            clock_t began = clock();
            (void)write_file(ctx, fopen("/dev/null", "wb"), formats[i], rows, TIMES);
            seconds[round] = (double)(clock() - began) / CLOCKS_PER_SEC;
        }
        qsort(seconds, rounds, sizeof *seconds, compare);
        middle = seconds[rounds / 2];
        printf("%s\t%.0f\t%.1f\n", formats[i], bytes / 1e6 / middle,
               middle * 1e9 / ((double)ROWS * TIMES));
    }
    gcv_context_free(ctx);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
