/* nettrace_sample.h - a small heap dump as a trace, in any container, whole or with missing events;
 * and the same heap as an RPM log, written by hand.
 */
#ifndef GCV_TESTS_NETTRACE_SAMPLE_H
#define GCV_TESTS_NETTRACE_SAMPLE_H

#include "support/nettrace_writer.h"

/* Metadata ids of the sample. */
enum {
    ID_START = 1,
    ID_END,
    ID_TYPES,
    ID_ROOTS,
    ID_DEPENDENTS,
    ID_NODES,
    ID_EDGES,
    ID_RANGE,
    ID_CCW,
    ID_RCW,
    ID_STATICS,
    ID_MODULE,
    ID_PROCESS,
    ID_NOISE,
    ID_MONO_START,
    ID_MONO_END,
    ID_MONO_OBJECT,
    ID_MONO_CLASS,
    ID_MONO_ROOTS,
    ID_MONO_RANGE,
    ID_AWARE_START,
    ID_AWARE_END,
    ID_SURVIVING,
    ID_MOVED
};

/* Events that are left out of a sample, as if they were lost; 0: none. */
typedef enum sample_loss {
    LOSE_NOTHING,
    LOSE_NODES_0,
    LOSE_NODES_1,
    LOSE_EDGES_0,
    LOSE_EDGES_1,
    LOSE_ROOTS,
    LOSE_START,
    LOSE_END,
    LOSE_TYPES,
    LOSE_NOISE,
    LOSE_KINDS
} sample_loss;

/* Begins a trace with all definitions. */
void sample_begin(trace_writer *w, trace_variety variety, unsigned pointer_size);
void sample_start(trace_writer *w, uint64_t time, uint32_t count);
void sample_end(trace_writer *w, uint64_t time, uint32_t count);
void sample_type(trace_writer *w, uint64_t time, uint64_t id, uint64_t module, uint32_t flags,
                 const char *name, uint64_t parameter);

/* Events of one record kind: open one with an index, fill it, send it. */
extern trace_bytes sample_event;
void sample_open(uint32_t index, uint32_t count);
void sample_node(unsigned pointer_size, uint64_t address, uint64_t size, uint64_t type,
                 uint64_t edges);
/* An event with one object of 24 bytes, at an address. */
void sample_lone_node(trace_writer *w, uint64_t time, uint64_t address);
void sample_edge(unsigned pointer_size, uint64_t target);
void sample_send(trace_writer *w, uint32_t id, unsigned thread, uint64_t time);

/* A collection: `depth` is the generation; `type` 1 is a background collection. */
void sample_start_of(trace_writer *w, uint64_t time, uint32_t count, uint32_t depth, uint32_t type);
void sample_end_of(trace_writer *w, uint64_t time, uint32_t count, uint32_t depth);
/* The memory range of a generation. */
void sample_range(trace_writer *w, uint64_t time, unsigned generation, uint64_t start,
                  uint64_t size);
/* A record of ID_MOVED; of ID_SURVIVING. */
void sample_moved(unsigned pointer_size, uint64_t old, uint64_t fresh, uint64_t length);
void sample_survivor(unsigned pointer_size, uint64_t start, uint64_t length);

/* Writes the whole collection `count` at `time`, and types once per trace. The objects are those of
 * sample_log. */
void sample_dump(trace_writer *w, uint64_t time, uint32_t count, sample_loss loss);
void sample_types(trace_writer *w, uint64_t time);
void sample_modules(trace_writer *w, uint64_t time);
/* A trace with one dump. */
void sample_trace(trace_writer *w, trace_variety variety, unsigned pointer_size, sample_loss loss);

extern const char sample_log[];

#endif
