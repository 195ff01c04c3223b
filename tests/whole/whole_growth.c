/* The shapes that are worst for each algorithm, small: the work of each command on twice as many
 * objects is under 2.6 times as much. Work is what the context counts as steps, never seconds, plus
 * the most memory there was; both are the same in each run but for the seed of the hashes. */
#include "whole/whole.h"

#include "bench/gen.h"
#include "bench/gen_real.h"
#include "support/effort.h"

#include <inttypes.h>
#include <string.h>

enum { FEW = 8000, SLACK = 1000 };

/* Each analysis: paths, dominators, sets by type and by root kind, merged and single chains, folded
 * trees, referrers, marking, chains via types. */
static const char *const lines[] = {
    "summary --quiet -",
    "stats --quiet -",
    "stats --quiet --retained -",
    "stats --quiet --unreachable -",
    "roots --quiet -",
    "roots --quiet --by kind -",
    "chains --quiet --type * -",
    "chains --quiet --object OBJECT --limit 3 -",
    "retained --quiet -",
    "retained --quiet --unreachable -",
    "tree --quiet -",
    "tree --quiet --by type --top 0 --output /dev/null -",
    "objects --quiet -",
    "object --quiet --object OBJECT -",
    "what-if --quiet --drop-root static --cut *:* -",
    "chains --quiet --type * --via * -",
    "suspects --quiet -",
    "suspects --quiet --min-share 0 -",
};

typedef struct variant {
    enum id_scheme ids;
    enum record_order order;
} variant;

/* Ids in pages, one byte apart in them, and ids without structure; in order and not. */
static const variant variants[] = {
    {IDS_64, ORDER_ADDRESS},
    {IDS_64, ORDER_SHUFFLED},
    {IDS_ODD, ORDER_DESCENDING},
    {IDS_RANDOM, ORDER_SHUFFLED},
};

typedef struct work {
    uint64_t steps, peak;
} work;

static char last_object[32]; /* id */

/* Puts a heap where the next runs read it; returns the number of its objects and references. */
static uint64_t generate(whole *w, const struct shape *shape, uint32_t objects, uint32_t types,
                         const variant *v)
{
    struct gen gen = {0};
    whole_give(w, "", 0);
    gen.shape = shape;
    gen.objects = objects;
    gen.types = types != 0 ? types : shape->default_types(objects);
    gen.seed = 1;
    ids_init(&gen.ids, v->ids, objects, gen.seed);
    order_init(&gen.order, v->order, objects, gen.seed);
    assert_true(out_open(&gen.out, w->in));
    assert_true(shape->prepare == NULL || shape->prepare(&gen) == NULL);
    assert_null(gen_write(&gen));
    assert_true(out_close(&gen.out));
    (void)snprintf(last_object, sizeof last_object, "%" PRIx64, ids_object(&gen.ids, objects - 1));
    ids_free(&gen.ids);
    model_free(gen.model);
    return gen.tally.objects + gen.tally.references;
}

static work measure(whole *w, const char *line)
{
    const char *object = strstr(line, "OBJECT");
    char with_id[200];
    work done;
    if (object != NULL) {
        (void)snprintf(with_id, sizeof with_id, "%.*s%s%s", (int)(object - line), line, last_object,
                       object + strlen("OBJECT"));
        line = with_id;
    }
    w->ctx = gcv_context_new(0);
    assert_non_null(w->ctx);
    whole_call(w, line);
    if (w->status != DONE) {
        fail_msg("%s: status %d: %s", line, w->status, w->err_text);
    }
    done.steps = w->ctx->steps;
    done.peak = gcv_context_peak(w->ctx);
    gcv_context_free(w->ctx);
    return done;
}

static bool grows_too_fast(uint64_t few, uint64_t many) { return many * 10 > few * 26 + SLACK; }

static void check_growth(whole *w, const struct shape *shape, uint32_t types, const variant *v)
{
    work few[CHECK_COUNT(lines)];
    size_t i;
    uint32_t objects = effort_is_reduced() ? FEW / 16 : FEW;
    generate(w, shape, objects, types, v);
    for (i = 0; i < CHECK_COUNT(lines); i++) {
        few[i] = measure(w, lines[i]);
    }
    if (effort_is_reduced()) {
        return;
    }
    generate(w, shape, 2 * objects, types, v);
    for (i = 0; i < CHECK_COUNT(lines); i++) {
        work many = measure(w, lines[i]);
        if (grows_too_fast(few[i].steps, many.steps) || grows_too_fast(few[i].peak, many.peak)) {
            fail_msg("shape %s, ids %d, order %d, %s: %" PRIu64 " steps and %" PRIu64
                     " bytes for %d objects, %" PRIu64 " and %" PRIu64 " for twice as many",
                     shape->name, (int)v->ids, (int)v->order, lines[i], few[i].steps, few[i].peak,
                     (int)objects, many.steps, many.peak);
        }
    }
}

/* Types that all meet, or few types of which twice as many are many, cost in their own right. */
static uint32_t types_of(const struct shape *shape)
{
    if (strcmp(shape->name, "meet") == 0 || strcmp(shape->name, "names") == 0) {
        return shape->default_types(FEW);
    }
    return 0;
}

static void all_shapes(void **state)
{
    const struct shape *shape;
    whole w;
    (void)state;
    whole_open(&w);
    for (uint32_t k = 1; (shape = shape_at(k)) != NULL; k++) {
        for (size_t i = 0; i < CHECK_COUNT(variants); i++) {
            check_growth(&w, shape, types_of(shape), &variants[i]);
        }
    }
    whole_close(&w);
}

/* Thousands of types in wide sets: no more than marking passes for 256 types each take, twice. */
static void types_that_meet(void **state)
{
    static const struct {
        uint32_t objects, types;
    } heaps[] = {{FEW, FEW / 8}, {FEW, FEW / 3}, {4 * FEW, FEW}, {4 * FEW, FEW + FEW / 2}};
    whole w;
    size_t n_heaps = effort_is_reduced() ? 1 : CHECK_COUNT(heaps);
    (void)state;
    whole_open(&w);
    for (size_t i = 0; i < n_heaps; i++) {
        uint64_t once =
            generate(&w, shape_find("meet"), heaps[i].objects, heaps[i].types, &variants[0]);
        uint64_t most = once * (heaps[i].types / 256 + 4) * 2;
        work done = measure(&w, "stats --quiet --retained -");
        if (done.steps > most) {
            fail_msg("%" PRIu32 " objects of %" PRIu32 " types: %" PRIu64 " steps, not %" PRIu64,
                     heaps[i].objects, heaps[i].types, done.steps, most);
        }
    }
    whole_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_shapes),
        cmocka_unit_test(types_that_meet),
    };
    return cmocka_run_group_tests_name("whole.growth", tests, NULL, NULL);
}
