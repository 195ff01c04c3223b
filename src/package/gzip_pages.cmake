# Compresses the manual pages, as Debian requires. CPack runs it when the files of a package are in
# place.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*.[1-9])
list(FILTER pages INCLUDE REGEX "/man/man[1-9]/")
if(pages)
    execute_process(COMMAND gzip -9n ${pages} RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "manual pages cannot be packed: ${status}")
    endif()
endif()
