/* root_label.h - a root in words, as every table shows it. */
#ifndef GCV_HEAP_ROOT_LABEL_H
#define GCV_HEAP_ROOT_LABEL_H

#include "heap/heap.h"

/* Each function replaces the text in `out` and fails only when out of memory. */

/* Writes internal, local, finalizer, handle, static, runtime, or `kind N` (hex, as in the dump).
 */
void gcv_root_kind_name(gcv_context *ctx, uint32_t kind, gcv_buffer *out);

/* Writes pinned, weak, interior, unknown bits in hex, joined by commas; `-` for none. */
void gcv_root_flag_names(gcv_context *ctx, uint32_t flags, gcv_buffer *out);

/* Writes the whole root: `static Acme.Cache`, `handle (pinned)`, `local`. If the dump gives the
 * root a label (`Acme.Cache.items`, `dependent`), it replaces the container. */
void gcv_root_label(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root, gcv_buffer *out);
/* The same for a comparison of dumps, without what differs from one to the next: the line at which
 * a method of Java waits, and numbers in the names of threads, as of the threads of a pool, which
 * are `*`: `local pool-*-thread-*: Shop.run (Shop.java)`. */
void gcv_root_label_across_dumps(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                                 gcv_buffer *out);

/* The same for a root in a group of its kind (gcv_root_group_at()): a static root is its label
 * alone, `Acme.Cache.items`. */
void gcv_root_label_in_group(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                             gcv_buffer *out);

/* Reads kind, flags and label from such a label. */
gcv_root gcv_root_label_read(size_t group, gcv_slice label);

/* Returns what the root belongs to, beyond kind and flags: the label of the dump, else the type
 * that has the static field; data NULL: neither is known. */
gcv_slice gcv_root_owner(const gcv_heap *heap, const gcv_root *root);

/* Whether the root is a dependent handle of .NET, which keeps a value as long as its key lives. */
bool gcv_is_dependent_handle(const gcv_root *root);
/* Returns the name of the field where a static root of .NET is `TYPE.FIELD` with the type of the
 * object that it holds, which says nothing of the class with the field; else data NULL. */
gcv_slice gcv_root_field(const gcv_heap *heap, const gcv_root *root);
/* Returns the name of the property for which the C# compiler made a field, or that of the field. */
gcv_slice gcv_property_of_field(gcv_slice name);

/* Whether two roots of one heap have the same kind, flags and owner, hence the same words. As in
 * all tables, types of one name in different modules count as one. */
bool gcv_same_root_label(const gcv_heap *heap, const gcv_root *a, const gcv_root *b);

/* The label of handles of objects that messages in the console of DevTools show. */
#define GCV_CONSOLE_LABEL "DevTools console"

#endif
