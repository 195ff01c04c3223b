# Checks all sources by the house rules (lint.c), and that the lists of files are complete.
# Variables: SOURCE (source root), LINT (the program).
cmake_minimum_required(VERSION 3.16)

set(ok TRUE)

file(GLOB_RECURSE sources RELATIVE ${SOURCE} ${SOURCE}/src/*.[ch] ${SOURCE}/include/*.h)
execute_process(COMMAND ${LINT} docs/dev/architecture.md --circles ${sources} WORKING_DIRECTORY ${SOURCE}
                RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    set(ok FALSE)
endif()

# listed(LIST-FILE FOLDER GLOB...): checks that the list file names each matching file of the
# folder, by its path relative to the folder.
function(listed list_file base)
    file(READ ${SOURCE}/${list_file} text)
    foreach(glob IN LISTS ARGN)
        file(GLOB_RECURSE found RELATIVE ${SOURCE}/${base} ${SOURCE}/${base}/${glob})
        foreach(name IN LISTS found)
            string(FIND "${text}" "${name}" at)
            if(at EQUAL -1)
                message("${base}/${name}: not listed in ${list_file}")
                set(ok FALSE PARENT_SCOPE)
            endif()
        endforeach()
    endforeach()
endfunction()

listed(CMakeLists.txt . src/*.c)
listed(tests/CMakeLists.txt tests unit/*.c property/*.c whole/*.c support/*.c bench/*.c fuzz/*.c
       golden/*.c lint/*.c)

if(NOT ok)
    message(FATAL_ERROR "see above")
endif()
