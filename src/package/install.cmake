# What `cmake --install` installs: the program, its manual pages, completions and documents, and the
# library as component `dev`.

# The program prints the manual pages and completions. A program for another system can do this only
# if CMAKE_CROSSCOMPILING_EMULATOR can run it.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(pages ${CMAKE_CURRENT_BINARY_DIR}/share)
    add_custom_command(OUTPUT ${pages}/man/man1/gcview.1
        COMMAND ${CMAKE_COMMAND} "-DGCVIEW=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:gcview>"
                -DOUT=${pages} -P ${CMAKE_CURRENT_SOURCE_DIR}/src/package/pages.cmake
        DEPENDS gcview src/package/pages.cmake src/package/capture/gcview-capture.1.in VERBATIM)
    add_custom_target(pages ALL DEPENDS ${pages}/man/man1/gcview.1)
    install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
    install(DIRECTORY ${pages}/bash-completion ${pages}/zsh ${pages}/fish
            DESTINATION ${CMAKE_INSTALL_DATADIR})
endif()
install(TARGETS gcview RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS src/package/capture/gcview-capture$<$<BOOL:${WIN32}>:.ps1> DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/agents.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/skills/gcview RENAME SKILL.md)
# The programs that docs/leaks.md measures.
foreach(programs IN ITEMS programs java/programs node/programs)
    install(DIRECTORY tests/leaks/${programs}/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/leaks/${programs})
endforeach()

# The samples of README.md and of the help, 8 MB of text in an archive of 2 MB: unpacked in any
# folder, they have the names that the examples give them. The other archives are for the tests.
file(GLOB samples CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} samples/*)
list(FILTER samples EXCLUDE REGEX "samples/(dotnet|leaks|node-leaks|ruby-prices)[.]tar[.]xz$")
set(archive ${CMAKE_CURRENT_BINARY_DIR}/samples.tar.xz)
list(JOIN samples "\" \"" samples)
install(CODE "execute_process(
    COMMAND \"${CMAKE_COMMAND}\" -E tar cJf \"${archive}\" \"--mtime=1970-01-01 00:00:00 UTC\" \"${samples}\"
    WORKING_DIRECTORY \"${CMAKE_CURRENT_SOURCE_DIR}\" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR \"samples cannot be packed\")
endif()")
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES samples/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/samples)

# The library needs only the C library. docs/library.md describes its use with find_package() and
# pkg-config.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(gcviewConfigVersion.cmake COMPATIBILITY SameMajorVersion)
file(RELATIVE_PATH to_include /${CMAKE_INSTALL_LIBDIR}/pkgconfig /${CMAKE_INSTALL_INCLUDEDIR})
configure_file(src/package/gcview.pc.in gcview.pc @ONLY)
install(TARGETS gcview_core EXPORT gcview
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY include/gcview DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(EXPORT gcview FILE gcviewConfig.cmake NAMESPACE gcview::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gcview COMPONENT dev)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gcviewConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gcview COMPONENT dev)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gcview.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
