/* count.h - counts basic blocks in place instead of by calls, which takes half the time: included
 * first in each source that is counted. As a macro of the assembler, `call` becomes an addition
 * where gcc, by default for x86-64, calls the function of steps.c; there it expects no flags or
 * registers to be kept. Other compilers call the function.
 */
#if defined(__x86_64__) && defined(__ELF__) && !defined(__clang__)
__asm__(
    ".macro call target:vararg\n"
    ".ifc \\target,__sanitizer_cov_trace_pc@PLT\n"
    "incq growth_counts + (\\@ % 16) * 8(%rip)\n"
    ".else\n"
    "callq \\target\n"
    ".endif\n"
    ".endm");
#endif
