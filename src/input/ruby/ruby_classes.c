/* ruby_classes.c - names of types; see ruby_reader.h.
 *
 * The type of an object has the name of the object's class; if the class has no name, the type is
 * named after the way in which the object is stored. So until all classes are known, the type is a
 * number made of both.
 */
#include "input/ruby/ruby_reader.h"

enum {
    MOST_STEPS = 64, /* superclasses searched for a name; in a damaged file they may form a cycle */
    MOST_OF_NAME = 256 /* characters of a superclass name, which many classes may share */
};

#define FIRST_PART ((uint64_t)1 << 40) /* types from here on are parts; others class and kind */

const gcv_ruby_kind gcv_ruby_kinds[GCV_RUBY_KINDS] = {
    {"UNKNOWN", "(unknown)", 0},
    {"ROOT", "", GCV_RUBY_IS_ROOT | GCV_RUBY_NO_OBJECT},
    {"SHAPE", "", GCV_RUBY_NO_OBJECT | GCV_RUBY_IS_SHAPE},
    {"ARRAY", "Array", 0},
    {"BIGNUM", "Integer", 0},
    {"CLASS", "Class", GCV_RUBY_OF_KIND | GCV_RUBY_IS_CLASS},
    {"COMPLEX", "Complex", 0},
    {"DATA", "(data)", GCV_RUBY_HAS_PART},
    {"FILE", "File", 0},
    {"FLOAT", "Float", 0},
    {"HASH", "Hash", 0},
    {"ICLASS", "(iclass)", GCV_RUBY_OF_KIND | GCV_RUBY_IS_CLASS},
    {"IMEMO", "(imemo)", GCV_RUBY_OF_KIND | GCV_RUBY_HAS_PART},
    {"MATCH", "MatchData", 0},
    {"MODULE", "Module", GCV_RUBY_OF_KIND | GCV_RUBY_IS_CLASS},
    {"MOVED", "(moved)", GCV_RUBY_OF_KIND},
    {"NODE", "(node)", GCV_RUBY_OF_KIND},
    {"NONE", "", GCV_RUBY_NO_OBJECT},
    {"OBJECT", "(object)", 0},
    {"RATIONAL", "Rational", 0},
    {"REGEXP", "Regexp", 0},
    {"STRING", "String", 0},
    {"STRUCT", "(struct)", 0},
    {"SYMBOL", "Symbol", 0},
    {"ZOMBIE", "(zombie)", GCV_RUBY_OF_KIND},
};

/* ---- classes ------------------------------------------------------------------------------ */

void gcv_ruby_push_class(gcv_ruby *ruby)
{
    gcv_ruby_class_column_push(ruby->ctx, &ruby->classes, (gcv_ruby_class){0});
}

/* Gives the class at an address, which may not have a line yet. */
static uint32_t class_at(gcv_ruby *ruby, uint64_t address)
{
    const uint32_t class = gcv_id_map_enter(ruby->ctx, &ruby->class_of, address, ruby->classes.n);
    if (class < ruby->classes.n) {
        return class;
    }
    if (ruby->classes.n >= GCV_MAX_OBJECTS) {
        gcv_fail(ruby->ctx, GCV_ERR_LIMIT, GCV_TOO_MANY_OBJECTS);
    }
    gcv_ruby_push_class(ruby);
    return class;
}

static gcv_slice copy_text(gcv_ruby *ruby, gcv_ruby_text text)
{
    return gcv_arena_slice(ruby->ctx, &ruby->arena, gcv_ruby_text_of(&ruby->line, text));
}

void gcv_ruby_add_class(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    const uint64_t address = line->address[GCV_RUBY_SELF].value;
    const uint32_t at = class_at(ruby, address);
    gcv_ruby_class *class = &ruby->classes.data[at];
    if (class->has_line) {
        return; /* only the first line counts */
    }
    class->has_line = true;
    class->superclass = line->address[GCV_RUBY_SUPERCLASS];
    class->name = copy_text(ruby, GCV_RUBY_NAME);
    class->real_name = copy_text(ruby, GCV_RUBY_REAL_NAME);
    if (ruby->graph && class->name.size > 0) {
        gcv_builder_name_object(ruby->builder, address, class->name);
    }
}

/* ---- types -------------------------------------------------------------------------------- */

/* Puts a text between two others into `scratch`. */
static gcv_slice enclosed(gcv_ruby *ruby, const char *before, gcv_slice text, const char *after)
{
    gcv_buffer_clear(&ruby->scratch);
    gcv_buffer_append_str(ruby->ctx, &ruby->scratch, before);
    gcv_buffer_append(ruby->ctx, &ruby->scratch, text);
    gcv_buffer_append_str(ruby->ctx, &ruby->scratch, after);
    return gcv_buffer_slice(&ruby->scratch);
}

/* Returns the type of an internal object, which its line names. */
static uint64_t part_type(gcv_ruby *ruby, bool of_kind)
{
    const size_t known = ruby->parts.texts.n;
    const gcv_slice name = enclosed(ruby, of_kind ? "(imemo " : "(data ",
                                    gcv_ruby_text_of(&ruby->line, GCV_RUBY_PART), ")");
    const uint32_t at = gcv_distinct_texts_number(ruby->ctx, &ruby->parts, name);
    if (at == known) {
        gcv_builder_add_type(ruby->builder, ruby->number, FIRST_PART + at, name,
                             gcv_slice_of(NULL, 0));
    }
    return FIRST_PART + at;
}

uint64_t gcv_ruby_type_of(gcv_ruby *ruby)
{
    const gcv_ruby_line *line = &ruby->line;
    const gcv_optional *address = &line->address[GCV_RUBY_CLASS];
    const unsigned flags = gcv_ruby_kinds[line->kind].flags;
    const bool of_kind = (flags & GCV_RUBY_OF_KIND) != 0;
    const bool has_class = address->given && !of_kind;
    const gcv_slice part = gcv_ruby_text_of(line, GCV_RUBY_PART);
    const bool traces = gcv_slice_begins(part, "ObjectTracing/"); /* its class is Object */
    if ((flags & GCV_RUBY_HAS_PART) != 0 && (!has_class || traces) && part.size > 0) {
        return part_type(ruby, of_kind);
    }
    const uint32_t class = has_class ? class_at(ruby, address->value) : 0;
    ruby->classes.data[class].kinds |= (uint32_t)1 << line->kind;
    return (uint64_t) class * GCV_RUBY_KINDS + line->kind;
}

/* Returns the nearest superclass that has a name; NULL: there is none. */
static const gcv_ruby_class *named_above(const gcv_ruby *ruby, const gcv_ruby_class *class)
{
    for (unsigned steps = 0; steps < MOST_STEPS && class->superclass.given; steps++) {
        uint32_t up = gcv_id_map_get(ruby->ctx, &ruby->class_of, class->superclass.value);
        if (up == GCV_NONE) {
            break;
        }
        class = &ruby->classes.data[up];
        if (class->name.size > 0) {
            return class;
        }
    }
    return NULL;
}

/* Gives the name of the type of a class's objects; data NULL: none is known. */
static gcv_slice name_of(gcv_ruby *ruby, const gcv_ruby_class *class)
{
    if (class->name.size > 0 || class->real_name.size > 0) {
        return class->name.size > 0 ? class->name : class->real_name;
    }
    const gcv_ruby_class *above = named_above(ruby, class);
    return above != NULL
               ? enclosed(ruby, "#<Class < ", gcv_utf8_first(above->name, MOST_OF_NAME), ">")
               : gcv_slice_of(NULL, 0);
}

void gcv_ruby_name_types(gcv_ruby *ruby)
{
    for (size_t i = 0; i < ruby->classes.n; i++) {
        const gcv_ruby_class *class = &ruby->classes.data[i];
        const gcv_slice none = {NULL, 0}, name = class->kinds != 0 ? name_of(ruby, class) : none;
        for (unsigned kind = 0; class->kinds >> kind != 0; kind++) {
            if ((class->kinds >> kind & 1) != 0) {
                gcv_builder_add_type(
                    ruby->builder, 0, (uint64_t)i * GCV_RUBY_KINDS + kind,
                    name.data != NULL ? name : gcv_slice_str(gcv_ruby_kinds[kind].type), none);
            }
        }
    }
}
