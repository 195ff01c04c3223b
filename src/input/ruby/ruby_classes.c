/* ruby_classes.c - names of types; see ruby_reader.h.
 *
 * The type of an object has the name of the object's class; if the class has no name, the type is
 * named after the way in which the object is stored. So until all classes are known, the type is a
 * number made of both.
 */
#include "input/ruby/ruby_reader.h"

#include "base/error.h"

#include <string.h>

enum {
    MOST_STEPS = 64, /* superclasses searched for a name; in a damaged file they may form a cycle */
    MOST_OF_NAME = 256 /* characters of a superclass name, which many classes may share */
};

#define FIRST_PART ((uint64_t)1 << 40) /* types from here on are parts; others class and kind */

static const struct {
    const char *word, *type;
    bool by_kind; /* all objects of this kind have this type, whatever their class */
} kinds[GCV_RUBY_N_KINDS] = {
    [GCV_RUBY_UNKNOWN] = {"UNKNOWN", "(unknown)", false},
    [GCV_RUBY_ROOT] = {"ROOT", "", false},
    [GCV_RUBY_SHAPE] = {"SHAPE", "", false},
    [GCV_RUBY_ARRAY] = {"ARRAY", "Array", false},
    [GCV_RUBY_BIGNUM] = {"BIGNUM", "Integer", false},
    [GCV_RUBY_CLASS] = {"CLASS", "Class", true},
    [GCV_RUBY_COMPLEX] = {"COMPLEX", "Complex", false},
    [GCV_RUBY_DATA] = {"DATA", "(data)", false},
    [GCV_RUBY_FILE] = {"FILE", "File", false},
    [GCV_RUBY_FLOAT] = {"FLOAT", "Float", false},
    [GCV_RUBY_HASH] = {"HASH", "Hash", false},
    [GCV_RUBY_ICLASS] = {"ICLASS", "(iclass)", true},
    [GCV_RUBY_IMEMO] = {"IMEMO", "(imemo)", true},
    [GCV_RUBY_MATCH] = {"MATCH", "MatchData", false},
    [GCV_RUBY_MODULE] = {"MODULE", "Module", true},
    [GCV_RUBY_MOVED] = {"MOVED", "(moved)", true},
    [GCV_RUBY_NODE] = {"NODE", "(node)", true},
    [GCV_RUBY_NONE] = {"NONE", "", false},
    [GCV_RUBY_OBJECT] = {"OBJECT", "(object)", false},
    [GCV_RUBY_RATIONAL] = {"RATIONAL", "Rational", false},
    [GCV_RUBY_REGEXP] = {"REGEXP", "Regexp", false},
    [GCV_RUBY_STRING] = {"STRING", "String", false},
    [GCV_RUBY_STRUCT] = {"STRUCT", "(struct)", false},
    [GCV_RUBY_SYMBOL] = {"SYMBOL", "Symbol", false},
    [GCV_RUBY_ZOMBIE] = {"ZOMBIE", "(zombie)", true},
};

gcv_ruby_kind gcv_ruby_kind_named(gcv_slice word)
{
    gcv_ruby_kind kind = GCV_RUBY_UNKNOWN + 1;
    while (kind < GCV_RUBY_N_KINDS && !gcv_slice_is(word, kinds[kind].word)) {
        kind++;
    }
    return kind < GCV_RUBY_N_KINDS ? kind : GCV_RUBY_UNKNOWN;
}

static void append(gcv_ruby *ruby, gcv_char_column *to, gcv_slice text)
{
    gcv_char_column_reserve(ruby->ctx, to, text.size);
    if (text.size > 0) {
        memcpy(to->data + to->n, text.data, text.size);
        to->n += text.size;
    }
}

/* ---- classes ------------------------------------------------------------------------------ */

static void push_class(gcv_ruby *ruby)
{
    gcv_ruby_class class = {0};
    gcv_ruby_class_column_push(ruby->ctx, &ruby->classes, class);
}

void gcv_ruby_init_classes(gcv_ruby *ruby) { push_class(ruby); }

/* Gives the class at an address, which may not have a line yet. */
static uint32_t class_at(gcv_ruby *ruby, uint64_t address)
{
    uint32_t class = gcv_id_map_get(ruby->ctx, &ruby->class_of, address);
    if (class != GCV_NONE) {
        return class;
    }
    if (ruby->classes.n >= GCV_MAX_OBJECTS) {
        gcv_fail(ruby->ctx, GCV_ERR_LIMIT, GCV_TOO_MANY_OBJECTS);
    }
    class = (uint32_t)ruby->classes.n;
    push_class(ruby);
    gcv_id_map_set(ruby->ctx, &ruby->class_of, address, class);
    return class;
}

void gcv_ruby_add_class(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    uint32_t at = class_at(ruby, line->address);
    if (ruby->classes.data[at].has_line) {
        return; /* only the first line counts */
    }
    gcv_ruby_class *class = &ruby->classes.data[at];
    class->has_line = true;
    class->has_superclass = line->has_superclass;
    class->superclass = line->superclass;
    class->text = ruby->text.n;
    append(ruby, &ruby->text, gcv_ruby_text(&line->name));
    append(ruby, &ruby->text, gcv_ruby_text(&line->real_name));
    class->name_size = (uint32_t)line->name.n;
    class->real_size = (uint32_t)line->real_name.n;
    if (ruby->graph && line->name.n > 0) {
        gcv_builder_name_object(ruby->builder, line->address, gcv_ruby_text(&line->name));
    }
}

/* ---- parts -------------------------------------------------------------------------------- */

static bool is_part(const gcv_ruby *ruby, uint32_t at, gcv_ruby_kind kind, gcv_slice text)
{
    const gcv_ruby_part *part = &ruby->parts.data[at];
    return part->kind == kind &&
           gcv_slice_equal(gcv_slice_of(ruby->text.data + part->text, part->size), text);
}

/* Names a part: `(imemo ment)`, `(data memory_view)`. */
static void name_part(gcv_ruby *ruby, uint64_t type, gcv_ruby_kind kind, gcv_slice text)
{
    gcv_char_column *name = &ruby->scratch;
    gcv_slice none = {NULL, 0};
    name->n = 0;
    append(ruby, name, gcv_slice_str(kind == GCV_RUBY_IMEMO ? "(imemo " : "(data "));
    append(ruby, name, text);
    append(ruby, name, gcv_slice_str(")"));
    gcv_builder_add_type(ruby->builder, ruby->number, type, gcv_ruby_text(name), none);
}

static void add_part(gcv_ruby *ruby, uint64_t hash, gcv_ruby_kind kind, gcv_slice text)
{
    gcv_ruby_part part = {ruby->text.n, (uint32_t)text.size, kind};
    uint32_t at = (uint32_t)ruby->parts.n;
    append(ruby, &ruby->text, text);
    gcv_ruby_part_column_push(ruby->ctx, &ruby->parts, part);
    gcv_id_map_set(ruby->ctx, &ruby->part_of, hash, at);
    name_part(ruby, FIRST_PART + at, kind, text);
}

static uint64_t part_type(gcv_ruby *ruby)
{
    gcv_ruby_kind kind = ruby->line.kind;
    gcv_slice text = gcv_ruby_text(&ruby->line.part);
    uint64_t hash = gcv_hash_bytes(text.data, text.size, ruby->ctx->seed);
    uint32_t at = gcv_id_map_get(ruby->ctx, &ruby->part_of, hash);
    while (at != GCV_NONE && !is_part(ruby, at, kind, text)) {
        at = gcv_id_map_get(ruby->ctx, &ruby->part_of, ++hash);
    }
    uint64_t type = FIRST_PART + (at != GCV_NONE ? at : ruby->parts.n);
    if (at == GCV_NONE) {
        add_part(ruby, hash, kind, text);
    }
    return type;
}

/* ---- types -------------------------------------------------------------------------------- */

uint64_t gcv_ruby_type_of(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    bool has_class = line->has_class && !kinds[line->kind].by_kind;
    uint32_t class = 0;
    if (line->part.n > 0 &&
        (line->kind == GCV_RUBY_IMEMO || (line->kind == GCV_RUBY_DATA && !has_class))) {
        return part_type(ruby);
    }
    if (has_class) {
        class = class_at(ruby, line->class_address);
    }
    ruby->classes.data[class].kinds |= (uint32_t)1 << line->kind;
    return (uint64_t) class * GCV_RUBY_N_KINDS + line->kind;
}

static gcv_slice own_name(const gcv_ruby *ruby, const gcv_ruby_class *class)
{
    return gcv_slice_of(ruby->text.data + class->text, class->name_size);
}

/* Returns the nearest superclass that has a name; NULL: there is none. */
static const gcv_ruby_class *named_above(const gcv_ruby *ruby, const gcv_ruby_class *class)
{
    for (unsigned steps = 0; steps < MOST_STEPS && class->has_superclass; steps++) {
        uint32_t up = gcv_id_map_get(ruby->ctx, &ruby->class_of, class->superclass);
        if (up == GCV_NONE) {
            break;
        }
        class = &ruby->classes.data[up];
        if (class->name_size > 0) {
            return class;
        }
    }
    return NULL;
}

/* Makes the name of a class without a name: `#<Class < NAME>`. */
static gcv_slice name_anonymous(gcv_ruby *ruby, gcv_slice above)
{
    gcv_char_column *text = &ruby->scratch;
    text->n = 0;
    append(ruby, text, gcv_slice_str("#<Class < "));
    append(ruby, text, gcv_utf8_first(above, MOST_OF_NAME));
    append(ruby, text, gcv_slice_str(">"));
    return gcv_ruby_text(text);
}

/* Gives the name of the type of a class's objects; data NULL: none is known. */
static gcv_slice name_of(gcv_ruby *ruby, const gcv_ruby_class *class)
{
    gcv_slice name = gcv_slice_of(NULL, 0);
    if (class->name_size > 0) {
        name = own_name(ruby, class);
        return name;
    }
    if (class->real_size > 0) {
        name = gcv_slice_of(ruby->text.data + class->text, class->real_size);
        return name;
    }
    const gcv_ruby_class *above = named_above(ruby, class);
    if (above != NULL) {
        name = name_anonymous(ruby, own_name(ruby, above));
    }
    return name;
}

void gcv_ruby_name_types(gcv_ruby *ruby)
{
    const gcv_slice none = {NULL, 0};
    for (size_t i = 0; i < ruby->classes.n; i++) {
        const gcv_ruby_class *class = &ruby->classes.data[i];
        gcv_slice name = none;
        if (class->kinds != 0) {
            name = name_of(ruby, class);
        }
        for (unsigned kind = 0; class->kinds >> kind != 0; kind++) {
            if ((class->kinds >> kind & 1) != 0) {
                gcv_builder_add_type(ruby->builder, 0, (uint64_t)i * GCV_RUBY_N_KINDS + kind,
                                     name.data != NULL ? name : gcv_slice_str(kinds[kind].type),
                                     none);
            }
        }
    }
}
