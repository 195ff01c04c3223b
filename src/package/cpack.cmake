# The content of a package. CPack reads this file for each kind of package.
set(CPACK_COMPONENTS_ALL Unspecified)
if(CPACK_GENERATOR STREQUAL "DEB")
    list(APPEND CPACK_COMPONENTS_ALL debian)
    set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/gzip_pages.cmake)
endif()
if(CPACK_GENERATOR MATCHES "TGZ|ZIP") # may be unpacked anywhere
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
    set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
