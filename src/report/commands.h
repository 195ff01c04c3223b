/* commands.h - the list of commands, in the order of the help. A new command is one more line
 * here. */
#ifndef GCV_REPORT_COMMANDS_H
#define GCV_REPORT_COMMANDS_H

#include "report/command.h"

#define GCV_COMMANDS(X)                                                                            \
    X(overview)                                                                                    \
    X(summary)                                                                                     \
    X(stats)                                                                                       \
    X(roots)                                                                                       \
    X(chains)                                                                                      \
    X(retained)                                                                                    \
    X(tree)                                                                                        \
    X(objects)                                                                                     \
    X(object)                                                                                      \
    X(strings)                                                                                     \
    X(what_if)                                                                                     \
    X(diff)                                                                                        \
    X(check)                                                                                       \
    X(suspects)                                                                                    \
    X(report)                                                                                      \
    X(track)                                                                                       \
    X(map)                                                                                         \
    X(profile)                                                                                     \
    X(convert)                                                                                     \
    X(request)

/* declares gcv_command_summary, gcv_command_stats … */
#define GCV_DECLARE_COMMAND(name) extern const gcv_command gcv_command_##name;
GCV_COMMANDS(GCV_DECLARE_COMMAND)
#undef GCV_DECLARE_COMMAND

#endif
