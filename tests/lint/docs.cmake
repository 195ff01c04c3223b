# Checks that everything that documents name exists (docnames.c), that docs/dev/architecture.md has
# a row for every folder of src, that the jobs of docs/ci use this version of gcview, and that
# README.md has the lines of src/package/install.tsv. Variables:
# SOURCE (source root), DOCNAMES (a program).
cmake_minimum_required(VERSION 3.16)

set(architecture docs/dev/architecture.md)
file(GLOB documents RELATIVE ${SOURCE} ${SOURCE}/README.md ${SOURCE}/docs/*.md ${SOURCE}/docs/dev/*.md
     ${SOURCE}/docs/formats/*.md ${SOURCE}/samples/README.md)
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/src/* ${SOURCE}/include/* ${SOURCE}/tests/*
     ${SOURCE}/docs/* ${SOURCE}/samples/*)
execute_process(COMMAND ${DOCNAMES} --names ${architecture} docs/dev/CONTRIBUTING.md --links ${documents}
                        --files README.md LICENSE CMakeLists.txt ${files}
                WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE status)
set(ok TRUE)
if(NOT status EQUAL 0)
    set(ok FALSE)
endif()

file(READ ${SOURCE}/${architecture} text)
foreach(file IN LISTS files)
    get_filename_component(folder ${file} DIRECTORY)
    string(REGEX REPLACE "^src/report/.+" "src/report/chains" folder ${folder}) # they share a row
    string(FIND "${text}" "\n| `${folder}`" at)
    if(file MATCHES "^src/.*[.]c$" AND at EQUAL -1)
        message("${architecture}: no row for ${folder}")
        set(ok FALSE)
    endif()
endforeach()

file(STRINGS ${SOURCE}/include/gcview/gcview.h version REGEX "^#define GCV_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX REPLACE "[^0-9;]" "" version "${version}")
string(REPLACE ";" "." version "${version}")
foreach(file IN ITEMS ci.md ci/Jenkinsfile ci/azure.yml ci/github/action.yml ci/gitlab.yml)
    file(READ ${SOURCE}/docs/${file} text)
    string(REGEX MATCHALL "[0-9]+[.][0-9]+[.][0-9]+" named "${text}")
    list(REMOVE_DUPLICATES named)
    if(NOT named STREQUAL "${version}")
        message("docs/${file}: names gcview ${named}, not ${version}")
        set(ok FALSE)
    endif()
endforeach()

set(table "| system | command |\n|---|---|\n")
file(STRINGS ${SOURCE}/src/package/install.tsv rows REGEX "^[^#]")
foreach(row IN LISTS rows)
    string(REGEX REPLACE "^([^\t]+)\t([^\t]+)\t[^\t]+$" "| \\1 | `\\2` |\n" row "${row}")
    string(APPEND table "${row}")
endforeach()
string(REPLACE "@VERSION@" "${version}" table "${table}\n")
file(READ ${SOURCE}/README.md text)
string(FIND "${text}" "${table}" at)
if(at EQUAL -1)
    message("README.md: not the lines of src/package/install.tsv:\n${table}")
    set(ok FALSE)
endif()

if(NOT ok)
    message(FATAL_ERROR "see above")
endif()
