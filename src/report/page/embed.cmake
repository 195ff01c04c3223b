# Converts a file to C: its bytes, and their SHA-256, which the page's security policy names.
#
#   cmake -DIN=page.css -DNAME=gcv_page_css -DOUT=page_css.c -P src/report/page/embed.cmake
#
# src/report/page/page.h declares the result.
cmake_minimum_required(VERSION 3.16)

function(as_bytes hex out)
    string(REGEX REPLACE "(................................)" "\\1\n" lines "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${lines}")
    set(${out} "${bytes}" PARENT_SCOPE)
endfunction()

file(READ ${IN} hex HEX)
file(SHA256 ${IN} digest)
string(LENGTH "${hex}" size)
math(EXPR size "${size} / 2")
as_bytes("${hex}" content)
as_bytes("${digest}" digest)
file(WRITE ${OUT} "/* Made by src/report/page/embed.cmake. */
#include \"report/page/page.h\"

static const unsigned char content[] = {
${content}};

const gcv_page_file ${NAME} = {content, ${size}, {
${digest}}};
")
