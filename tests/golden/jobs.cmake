# Runs the lines of the jobs in docs/ci.md that call gcview.
#
#   cmake -DGCVIEW=build/gcview -DWORK=SCRATCH -P tests/golden/jobs.cmake
#
# Within a block marked yaml these are lines of a script (`run: gcview …`, `- gcview …`, or `gcview …`
# alone). Each is run by sh in a folder that has the files which the jobs speak of: once with rules
# that are kept, where all end with status 0, and once with one that is broken, where those that
# check the rules of the file end with status 1.
cmake_minimum_required(VERSION 3.16)

get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
get_filename_component(folder ${GCVIEW} DIRECTORY)
get_filename_component(folder ${folder} ABSOLUTE)
find_program(SH sh)
set(ENV{PATH} "${folder}:$ENV{PATH}")
string(RANDOM LENGTH 12 unique) # for several runs at the same time
set(WORK ${WORK}-${unique})
file(MAKE_DIRECTORY ${WORK})
configure_file(${root}/samples/sessions-1.log ${WORK}/baseline.gcdump COPYONLY)
configure_file(${root}/samples/sessions-2.log ${WORK}/heap.gcdump COPYONLY)

# `;` and brackets would make a list of a line, or of two lines one.
file(READ ${root}/docs/ci.md text)
string(REGEX REPLACE "[][;]" "." text "${text}")
string(REPLACE "\n" ";" lines "${text}")
set(n_lines 0)
set(failures "")

function(run line expected)
    execute_process(COMMAND ${SH} -c "${line}" WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status
                    OUTPUT_VARIABLE out ERROR_VARIABLE err)
    if(NOT status STREQUAL "${expected}")
        string(APPEND failures "${line}\nended with ${status}, not ${expected}: ${out}${err}\n")
        set(failures "${failures}" PARENT_SCOPE)
    endif()
endfunction()

set(in_job FALSE)
foreach(line IN LISTS lines)
    if(line MATCHES "^```")
        string(COMPARE EQUAL "${line}" "```yaml" in_job)
    elseif(in_job AND line MATCHES "^ *(- )?(run: )?(gcview .*)$")
        set(command "${CMAKE_MATCH_3}")
        math(EXPR n_lines "${n_lines} + 1")
        file(WRITE ${WORK}/heap.rules "bytes <= 200MB\n")
        run("${command}" 0)
        file(WRITE ${WORK}/heap.rules "bytes <= 200MB\nforbid System.String\n")
        if(command MATCHES "--rules")
            run("${command}" 1)
        else()
            run("${command}" 0)
        endif()
    endif()
endforeach()
if(NOT EXISTS ${WORK}/heap.xml)
    string(APPEND failures "no job wrote heap.xml\n")
endif()
file(REMOVE_RECURSE ${WORK})
if(n_lines LESS 7)
    string(APPEND failures "only ${n_lines} lines were found\n")
endif()
if(failures)
    message(FATAL_ERROR "${failures}")
endif()
message(STATUS "${n_lines} lines of jobs")
