/* no_steps.c - the function that basic blocks call, for programs that count no steps in a build for
 * libFuzzer. */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {}
