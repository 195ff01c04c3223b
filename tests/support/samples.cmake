# The start of tests that use packed samples. Variables: GCVIEW (the program), WORK (scratch
# folder), SOURCE (source root).
include(${CMAKE_CURRENT_LIST_DIR}/tools.cmake)

# Empties WORK, and unpacks archives into it.
#
#   unpack_samples(NAME...)    # of samples/NAME.tar.xz, in SOURCE
macro(unpack_samples)
    need_tool(SH sh)
    file(REMOVE_RECURSE ${WORK})
    file(MAKE_DIRECTORY ${WORK})
    foreach(archive IN ITEMS ${ARGN})
        execute_process(COMMAND ${CMAKE_COMMAND} -E tar xf ${SOURCE}/samples/${archive}.tar.xz
                        WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status ERROR_VARIABLE said)
        if(NOT status EQUAL 0)
            message(FATAL_ERROR "missing tool: a cmake that can unpack .tar.xz: ${said}")
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
