# Checks that docnames.c reports mistakes, and nothing else. Variables: DOCNAMES (the program), WORK
# (scratch folder).
cmake_minimum_required(VERSION 3.16)

set(ok TRUE)
string(RANDOM LENGTH 12 unique) # for several runs at the same time
set(WORK ${WORK}-${unique})
file(WRITE ${WORK}/src/heap/a.c "/* not(void) { } */\nstatic int twice(int n)\n{\n    return here(n);\n}\n")
file(WRITE ${WORK}/src/heap/a.h "int here(int n);\nstruct gcv_pair {\n    int n;\n};\n")
file(WRITE ${WORK}/src/base/b.c "int here(int n)\n{\n    return n; /* gcv_gone */\n}\n")
file(WRITE ${WORK}/src/base/same.h "")
file(WRITE ${WORK}/src/heap/same.h "")
file(WRITE ${WORK}/docs/other.md "# Title\n\n## What is it?\n")

# try(MESSAGE TEXT): checks the message for a document with this text; "": there must be none.
function(try message text)
    file(WRITE ${WORK}/docs/d.md "${text}\n")
    execute_process(COMMAND ${DOCNAMES} --names docs/d.md --links docs/other.md --files src/heap/a.c
                            src/heap/a.h src/base/b.c src/base/same.h src/heap/same.h docs/d.md
                            docs/other.md
                    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status ERROR_VARIABLE said)
    string(FIND "${said}" "${message}" at)
    if(message STREQUAL "" AND NOT status EQUAL 0)
        message("all of it is there, but docnames says\n${said}of\n${text}")
        set(ok FALSE PARENT_SCOPE)
    elseif(NOT message STREQUAL "" AND (status EQUAL 0 OR at EQUAL -1))
        message("not found: ${message}\nin\n${text}\nbut\n${said}")
        set(ok FALSE PARENT_SCOPE)
    endif()
endfunction()

try("no such file: src/heap/b.c" "the file `src/heap/b.c`")
try("no such file: c.h" "text\n`a.h` and `c.h`")
try("no such file: src/input/" "the folder `src/input/`")
try("no such file: b_*.c" "the files `b_*.c`")
try("several files of this name: same.h" "`same.h`")
try("no such function: thrice" "`twice()` and `thrice()`")
try("no such function: not" "only in a comment: `not()`")
try("in src/base/b.c: " "| `b.c` | `twice()` | defined elsewhere |")
try("no such name: gcv_gone" "`gcv_gone`")
try("dead link: other.txt" "[text](other.txt)")
try("no such heading: other.md#what-is" "[text](other.md#what-is)")
try("docs/d.md:2: " "text\n`c.h`")
try("" "`src/heap/a.c`, `heap/a.c`, `a.c`, `src/heap/`, `src/heap`, `a*.c`, `base/same.h`")
try("" "`here()`, `twice()`, `gcv_pair`, `struct gcv_pair`, `gcv_NAME()`, `src/NAME.c`, `a word`, `.c`")
try("" "| `b.c` | `here()` | which `twice()` calls |")
try("" "[text](other.md#what-is-it), [text](../src/heap/a.c), [text](https://host/x), [text](../src)")
try("" "```text\n`c.h` `thrice()` [text](other.txt)\n```")

file(REMOVE_RECURSE ${WORK})
if(NOT ok)
    message(FATAL_ERROR "see above")
endif()
