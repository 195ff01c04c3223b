# Run by cpack once the files of a package are in place: packs manual pages, as Debian wants it.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*.[1-9])
list(FILTER pages INCLUDE REGEX "/man/man[1-9]/")
if(pages)
    execute_process(COMMAND gzip -9n ${pages} RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "manual pages cannot be packed: ${status}")
    endif()
endif()
