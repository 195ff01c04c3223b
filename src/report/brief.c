/* brief.c - why a check failed, in at most five lines; see brief.h. */
#include "report/brief.h"

#include "base/number.h"
#include "figures/look.h"
#include "output/document.h"
#include "report/chain_line.h"
#include "report/finding_lines.h"
#include "report/next_words.h"
#include "report/select.h"

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

static void append(gcv_brief *brief, const char *words)
{
    gcv_buffer_append_str(brief->report->ctx, &brief->text, words);
}

static void put(gcv_brief *brief, gcv_document_part part)
{
    gcv_document_put(brief->report->out.writer, part, gcv_buffer_slice(&brief->text));
    gcv_buffer_clear(&brief->text);
}

/* Writes `broken: count(Acme.View) <= 3: it is 4, the limit 3; 1 more rule is broken`. */
static void put_rule(gcv_brief *brief, gcv_slice rule, const char *why, uint64_t others)
{
    append(brief, "broken: ");
    gcv_buffer_append(brief->report->ctx, &brief->text, rule);
    append(brief, why[0] != '\0' ? ": " : "");
    append(brief, why);
    if (others > 0) {
        append(brief, "; ");
        gcv_buffer_append_u64(brief->report->ctx, &brief->text, others);
        append(brief, others == 1 ? " more rule is broken" : " more rules are broken");
    }
    put(brief, GCV_PART_HEADING);
}

/* Writes the sentence about the first finding, and its chain. */
static void put_finding(gcv_brief *brief)
{
    const gcv_findings *findings = &brief->look.findings;
    if (findings->all.n == 0) {
        return;
    }
    gcv_finding_line(&brief->look, 0, &brief->text);
    put(brief, GCV_PART_LINE);
    gcv_chain_line(&brief->look.suspects, &brief->look.chains, findings->all.data[0].rank,
                   GCV_CHAIN_SHORT, &brief->text);
    put(brief, GCV_PART_DETAIL);
}

/* Writes `+9120 bytes are held by static Acme.Cache > Acme.Cache`. */
static void put_growth(gcv_brief *brief)
{
    const gcv_causes *causes = &brief->look.causes;
    char number[GCV_NUMBER_MAX];
    if (causes->all.n == 0) {
        return;
    }
    const gcv_cause *cause = &causes->all.data[0];
    (void)gcv_format_i64(number, cause->grown);
    append(brief, cause->grown > 0 ? "+" : "");
    append(brief, number);
    append(brief, " bytes are held by ");
    gcv_holder_line(brief->report, causes, cause, &brief->text);
    put(brief, GCV_PART_LINE);
}

static void put_next(gcv_brief *brief)
{
    const gcv_report *report = brief->report;
    append(brief, "gcview overview");
    gcv_next_options(report, &brief->text);
    if (report->in.baseline != NULL) {
        append(brief, " --baseline");
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
