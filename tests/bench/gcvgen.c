/* gcvgen.c - writes heap dumps of any size for measurements and tests; the same options give the
 * same bytes. */

#include "gen.h"
#include "gen_real.h"

#include <inttypes.h>
#include <string.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

/* The children of object i in a tree, 2i + 1 and 2i + 2, must stay below 2^32. */
#define MOST_OBJECTS UINT32_C(1000000000)

enum { EXIT_USAGE = 2 };

struct options {
    const struct shape *shape;
    uint32_t objects;
    uint32_t types;
    uint64_t seed;
    enum id_scheme ids;
    enum record_order order;
    bool stats;
    bool help;
};

static const char *const scheme_names[] = {"32", "64", "dense", "random", "odd", NULL};
static const char *const order_names[] = {"address", "shuffled", "descending", NULL};

static void help(FILE *to)
{
    const struct shape *shape;

    fputs(
        "Usage: gcvgen [OPTION]...\n"
        "Writes a heap dump, a Remote Performance Monitor GC log, to standard output.\n"
        "The same options give the same bytes on every platform.\n\n"
        "  --shape NAME     what the heap looks like, see below\n"
        "  --objects N      number of objects, 1 to 1000000000 (default 100000)\n"
        "  --seed S         another heap of the same kind (default 1)\n"
        "  --ids SCHEME     32      ascending 32-bit addresses, multiples of 4\n"
        "                   64      ascending 64-bit addresses in distant segments,\n"
        "                           multiples of 8 (default)\n"
        "                   dense   1, 2, 3 ...\n"
        "                   random  64-bit numbers without any order\n"
        "                   odd     1 to 3 apart\n"
        "  --order ORDER    order of the objects in the file: address (default),\n"
        "                   shuffled or descending\n"
        "  --types N        number of types (the default depends on the shape)\n"
        "  --stats          print what was written to standard error\n"
        "  --help           this text\n\n"
        "Shapes:\n",
        to);
    for (uint32_t k = 0; (shape = shape_at(k)) != NULL; k++) {
        fprintf(to, "  %-10s %s\n", shape->name, shape->what);
    }
    fputs("\nExit status: 0 done, 1 failed (memory, output), 2 wrong usage.\n", to);
}

static bool parse_number(const char *text, uint64_t most, uint64_t *value)
{
    uint64_t number = 0;

    if (*text == '\0') {
        return false;
    }
    for (; *text != '\0'; text++) {
        unsigned digit = (unsigned)(*text - '0');

        if (digit > 9 || number > (most - digit) / 10) {
            return false;
        }
        number = number * 10 + digit;
    }
    *value = number;
    return number <= most;
}

static bool parse_count(const char *text, uint32_t *value)
{
    uint64_t number;

    if (!parse_number(text, MOST_OBJECTS, &number) || number == 0) {
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

/* Returns the index of a name in a list that ends with NULL; -1: not in the list. */
static int parse_name(const char *text, const char *const *names)
{
    for (int k = 0; names[k] != NULL; k++) {
        if (strcmp(text, names[k]) == 0) {
            return k;
        }
    }
    return -1;
}

static bool parse_option(struct options *options, const char *name, const char *value)
{
    int choice;

    if (strcmp(name, "--shape") == 0) {
        options->shape = shape_find(value);
        return options->shape != NULL;
    }
    if (strcmp(name, "--objects") == 0) {
        return parse_count(value, &options->objects);
    }
    if (strcmp(name, "--types") == 0) {
        return parse_count(value, &options->types);
    }
    if (strcmp(name, "--seed") == 0) {
        return parse_number(value, UINT64_MAX, &options->seed);
    }
    if (strcmp(name, "--ids") == 0) {
        choice = parse_name(value, scheme_names);
        options->ids = choice < 0 ? IDS_64 : (enum id_scheme)choice;
        return choice >= 0;
    }
    if (strcmp(name, "--order") == 0) {
        choice = parse_name(value, order_names);
        options->order = choice < 0 ? ORDER_ADDRESS : (enum record_order)choice;
        return choice >= 0;
    }
    return false;
}

static bool parse_options(struct options *options, int argc, char **argv)
{
    for (int k = 1; k < argc; k++) {
        const char *name = argv[k];
        const char *value = k + 1 < argc ? argv[k + 1] : NULL;

        if (strcmp(name, "--help") == 0) {
            options->help = true;
        } else if (strcmp(name, "--stats") == 0) {
            options->stats = true;
        } else if (value == NULL || !parse_option(options, name, value)) {
            fprintf(stderr, "gcvgen: wrong option or value: %s %s (see gcvgen --help)\n", name,
                    value == NULL ? "" : value);
            return false;
        } else {
            k++;
        }
    }
    return true;
}

static void print_stats(const struct gen *gen)
{
    const struct tally *tally = &gen->tally;
    const struct {
        const char *key;
        uint64_t value;
    } row[] = {
        {"objects", tally->objects},
        {"bytes", tally->bytes},
        {"references", tally->references},
        {"dangling_references", tally->dangling},
        {"leaves", tally->leaves},
        {"widest", tally->widest},
        {"types", tally->types},
        {"late_types", tally->late_types},
        {"roots", tally->roots},
        {"weak_roots", tally->weak_roots},
        {"dangling_roots", tally->dangling_roots},
        {"islands", tally->islands},
        {"lists", tally->lists},
        {"chain", tally->chain},
        {"ring", tally->ring},
        {"file_bytes", gen->out.written},
    };

    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        fprintf(stderr, "%s %" PRIu64 "\n", row[k].key, row[k].value);
    }
}

static const char *generate(struct gen *gen)
{
    const char *problem = NULL;

    if (!out_open(&gen->out, stdout)) {
        return "out of memory";
    }
    if (gen->shape->prepare != NULL) {
        problem = gen->shape->prepare(gen);
    }
    if (problem == NULL && !ids_fit(&gen->ids)) {
        problem = "too many objects for 32-bit addresses";
    }
    if (problem == NULL) {
        problem = gen_write(gen);
    }
    bool written = out_close(&gen->out);
    written = fclose(stdout) == 0 && written;
    return problem == NULL && !written ? "cannot write the output" : problem;
}

static int run(const struct options *options)
{
    struct gen gen = {0};

    gen.shape = options->shape;
    gen.objects = options->objects;
    gen.types = options->types;
    gen.seed = options->seed;
    if (gen.types == 0) {
        gen.types = gen.shape->default_types(gen.objects);
    }
    ids_init(&gen.ids, options->ids, gen.objects, gen.seed);
    order_init(&gen.order, options->order, gen.objects, gen.seed);
    const char *problem = generate(&gen);
    if (problem != NULL) {
        fprintf(stderr, "gcvgen: %s\n", problem);
    } else if (options->stats) {
        print_stats(&gen);
    }
    ids_free(&gen.ids);
    model_free(gen.model);
    return problem == NULL ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct options options = {0};

    options.shape = shape_at(0);
    options.objects = 100000;
    options.seed = 1;
    options.ids = IDS_64;
    options.order = ORDER_ADDRESS;
    if (!parse_options(&options, argc, argv)) {
        return EXIT_USAGE;
    }
    if (options.help) {
        help(stdout);
        return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
    }
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY); /* lines end with a line feed only */
#endif
    return run(&options);
}
