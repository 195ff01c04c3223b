# Runs the examples in the documents, and compares their output with the output that is shown.
#
#   cmake -DGCVIEW=build/gcview -DWORK=SCRATCH -P tests/golden/docs.cmake
#
# An example is a line `$ COMMAND` that calls gcview, alone or in a pipeline, in a block marked
# console of README.md, docs/*.md, docs/dev/*.md or samples/README.md. sh runs it in a folder for
# each document, where samples/ is the one of the source root. The lines up to the next `$` or the
# end of the block are the expected output: first standard error, then standard output. A line
# `# exit N` directly below the command is its exit status, if not 0 (of a pipeline: that of its last
# command). Other commands in such blocks are not run.
#
# Without these outputs, docs/reference.md must equal the output of `gcview help --reference`.
#
# With GCVIEW_BLESS=1 in the environment, the blocks are rewritten with the actual output, and so is
# docs/reference.md.
cmake_minimum_required(VERSION 3.16)

get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
get_filename_component(folder ${GCVIEW} DIRECTORY)
get_filename_component(folder ${folder} ABSOLUTE)
include(${root}/tests/support/tools.cmake)
need_tool(SH sh)
set(ENV{PATH} "${folder}:$ENV{PATH}")
set(ENV{LC_ALL} C)

set(n_examples 0)
set(n_failed 0)
string(RANDOM LENGTH 12 unique) # for several runs at the same time
set(WORK ${WORK}-${unique})

# Runs `command`, and sets `result` to the text that a block must have below it.
function(run_example command work result)
    execute_process(COMMAND ${SH} -c "${command}" WORKING_DIRECTORY ${work} INPUT_FILE ${WORK}/empty
                    RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
    set(text "")
    if(NOT status STREQUAL "0")
        set(text "# exit ${status}\n")
    endif()
    foreach(part err out)
        string(APPEND text "${${part}}")
        if(NOT "${${part}}" STREQUAL "" AND NOT "${${part}}" MATCHES "\n$")
            string(APPEND text "\n")
        endif()
    endforeach()
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Runs the current example, `command`, and compares its output with `expected`. Runs in the scope of
# the caller.
macro(settle)
    if(NOT command STREQUAL "")
        math(EXPR n_examples "${n_examples} + 1")
        run_example("${command}" ${work} actual)
        if(NOT "${actual}" STREQUAL "${expected}")
            if("$ENV{GCVIEW_BLESS}" STREQUAL "")
                math(EXPR n_failed "${n_failed} + 1")
                message("==== ${document}:${command_line}: $ ${command}")
                message("--- shown\n${expected}--- actual\n${actual}")
            else()
                message("blessed ${document}:${command_line}")
            endif()
        endif()
        string(APPEND new_text "${actual}")
        set(command "")
        set(expected "")
    endif()
endmacro()

# Sets `bare` to the document without outputs.
function(check_document document work)
    file(READ ${root}/${document} text)
    set(new_text "")
    set(bare "")
    set(command "")
    set(expected "")
    set(in_block FALSE)
    set(line_number 0)
    # Lines are split by hand, because not every line can be an element of a CMake list.
    while(NOT text STREQUAL "")
        string(FIND "${text}" "\n" end)
        if(end EQUAL -1)
            set(line "${text}")
            set(text "")
        else()
            string(SUBSTRING "${text}" 0 ${end} line)
            math(EXPR end "${end} + 1")
            string(SUBSTRING "${text}" ${end} -1 text)
        endif()
        math(EXPR line_number "${line_number} + 1")
        if(NOT in_block)
            if(line MATCHES "^```console *$")
                set(in_block TRUE)
            endif()
            string(APPEND new_text "${line}\n")
        elseif(line MATCHES "^```" OR line MATCHES "^\\$ ")
            settle()
            string(APPEND new_text "${line}\n")
            if(line MATCHES "^```")
                set(in_block FALSE)
            elseif(line MATCHES "^\\$ gcview( |$)" OR line MATCHES "[|;&(] *gcview ")
                string(SUBSTRING "${line}" 2 -1 command)
                set(command_line ${line_number})
            endif()
        elseif(NOT command STREQUAL "")
            string(APPEND expected "${line}\n")
            continue()
        else()
            string(APPEND new_text "${line}\n")
        endif()
        string(APPEND bare "${line}\n")
    endwhile()
    if(in_block)
        message(FATAL_ERROR "${document}: a block does not end")
    endif()
    if(NOT "$ENV{GCVIEW_BLESS}" STREQUAL "")
        file(WRITE ${root}/${document}.new "${new_text}")
        file(RENAME ${root}/${document}.new ${root}/${document})
    endif()
    set(bare "${bare}" PARENT_SCOPE)
    set(n_examples ${n_examples} PARENT_SCOPE)
    set(n_failed ${n_failed} PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/empty "")
file(GLOB documents RELATIVE ${root} ${root}/README.md ${root}/docs/*.md
     ${root}/docs/dev/*.md ${root}/samples/README.md)
execute_process(COMMAND ${GCVIEW} help --reference OUTPUT_VARIABLE reference)
set(at 0)
foreach(document IN LISTS documents)
    math(EXPR at "${at} + 1")
    file(MAKE_DIRECTORY ${WORK}/${at})
    file(CREATE_LINK ${root}/samples ${WORK}/${at}/samples COPY_ON_ERROR SYMBOLIC)
    check_document(${document} ${WORK}/${at})
    if(document STREQUAL docs/reference.md AND NOT "${bare}" STREQUAL "${reference}")
        if("$ENV{GCVIEW_BLESS}" STREQUAL "")
            message("==== ${document} is not what `gcview help --reference` prints")
            math(EXPR n_failed "${n_failed} + 1")
        else()
            file(WRITE ${root}/${document} "${reference}")
            check_document(${document} ${WORK}/${at})
        endif()
    endif()
endforeach()

file(REMOVE_RECURSE ${WORK})
if(n_failed GREATER 0)
    message(FATAL_ERROR "${n_failed} of ${n_examples} examples are not as shown")
endif()
if(n_examples LESS 100)
    message(FATAL_ERROR "only ${n_examples} examples")
endif()
