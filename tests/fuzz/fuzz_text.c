/* fuzz_text.c - properties of the readers of rules and of suppressions, for any bytes; see fuzz.h.
 *
 * Rules that are read are also checked on a small heap, and each must read the same alone.
 * Suppressions are tried on some names and fingerprints, and compared with a search of the lines. A
 * refused file must have a message, and a status that a text can have. Memory stays within 64 times
 * the file plus 16 MiB, and is freed.
 */
#include "fuzz/fuzz.h"

#include "base/context.h"
#include "base/glob.h"
#include "base/number.h"
#include "base/text.h"
#include "heap/heap.h"
#include "figures/suppressions.h"
#include "rules/rule.h"
#include "support/tried.h"

#include <string.h>

/* Objects held by roots of two kinds, in a cycle, and unreachable. */
static const char heap_text[] =
    "a 2 x\n"
    "t 1 Acme.Cache\n"
    "t 2 System.String\n"
    "t 3 Acme.Box`1[Acme.Item]\n"
    "t 4 a\n"
    "r 10 4 0 1\n"
    "r 20 1 1 2\n"
    "o 10 1 18 20 30\n"
    "o 20 2 28\n"
    "o 30 3 20 10 40\n"
    "o 40 4 8\n"
    "o 50 4 8 20\n"
    "c x\n";

/* ---- what both share --------------------------------------------------------------------------
 */

static const char *check_context(const gcv_context *ctx, size_t size)
{
    return gcv_context_used(ctx) != 0 ? "memory that is not given back"
           : gcv_context_peak(ctx) > (uint64_t)size * 64 + (16u << 20) ? "too much memory"
                                                                       : NULL;
}

static const char *check_refusal(gcv_status status, const gcv_error *err)
{
    return status != GCV_ERR_USAGE   ? "a status that a text cannot have"
           : err->message[0] == '\0' ? "an error without a message"
                                     : NULL;
}

/* ---- rules ------------------------------------------------------------------------------------
 */

static const char *run_gate(gcv_context *ctx, const gcv_rules *rules, const gcv_selection *all)
{
    gcv_error err;
    gcv_outcome *outcomes = gcv_alloc(ctx, rules->n, sizeof *outcomes);
    gcv_status status = tried(ctx, &err, gcv_gate_run(ctx, rules, all, all, false, outcomes));
    gcv_free(ctx, outcomes);
    return status != GCV_OK ? check_refusal(status, &err)
                            : NULL; /* refused: this heap has no modules */
}

static const char *hold_rules(gcv_context *ctx, const gcv_rules *rules)
{
    static const gcv_filter everything;
    gcv_load_options options;
    gcv_heap *heap = NULL;
    gcv_selection all;
    memset(&options, 0, sizeof options);
    if (gcv_heap_load_memory(ctx, "heap", heap_text, sizeof heap_text - 1, &options, &heap, NULL) !=
        GCV_OK) {
        return "no heap";
    }
    gcv_selection_find(ctx, heap, &everything, &all);
    const char *wrong = run_gate(ctx, rules, &all);
    gcv_selection_release(ctx, &all);
    gcv_heap_free(heap);
    return wrong;
}

/* A rule that is parsed alone must equal the rule in the file. */
static const char *check_rule(const gcv_rule *rule, bool with_baseline)
{
    gcv_rule_fault fault;
    gcv_rule alone;
    return !gcv_rule_parse(rule->text, with_baseline, &alone, &fault) ? "a rule only in its file"
           : alone.value != rule->value || alone.measure != rule->measure ||
                   alone.pattern.size != rule->pattern.size
               ? "another rule by itself"
               : NULL;
}

static const char *read_rules(gcv_slice text, bool with_baseline, gcv_status *status)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_rules rules = {0};
    const char *wrong;
    gcv_error err;
    if (ctx == NULL) {
        return "no context";
    }
    ctx->seed = 1; /* makes runs reproducible */
    err.message[0] = '\0';
    *status = tried(ctx, &err, gcv_rules_add_text(ctx, &rules, "fuzz", text, with_baseline));
    if (*status != GCV_OK) {
        wrong = check_refusal(*status, &err);
    } else {
        wrong = hold_rules(ctx, &rules);
        for (size_t i = 0; wrong == NULL && i < rules.n; i++) {
            wrong = check_rule(&rules.data[i], with_baseline);
        }
        gcv_rules_release(ctx, &rules);
    }
    wrong = wrong == NULL ? check_context(ctx, text.size) : wrong;
    gcv_context_free(ctx);
    return wrong;
}

const char *fuzz_rules(const uint8_t *bytes, size_t size)
{
    const gcv_slice text = gcv_slice_of((const char *)bytes, size);
    gcv_status without, with;
    const char *wrong = read_rules(text, true, &with);
    wrong = wrong == NULL ? read_rules(text, false, &without) : wrong;
    return wrong == NULL && without == GCV_OK && with != GCV_OK ? "stricter with a baseline"
                                                                : wrong;
}

/* ---- suppressions -----------------------------------------------------------------------------
 */

/* Whether a line of the text suppresses a suspect: by a glob that matches its name, or by its
 * fingerprint. The names of this test are not fingerprints. */
static bool is_listed(gcv_context *ctx, gcv_slice text, uint64_t fingerprint, gcv_slice name)
{
    gcv_text_lines lines;
    gcv_slice line;
    bool listed = gcv_text_lines_begin(&lines, text) && false;
    while (!listed && gcv_text_lines_next(&lines, &line)) {
        uint64_t value = 0;
        line = gcv_slice_trim(line);
        listed = gcv_glob_slice(ctx, line, name, false) ||
                 (gcv_parse_hex(line.data, line.size, 64, &value) && value == fingerprint);
    }
    return listed;
}

static const char *check_known(gcv_context *ctx, const gcv_suppressions *known, gcv_slice text)
{
    static const char *const names[] = {"Acme.Cache", "Acme.Box`1[Acme.Item]", "System.String",
                                        "x*y", ""};
    static const gcv_glob_list none;
    static const uint64_t fingerprints[] = {0, 0x123456789abc, UINT64_MAX};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const gcv_slice name = gcv_slice_str(names[i]);
        for (size_t k = 0; k < sizeof fingerprints / sizeof fingerprints[0]; k++) {
            if (gcv_is_suppressed(ctx, known, &none, fingerprints[k], name) !=
                is_listed(ctx, text, fingerprints[k], name)) {
                return "suppressed by no line, or in spite of one";
            }
        }
    }
    return NULL;
}

const char *fuzz_suppressions(const uint8_t *bytes, size_t size)
{
    const gcv_slice text = gcv_slice_of((const char *)bytes, size);
    gcv_context *ctx = gcv_context_new(0);
    gcv_suppressions known;
    const char *wrong;
    gcv_error err;
    if (ctx == NULL) {
        return "no context";
    }
    err.message[0] = '\0';
    gcv_status status = tried(ctx, &err, gcv_suppressions_read(ctx, &known, "fuzz", text, false));
    if (status == GCV_OK) {
        wrong = check_known(ctx, &known, text);
        gcv_blocks_free(ctx, NULL);
    } else {
        wrong = check_refusal(status, &err);
    }
    wrong = wrong == NULL ? check_context(ctx, size) : wrong;
    gcv_context_free(ctx);
    return wrong;
}
