# Configures the project in consumer/, builds it, and runs its tests. Variables: FROM, SOURCE,
# VERSION and CXX (see consumer/CMakeLists.txt), WORK (a scratch folder), BUILD (the folder of this
# build), PREFIX and LIBDIR (the installed copy), GENERATOR, COMPILER and LAUNCHER (of C), MERGE
# (GCVIEW_MERGE).
cmake_minimum_required(VERSION 3.16)

if(FROM STREQUAL pkg_config)
    include(${CMAKE_CURRENT_LIST_DIR}/../support/tools.cmake)
    need_tool(PKG_CONFIG pkg-config pkgconf)
endif()

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out
                    WORKING_DIRECTORY ${WORK})
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${ARGN}: ${status}\n${out}")
    endif()
endfunction()

# What has been compiled stays for the next run; everything else is made anew.
file(REMOVE ${WORK}/CMakeCache.txt)
file(MAKE_DIRECTORY ${WORK})
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
set(ENV{CMAKE_C_COMPILER_LAUNCHER} "sh;${CMAKE_CURRENT_LIST_DIR}/reuse;${BUILD}") # CMake 3.17
if(LAUNCHER)
    set(ENV{CMAKE_C_COMPILER_LAUNCHER} ${LAUNCHER})
endif()
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/library/consumer -B . -G ${GENERATOR} -DFROM=${FROM}
    -DSOURCE=${SOURCE} -DVERSION=${VERSION} -DCXX=${CXX} -DCMAKE_PREFIX_PATH=${PREFIX}
    -DCMAKE_C_COMPILER=${COMPILER} -DGCVIEW_MERGE=${MERGE})
run(${CMAKE_COMMAND} --build . --target programs)
run(${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)

# The project installs nothing, so neither does what it contains.
file(REMOVE_RECURSE ${WORK}/installed)
run(${CMAKE_COMMAND} --install . --prefix ${WORK}/installed)
file(GLOB_RECURSE installed ${WORK}/installed/*)
if(installed)
    message(FATAL_ERROR "the project that contains gcview installs ${installed}")
endif()
