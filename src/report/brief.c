/* brief.c - why a check failed, in at most five lines; see brief.h. */
#include "report/brief.h"

#include "figures/look.h"
#include "output/document.h"
#include "report/chain_line.h"
#include "report/next_words.h"
#include "report/select.h"

#include <inttypes.h>

/* As many suspects as a first look examines; the first finding is told. */
enum { SUSPECTS = 8, TYPES = 1, CAUSES = 1 };

const gcv_cost *const gcv_costs_of_brief[] = {&gcv_cost_of_dominators,
                                              &gcv_cost_of_suspects,
                                              &gcv_cost_of_totals,
                                              &gcv_cost_of_joined_chains,
                                              &gcv_cost_of_rule_sets,
                                              &gcv_cost_of_rules_by_generation,
                                              NULL};

typedef struct gcv_brief {
    gcv_report *report;
    gcv_sides sides;
    gcv_look look;
    gcv_buffer text; /* the line that is being written */
} gcv_brief;

static void put(gcv_brief *brief, gcv_document_part part)
{
    gcv_document_put(brief->report->out.writer, part, gcv_buffer_slice(&brief->text));
    gcv_buffer_clear(&brief->text);
}

/* Writes `broken: count(Acme.View) <= 3: it is 4, the limit 3; 1 more rule is broken`. */
static void put_rule(gcv_brief *brief, gcv_slice rule, const char *why, uint64_t others)
{
    gcv_context *ctx = brief->report->ctx;
    gcv_buffer_append_str(ctx, &brief->text, "broken: ");
    gcv_buffer_append(ctx, &brief->text, rule);
    gcv_buffer_print(ctx, &brief->text, "%s%s", why[0] != '\0' ? ": " : "", why);
    if (others > 0) {
        gcv_buffer_print(ctx, &brief->text, "; %" PRIu64 " more %s broken", others,
                         others == 1 ? "rule is" : "rules are");
    }
    put(brief, GCV_PART_HEADING);
}

/* Writes the sentence about the first finding, and its chain. */
static void put_finding(gcv_brief *brief)
{
    const gcv_findings *findings = &brief->look.findings;
    if (findings->all.n > 0) {
        gcv_finding_line(&brief->look, 0, &brief->text);
        put(brief, GCV_PART_LINE);
        gcv_chain_line(&brief->look.suspects, &brief->look.chains, findings->all.data[0].rank,
                       GCV_CHAIN_SHORT, &brief->text);
        put(brief, GCV_PART_DETAIL);
    }
}

/* Writes `+9120 bytes are held by static Acme.Cache > Acme.Cache`. */
static void put_growth(gcv_brief *brief)
{
    const gcv_causes *causes = &brief->look.causes;
    if (causes->all.n > 0) {
        const int64_t grown = causes->all.data[0].grown;
        gcv_buffer_print(brief->report->ctx, &brief->text, "%s%" PRId64 " bytes are held by ",
                         grown > 0 ? "+" : "", grown);
        gcv_holder_line(brief->report, causes, &causes->all.data[0], &brief->text);
        put(brief, GCV_PART_LINE);
    }
}

static void put_next(gcv_brief *brief)
{
    const gcv_report *report = brief->report;
    gcv_buffer_append_str(report->ctx, &brief->text, "gcview overview");
    gcv_next_options(report, &brief->text);
    if (report->in.baseline != NULL) {
        gcv_buffer_append_str(report->ctx, &brief->text, " --baseline");
        gcv_next_path(report, report->in.baseline, "OLD", &brief->text);
    }
    gcv_next_path(report, report->in.heap, "FILE", &brief->text);
    put(brief, GCV_PART_COMMAND);
}

void gcv_report_brief(gcv_report *report, gcv_slice rule, const char *why, uint64_t others)
{
    gcv_look_request request = {0};
    gcv_brief brief = {0};
    brief.report = report;
    put_rule(&brief, rule, why, others);
    gcv_sides_find(report, &brief.sides);
    request.suspects.now = &brief.sides.now;
    request.suspects.past = report->in.baseline != NULL ? &brief.sides.past : NULL;
    request.suspects.top = SUSPECTS;
    request.types.by_bytes = TYPES;
    request.causes = CAUSES;
    gcv_look_find(report->ctx, &request, &brief.look);
    put_finding(&brief);
    put_growth(&brief);
    put_next(&brief);
}
