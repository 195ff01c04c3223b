/* absent.c - functions that AddressSanitizer watches, and that glibc does not have or no longer
 * exports.
 *
 * At each start AddressSanitizer searches for every function that it watches. A search that fails
 * scans all libraries and allocates a message: these 48 took a fifth of a short run. None is
 * called, except for one that finds readable names, which then finds none.
 */
#include <stddef.h>

#define ABSENT(name)                                                                               \
    void *name(void);                                                                              \
    void *name(void) { return NULL; }
ABSENT(__cxa_rethrow_primary_exception)
ABSENT(__cxa_throw)
ABSENT(__isoc99_fprintf)
ABSENT(__isoc99_printf)
ABSENT(__isoc99_snprintf)
ABSENT(__isoc99_sprintf)
ABSENT(__isoc99_vfprintf)
ABSENT(__isoc99_vprintf)
ABSENT(__isoc99_vsnprintf)
ABSENT(__isoc99_vsprintf)
ABSENT(__pthread_mutex_lock)
ABSENT(__pthread_mutex_unlock)
ABSENT(crypt)
ABSENT(crypt_r)
ABSENT(pthread_mutexattr_getrobust_np)
ABSENT(swift_demangle)
ABSENT(xdr_bool)
ABSENT(xdr_bytes)
ABSENT(xdr_char)
ABSENT(xdr_destroy)
ABSENT(xdr_double)
ABSENT(xdr_enum)
ABSENT(xdr_float)
ABSENT(xdr_hyper)
ABSENT(xdr_int)
ABSENT(xdr_int16_t)
ABSENT(xdr_int32_t)
ABSENT(xdr_int64_t)
ABSENT(xdr_int8_t)
ABSENT(xdr_long)
ABSENT(xdr_longlong_t)
ABSENT(xdr_quad_t)
ABSENT(xdr_short)
ABSENT(xdr_string)
ABSENT(xdr_u_char)
ABSENT(xdr_u_hyper)
ABSENT(xdr_u_int)
ABSENT(xdr_u_long)
ABSENT(xdr_u_longlong_t)
ABSENT(xdr_u_quad_t)
ABSENT(xdr_u_short)
ABSENT(xdr_uint16_t)
ABSENT(xdr_uint32_t)
ABSENT(xdr_uint64_t)
ABSENT(xdr_uint8_t)
ABSENT(xdrmem_create)
ABSENT(xdrrec_create)
ABSENT(xdrstdio_create)
