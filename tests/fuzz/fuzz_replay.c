/* fuzz_replay.c - replays a corpus and seeded mutations of it, without a fuzzer.
 *
 *   fuzz_replay TARGET MUTATIONS FIRST-SEED LAST-SEED FILE...
 *
 * First each file is read unchanged; then, for each seed, MUTATIONS mutations of the files in turn.
 * An input that fails is written to fuzz-TARGET-SEED-MUTATION.bin in the current folder; the seed
 * and the number of the mutation reproduce it.
 */
#include "fuzz/fuzz.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t fuzz_steps(void) { return 0; }

const char *fuzz_folder(void) { return "."; }

typedef struct sample {
    const char *name;
    uint8_t *bytes;
    size_t size;
} sample;

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static size_t below(uint64_t *state, size_t n) { return n > 0 ? (size_t)(next(state) % n) : 0; }

static sample read_sample(const char *name)
{
    sample s = {NULL, NULL, 0};
    FILE *file = fopen(name, "rb");
    s.name = name;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        s.size = (size_t)ftell(file);
        s.bytes = malloc(s.size + 1);
        rewind(file);
    }
    if (s.bytes == NULL || fread(s.bytes, 1, s.size, file) != s.size) {
        fprintf(stderr, "%s: cannot be read\n", name);
        exit(2);
    }
    (void)fclose(file);
    return s;
}

/* Writes a number that is a likely limit of a reader, in 1 to 8 bytes. */
static void put_number(uint8_t *bytes, size_t size, uint64_t *state)
{
    static const uint64_t numbers[] = {
        0,          1,          0x7f,       0x80,       0xff,     0xffff, 0x7fffffff, 0x80000000,
        0xffffffff, 0x10000000, 0xfffffffe, UINT64_MAX, 1u << 20, 24,     64,         INT64_MAX};
    uint64_t value = numbers[below(state, sizeof numbers / sizeof numbers[0])];
    size_t at = below(state, size), n = (size_t)1 << below(state, 4);
    value += below(state, 4) == 0 ? next(state) % 16 : 0;
    for (size_t i = 0; i < n && at + i < size; i++) {
        bytes[at + i] = (uint8_t)(value >> (8 * i));
    }
}

/* Mutates the bytes once, and returns the new size. There is room for twice the size. */
static size_t mutate(uint8_t *bytes, size_t size, uint64_t *state)
{
    size_t at = below(state, size), other = below(state, size), n = 1 + below(state, 64);
    n = n < size - at ? n : size - at;
    n = n < size - other ? n : size - other;
    switch (below(state, 8)) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << below(state, 8));
        break;
    case 1:
        bytes[at] = (uint8_t)next(state);
        break;
    case 2: /* cuts off the end */
        return at;
    case 3: /* removes a part */
        memmove(bytes + at, bytes + at + n, size - at - n);
        return size - n;
    case 4: /* inserts a copy of another part */
        memmove(bytes + at + n, bytes + at, size - at);
        memmove(bytes + at, bytes + other, n);
        return size + n;
    case 5: /* overwrites a part with another */
        memmove(bytes + at, bytes + other, n);
        break;
    default:
        put_number(bytes, size, state);
        break;
    }
    return size;
}

typedef struct failure {
    const char *target, *name, *wrong;
    uint64_t seed;
    long number; /* of the mutation; -1: the unchanged file */
} failure;

static void report(const failure *f, const uint8_t *bytes, size_t size)
{
    char name[128];
    FILE *file;
    (void)snprintf(name, sizeof name, "fuzz-%s-%llu-%ld.bin", f->target,
                   (unsigned long long)f->seed, f->number);
    fprintf(stderr, "%s, seed %llu, mutation %ld: %s; see %s\n", f->name,
            (unsigned long long)f->seed, f->number, f->wrong, name);
    file = fopen(name, "wb");
    if (file != NULL) {
        (void)fwrite(bytes, 1, size, file);
        (void)fclose(file);
    }
}

/* Reads one mutation of a sample; returns false if it fails. */
static bool run_mutation(const char *target, const sample *s, uint64_t seed, long number)
{
    uint64_t state = seed * 1000003 + (uint64_t)number;
    size_t size = s->size, times = 1 + below(&state, 4);
    failure f = {target, s->name, NULL, seed, number};
    uint8_t *bytes = malloc(size * 2 + 512);
    if (bytes == NULL) {
        return false;
    }
    memcpy(bytes, s->bytes, size);
    for (; times > 0 && size > 0; times--) {
        size = mutate(bytes, size, &state);
    }
    bytes = realloc(bytes, size + 1); /* shows sanitizers where the input ends */
    f.wrong = bytes == NULL ? "out of memory" : fuzz_one(target, bytes, size);
    if (f.wrong != NULL) {
        report(&f, bytes, bytes != NULL ? size : 0);
    }
    free(bytes);
    return f.wrong == NULL;
}

static bool run_file(const char *target, const sample *s)
{
    failure f = {target, s->name, fuzz_one(target, s->bytes, s->size), 0, -1};
    if (f.wrong != NULL) {
        report(&f, s->bytes, s->size);
    }
    return f.wrong == NULL;
}

int main(int argc, char **argv)
{
    sample *samples;
    size_t n = argc > 5 ? (size_t)argc - 5 : 0;
    bool good = true;
    if (n == 0) {
        fprintf(stderr, "usage: fuzz_replay TARGET MUTATIONS FIRST-SEED LAST-SEED FILE...\n");
        return 2;
    }
    long mutations = strtol(argv[2], NULL, 10);
    uint64_t last = strtoull(argv[4], NULL, 10);
    samples = malloc(sizeof *samples * n);
    if (samples == NULL) {
        return 2;
    }
    for (size_t i = 0; i < n; i++) {
        samples[i] = read_sample(argv[i + 5]);
        good = run_file(argv[1], &samples[i]) && good;
    }
    for (uint64_t seed = strtoull(argv[3], NULL, 10); good && seed <= last; seed++) {
        for (long m = 0; good && m < mutations; m++) {
            good = run_mutation(argv[1], &samples[(size_t)m % n], seed, m);
        }
    }
    printf("%zu files, %ld mutations for each seed to %llu\n", n, mutations,
           (unsigned long long)last);
    for (size_t i = 0; i < n; i++) {
        free(samples[i].bytes);
    }
    free(samples);
    return !good;
}
