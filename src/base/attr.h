/* attr.h - the function attributes gcview uses, empty for compilers that lack them. */
#ifndef GCV_BASE_ATTR_H
#define GCV_BASE_ATTR_H

#if defined(__GNUC__) || defined(__clang__)
#if defined(__MINGW32__) && !defined(__clang__)
#define GCV_PRINTF_KIND __gnu_printf__ /* here __printf__ means Microsoft's, which lacks %zu */
#else
#define GCV_PRINTF_KIND __printf__
#endif
#define GCV_PRINTF(format_at, args_at)                                                             \
    __attribute__((__format__(GCV_PRINTF_KIND, format_at, args_at)))
#define GCV_UNUSED __attribute__((__unused__))
#define GCV_NORETURN __attribute__((__noreturn__))
#define GCV_INLINE inline __attribute__((__always_inline__)) /* where measured to help */
#else
#define GCV_PRINTF(format_at, args_at)
#define GCV_UNUSED
#define GCV_NORETURN
#define GCV_INLINE inline
#endif

/* The number of elements of an array. */
#define GCV_LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* A compile-time check for C99: `GCV_STATIC_ASSERT(what, condition);` at file scope. */
#define GCV_STATIC_ASSERT(name, condition) typedef char gcv_assert_##name[(condition) ? 1 : -1]

#endif
