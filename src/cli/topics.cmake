# Converts text files to C: an array of lines for each, because C99 guarantees strings only up to
# 4095 characters.
#
#   cmake -DOUT=topic_lines.c -DFILES=docs/rules.md,src/cli/completion.zsh -P src/cli/topics.cmake
#
# docs/a-b.md becomes gcv_lines_a_b, completion.zsh gcv_lines_completion_zsh (src/cli/help.h).
cmake_minimum_required(VERSION 3.16)

set(content "/* Made of text files by src/cli/topics.cmake. */\n#include \"cli/help.h\"\n")
string(REPLACE "," ";" FILES "${FILES}")
foreach(path IN LISTS FILES)
    file(READ ${path} text)
    string(REPLACE "\r" "" text "${text}")
    string(REGEX REPLACE "^---\n[^#]*\n---\n+" "" text "${text}") # what makes docs/agents.md a skill
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\",\n    \"" text "${text}")
    string(REGEX REPLACE ".*/|[.]md$" "" name "${path}")
    string(MAKE_C_IDENTIFIER ${name} name)
    string(APPEND content "\nconst char *const gcv_lines_${name}[] = {\n    \"${text}\",\n    NULL};\n")
endforeach()
file(WRITE ${OUT} "${content}")
