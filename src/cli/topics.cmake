# Converts documents to C: an array of lines for each, because C99 guarantees strings only up to
# 4095 characters.
#
#   cmake -DOUT=topic_lines.c -DDOCS=docs -DTOPICS=rules,definitions -P src/cli/topics.cmake
#
# docs/a-b.md becomes gcv_topic_a_b (src/cli/topics.h).
cmake_minimum_required(VERSION 3.16)

set(content "/* Made of the documents by src/cli/topics.cmake. */\n#include \"cli/topics.h\"\n")
string(REPLACE "," ";" TOPICS "${TOPICS}")
foreach(topic IN LISTS TOPICS)
    file(READ ${DOCS}/${topic}.md text)
    string(REPLACE "\r" "" text "${text}")
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\",\n    \"" text "${text}")
    string(MAKE_C_IDENTIFIER ${topic} name)
    string(APPEND content "\nconst char *const gcv_topic_${name}[] = {\n    \"${text}\",\n    NULL};\n")
endforeach()
file(WRITE ${OUT} "${content}")
