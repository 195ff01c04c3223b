/* fuzz_replay.c - replays a corpus and seeded mutations of it; no fuzzer needed.
 *
 *   fuzz_replay FORMAT MUTATIONS SEED FILE...
 *
 * Every file is read as it is, then mutations of the files in turn. What fails is written to
 * fuzz-failure.bin in the current folder; SEED and the number of the mutation give it again.
 */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    size_t cap = 4 << 20;
    s.name = name;
    s.bytes = malloc(cap);
    if (file == NULL || s.bytes == NULL) {
        fprintf(stderr, "%s: cannot be read\n", name);
        exit(2);
    }
    s.size = fread(s.bytes, 1, cap, file);
    (void)fclose(file);
    return s;
}

/* A number that means something to a reader, in 1 to 8 bytes. */
static void put_number(uint8_t *bytes, size_t size, uint64_t *state)
{
    static const uint64_t numbers[] = {
        0,          1,          0x7f,       0x80,       0xff,     0xffff, 0x7fffffff, 0x80000000,
        0xffffffff, 0x10000000, 0xfffffffe, UINT64_MAX, 1u << 20, 24,     64,         INT64_MAX};
    uint64_t value = numbers[below(state, sizeof numbers / sizeof numbers[0])];
    size_t at = below(state, size), n = (size_t)1 << below(state, 4), i;
    value += below(state, 4) == 0 ? next(state) % 16 : 0;
    for (i = 0; i < n && at + i < size; i++) {
        bytes[at + i] = (uint8_t)(value >> (8 * i));
    }
}

/* Changes bytes in place, or the size; room is there for twice the size. */
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
    case 2: /* cut off */
        return at;
    case 3: /* take out */
        memmove(bytes + at, bytes + at + n, size - at - n);
        return size - n;
    case 4: /* put in a piece from elsewhere */
        memmove(bytes + at + n, bytes + at, size - at);
        memmove(bytes + at, bytes + other, n);
        return size + n;
    case 5: /* put a piece over another */
        memmove(bytes + at, bytes + other, n);
        break;
    default:
        put_number(bytes, size, state);
        break;
    }
    return size;
}

static int fail(const char *name, long number, const char *wrong, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen("fuzz-failure.bin", "wb");
    fprintf(stderr, "%s, mutation %ld: %s\n", name, number, wrong);
    if (file != NULL) {
        (void)fwrite(bytes, 1, size, file);
        (void)fclose(file);
    }
    return 1;
}

static int run(const char *format, long mutations, uint64_t seed, const sample *samples, size_t n)
{
    const char *wrong;
    size_t i;
    long m;
    for (i = 0; i < n; i++) {
        wrong = fuzz_one(format, samples[i].bytes, samples[i].size);
        if (wrong != NULL) {
            return fail(samples[i].name, -1, wrong, samples[i].bytes, samples[i].size);
        }
    }
    for (m = 0; m < mutations; m++) {
        const sample *s = &samples[(size_t)m % n];
        uint64_t state = seed * 1000003 + (uint64_t)m;
        size_t size = s->size, times = 1 + below(&state, 4);
        uint8_t *bytes = malloc(size * 2 + 512);
        if (bytes == NULL) {
            return 2;
        }
        memcpy(bytes, s->bytes, size);
        for (; times > 0 && size > 0; times--) {
            size = mutate(bytes, size, &state);
        }
        bytes = realloc(bytes, size + 1); /* so that a sanitizer knows where it ends */
        wrong = bytes == NULL ? "out of memory" : fuzz_one(format, bytes, size);
        if (wrong != NULL) {
            return fail(s->name, m, wrong, bytes, size);
        }
        free(bytes);
    }
    printf("%zu files and %ld mutations\n", n, mutations);
    return 0;
}

int main(int argc, char **argv)
{
    sample *samples;
    int i, result;
    if (argc < 5) {
        fprintf(stderr, "usage: fuzz_replay FORMAT MUTATIONS SEED FILE...\n");
        return 2;
    }
    samples = malloc(sizeof *samples * (size_t)(argc - 4));
    if (samples == NULL) {
        return 2;
    }
    for (i = 4; i < argc; i++) {
        samples[i - 4] = read_sample(argv[i]);
    }
    result = run(argv[1], strtol(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), samples,
                 (size_t)(argc - 4));
    for (i = 4; i < argc; i++) {
        free(samples[i - 4].bytes);
    }
    free(samples);
    return result;
}
