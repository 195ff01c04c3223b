# Runs the lines that call gcview in the jobs of docs/ci.md and docs/ci, and the steps of the action.
#
#   cmake -DGCVIEW=build/gcview -DWORK=SCRATCH -P tests/golden/jobs.cmake
#
# In a block marked yaml, these are lines of a script (`run: gcview …`, `- gcview …`, or `gcview …`
# alone). In docs/ci they may be quoted, and may call the program by the path at which the job
# installs it. sh runs each line in a folder with the files that the jobs name. It runs twice: with
# rules that are met, every line must end with status 0; with a broken rule, the lines that check
# the rules file must end with status 1.
cmake_minimum_required(VERSION 3.16)

get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
get_filename_component(folder ${GCVIEW} DIRECTORY)
get_filename_component(folder ${folder} ABSOLUTE)
include(${root}/tests/support/tools.cmake)
need_tool(SH sh)
need_tool(BASH bash)
set(ENV{PATH} "${folder}:$ENV{PATH}")
string(RANDOM LENGTH 12 unique) # for several runs at the same time
set(WORK ${WORK}-${unique})
file(MAKE_DIRECTORY ${WORK})
configure_file(${root}/samples/sessions-1.log ${WORK}/baseline.gcdump COPYONLY)
configure_file(${root}/samples/sessions-2.log ${WORK}/heap.gcdump COPYONLY)

# lines_of(RESULT FILE): sets RESULT to the list of lines, with `.` in place of semicolons and
# brackets, which would split or join elements of a list.
function(lines_of result file)
    file(READ ${root}/docs/${file} text)
    string(REGEX REPLACE "[][;]" "." text "${text}")
    string(REPLACE "\n" ";" lines "${text}")
    set(${result} "${lines}" PARENT_SCOPE)
endfunction()
set(failures "")

function(run line expected)
    execute_process(COMMAND ${SH} -c "${line}" WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status
                    OUTPUT_VARIABLE out ERROR_VARIABLE err)
    if(NOT status STREQUAL "${expected}")
        string(APPEND failures "${line}\nended with ${status}, not ${expected}: ${out}${err}\n")
        set(failures "${failures}" PARENT_SCOPE)
    endif()
endfunction()

# run_line(COMMAND): runs the command with rules that are met, then with a broken rule.
macro(run_line command)
    math(EXPR n_lines "${n_lines} + 1") # of the file
    file(WRITE ${WORK}/heap.rules "bytes <= 200MB\n")
    run("${command}" 0)
    file(WRITE ${WORK}/heap.rules "bytes <= 200MB\nforbid System.String\n")
    if("${command}" MATCHES "--rules")
        run("${command}" 1)
    else()
        run("${command}" 0)
    endif()
endmacro()

# some_lines(FILE): lines of the file must have been run.
macro(some_lines file)
    if(n_lines EQUAL 0)
        string(APPEND failures "docs/${file}: no line was found\n")
    endif()
    set(n_lines 0)
endmacro()

set(n_lines 0)
lines_of(lines ci.md)
set(in_job FALSE)
foreach(line IN LISTS lines)
    if(line MATCHES "^```")
        string(COMPARE EQUAL "${line}" "```yaml" in_job)
    elseif(in_job AND line MATCHES "^ *(- )?(run: )?(gcview .*)$")
        run_line("${CMAKE_MATCH_3}")
    endif()
endforeach()
some_lines(ci.md)

foreach(file IN ITEMS ci/gitlab.yml ci/azure.yml ci/Jenkinsfile)
    lines_of(lines ${file})
    foreach(line IN LISTS lines)
        if(line MATCHES "[ /]gcview\"? ((check|suspects|report) [^\"']*)")
            string(REPLACE "$(Build.ArtifactStagingDirectory)/" "" command "gcview ${CMAKE_MATCH_1}")
            run_line("${command}")
        endif()
    endforeach()
    some_lines(${file})
endforeach()

# The check is the last step of the action, at the end of the file.
file(READ ${root}/docs/ci/github/action.yml text)
string(FIND "${text}" "options=(--format github)" at)
string(SUBSTRING "${text}" ${at} -1 step)
foreach(case IN ITEMS "0:bytes <= 200MB" "1:forbid System.String" "2:bytes")
    string(REGEX MATCH "^([0-9]):(.*)$" case "${case}")
    execute_process(COMMAND ${CMAKE_COMMAND} -E env FILE=heap.gcdump RULES= RULE=${CMAKE_MATCH_2}
                            BASELINE=none STRICT=true GITHUB_OUTPUT=output ${BASH} -eo pipefail -c "${step}"
                    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
    file(READ ${WORK}/output output)
    file(REMOVE ${WORK}/output)
    if(NOT status STREQUAL "${CMAKE_MATCH_1}" OR NOT output STREQUAL "status=${CMAKE_MATCH_1}\n")
        string(APPEND failures "the action ended with ${status}, not ${CMAKE_MATCH_1}: ${out}${err}\n")
    endif()
endforeach()

# The first step gets a release: from `releases`, or from the repository that the action is in.
need_tool(CURL curl)
string(REGEX MATCH "      run: \\|\n(.*GITHUB_PATH\"\n)" step "${text}")
set(step "${CMAKE_MATCH_1}")
string(REGEX MATCH "default: ([0-9.]+)" version "${text}")
set(version "${CMAKE_MATCH_1}")
set(name gcview-${version}-linux-arm64)
set(releases ${WORK}/OWNER/gcview/releases/download)
file(WRITE ${WORK}/${name}/bin/gcview "")
file(MAKE_DIRECTORY ${releases}/v${version})
execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${releases}/v${version}/${name}.tar.gz ${name}
                WORKING_DIRECTORY ${WORK})
file(SHA256 ${releases}/v${version}/${name}.tar.gz sum)
file(WRITE ${releases}/v${version}/SHA256SUMS "${sum}  ${name}.tar.gz\n${sum}  another\n")
foreach(case IN ITEMS "0 file://${releases} /copy" "0 none /x/_actions/OWNER/gcview/v1/docs" "2 none /copy"
        "2 none /x/_actions/NOBODY/gcview/v1/docs")
    string(REPLACE " " ";" case "${case}")
    list(GET case 0 expected)
    list(GET case 1 given)
    list(GET case 2 path)
    string(REPLACE none "" given "${given}")
    file(REMOVE_RECURSE ${WORK}/temp)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env VERSION=${version} RELEASES=${given} RUNNER_TEMP=${WORK}/temp
                            RUNNER_ARCH=ARM64 GITHUB_ACTION_PATH=${path} GITHUB_SERVER_URL=file://${WORK}
                            GITHUB_PATH=path ${BASH} -eo pipefail -c "${step}"
                    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
    if(NOT status STREQUAL expected OR (status EQUAL 2 AND NOT out MATCHES "^::error::gcview: [^\n]*releases"))
        string(APPEND failures "the action for ${case} ended with ${status}: ${out}${err}\n")
    elseif(status EQUAL 0 AND NOT EXISTS ${WORK}/temp/gcview/${name}/bin/gcview)
        string(APPEND failures "the action for ${case} got no gcview\n")
    endif()
endforeach()
if(NOT EXISTS ${WORK}/heap.xml)
    string(APPEND failures "no job wrote heap.xml\n")
endif()
file(REMOVE_RECURSE ${WORK})
if(failures)
    message(FATAL_ERROR "${failures}")
endif()
