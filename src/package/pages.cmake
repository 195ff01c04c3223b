# Writes the manual pages and the shell completions, as the program prints them.
#
#   cmake -DGCVIEW=gcview -DOUT=share -P src/package/pages.cmake
#
# Files have their places below share of a prefix: man/man1/gcview.1,
# bash-completion/completions/gcview …
cmake_minimum_required(VERSION 3.16)

# run(RESULT ARGUMENT...): sets RESULT to the output of `gcview help ARGUMENT...`.
function(run result)
    execute_process(COMMAND ${GCVIEW} help ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "gcview help ${ARGN}: ${status}")
    endif()
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The page of the program refers to all other pages.
run(main --man gcview)
file(WRITE ${OUT}/man/man1/gcview.1 "${main}")
string(REGEX MATCHALL "\n\\.Xr [a-z-]+ [0-9]" references "${main}")
foreach(reference IN LISTS references)
    string(REGEX REPLACE "\n\\.Xr ([a-z-]+) ([0-9])" "\\1;\\2" reference "${reference}")
    list(GET reference 0 page)
    list(GET reference 1 section)
    run(text --man ${page})
    file(WRITE ${OUT}/man/man${section}/${page}.${section} "${text}")
endforeach()
string(REGEX MATCH "[.]Dd [^\n]*" date "${main}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/capture/gcview-capture.1.in ${OUT}/man/man1/gcview-capture.1 @ONLY)

run(text --completion bash)
file(WRITE ${OUT}/bash-completion/completions/gcview "${text}")
run(text --completion zsh)
file(WRITE ${OUT}/zsh/site-functions/_gcview "${text}")
run(text --completion fish)
file(WRITE ${OUT}/fish/vendor_completions.d/gcview.fish "${text}")
