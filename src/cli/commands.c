/* commands.c - lookup of commands by number and by name; the list is report/commands.h. */
#include "report/commands.h"

#include "cli/command_line.h"
#include "report/field_cell.h"

#include <string.h>

#define ENTRY(name) &gcv_command_##name,
static const gcv_command *const commands[] = {GCV_COMMANDS(ENTRY)};
#undef ENTRY

size_t gcv_n_commands(void) { return GCV_LENGTH(commands); }

const gcv_command *gcv_command_at(size_t at) { return commands[at]; }

const gcv_command *gcv_command_named(const char *name)
{
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

gcv_needs gcv_command_needs(const gcv_command *command, const gcv_report_options *options)
{
    gcv_needs needs = command->needs;
    if (command->costs_if.applies != NULL && command->costs_if.applies(options)) {
        needs.costs = command->costs_if.costs;
    }
    if (command->find_needs != NULL) {
        command->find_needs(options, &needs);
    }
    if (needs.names) {
        needs.places = gcv_report_wants_names(options);
        needs.fields = options->fields || needs.places;
        needs.sites = needs.sites && needs.places;
    }
    return needs;
}

bool gcv_is_help(const char *name)
{
    return gcv_slice_is_listed(gcv_slice_str(name), "help|--help|-h");
}

const char *gcv_command_suggest(const char *name)
{
    gcv_near_word near = gcv_near_word_to(name);
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        gcv_near_word_offer(&near, commands[i]->name);
    }
    gcv_near_word_offer(&near, "help");
    return near.found;
}
