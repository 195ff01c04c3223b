# The start of tests that use packed samples. Variables: GCVIEW (the program), WORK (scratch
# folder), SOURCE (source root).

# Empties WORK, and unpacks archives into it. If the system cannot unpack them, ends the script,
# whose test is skipped.
#
#   unpack_samples(NAME...)    # of samples/NAME.tar.xz, in SOURCE
macro(unpack_samples)
    find_program(SH sh)
    if(NOT SH)
        message("skipped: there is no sh")
        return()
    endif()
    file(REMOVE_RECURSE ${WORK})
    file(MAKE_DIRECTORY ${WORK})
    foreach(archive IN ITEMS ${ARGN})
        execute_process(COMMAND ${CMAKE_COMMAND} -E tar xf ${SOURCE}/samples/${archive}.tar.xz
                        WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status ERROR_VARIABLE said)
        if(NOT status EQUAL 0)
            message("skipped: this cmake cannot unpack .tar.xz: ${said}")
            return()
        endif()
    endforeach()
endmacro()

# Sets `table` to the output of a script about the unpacked files, and removes WORK. Fails if the
# script fails or writes to standard error.
#
#   table_of(SCRIPT [ARGUMENT...])
macro(table_of script)
    execute_process(COMMAND ${SH} ${SOURCE}/${script} ${GCVIEW} ${WORK} ${ARGN}
                    RESULT_VARIABLE status OUTPUT_VARIABLE table ERROR_VARIABLE said)
    file(REMOVE_RECURSE ${WORK})
    if(NOT status EQUAL 0 OR NOT said STREQUAL "")
        message(FATAL_ERROR "${script}: ${status}\n${said}")
    endif()
endmacro()
