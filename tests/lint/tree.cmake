# Checks that every file in git is in one of the project's folders, or is one of the few files at
# the top level. Variables: SOURCE (source root), GIT (the program).
cmake_minimum_required(VERSION 3.16)

set(top CMakeLists.txt src include tests samples docs README.md LICENSE)

execute_process(COMMAND ${GIT} -c core.quotePath=off ls-files WORKING_DIRECTORY ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE files ERROR_VARIABLE said)
if(NOT status EQUAL 0)
    message("skipped: no git working tree: ${said}")
    return()
endif()
string(REGEX REPLACE "[];[]" "_" files "${files}") # special in lists
string(REPLACE "\n" ";" files "${files}")
set(ok TRUE)
foreach(file IN LISTS files)
    string(REGEX REPLACE "/.*" "" first "${file}")
    if(file STREQUAL "" OR first IN_LIST top OR first MATCHES "^\\.")
        continue()
    endif()
    message("${file}: only these stand at the top level: ${top}, dot-files")
    set(ok FALSE)
endforeach()
if(NOT ok)
    message(FATAL_ERROR "see above")
endif()
