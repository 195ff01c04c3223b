/* fingerprint.c - slots, and hashes of chains without ids; see fingerprint.h. */
#include "analysis/suspects/find/fingerprint.h"

#include "analysis/type_kinds.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/text.h"
#include "heap/java_class.h"
#include "heap/shapes.h"
#include "heap/type_table.h"

#include <string.h>

/* ---- slots -------------------------------------------------------------------------------- */

/* So many references are looked at one by one. */
enum { FEW = 32 };

static void count_one(gcv_slot_finder *finder, uint64_t key)
{
    const uint32_t before = gcv_id_map_get(finder->fields.ctx, &finder->n_to, key);
    gcv_id_map_set(finder->fields.ctx, &finder->n_to, key, before != GCV_NONE ? before + 1 : 1);
}

/* Counts the references of an object by the types and shapes that they lead to; once for each
 * object. */
static void count_all(gcv_slot_finder *finder, uint64_t keys, const uint32_t *to, uint32_t n)
{
    gcv_context *ctx = finder->fields.ctx;
    const gcv_heap *heap = finder->fields.heap;
    const uint64_t counted = keys + heap->n_types;
    if (gcv_id_map_get(ctx, &finder->n_to, counted) != GCV_NONE) {
        return;
    }
    gcv_id_map_set(ctx, &finder->n_to, counted, 0);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t family = gcv_heap_object_family(heap, to[i]),
                       shape = gcv_heap_object_row(heap, to[i]);
        count_one(finder, keys + family);
        if (shape != family) {
            count_one(finder, keys + shape);
        }
    }
}

/* Whether more than `most` references of an object lead to objects of a type or shape. */
static bool leads_to_more(gcv_slot_finder *finder, uint32_t object, uint32_t type, uint32_t most)
{
    const gcv_heap *heap = finder->fields.heap;
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    if (n > FEW) {
        const uint64_t keys = (uint64_t)object * (heap->n_types + 1);
        count_all(finder, keys, to, n);
        return gcv_id_map_get(finder->fields.ctx, &finder->n_to, keys + type) > most;
    }
    for (uint32_t i = 0; i < n && n > most; i++) {
        same +=
            gcv_heap_object_family(heap, to[i]) == type || gcv_heap_object_row(heap, to[i]) == type;
    }
    return same > most;
}

/* The same for a shape or a type without shapes; 0: the object has many references. */
static uint32_t count_few(const gcv_heap *heap, uint32_t object, uint32_t row)
{
    uint32_t n, same = 0;
    const uint32_t *to = gcv_heap_references(heap, object, &n);
    for (uint32_t i = 0; i < n && n <= FEW; i++) {
        same += gcv_heap_object_row(heap, to[i]) == row;
    }
    return same;
}

/* Whether an object is in a list with its referrer, or the referrer holds both ends of the list:
 * several objects of a type or shape, one of which refers to another one of it. Half of the list is
 * nearer to each end. */
static bool is_in_list(const gcv_heap *heap, uint32_t referrer, uint32_t object)
{
    const uint32_t row = gcv_heap_object_row(heap, object);
    uint32_t n;
    const uint32_t *to = gcv_heap_references(heap, referrer, &n);
    bool linked = gcv_heap_object_row(heap, referrer) == row;
    if (gcv_slice_is(heap->types.name[row], GCV_PLAIN_OBJECT) ||
        (!linked && count_few(heap, referrer, row) < 2)) {
        return false;
    }
    for (uint32_t i = 0; i < n && !linked; i++) {
        linked = gcv_heap_object_row(heap, to[i]) == row && count_few(heap, to[i], row) > 0;
    }
    return linked;
}

/* Returns the name that a referrer has for an object, in 16 bits. */
static uint32_t name_in(gcv_slot_finder *finder, uint32_t referrer, uint32_t object, uint32_t type)
{
    const gcv_heap *heap = finder->fields.heap;
    const uint32_t shape = gcv_heap_object_row(heap, object);
    if (leads_to_more(finder, referrer, type, GCV_SLOTS_MOST) ||
        (gcv_is_shape(heap->types.name[shape]) &&
         leads_to_more(finder, referrer, shape, GCV_SLOTS_ALIKE))) {
        return GCV_NO_SLOT;
    }
    gcv_field field;
    if (!gcv_field_between(&finder->fields, referrer, object, &field) ||
        gcv_field_has_number((uint8_t)field.kind) || gcv_field_is_internal(&field)) {
        return GCV_NO_SLOT;
    }
    return (uint32_t)gcv_hash_bytes(field.name.data, field.name.size, field.kind) >> 16 | 1;
}

/* An element has no names for its children: its start tag counts instead. */
static uint32_t below_element(gcv_slot_finder *finder, uint32_t referrer, uint32_t slot,
                              uint32_t object, uint32_t type)
{
    const uint32_t own = name_in(finder, referrer, object, type);
    const gcv_slice tag = gcv_heap_element(finder->fields.heap, referrer);
    return own != GCV_NO_SLOT ? own << 16 | gcv_slot_name(slot)
           : tag.data != NULL ? ((uint32_t)gcv_hash_bytes(tag.data, tag.size, 0) >> 16 | 1) << 16 |
                                    gcv_slot_name(slot)
                              : GCV_NO_SLOT;
}

uint32_t gcv_slot_below(gcv_slot_finder *finder, uint32_t referrer, uint32_t slot, uint32_t object)
{
    const gcv_heap *heap = finder->fields.heap;
    const uint32_t from = gcv_heap_object_family(heap, referrer),
                   type = gcv_heap_object_family(heap, object);
    const uint32_t kinds = finder->kinds[from];
    const bool keeps = (kinds & GCV_KEEPS_ANY) != 0 || from == type;
    const bool plain = gcv_slice_is(heap->types.name[from], GCV_PLAIN_OBJECT);
    const bool names = plain || !keeps || (kinds & (GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE)) != 0;
    if (from != type && gcv_is_element(heap->types.name[from])) {
        return below_element(finder, referrer, slot, object, type);
    }
    if (!names || ((plain || !keeps) && is_in_list(heap, referrer, object))) {
        return slot;
    }
    const uint32_t own = name_in(finder, referrer, object, type);
    if (own == GCV_NO_SLOT || (plain && own == gcv_slot_name(slot))) {
        return keeps ? slot : GCV_NO_SLOT;
    }
    return own << 16 | gcv_slot_name(slot);
}

void gcv_slot_finder_release(gcv_slot_finder *finder)
{
    gcv_field_finder_release(&finder->fields);
    gcv_id_map_release(finder->fields.ctx, &finder->n_to);
}

/* ---- fingerprints ------------------------------------------------------------------------- */

/* Seeds, so that a root, a type and a namespace of the same name have different hashes. */
enum { OF_ROOT = 1, OF_TYPE = 2, OF_NAMESPACE = 3 };

static bool is_word(char c) { return gcv_is_digit(c) || gcv_is_letter(c) || c == '_' || c == '|'; }

/* Returns the length of the name without a size class such as ` (Bytes > 1K)`. */
static size_t without_size_class(gcv_slice name)
{
    static const char mark[] = " (Bytes > ";
    size_t at = name.size;
    if (at == 0 || name.data[at - 1] != ')') {
        return at;
    }
    while (at > 0 && name.data[at - 1] != '(') {
        at--;
    }
    return at >= 2 && name.size - at >= 8 && memcmp(name.data + at - 2, mark, 10) == 0 ? at - 2
                                                                                       : name.size;
}

/* Returns the length of the word at `at` if a compiler generated it, that is, if it follows a '>'
 * and contains two consecutive underscores; else 0. */
static size_t made_word(gcv_slice name, size_t at)
{
    size_t end = at;
    bool made = false;
    if (at == 0 || name.data[at - 1] != '>') {
        return 0;
    }
    for (; end < name.size && is_word(name.data[end]); end++) {
        made = made || (end > at && name.data[end] == '_' && name.data[end - 1] == '_');
    }
    return made ? end - at : 0;
}

size_t gcv_normal_name(gcv_slice name, char *out)
{
    size_t n = 0, at = 0, made_end = 0;
    if (gcv_type_is_nameless(name)) {
        memcpy(out, "UNKNOWN", 7);
        return 7;
    }
    name = gcv_without_shape(name);
    name.size = without_size_class(name);
    for (; at < name.size; at++) {
        const size_t made = made_word(name, at);
        made_end = made > 0 ? at + made : made_end;
        if (at >= made_end || !gcv_is_digit(name.data[at])) {
            out[n++] = name.data[at];
        }
    }
    return gcv_type_name_tidy(out, n);
}

/* Hashes the bytes of the normalised name by FNV-1a, which gives the same on every machine, and
 * mixes the result. */
static uint64_t hash_of_name(gcv_slice name, char *buffer)
{
    uint64_t h = 0xcbf29ce484222325u;
    size_t n = gcv_normal_name(name, buffer);
    for (size_t i = 0; i < n; i++) {
        h = (h ^ (unsigned char)buffer[i]) * 0x100000001b3u;
    }
    return gcv_hash_u64(h, n);
}

/* Returns memory for the normalised name of any type, root or static field. */
static char *name_buffer(gcv_context *ctx, const gcv_heap *heap)
{
    size_t longest = 0;
    for (size_t i = 0; i < heap->n_types; i++) {
        size_t size = heap->types.name[i].size;
        longest = size > longest ? size : longest;
    }
    for (size_t i = 0; i < heap->roots.n; i++) {
        size_t size = heap->roots.data[i].label.size;
        longest = size > longest ? size : longest;
    }
    for (size_t i = 0; i < heap->names.n; i++) {
        size_t size = heap->names.data[i].size;
        longest = size > longest ? size : longest;
    }
    return gcv_alloc(ctx, longest + 8, 1);
}

/* Hashes the kind of a root, with the label if it is a static or a handle, or with the container if
 * it has no such label. Labels of other roots may name threads, which differ from run to run. A
 * handle without a label is strong, and hashed like the handles that other formats label so. */
static uint64_t hash_of_root(const gcv_heap *heap, const gcv_root *root, char *buffer)
{
    bool is_handle = root->kind == GCV_ROOT_KIND_HANDLE;
    gcv_slice label =
        is_handle || root->kind == GCV_ROOT_KIND_STATIC ? root->label : gcv_slice_of(NULL, 0);
    if (is_handle && label.data == NULL && root->container == GCV_NONE &&
        (root->flags & (GCV_ROOT_PINNED | GCV_ROOT_WEAK)) == 0) {
        label = gcv_slice_str("strong");
    }
    if (label.data == NULL && root->container != GCV_NONE) {
        label = heap->types.name[root->container];
    }
    if (label.data == NULL) {
        return gcv_hash_u64(root->kind, OF_ROOT);
    }
    /* Seeded unlike an unlabelled root, so that the label is not taken for the type of an object.
     */
    return gcv_hash_u64(hash_of_name(label, buffer),
                        gcv_hash_u64((uint64_t)1 << 32 | root->kind, OF_ROOT));
}

/* Hashes the name of a type on first use: the chains that are asked for may pass only a few types
 * of the dump. */
static uint64_t hash_of_type(gcv_fingerprints *fingerprints, uint32_t type)
{
    uint64_t *hash = &fingerprints->type_hash[type];
    if (*hash == 0) {
        *hash = hash_of_name(fingerprints->heap->types.name[type], fingerprints->buffer);
    }
    return *hash;
}

/* Hashes a chain of one object, from where it begins and the hash of the object's type. */
static uint64_t hash_of_start(const gcv_heap *heap, uint32_t start, uint64_t type, char *buffer)
{
    const gcv_root root = gcv_start_root(heap, start);
    return gcv_hash_u64(type, hash_of_root(heap, &root, buffer));
}

static bool begins_at_static(const gcv_fingerprints *fingerprints, uint32_t at, uint32_t next)
{
    const gcv_heap *heap = fingerprints->heap;
    return heap->type.data[at] == fingerprints->class_type && gcv_java_is_static(heap, at, next);
}

uint64_t gcv_fingerprint_below(gcv_fingerprints *fingerprints, uint32_t at, uint32_t next)
{
    const gcv_heap *heap = fingerprints->heap;
    const uint64_t type = hash_of_type(fingerprints, heap->type.data[next]);
    return begins_at_static(fingerprints, at, next)
               ? hash_of_start(heap, gcv_java_static_start(heap, next), type, fingerprints->buffer)
           : type == hash_of_type(fingerprints, heap->type.data[at])
               ? fingerprints->hash[at]
               : gcv_hash_u64(type, fingerprints->hash[at]);
}

uint32_t gcv_fingerprint_slot_below(gcv_fingerprints *fingerprints, uint32_t at, uint32_t next)
{
    return fingerprints->slot == NULL || begins_at_static(fingerprints, at, next)
               ? GCV_NO_SLOT
               : gcv_slot_below(&fingerprints->slots, at, fingerprints->slot[at], next);
}

/* Hashes the chain of an object whose referrer's is known. */
static void extend(gcv_fingerprints *fingerprints, uint32_t at, uint32_t next)
{
    const gcv_heap *heap = fingerprints->heap;
    const bool again = hash_of_type(fingerprints, heap->type.data[next]) ==
                       hash_of_type(fingerprints, heap->type.data[at]);
    (void)gcv_bitset_add(&fingerprints->known, next);
    fingerprints->repeat[next] = again ? fingerprints->repeat[at] + 1 : 0;
    fingerprints->root[next] = begins_at_static(fingerprints, at, next)
                                   ? gcv_java_static_start(heap, next)
                                   : fingerprints->root[at];
    fingerprints->hash[next] = gcv_fingerprint_below(fingerprints, at, next);
    if (fingerprints->slot != NULL) {
        fingerprints->slot[next] = gcv_fingerprint_slot_below(fingerprints, at, next);
    }
}

/* Starts at the nearest referrer on the chain whose hash is known, and hashes down to the object.
 */
void gcv_fingerprint_of_chain(gcv_context *ctx, gcv_fingerprints *fingerprints, uint32_t object)
{
    gcv_u32_column *pending = &fingerprints->pending;
    uint32_t at = object;
    pending->n = 0;
    while (!gcv_bitset_has(&fingerprints->known, at)) {
        gcv_u32_column_push(ctx, pending, at);
        at = fingerprints->paths->parent[at];
    }
    while (pending->n > 0) {
        uint32_t next = pending->data[--pending->n];
        extend(fingerprints, at, next);
        at = next;
    }
}

static void start(gcv_fingerprints *out, const gcv_root_set *roots)
{
    const gcv_heap *heap = out->heap;
    for (uint32_t i = 0; i < roots->n; i++) {
        uint32_t object = roots->object[i];
        if (out->paths->parent[object] == GCV_ROOTED) { /* its chain begins at this root */
            (void)gcv_bitset_add(&out->known, object);
            out->root[object] = roots->root[i];
            out->repeat[object] = 0;
            if (out->slot != NULL) {
                out->slot[object] = GCV_NO_SLOT;
            }
            out->hash[object] = hash_of_start(
                heap, roots->root[i], hash_of_type(out, heap->type.data[object]), out->buffer);
        }
    }
}

void gcv_fingerprints_init(gcv_context *ctx, gcv_fingerprints *out, const gcv_heap *heap,
                           const gcv_root_set *roots, const gcv_paths *paths, const uint16_t *kinds)
{
    memset(out, 0, sizeof *out);
    out->heap = heap;
    out->buffer = name_buffer(ctx, heap);
    out->paths = paths;
    out->class_type = gcv_java_class_type(heap);
    out->n = heap->n_objects;
    out->type_hash = gcv_alloc_zeroed(ctx, heap->n_types, sizeof *out->type_hash);
    out->hash = gcv_alloc(ctx, out->n, sizeof *out->hash);
    out->root = gcv_alloc(ctx, out->n, sizeof *out->root);
    out->repeat = gcv_alloc(ctx, out->n, sizeof *out->repeat);
    if (kinds != NULL) {
        out->slots = (gcv_slot_finder){.kinds = kinds, .fields = {.ctx = ctx, .heap = heap}};
        out->slot = gcv_alloc(ctx, out->n, sizeof *out->slot);
    }
    gcv_bitset_init(ctx, &out->known, out->n);
    start(out, roots);
}

void gcv_fingerprints_release(gcv_context *ctx, gcv_fingerprints *fingerprints)
{
    GCV_FREE(ctx, fingerprints->type_hash, fingerprints->buffer, fingerprints->hash,
             fingerprints->root, fingerprints->repeat);
    if (fingerprints->slot != NULL) {
        gcv_slot_finder_release(&fingerprints->slots);
        gcv_free(ctx, fingerprints->slot);
    }
    gcv_bitset_release(ctx, &fingerprints->known);
    gcv_u32_column_release(ctx, &fingerprints->pending);
    memset(fingerprints, 0, sizeof *fingerprints);
}

/* Hands hashes and roots down the chains, in their order. Chains begin in the order of the root
 * set, except that some of its objects are on the chains of others. */
static void hand_down(const gcv_fingerprint_query *query, const uint64_t *type_hash, char *buffer,
                      uint64_t *hash, uint32_t *root)
{
    const gcv_chain_order *order = query->order;
    const gcv_root_set *roots = query->roots;
    const uint32_t class_type = gcv_java_class_type(query->heap);
    uint32_t place = 0;
    for (uint32_t i = 0; i < order->n; i++) {
        uint32_t referrer_at = order->referrer_at[i];
        uint64_t own = type_hash[query->type[i]];
        if (referrer_at == GCV_NONE) {
            while (roots->object[place] != order->object[i]) {
                place++;
            }
            root[i] = roots->root[place];
            hash[i] = hash_of_start(query->heap, root[i], own, buffer);
        } else if (query->type[referrer_at] == class_type &&
                   gcv_java_is_static(query->heap, order->object[referrer_at], order->object[i])) {
            root[i] = gcv_java_static_start(query->heap, order->object[i]);
            hash[i] = hash_of_start(query->heap, root[i], own, buffer);
        } else {
            bool again = own == type_hash[query->type[referrer_at]];
            hash[i] = again ? hash[referrer_at] : gcv_hash_u64(own, hash[referrer_at]);
            root[i] = root[referrer_at];
        }
    }
}

void gcv_fingerprints_of_all(gcv_context *ctx, const gcv_fingerprint_query *query, uint64_t *hash,
                             uint32_t *root)
{
    const gcv_heap *heap = query->heap;
    char *buffer = name_buffer(ctx, heap);
    uint64_t *type_hash = gcv_alloc(ctx, heap->n_types, sizeof *type_hash);
    for (size_t i = 0; i < heap->n_types; i++) {
        type_hash[i] = hash_of_name(heap->types.name[i], buffer);
    }
    hand_down(query, type_hash, buffer, hash, root);
    GCV_FREE(ctx, buffer, type_hash);
}

uint64_t gcv_fingerprint_of_group(gcv_context *ctx, gcv_slice name, bool is_namespace)
{
    char *buffer = gcv_alloc(ctx, name.size + 8, 1);
    uint64_t fingerprint = gcv_fingerprint_of_hash(
        gcv_hash_u64(hash_of_name(name, buffer), is_namespace ? OF_NAMESPACE : OF_TYPE));
    gcv_free(ctx, buffer);
    return fingerprint;
}

uint64_t *gcv_fingerprints_of_types(gcv_context *ctx, const gcv_heap *heap)
{
    uint64_t *of = gcv_alloc(ctx, heap->n_types, sizeof *of);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        of[t] = gcv_fingerprint_of_group(ctx, heap->types.name[t], false);
    }
    return of;
}

void gcv_fingerprint_text(uint64_t fingerprint, char text[GCV_FINGERPRINT_DIGITS + 1])
{
    char digits[GCV_NUMBER_MAX];
    const size_t n = gcv_format_hex(digits, fingerprint);
    memset(text, '0', GCV_FINGERPRINT_DIGITS);
    memcpy(text + GCV_FINGERPRINT_DIGITS - n, digits, n + 1);
}
