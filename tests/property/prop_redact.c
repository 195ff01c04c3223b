/* A redacted heap is the same heap with other names, and the same suspects: objects and roots have
 * the new names of their types, types are in the order of their new names, and no word of the
 * program is left. */
#include "support/check.h"
#include "support/name_maps.h"
#include "support/property.h"
#include "support/reported.h"

#include "analysis/type_kinds.h"
#include "base/text.h"
#include "heap/heap.h"
#include "redact/redact.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair {
    gcv_context *ctx;
    gcv_heap *plain, *redacted;
    gcv_name_map map;
    gcv_buffer text;
} pair;

static bool becomes(pair *p, gcv_name_kind kind, gcv_slice name, gcv_slice module, gcv_slice found)
{
    if (name.data == NULL) {
        return found.data == NULL;
    }
    gcv_buffer_clear(&p->text);
    gcv_redact_name(&p->map, GCV_WORLD_DOTNET, kind, name, module, &p->text);
    return gcv_slice_equal(gcv_buffer_slice(&p->text), found);
}

/* Whether reports say the same of a type and of the redacted one, as far as they go by names. */
static bool same_kinds(const pair *p, uint32_t type, uint32_t other)
{
    return gcv_type_kinds(p->plain->types.name[type], gcv_heap_type_module(p->plain, type)) ==
           gcv_type_kinds(p->redacted->types.name[other], gcv_heap_type_module(p->redacted, other));
}

static bool same_object(pair *p, uint32_t i)
{
    const uint32_t type = gcv_heap_object_type(p->plain, i);
    uint32_t n, m;
    const uint32_t *x = gcv_heap_references(p->plain, i, &n);
    const uint32_t *y = gcv_heap_references(p->redacted, i, &m);
    return gcv_heap_object_id(p->plain, i) == gcv_heap_object_id(p->redacted, i) &&
           gcv_heap_object_bytes(p->plain, i) == gcv_heap_object_bytes(p->redacted, i) && n == m &&
           (n == 0 || memcmp(x, y, n * sizeof *x) == 0) &&
           same_kinds(p, type, gcv_heap_object_type(p->redacted, i)) &&
           becomes(p, GCV_NAME_TYPE, gcv_heap_type_name(p->plain, type),
                   gcv_heap_type_module(p->plain, type),
                   gcv_heap_type_name(p->redacted, gcv_heap_object_type(p->redacted, i)));
}

static gcv_slice container_name(const gcv_heap *heap, const gcv_root *root)
{
    return root->container != GCV_NONE ? gcv_heap_type_name(heap, root->container)
                                       : gcv_slice_of(NULL, 0);
}

/* Roots of an object may change places, so each is searched for. */
static bool has_root(pair *p, const gcv_root *root)
{
    for (uint32_t i = 0; i < gcv_heap_n_roots(p->redacted); i++) {
        const gcv_root *other = gcv_heap_root(p->redacted, i);
        const gcv_name_kind kind =
            root->kind == GCV_ROOT_KIND_STATIC ? GCV_NAME_STATIC : GCV_NAME_ROOT;
        const gcv_slice none = {NULL, 0};
        if (root->kind == other->kind && root->id == other->id && root->flags == other->flags &&
            root->section == other->section && root->object == other->object &&
            becomes(p, kind, root->label, none, other->label) &&
            (becomes(p, GCV_NAME_TYPE, container_name(p->plain, root), none,
                     container_name(p->redacted, other)) ||
             becomes(p, GCV_NAME_CONTAINER, container_name(p->plain, root), none,
                     container_name(p->redacted, other)))) {
            return true;
        }
    }
    return false;
}

static bool is_redacted(pair *p, char why[GRAPH_WHY_MAX])
{
    const gcv_slice none = {NULL, 0};
    if (gcv_heap_n_objects(p->plain) != gcv_heap_n_objects(p->redacted) ||
        gcv_heap_n_roots(p->plain) != gcv_heap_n_roots(p->redacted)) {
        return graph_fails(why, "other counts");
    }
    for (uint32_t i = 0; i < gcv_heap_n_objects(p->plain); i++) {
        if (!same_object(p, i)) {
            return graph_fails(why, "object %" PRIu32 " differs", i);
        }
    }
    for (uint32_t i = 0; i < gcv_heap_n_roots(p->plain); i++) {
        if (!has_root(p, gcv_heap_root(p->plain, i))) {
            return graph_fails(why, "root %" PRIu32 " is gone", i);
        }
    }
    for (uint32_t i = 0; i < gcv_heap_n_sections(p->plain); i++) {
        if (!becomes(p, GCV_NAME_DOMAIN, gcv_heap_section(p->plain, i)->domain, none,
                     gcv_heap_section(p->redacted, i)->domain)) {
            return graph_fails(why, "domain %" PRIu32 " differs", i);
        }
    }
    for (uint32_t i = 1; i < gcv_heap_n_types(p->redacted); i++) {
        if (gcv_slice_compare(gcv_heap_type_name(p->redacted, i - 1),
                              gcv_heap_type_name(p->redacted, i)) > 0) {
            return graph_fails(why, "type %" PRIu32 " is out of order", i);
        }
    }
    return true;
}

static bool redacts(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    graph_text text;
    bool holds = true;
    pair p;
    memset(&p, 0, sizeof p);
    memset(&text, 0, sizeof text);
    p.ctx = gcv_context_new(0);
    gcv_name_map_init(&p.map, p.ctx);
    graph_print(g, style, &text);
    gcv_name_map_read(&p.map, gcv_slice_str(NAME_MAP_KEY), "m");
    if (gcv_heap_load_memory(p.ctx, "log", text.data, text.size, NULL, &p.plain, NULL) == GCV_OK) {
        assert_int_equal(
            gcv_heap_load_memory(p.ctx, "log", text.data, text.size, NULL, &p.redacted, NULL),
            GCV_OK);
        gcv_redact_heap(p.redacted, &p.map, "heap");
        holds = is_redacted(&p, why);
    }
    gcv_heap_free(p.plain);
    gcv_heap_free(p.redacted);
    gcv_buffer_release(p.ctx, &p.text);
    gcv_name_map_release(&p.map);
    graph_text_release(&text);
    if (gcv_context_used(p.ctx) != 0) {
        holds = graph_fails(why, "%" PRIu64 " bytes are not freed", gcv_context_used(p.ctx));
    }
    gcv_context_free(p.ctx);
    return holds;
}

static const property laws[] = {
    {.of_graph = redacts, .seed = 950, .cases = 1500, .n = {0, 40}},
};

/* ---- the verdict -------------------------------------------------------------------------- */

/* Cuts names and reasons, which have names, off the rows of suspects. */
static void keep_figures(char *rows)
{
    char *to = rows;
    unsigned tabs = 0;
    for (; *rows != '\0'; rows++) {
        tabs = *rows == '\n' ? 0 : tabs + (*rows == '\t');
        if (tabs < 4) {
            *to++ = *rows;
        }
    }
    *to = '\0';
}

static char *suspects_of(const gcv_heap *heap)
{
    const reported r = {heap->ctx, &heap, 1, NULL, NULL, NULL};
    char *rows = reported_text(&r, "suspects --top 0", NULL);
    keep_figures(rows);
    return rows;
}

/* What is yours, short-lived or a collection is found in a redacted heap, too. */
static void test_suspects(NO_STATE)
{
    static const char *const files[] = {
        "samples/sessions-3.log",      "samples/azmcp-2.log",
        "samples/leak-story.log",      "samples/kysel-post2GC.gcdump",
        "samples/shop-2.heapsnapshot", "tests/golden/inputs/ruby-leak.json"};
    for (size_t i = 0; i < CHECK_COUNT(files); i++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_name_map map;
        gcv_heap *heap = NULL;
        gcv_name_map_init(&map, ctx);
        gcv_name_map_read(&map, gcv_slice_str(NAME_MAP_KEY), "m");
        assert_int_equal(gcv_heap_load(ctx, files[i], NULL, &heap, NULL), GCV_OK);
        char *plain = suspects_of(heap);
        gcv_redact_heap(heap, &map, "heap");
        char *redacted = suspects_of(heap);
        assert_string_equal(plain, redacted);
        assert_non_null(strchr(plain, '\n'));
        free(plain);
        free(redacted);
        gcv_name_map_release(&map);
        gcv_heap_free(heap);
        gcv_context_free(ctx);
    }
}

static void random_heaps(NO_STATE) { property_check_all(laws, CHECK_COUNT(laws)); }

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_heaps),
                                       cmocka_unit_test(test_suspects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
