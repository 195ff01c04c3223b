/* v8_names.c - names of types: the class names of DevTools, without the data in them; see
 * v8_reader.h. */
#include "input/heapsnapshot/v8_reader.h"
#include "heap/shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 256 }; /* characters of a name */

/* Returns the offset of the last ` / ` of a text; SIZE_MAX: there is none. */
static size_t last_slash(gcv_slice text)
{
    size_t at = text.size;
    while (at >= 3) {
        at--;
        if (memcmp(text.data + at - 2, " / ", 3) == 0) {
            return at - 2;
        }
    }
    return SIZE_MAX;
}

/* Shortens `system / Context / scope @42687` to `system / Context`, and `Window / https://host` to
 * `Window`. */
static gcv_slice without_place(gcv_slice name)
{
    static const char internal[] = "system / ";
    size_t at;
    if (gcv_slice_begins(name, internal)) {
        const size_t n = sizeof internal - 1;
        gcv_slice rest = gcv_slice_of(name.data + n, name.size - n);
        at = gcv_text_find(rest, gcv_slice_str(" / "), false);
        if (at != SIZE_MAX) {
            return gcv_slice_of(name.data, n + at);
        }
    }
    at = last_slash(name);
    if (at != SIZE_MAX) {
        gcv_slice rest = gcv_slice_of(name.data + at + 3, name.size - at - 3);
        if (rest.size == 0 || gcv_text_find(rest, gcv_slice_str("://"), false) != SIZE_MAX) {
            name.size = at;
        }
    }
    return name;
}

/* Returns the name without attributes, addresses and properties; `*tag`: a `>` must be appended. */
static gcv_slice shorten(gcv_slice name, bool *tag)
{
    static const char detached[] = "Detached ";
    size_t start = gcv_slice_begins(name, detached) ? sizeof detached - 1 : 0;
    const char *space;
    *tag = false;
    if (start < name.size && name.data[start] == '<') {
        space = memchr(name.data + start, ' ', name.size - start);
        if (space != NULL) {
            *tag = true;
            return gcv_slice_of(name.data, (size_t)(space - name.data));
        }
    }
    name = without_place(name);
    return gcv_slice_begins(name, "Object(") ? gcv_slice_of(name.data, 6) : name;
}

/* Appends what stands for a name that is not in the file: `(type 27)`. */
static void append_number(const gcv_v8 *v8, const char *what, uint32_t number, gcv_buffer *out)
{
    char text[GCV_NUMBER_MAX + 8];
    (void)snprintf(text, sizeof text, "(%s %" PRIu32 ")", what, number);
    gcv_buffer_append_str(v8->ctx, out, text);
}

/* Appends the type of nodes whose names are data or are not shown. */
static void append_type(const gcv_v8 *v8, uint32_t type, gcv_buffer *out)
{
    static const char *const named[][2] = {{"closure", "Function"},
                                           {"regexp", "RegExp"},
                                           {"hidden", GCV_SYSTEM_TYPE},
                                           {"code", GCV_CODE_TYPE}};
    if (type == GCV_V8_PROTOTYPE) {
        gcv_buffer_append_str(v8->ctx, out, GCV_PROTOTYPE_TYPE);
        return;
    }
    if (type >= v8->types.n) {
        append_number(v8, "type", type, out);
        return;
    }
    gcv_slice word = gcv_word_list_at(&v8->words, v8->types.data[type].word);
    for (size_t i = 0; i < GCV_LENGTH(named); i++) {
        if (gcv_slice_is(word, named[i][0])) {
            gcv_buffer_append_str(v8->ctx, out, named[i][1]);
            return;
        }
    }
    gcv_buffer_append_str(v8->ctx, out, "(");
    gcv_buffer_append_cut(v8->ctx, out, word, LONGEST);
    gcv_buffer_append_str(v8->ctx, out, ")");
}

/* Of all that is hidden, a program makes Proxies, and variables that a module exports. */
static void append_system(gcv_v8 *v8, const gcv_v8_key *key, gcv_buffer *out)
{
    const gcv_slice name = gcv_v8_name_text(gcv_v8_find_name(v8, key->name));
    if (gcv_slice_is(name, "system / JSProxy")) {
        gcv_buffer_append_str(v8->ctx, out, "Proxy");
    } else if (gcv_slice_is(name, GCV_V8_CELL)) {
        gcv_buffer_append_str(v8->ctx, out, GCV_V8_CELL);
    } else {
        append_type(v8, key->type, out);
    }
}

bool gcv_v8_type_name(gcv_v8 *v8, const gcv_v8_key *key, gcv_buffer *out)
{
    bool tag = false;
    if (key->type == GCV_V8_SHAPE) {
        gcv_buffer_append_cut(v8->ctx, out, gcv_builder_shapes(v8->builder)->names.data[key->name],
                              LONGEST);
        return true;
    }
    if ((key->flags & GCV_V8_SYSTEM) != 0) {
        append_system(v8, key, out);
        return true;
    }
    const gcv_v8_name *name = key->name != GCV_NONE ? gcv_v8_find_name(v8, key->name) : NULL;
    gcv_slice text = gcv_v8_name_text(name);
    if (key->detached && !gcv_slice_begins(text, "Detached ")) {
        gcv_buffer_append_str(v8->ctx, out, "Detached ");
    }
    if (name == NULL && key->name != GCV_NONE) {
        append_number(v8, "name", key->name, out);
        return false;
    }
    if ((key->flags & GCV_V8_SHORTENED) != 0) {
        text = shorten(text, &tag);
    }
    if (text.size == 0) {
        append_type(v8, key->type, out);
    } else {
        gcv_buffer_append_cut(v8->ctx, out, text,
                              (key->flags & GCV_V8_WHOLE) != 0 ? SIZE_MAX : LONGEST);
    }
    gcv_buffer_append_str(v8->ctx, out, tag ? ">" : "");
    return true;
}

/* V8 names an object after its constructor, and a prototype has that of the class above: so each
 * class derived from Base would count as an object of Base. */
void gcv_v8_find_prototypes(gcv_v8 *v8)
{
    const gcv_v8_key key = {
        .same = GCV_NONE, .name = GCV_NONE, .script = GCV_NONE, .type = GCV_V8_PROTOTYPE};
    for (size_t i = 0; i < v8->properties.n; i++) {
        const gcv_v8_note *property = &v8->properties.data[i];
        const gcv_v8_name *name = gcv_v8_find_name(v8, property->is);
        if (name != NULL && name->is_prototype &&
            (gcv_v8_node_flags(v8, property->node) & GCV_V8_OBJECT) == 0) {
            gcv_v8_set_key(v8, property->node, gcv_v8_key_for(v8, &key));
        }
    }
}
