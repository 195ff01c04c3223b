/* samples.c - a sample of each format; see samples.h. */
#include "whole/samples.h"

const format_sample format_samples[] = {
    {"rpm", "samples/published-example.log", 0, 317},
    {"gcdump", "samples/varied.gcdump", 0, 8824},
    {"nettrace", "samples/two-snapshots.nettrace", 0, 5306},
    {"heapsnapshot", "tests/fuzz/corpus/heapsnapshot/tiny-five-fields.heapsnapshot", 0, 2524},
    {"ruby", "tests/fuzz/corpus/ruby/tiny.json", 2144, 2248},
    {"hprof", "tests/fuzz/corpus/hprof/tiny.hprof", 0, 1355},
};

size_t n_format_samples(void) { return sizeof format_samples / sizeof format_samples[0]; }
