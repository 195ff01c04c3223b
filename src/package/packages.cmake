# Packages by `cpack`: .deb, .rpm and .tar.gz, or .zip for Windows. Each has the program, the
# documents and the samples; only `cmake --install` (component dev) installs the library. `sh
# tests/release` builds and tests the packages.

set(CPACK_PACKAGE_NAME gcview)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "analyzer of managed heap dumps")
set(CPACK_PACKAGE_DESCRIPTION
    "gcview opens a snapshot of a managed heap, of .NET, JavaScript or Ruby, and
says what fills it, what keeps it alive and what has changed since another
one: in a terminal, in a pipe, or as a check in continuous integration.")
set(CPACK_PACKAGE_VENDOR "the gcview authors")
set(GCVIEW_CONTACT "the gcview authors <gcview@localhost>" CACHE STRING "Whom packages name as maintainer")
set(CPACK_PACKAGE_CONTACT ${GCVIEW_CONTACT})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_PACKAGE_FILE_NAME gcview-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/cpack.cmake)
if(WIN32)
    set(CPACK_GENERATOR ZIP)
else()
    set(CPACK_GENERATOR DEB RPM TGZ)
endif()

# A single package, with the components that cpack.cmake names.
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_RPM_COMPONENT_INSTALL ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE MIT)
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    /usr/share/man /usr/share/man/man1 /usr/share/man/man5 /usr/share/man/man7 /usr/share/doc
    /usr/share/bash-completion /usr/share/bash-completion/completions
    /usr/share/zsh /usr/share/zsh/site-functions
    /usr/share/fish /usr/share/fish/vendor_completions.d)
# Equal builds give equal packages: these contain neither the time nor the machine of the build.
set(CPACK_RPM_SPEC_MORE_DEFINE
    "%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _buildhost localhost
%define _build_id_links none")

# Debian requires in each package: the license in Debian's format, and a compressed list of changes.
if(NOT WIN32)
    find_program(GZIP gzip)
    mark_as_advanced(GZIP)
    set(debian ${CMAKE_CURRENT_BINARY_DIR}/debian)
    file(READ LICENSE license)
    string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" copyright "${license}")
    set(copyright "${CMAKE_MATCH_1}")
    string(REGEX REPLACE "^.*(Permission is hereby)" "\\1" license "${license}")
    string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
    string(REGEX REPLACE "\n(.)" "\n \\1" license "${license}")
    file(WRITE ${debian}/copyright
         "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
         "Upstream-Name: gcview\n\nFiles: *\nCopyright: ${copyright}\nLicense: Expat\n ${license}")
    string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # or SOURCE_DATE_EPOCH, if set
    file(WRITE ${debian}/changelog
         "gcview (${PROJECT_VERSION}) stable; urgency=medium\n\n"
         "  * Release ${PROJECT_VERSION}; docs/CHANGELOG.md says what is new.\n\n -- ${GCVIEW_CONTACT}  ${now}\n")
    if(GZIP)
        execute_process(COMMAND ${GZIP} -9nf changelog WORKING_DIRECTORY ${debian})
        install(FILES ${debian}/copyright ${debian}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR}
                COMPONENT debian EXCLUDE_FROM_ALL)
    endif()
endif()

include(CPack)
