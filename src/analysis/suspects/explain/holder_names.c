/* holder_names.c - what holds an object, by names; see reason_words.h. No more than GCV_CHAIN_END
 * objects of its chain are examined. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"

void gcv_reason_add_scope(gcv_reasons *reasons, const gcv_code_place *scope)
{
    gcv_reason_add(reasons, " of ");
    if (scope != NULL) {
        gcv_reason_add_place(reasons, scope);
    } else {
        gcv_reason_add(reasons, "one function or module");
    }
}

static bool is_plain(const gcv_reasons *reasons, uint32_t object)
{
    return gcv_is_plain_object(gcv_reason_name_of(reasons, object));
}

/* The module that an object is, or that exports it as a plain object; NULL: there is none. */
static const gcv_code_place *module_of(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t over = reasons->parent[object];
    const gcv_code_place *module = gcv_reason_module(reasons, object);
    return module == NULL && over < GCV_ROOTED && is_plain(reasons, object)
               ? gcv_reason_module(reasons, over)
               : module;
}

bool gcv_reason_is_global(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_slice name = gcv_reason_name_of(reasons, object);
    const uint32_t over = reasons->parent[object];
    return gcv_heap_is_v8(reasons->heap) &&
           (over >= GCV_ROOTED ||
            !gcv_reason_is_scope(reasons, over)) && /* else it is a namesake */
           (gcv_reason_kinds_of(reasons, object) & GCV_TYPE_MINE) == 0 &&
           (gcv_slice_is_listed(name, "global|Window|Window [JSGlobalObject]") ||
            gcv_slice_head(name, "global / |global (|Window / |Window (") > 0);
}

const gcv_code_place *gcv_reason_class_place(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_heap *heap = reasons->heap;
    const uint32_t place =
        reasons->class_places != NULL ? reasons->class_places[heap->type.data[object]] : GCV_NONE;
    return place != GCV_NONE ? &heap->places.all.data[place] : NULL;
}

void gcv_reason_add_class(gcv_reasons *reasons, uint32_t object)
{
    const gcv_code_place *place = gcv_reason_class_place(reasons, object);
    const gcv_slice element = gcv_heap_element(reasons->heap, object);
    if (gcv_reason_is_generator(reasons, object) && gcv_reason_code(reasons, object) != NULL) {
        gcv_reason_add(reasons, "generator of ");
        gcv_reason_add_place(reasons, gcv_reason_code(reasons, object));
    } else if (place != NULL) {
        gcv_reason_add_place(reasons, place);
    } else {
        gcv_reason_add_name(reasons, "",
                            element.data != NULL ? element : gcv_reason_name_of(reasons, object));
        const gcv_slice class_ = gcv_ruby_class_name(reasons->heap, object);
        if (class_.data != NULL) { /* `Class Report` */
            gcv_reason_add_name(reasons, " ", class_);
        }
    }
}

void gcv_reason_add_one(gcv_reasons *reasons, const char *word, uint32_t object)
{
    const gcv_code_place *module = module_of(reasons, object);
    const gcv_code_place *code = (gcv_reason_kinds_of(reasons, object) & GCV_TYPE_CLOSURE) != 0
                                     ? gcv_heap_place(reasons->heap, object)
                                     : NULL;
    const gcv_slice class_ = gcv_ruby_class_name(reasons->heap, object);
    const bool is_module = class_.data != NULL
                               ? gcv_slice_is(gcv_reason_name_of(reasons, object), "Module")
                               : module != NULL;
    gcv_reason_add(reasons, word);
    gcv_reason_add(reasons, is_module             ? " the module "
                            : class_.data != NULL ? " the class "
                            : code != NULL        ? " "
                                                  : " one ");
    const size_t at = reasons->text.text.n;
    if (class_.data != NULL) {
        gcv_reason_add_name(reasons, "", class_);
    } else if (module != NULL || code != NULL) {
        gcv_reason_add_place(reasons, module != NULL ? module : code);
    } else {
        gcv_reason_add_class(reasons, object);
    }
    gcv_reason_said(reasons, GCV_SAID_HOLDER, at);
}

static bool is_collection(const gcv_reasons *reasons, uint32_t object)
{
    return (gcv_reason_kinds_of(reasons, object) & GCV_KEEPS_COLLECTION) != 0;
}

/* Gets the name by which `over` refers to an object, if it tells where that is. A global
 * object has symbols and accessors of the platform. */
static bool get_name(gcv_reasons *reasons, uint32_t over, uint32_t object, gcv_field *by)
{
    return over < GCV_ROOTED && gcv_field_between(&reasons->finder, over, object, by) &&
           (by->kind == GCV_FIELD_PROPERTY || by->kind == GCV_FIELD_VARIABLE ||
            by->kind == GCV_FIELD_STATIC) &&
           !(gcv_slice_head(by->name, "<symbol |get |set ") > 0 &&
             gcv_reason_is_global(reasons, over));
}

/* Whether an object has the variables that all scripts of a page share. */
static bool is_of_scripts(const gcv_reasons *reasons, uint32_t object)
{
    const uint32_t over = reasons->parent[object];
    return gcv_reason_is_scope(reasons, object) && over < GCV_ROOTED &&
           gcv_slice_is(gcv_reason_name_of(reasons, over), "system / ScriptContextTable");
}

/* `of_global`: the first is a global variable. `word`: before all of them. */
static void add_names(gcv_reasons *reasons, const char *word, const gcv_field *names, size_t n,
                      bool of_global)
{
    const gcv_field *first = &names[n - 1];
    const bool is_default =
        first->kind == GCV_FIELD_VARIABLE && gcv_slice_is(first->name, "default");
    gcv_reason_add(reasons, word);
    gcv_reason_add(reasons, of_global                           ? "the global variable "
                            : is_default                        ? "the default export"
                            : first->kind == GCV_FIELD_VARIABLE ? "the variable "
                            : first->kind == GCV_FIELD_STATIC   ? "the static field "
                                                                : "");
    if (is_default) {
        n--;
    } else if (of_global || first->kind != GCV_FIELD_PROPERTY) {
        gcv_buffer_append_cut(reasons->ctx, &reasons->text, first->name, GCV_LONGEST_NAME);
        n--;
    }
    while (n-- > 0) {
        gcv_field_append(reasons->ctx, &names[n], &reasons->text);
    }
}

static uint32_t add_held(gcv_reasons *reasons, const char *word, uint32_t over, uint32_t object)
{
    enum { LONGEST_PATH = 8 };
    gcv_field names[LONGEST_PATH]; /* from the object up */
    uint32_t told = GCV_NONE;
    size_t n = 0;
    if (!gcv_heap_has_fields(reasons->heap)) {
        for (int i = 0; i < LONGEST_PATH && over < GCV_ROOTED && is_collection(reasons, object) &&
                        is_collection(reasons, over) && !gcv_reason_is_of_program(reasons, over);
             i++) { /* a Hash in a Set */
            object = over;
            over = reasons->parent[over];
        }
        told = over < GCV_ROOTED && is_collection(reasons, object) &&
                       gcv_reason_is_of_program(reasons, over)
                   ? over
                   : told;
        if (told != GCV_NONE) {
            gcv_reason_add_one(reasons, " of", told);
        }
        return told;
    }
    while (n < LONGEST_PATH && get_name(reasons, over, object, &names[n])) {
        told = over;
        if (names[n++].kind != GCV_FIELD_PROPERTY || module_of(reasons, told) != NULL ||
            !is_plain(reasons, told)) {
            break;
        }
        object = told;
        over = reasons->parent[told];
        if (over >= GCV_ROOTED) { /* the stack has it: a variable of the program may, too */
            over = gcv_reason_direct_holder(reasons, object);
        }
    }
    if (n == 0) {
        return GCV_NONE;
    }
    const bool property = names[n - 1].kind == GCV_FIELD_PROPERTY;
    const bool of_global =
        property ? gcv_reason_is_global(reasons, told) : is_of_scripts(reasons, told);
    add_names(reasons, word, names, n, of_global);
    if (property && !of_global) {
        gcv_reason_add_one(reasons, " of", told);
        return module_of(reasons, told) == NULL ? told : GCV_NONE;
    }
    if (names[n - 1].kind == GCV_FIELD_VARIABLE && !of_global) {
        gcv_reason_add_scope(reasons, gcv_heap_place(reasons->heap, told));
    }
    return GCV_NONE;
}

uint32_t gcv_reason_add_held(gcv_reasons *reasons, uint32_t over, uint32_t object)
{
    return add_held(reasons, ", ", over, object);
}

void gcv_reason_add_nearest_variable(gcv_reasons *reasons, uint32_t object)
{
    for (int i = 0; i < GCV_CHAIN_END && reasons->parent[object] < GCV_ROOTED; i++) {
        const uint32_t over = reasons->parent[object];
        const uint32_t kinds = gcv_reason_kinds_of(reasons, object);
        if (i > 0 && gcv_kinds_are_of_author(kinds) &&
            (kinds & (GCV_KEEPS_ANY | GCV_TYPE_CLOSURE | GCV_TYPE_SCOPE)) == 0) {
            gcv_reason_add_one(reasons, ", held through", object);
            (void)add_held(reasons, ", ", over, object);
            return;
        }
        const bool near =
            i < 2 && (gcv_reason_kinds_of(reasons, object) & GCV_KEEPS_COLLECTION) != 0;
        if ((near && gcv_reason_is_global(reasons, over)) || is_of_scripts(reasons, over) ||
            (gcv_reason_is_scope(reasons, over) &&
             gcv_reason_is_of_script(reasons, gcv_heap_place(reasons->heap, over)))) {
            (void)add_held(reasons, i > 0 ? ", held through " : ", ", over, object);
            return;
        }
        object = over;
    }
}

/* ---- through which WeakMap of V8 the key of an entry holds something ---------------------- */

/* Returns the WeakMap by way of which a key holds a value; GCV_NONE: it does not, or the table of
 * the WeakMap, after which the reference between them is named, is not reached. */
static uint32_t map_between(gcv_reasons *reasons, uint32_t key, uint32_t value)
{
    static const char head[] = "WeakMap @";
    gcv_field by;
    uint64_t id;
    if (!gcv_field_between(&reasons->finder, key, value, &by) || by.kind != GCV_FIELD_INTERNAL ||
        !gcv_slice_begins(by.name, head) ||
        !gcv_parse_decimal(by.name.data + sizeof head - 1, by.name.size - sizeof head + 1, &id)) {
        return GCV_NONE;
    }
    const uint32_t table = gcv_heap_find(reasons->heap, 0, id);
    const uint32_t map = table != GCV_NONE ? reasons->parent[table] : GCV_NONE;
    return map < GCV_ROOTED ? map : GCV_NONE;
}

uint32_t gcv_reason_weak_map(gcv_reasons *reasons, uint32_t object, uint32_t holder)
{
    uint32_t map = GCV_NONE, over = reasons->parent[object];
    for (int i = 0; i < GCV_CHAIN_END && over < GCV_ROOTED && map == GCV_NONE; i++) {
        map = map_between(reasons, over, object);
        if (over == holder || (holder == GCV_NONE && gcv_reason_is_of_program(reasons, over))) {
            break;
        }
        object = over;
        over = reasons->parent[object];
    }
    return map;
}

void gcv_reason_add_weak_map(gcv_reasons *reasons, uint32_t map)
{
    if (map != GCV_NONE) {
        gcv_reason_add(reasons, ", through one WeakMap");
        (void)gcv_reason_add_held(reasons, reasons->parent[map], map);
    }
}
