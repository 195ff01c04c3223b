/* no_steps.c - what basic blocks call in a build for libFuzzer, in programs that count no steps. */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {}
