/* v8_elements.c - names of elements of a page: their start tags with id and class, which are parts
 * of the names of nodes; see v8_reader.h. */
#include "input/heapsnapshot/v8_reader.h"

#include "base/distinct_texts.h"

#include <string.h>

/* Appends id or class from the text of a start tag: `<li id="a" class="b" title="c">`. */
static bool append_attribute(gcv_context *ctx, gcv_slice rest, const char *wanted, gcv_buffer *out)
{
    enum { LONGEST = 40 }; /* characters of a value */
    const char *equal, *quote;
    while (rest.size > 1 && rest.data[0] == ' ' &&
           (equal = memchr(rest.data, '=', rest.size - 2)) != NULL && equal[1] == '"') {
        const char *value = equal + 2, *end = rest.data + rest.size;
        const gcv_slice name = gcv_slice_of(rest.data + 1, (size_t)(equal - rest.data) - 1);
        quote = memchr(value, '"', (size_t)(end - value));
        if (quote == NULL) {
            break;
        }
        if (gcv_slice_is(name, wanted) && quote > value) {
            gcv_buffer_append_str(ctx, out, " ");
            gcv_buffer_append(ctx, out, name);
            gcv_buffer_append_str(ctx, out, "=\"");
            gcv_buffer_append_cut(ctx, out, gcv_slice_of(value, (size_t)(quote - value)), LONGEST);
            gcv_buffer_append_str(ctx, out, "\"");
            return true;
        }
        rest = gcv_slice_of(quote + 1, (size_t)(end - quote) - 1);
    }
    return false;
}

static const char detached[] = "Detached ";

/* Writes the start tag of an element, given by the name of a node, with its class and perhaps its
 * id; false: it has none of these, or is no element. */
static bool write_tag(gcv_context *ctx, gcv_slice name, bool with_id, gcv_buffer *out)
{
    const char *space =
        name.size > 0 && name.data[0] == '<' ? memchr(name.data, ' ', name.size) : NULL;
    if (space == NULL) {
        return false;
    }
    const gcv_slice head = gcv_slice_of(name.data, (size_t)(space - name.data));
    const gcv_slice rest = gcv_slice_of(space, name.size - head.size);
    gcv_buffer_append(ctx, out, head);
    const bool has_id = with_id && append_attribute(ctx, rest, "id", out);
    const bool has_class = append_attribute(ctx, rest, "class", out);
    gcv_buffer_append_str(ctx, out, ">");
    return has_id || has_class;
}

/* The tags of all keys, as numbers of texts; GCV_NONE: a key has none. */
typedef struct tag_list {
    gcv_distinct_texts texts;
    uint32_t *of_key;
} tag_list;

static tag_list list_tags(gcv_v8 *v8, bool with_id)
{
    tag_list tags = {.of_key = gcv_alloc_none(v8->ctx, v8->keys.n)};
    gcv_buffer text = {0};
    for (size_t i = 0; i < v8->keys.n; i++) {
        const gcv_v8_key *key = &v8->keys.data[i];
        gcv_slice name = gcv_v8_name_text(
            (key->flags & GCV_V8_NATIVE) != 0 ? gcv_v8_find_name(v8, key->name) : NULL);
        const bool begins = gcv_slice_begins(name, detached);
        const size_t n = begins ? sizeof detached - 1 : 0;
        gcv_buffer_clear(&text);
        gcv_buffer_append_str(v8->ctx, &text, begins || key->detached ? detached : "");
        if (write_tag(v8->ctx, gcv_slice_of(name.data + n, name.size - n), with_id, &text)) {
            tags.of_key[i] =
                gcv_distinct_texts_number(v8->ctx, &tags.texts, gcv_buffer_slice(&text));
        }
    }
    gcv_buffer_release(v8->ctx, &text);
    return tags;
}

/* Replaces the tags of elements that differ in their ids alone, if there are many, by those without
 * ids, so that all have one. */
static void join_rows(gcv_v8 *v8, tag_list *tags)
{
    enum { IDS_TOLD = 8 }; /* at most, of elements with one class */
    tag_list classes = list_tags(v8, false);
    uint32_t *n_ids = gcv_alloc_zeroed(v8->ctx, classes.texts.texts.n, sizeof *n_ids);
    gcv_bitset seen;
    gcv_bitset_init(v8->ctx, &seen, tags->texts.texts.n);
    for (size_t i = 0; i < v8->keys.n; i++) {
        if (classes.of_key[i] != GCV_NONE && gcv_bitset_add(&seen, tags->of_key[i])) {
            n_ids[classes.of_key[i]]++;
        }
    }
    for (size_t i = 0; i < v8->keys.n; i++) {
        if (classes.of_key[i] != GCV_NONE && n_ids[classes.of_key[i]] > IDS_TOLD) {
            tags->of_key[i] = gcv_distinct_texts_number(
                v8->ctx, &tags->texts, classes.texts.texts.data[classes.of_key[i]]);
        }
    }
    gcv_bitset_release(v8->ctx, &seen);
    gcv_distinct_texts_release(v8->ctx, &classes.texts);
    GCV_FREE(v8->ctx, n_ids, classes.of_key);
}

void gcv_v8_name_elements(gcv_v8 *v8)
{
    if (!v8->places.kept) {
        return;
    }
    tag_list tags = list_tags(v8, true);
    if (tags.texts.texts.n > 0) {
        join_rows(v8, &tags);
    }
    uint32_t *name = gcv_alloc_none(v8->ctx, tags.texts.texts.n); /* per tag; GCV_NONE: not used */
    for (size_t i = 0; tags.texts.texts.n > 0 && i < v8->rows.slot.n; i++) {
        const uint32_t tag = gcv_bitset_has(&v8->pseudo, i)
                                 ? GCV_NONE
                                 : tags.of_key[v8->pairs.data[v8->rows.slot.data[i]].key];
        if (tag != GCV_NONE && name[tag] == GCV_NONE) {
            name[tag] = gcv_builder_add_name(v8->builder, tags.texts.texts.data[tag]);
        }
        if (tag != GCV_NONE) {
            gcv_builder_set_name(v8->builder, gcv_id_column_get(&v8->rows.ids, i), name[tag]);
        }
    }
    GCV_FREE(v8->ctx, name, tags.of_key);
    gcv_distinct_texts_release(v8->ctx, &tags.texts);
}
