# Writes the description of the build for `gcview --version` as C, if it has changed.
#
#   cmake -DOUT=build.c -DSOURCE=. -DCOMMIT= -DBY="GNU 12.2.0, Linux x86_64" -P src/cli/build.cmake
#
# COMMIT may be empty: then it comes from git, if SOURCE is the root of a working tree.
cmake_minimum_required(VERSION 3.16)

if(COMMIT STREQUAL "" AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git describe --always --dirty --abbrev=12 --exclude=* WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(COMMIT STREQUAL "")
    set(COMMIT unknown)
endif()
set(text "commit ${COMMIT}, ${BY}")
string(REGEX REPLACE "[\\\\\"]" "_" text "${text}")
set(content "/* Made by src/cli/build.cmake. */\n#include \"cli/io.h\"\n\nconst char gcv_build[] = \"${text}\";\n")
set(before "")
if(EXISTS ${OUT})
    file(READ ${OUT} before)
endif()
if(NOT content STREQUAL before)
    file(WRITE ${OUT} "${content}")
endif()
