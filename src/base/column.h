/* column.h - growable typed columns.
 *
 * GCV_COLUMN(name, T) defines `struct name { T *data; size_t n, cap; }` and
 *   name_reserve(ctx, col, extra)  makes room for `extra` more elements
 *   name_push(ctx, col, value)     appends one element
 *   name_append(ctx, col, from, n) appends `n` elements
 *   name_shrink(ctx, col)          frees the unused capacity
 *   name_arrange(ctx, col, order)  moves element order[i] to i and frees `order`, a permutation
 *   name_release(ctx, col)         frees everything; the column is empty and usable again
 * A zeroed struct is an empty column. Failure leaves the column unchanged.
 *
 * Growth: the capacity doubles up to 1 MiB, then grows by a quarter. The C library moves large
 * blocks by remapping pages where it can, so the finer step costs little and keeps the peak near
 * the memory in use.
 */
#ifndef GCV_BASE_COLUMN_H
#define GCV_BASE_COLUMN_H

#include "base/attr.h"
#include "base/context.h"

#include <string.h>

/* Grows a block so that `need` elements fit, and sets `*cap`. Returns the block, which may have
 * moved. */
void *gcv_column_grow(gcv_context *ctx, void *data, size_t element, size_t *cap, size_t need);
void *gcv_column_fit(gcv_context *ctx, void *data, size_t element, size_t *cap, size_t n);

/* Releases several columns; also texts and id maps, which are columns, too: a block and two sizes.
 */
void gcv_release_all(gcv_context *ctx, void *const *columns, size_t n);
#define GCV_RELEASE(ctx, ...)                                                                      \
    gcv_release_all(ctx, (void *const[]){__VA_ARGS__},                                             \
                    sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))

#define GCV_COLUMN(name, T)                                                                        \
    typedef struct name {                                                                          \
        T *data;                                                                                   \
        size_t n, cap;                                                                             \
    } name;                                                                                        \
    GCV_UNUSED static inline void name##_reserve(gcv_context *ctx, name *col, size_t extra)        \
    {                                                                                              \
        if (extra > col->cap - col->n) {                                                           \
            col->data = gcv_column_grow(ctx, col->data, sizeof(T), &col->cap,                      \
                                        extra > SIZE_MAX - col->n ? SIZE_MAX : col->n + extra);    \
        }                                                                                          \
    }                                                                                              \
    GCV_UNUSED static inline void name##_push(gcv_context *ctx, name *col, T value)                \
    {                                                                                              \
        if (col->n == col->cap) {                                                                  \
            name##_reserve(ctx, col, 1);                                                           \
        }                                                                                          \
        col->data[col->n++] = value;                                                               \
    }                                                                                              \
    GCV_UNUSED static inline void name##_append(gcv_context *ctx, name *col, const T *from,        \
                                                size_t n)                                          \
    {                                                                                              \
        name##_reserve(ctx, col, n);                                                               \
        if (n > 0) {                                                                               \
            memcpy(col->data + col->n, from, n * sizeof(T));                                       \
            col->n += n;                                                                           \
        }                                                                                          \
    }                                                                                              \
    GCV_UNUSED static inline void name##_shrink(gcv_context *ctx, name *col)                       \
    {                                                                                              \
        col->data = gcv_column_fit(ctx, col->data, sizeof(T), &col->cap, col->n);                  \
    }                                                                                              \
    GCV_UNUSED static inline void name##_arrange(gcv_context *ctx, name *col, uint32_t *order)     \
    {                                                                                              \
        for (uint32_t i = 0; i < col->n;                                                           \
             i++) { /* each cycle of the permutation is followed once */                           \
            T first = col->data[i];                                                                \
            uint32_t to = i;                                                                       \
            for (uint32_t from; (from = order[to]) != i; to = from) {                              \
                col->data[to] = col->data[from];                                                   \
                order[to] = to;                                                                    \
            }                                                                                      \
            col->data[to] = first;                                                                 \
            order[to] = to;                                                                        \
        }                                                                                          \
        gcv_free(ctx, order);                                                                      \
    }                                                                                              \
    GCV_UNUSED static inline void name##_release(gcv_context *ctx, name *col)                      \
    {                                                                                              \
        col->n = 0;                                                                                \
        col->data = gcv_column_fit(ctx, col->data, sizeof(T), &col->cap, 0);                       \
    }                                                                                              \
    typedef char gcv_column_##name##_end /* takes the semicolon that follows the macro */

GCV_COLUMN(gcv_char_column, char);
GCV_COLUMN(gcv_slice_column, gcv_slice);
GCV_COLUMN(gcv_u8_column, uint8_t);
GCV_COLUMN(gcv_u32_column, uint32_t);
GCV_COLUMN(gcv_u64_column, uint64_t);

#endif
