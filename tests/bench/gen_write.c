/* gen_write.c - writes the records of a log; see gen.h. */
#include "gen.h"

#include <stddef.h>
#include <stdlib.h>

/* A log may name a type after the objects that use it. At most LATE_TYPES types wait for their
 * record, for at most LATE_RECORDS objects. */
enum { LATE_TYPES = 64, LATE_RECORDS = 97 };

struct types {
    unsigned char *seen;
    uint32_t late[LATE_TYPES];
    uint32_t waiting;
};

void gen_reference(struct gen *gen, uint32_t target)
{
    gen->tally.references++;
    out_hex(&gen->out, ids_object(&gen->ids, target));
}

void gen_dangling(struct gen *gen, uint32_t number)
{
    gen->tally.references++;
    gen->tally.dangling++;
    out_hex(&gen->out, ids_dangling(&gen->ids, number));
}

static void write_type(struct gen *gen, uint32_t type)
{
    out_char(&gen->out, 't');
    out_hex(&gen->out, ids_type(&gen->ids, type));
    out_char(&gen->out, ' ');
    gen->shape->type_name(gen, type);
    out_char(&gen->out, '\n');
    gen->tally.types++;
}

static void write_late_types(struct gen *gen, struct types *types)
{
    for (uint32_t k = 0; k < types->waiting; k++) {
        write_type(gen, types->late[k]);
    }
    types->waiting = 0;
}

static void use_type(struct gen *gen, struct types *types, uint32_t type)
{
    unsigned char bit = (unsigned char)(1U << (type & 7));

    if ((types->seen[type >> 3] & bit) != 0) {
        return;
    }
    types->seen[type >> 3] |= bit;
    if (rng_mix(type + gen->seed) % 4 != 0) {
        write_type(gen, type);
        return;
    }
    if (types->waiting == LATE_TYPES) {
        write_late_types(gen, types);
    }
    types->late[types->waiting++] = type;
    gen->tally.late_types++;
}

static void write_object(struct gen *gen, struct types *types, uint32_t index)
{
    struct object object = gen->shape->object(gen, index);
    uint64_t before = gen->tally.references;

    use_type(gen, types, object.type);
    out_char(&gen->out, 'o');
    out_hex(&gen->out, ids_object(&gen->ids, index));
    out_hex(&gen->out, ids_type(&gen->ids, object.type));
    out_hex(&gen->out, object.size);
    gen->shape->row(gen, index);
    out_char(&gen->out, '\n');

    uint64_t width = gen->tally.references - before;
    gen->tally.objects++;
    gen->tally.bytes += object.size;
    gen->tally.leaves += width == 0;
    if (width > gen->tally.widest) {
        gen->tally.widest = width;
    }
}

static void write_root(struct gen *gen, struct types *types, uint32_t number)
{
    struct root root = gen->shape->root(gen, number);

    if (root.container != NO_CONTAINER) {
        use_type(gen, types, root.container);
    }
    out_char(&gen->out, 'r');
    if (root.object >= gen->objects) {
        gen->tally.dangling_roots++;
        out_hex(&gen->out, ids_dangling(&gen->ids, root.object - gen->objects));
    } else {
        out_hex(&gen->out, ids_object(&gen->ids, root.object));
    }
    out_hex(&gen->out, root.kind);
    out_hex(&gen->out, root.flags);
    if (root.container != NO_CONTAINER) {
        out_hex(&gen->out, ids_type(&gen->ids, root.container));
    }
    out_char(&gen->out, '\n');
    gen->tally.roots++;
    gen->tally.weak_roots += (root.flags & ROOT_WEAK) != 0;
}

/* Writes all objects, with the roots spread evenly over the log, as in logs of the monitor. */
static void write_records(struct gen *gen, struct types *types)
{
    uint32_t roots = gen->shape->roots(gen);
    uint32_t root = 0;

    for (uint32_t position = 0; position < gen->objects && !gen->out.failed; position++) {
        uint64_t due = (position + UINT64_C(1)) * roots / gen->objects;

        write_object(gen, types, order_at(&gen->order, position));
        while (root < due) {
            write_root(gen, types, root++);
        }
        if (position % LATE_RECORDS == 0) {
            write_late_types(gen, types);
        }
    }
    write_late_types(gen, types);
}

const char *gen_write(struct gen *gen)
{
    struct types types = {0};

    types.seen = calloc(gen->types / 8 + 1, 1);
    if (types.seen == NULL) {
        return "out of memory";
    }
    out_text(&gen->out, "a 2 gcvgen.exe 763f9d2\n");
    write_records(gen, &types);
    out_text(&gen->out, "c gcvgen.exe 763fbef\n");
    free(types.seen);
    return NULL;
}
