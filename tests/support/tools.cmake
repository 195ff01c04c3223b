# need_tool(VARIABLE NAME...): finds a program by one of its names. A test without its tool fails;
# ctest shows it as skipped, unless CI is set (gcview_add_test() in tests/CMakeLists.txt).
macro(need_tool variable name)
    find_program(${variable} NAMES ${name} ${ARGN})
    if(NOT ${variable})
        message(FATAL_ERROR "missing tool: ${name}")
    endif()
endmacro()
