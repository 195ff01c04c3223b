/* root_label.c - a root in words, as every table shows it; see root_label.h. */
#include "heap/root_label.h"

#include "heap/vocabulary.h"

#include <inttypes.h>
#include <string.h>

static void append_kind(gcv_context *ctx, gcv_buffer *out, uint32_t kind)
{
    const char *word = gcv_root_kind_word(kind);
    if (word != NULL) {
        gcv_buffer_append_str(ctx, out, word);
    } else {
        gcv_buffer_print(ctx, out, "kind %" PRIx32, kind);
    }
}

static void append_flags(gcv_context *ctx, gcv_buffer *out, uint32_t flags)
{
    const char *word, *comma = "";
    uint32_t flag;
    for (size_t i = 0; gcv_root_flag_at(i, &flag, &word); i++) {
        if ((flags & flag) != 0) {
            gcv_buffer_print(ctx, out, "%s%s", comma, word);
            flags &= ~flag;
            comma = ",";
        }
    }
    if (flags != 0) {
        gcv_buffer_print(ctx, out, "%s0x%" PRIx32, comma, flags);
    }
}

static bool flag_named(gcv_slice word, uint32_t *flag)
{
    const char *known;
    uint64_t bits;
    for (size_t i = 0; gcv_root_flag_at(i, flag, &known); i++) {
        if (gcv_slice_is(word, known)) {
            return true;
        }
    }
    if (!gcv_slice_begins(word, "0x") || !gcv_parse_hex(word.data + 2, word.size - 2, 32, &bits)) {
        return false;
    }
    *flag = (uint32_t)bits;
    return true;
}

/* Limit of the search for a list of flags, none of which is as long: labels may be long, and many.
 */
enum { LONGEST_FLAGS = 48 };

/* Takes ` (pinned,weak)` off the end of a label; false if the label does not end with such a list.
 */
static bool take_flag_list(gcv_slice *text, uint32_t *flags)
{
    size_t at = text->size;
    uint32_t found = 0, flag;
    if (at < 3 || text->data[at - 1] != ')') {
        return false;
    }
    while (at > 0 && text->size - at < LONGEST_FLAGS && text->data[at - 1] != '(') {
        at--;
    }
    if (at < 2 || text->data[at - 1] != '(' || text->data[at - 2] != ' ') {
        return false;
    }
    size_t end = text->size - 1;
    for (size_t next = at; next < end; next++) {
        size_t first = next;
        while (next < end && text->data[next] != ',') {
            next++;
        }
        if (!flag_named(gcv_slice_of(text->data + first, next - first), &flag)) {
            return false;
        }
        found |= flag;
    }
    text->size = at - 2;
    *flags = found;
    return true;
}

void gcv_root_kind_name(gcv_context *ctx, uint32_t kind, gcv_buffer *out)
{
    gcv_buffer_clear(out);
    append_kind(ctx, out, kind);
}

void gcv_root_flag_names(gcv_context *ctx, uint32_t flags, gcv_buffer *out)
{
    gcv_buffer_clear(out);
    if (flags != 0) {
        append_flags(ctx, out, flags);
    } else {
        gcv_buffer_append_str(ctx, out, "-");
    }
}

/* Writes a root; in a group, a static root that has an owner is this alone, and without flags, an
 * owner that ends in what looks like a list of flags gets ` ()`. */
static void write_label(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root, bool in_group,
                        gcv_buffer *out)
{
    const gcv_slice owner = gcv_root_owner(heap, root);
    uint32_t unused;
    gcv_buffer_clear(out);
    if (!in_group || root->kind != GCV_ROOT_KIND_STATIC || owner.data == NULL) {
        append_kind(ctx, out, root->kind);
        gcv_buffer_append_str(ctx, out, owner.data != NULL ? " " : "");
    }
    gcv_buffer_append(ctx, out, owner);
    gcv_slice text = gcv_buffer_slice(out);
    if (root->flags != 0 || (in_group && take_flag_list(&text, &unused))) {
        gcv_buffer_append_str(ctx, out, " (");
        append_flags(ctx, out, root->flags);
        gcv_buffer_append_str(ctx, out, ")");
    }
}

void gcv_root_label(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root, gcv_buffer *out)
{
    write_label(ctx, heap, root, false, out);
}

/* Replaces each number in `out` from `at` to the first `: ` by `*`: a thread of a pool has one in
 * its name. */
static void fold_numbers(gcv_buffer *out, size_t at)
{
    char *text = out->text.data;
    const size_t n = out->text.n;
    size_t end = at;
    for (bool in_name = true, in_number = false; at < n; at++) {
        const bool is_digit = gcv_is_digit(text[at]);
        in_name = in_name && !(text[at] == ':' && at + 1 < n && text[at + 1] == ' ');
        if (!in_name || !is_digit) {
            text[end++] = text[at];
        } else if (!in_number) {
            text[end++] = '*';
        }
        in_number = is_digit;
    }
    out->text.n = end;
}

/* Takes the line off the end of `Shop.run (Shop.java:24)`. */
static void drop_line(gcv_buffer *out)
{
    size_t at = out->text.n;
    if (at == 0 || out->text.data[--at] != ')') {
        return;
    }
    while (at > 0 && gcv_is_digit(out->text.data[at - 1])) {
        at--;
    }
    if (at > 0 && at + 1 < out->text.n && out->text.data[at - 1] == ':') {
        out->text.data[at - 1] = ')';
        out->text.n = at;
    }
}

void gcv_root_label_across_dumps(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                                 gcv_buffer *out)
{
    write_label(ctx, heap, root, false, out);
    if (root->kind == GCV_ROOT_KIND_LOCAL && root->label.data != NULL) {
        drop_line(out);
        fold_numbers(out, strlen("local "));
    } else if (root->kind == GCV_ROOT_KIND_RUNTIME && gcv_slice_begins(root->label, "thread ")) {
        fold_numbers(out, strlen("runtime thread "));
    }
}

void gcv_root_label_in_group(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                             gcv_buffer *out)
{
    write_label(ctx, heap, root, true, out);
}

/* Takes a word and the space after it off the front; if nothing follows, the rest has no data. */
static bool take_word(gcv_slice *text, gcv_slice word)
{
    if (text->size < word.size || memcmp(text->data, word.data, word.size) != 0 ||
        (text->size > word.size && text->data[word.size] != ' ')) {
        return false;
    }
    *text = text->size == word.size ? gcv_slice_of(NULL, 0) : gcv_slice_from(*text, word.size + 1);
    return true;
}

/* Takes `kind N` off the front and returns N; GCV_ROOT_KIND_INTERNAL if it is not there. */
static uint32_t take_other_kind(gcv_slice *text)
{
    gcv_slice rest = *text;
    uint64_t kind;
    if (!take_word(&rest, gcv_slice_str("kind"))) {
        return GCV_ROOT_KIND_INTERNAL;
    }
    const gcv_slice digits = gcv_slice_until(rest, " ");
    if (digits.size == 0 || !gcv_parse_hex(digits.data, digits.size, 32, &kind)) {
        return GCV_ROOT_KIND_INTERNAL;
    }
    (void)take_word(&rest, digits);
    *text = rest;
    return (uint32_t)kind;
}

gcv_root gcv_root_label_read(size_t group, gcv_slice label)
{
    gcv_root root = {0};
    (void)take_flag_list(&label, &root.flags);
    root.kind = gcv_root_kind_of_group(group);
    if (root.kind == GCV_NONE) {
        root.kind = take_other_kind(&label);
    } else if (root.kind != GCV_ROOT_KIND_STATIC ||
               gcv_slice_is(label, gcv_root_kind_word(root.kind))) {
        (void)take_word(&label, gcv_slice_str(gcv_root_kind_word(root.kind)));
    }
    root.label = label;
    return root;
}

gcv_slice gcv_root_owner(const gcv_heap *heap, const gcv_root *root)
{
    return root->label.data == NULL && root->container != GCV_NONE
               ? heap->types.name[root->container]
               : root->label;
}

bool gcv_is_dependent_handle(const gcv_root *root)
{
    return root->kind == GCV_ROOT_KIND_HANDLE && gcv_slice_is(root->label, GCV_DEPENDENT_HANDLE);
}

gcv_slice gcv_root_field(const gcv_heap *heap, const gcv_root *root)
{
    const gcv_slice label = root->label;
    const gcv_slice type = root->object != GCV_NONE
                               ? heap->types.name[heap->type.data[root->object]]
                               : gcv_slice_of(NULL, 0);
    return root->kind == GCV_ROOT_KIND_STATIC && type.size > 0 && gcv_slice_is_member(label, type)
               ? gcv_property_of_field(gcv_slice_from(label, type.size + 1))
               : gcv_slice_of(NULL, 0);
}

gcv_slice gcv_property_of_field(gcv_slice name)
{
    static const char end[] = ">k__BackingField";
    const size_t more = sizeof end; /* and the `<` */
    return name.size > more && name.data[0] == '<' && gcv_slice_ends(name, end)
               ? gcv_slice_of(name.data + 1, name.size - more)
               : name;
}

bool gcv_same_root_label(const gcv_heap *heap, const gcv_root *a, const gcv_root *b)
{
    gcv_slice x = gcv_root_owner(heap, a), y = gcv_root_owner(heap, b);
    return a->kind == b->kind && a->flags == b->flags && (x.data == NULL) == (y.data == NULL) &&
           gcv_slice_equal(x, y);
}
