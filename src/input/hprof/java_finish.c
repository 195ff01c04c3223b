/* java_finish.c - ends a heap, and hands the chosen one to the builder; see java_reader.h. */
#include "input/hprof/java_sizes.h"

#include <inttypes.h>

/* ---- the end of a heap -------------------------------------------------------------------- */

void gcv_hprof_free_heap(gcv_hprof *hprof, gcv_hprof_heap *heap)
{
    gcv_context *ctx = hprof->ctx;
    if (heap == NULL) {
        return;
    }
    GCV_RELEASE(ctx, &heap->classes, &heap->class_of, &heap->fields, &heap->references,
                &heap->field_names, &heap->statics, &heap->field_name_of, &heap->late,
                &heap->late_bytes, &heap->short_bytes, &heap->shorts, &heap->thread_names,
                &heap->locals, &heap->roots);
    gcv_builder_columns_release(ctx, &heap->rows);
    GCV_FREE(ctx, heap->order, heap);
}

/* Links all classes, as no record can follow. */
static void link_classes(gcv_hprof *hprof)
{
    gcv_hprof_class_column *classes = &hprof->heap->classes;
    for (size_t i = 0; i < classes->n; i++) {
        if (classes->data[i].state == GCV_HPROF_WAITS) {
            classes->data[i].state = GCV_HPROF_NEW;
        }
    }
    for (size_t i = 0; i < classes->n; i++) {
        (void)gcv_hprof_link_class(hprof, (uint32_t)i, true);
    }
}

void gcv_hprof_end_heap(gcv_hprof *hprof)
{
    gcv_hprof_heap *heap = hprof->heap;
    link_classes(hprof);
    gcv_hprof_add_late(hprof);
    gcv_hprof_measure_sizes(hprof);
    heap->about.objects = heap->rows.size.n;
    heap->about.references = gcv_id_column_n(&heap->rows.refs);
    heap->about.roots = heap->roots.n;
}

/* ---- types -------------------------------------------------------------------------------- */

/* The builder's number of a type: the id of its class or, for a primitive array, one that no class
 * has. */
static uint64_t type_of(const gcv_hprof_heap *heap, uint32_t shape)
{
    return gcv_hprof_is_primitive(shape) ? UINT64_MAX - shape
           : gcv_hprof_form_of(shape) != GCV_HPROF_MIRROR
               ? heap->classes.data[gcv_hprof_class_of(shape)].id
           : heap->java_lang_class != GCV_NONE ? heap->classes.data[heap->java_lang_class].id
                                               : UINT64_MAX;
}

/* Gives the class of a loader, if the program made it: `acme.PluginLoader@7f00`. Two classes of
 * one name with different loaders are two types. Data NULL: the JVM made it. */
static gcv_slice module_of(gcv_hprof *hprof, uint64_t loader, gcv_buffer *text)
{
    const gcv_hprof_heap *heap = hprof->heap;
    const uint32_t object = loader != 0 ? gcv_hprof_find(heap, loader) : GCV_NONE;
    if (object == GCV_NONE || gcv_hprof_is_primitive(heap->rows.slot.data[object])) {
        return gcv_slice_of(NULL, 0);
    }
    const uint32_t class_ = gcv_hprof_class_of(heap->rows.slot.data[object]);
    const gcv_slice name = gcv_hprof_class_name(hprof, &heap->classes.data[class_]);
    if (name.data == NULL || gcv_slice_begins(name, "jdk/internal/loader/ClassLoaders$") ||
        gcv_slice_begins(name, "sun/misc/Launcher$")) {
        return gcv_slice_of(NULL, 0);
    }
    gcv_buffer_clear(text);
    gcv_hprof_append_java_name(hprof->ctx, name, text);
    gcv_buffer_print(hprof->ctx, text, "@%" PRIx64, loader);
    return gcv_builder_share(hprof->builder, gcv_buffer_slice(text));
}

typedef struct modules {
    gcv_id_map of; /* from loaders to indices in `names` */
    gcv_slice_column names;
    gcv_buffer text;
} modules;

static gcv_slice find_module(gcv_hprof *hprof, modules *m, uint64_t loader)
{
    const uint32_t at = gcv_id_map_enter(hprof->ctx, &m->of, loader, m->names.n);
    if (at == m->names.n) {
        gcv_slice_column_push(hprof->ctx, &m->names, module_of(hprof, loader, &m->text));
    }
    return m->names.data[at];
}

static void add_class(gcv_hprof *hprof, modules *m, gcv_buffer *text, const gcv_hprof_class *class_)
{
    const gcv_slice name = gcv_hprof_class_name(hprof, class_);
    if (name.data == NULL || !class_->has_record) {
        return; /* the builder names it after its id if it has objects */
    }
    gcv_buffer_clear(text);
    gcv_hprof_append_java_name(hprof->ctx, name, text);
    gcv_builder_add_type(hprof->builder, 0, class_->id, gcv_buffer_slice(text),
                         find_module(hprof, m, class_->loader));
    if (hprof->graph) {
        gcv_builder_name_object(hprof->builder, class_->id, gcv_buffer_slice(text));
    }
}

static void add_types(gcv_hprof *hprof)
{
    gcv_context *ctx = hprof->ctx;
    const gcv_hprof_heap *heap = hprof->heap;
    const gcv_slice no_module = {NULL, 0};
    modules m = {0};
    gcv_buffer text = {{NULL, 0, 0}};
    for (size_t i = 0; i < heap->classes.n; i++) {
        add_class(hprof, &m, &text, &heap->classes.data[i]);
    }
    for (uint32_t type = 0; type < GCV_HPROF_TYPES; type++) {
        if (gcv_hprof_width(type) > 0) {
            gcv_buffer_clear(&text);
            gcv_buffer_print(ctx, &text, "%s[]", gcv_hprof_type_word(type));
            gcv_builder_add_type(hprof->builder, 0, type_of(heap, type), gcv_buffer_slice(&text),
                                 no_module);
        }
    }
    if (heap->java_lang_class == GCV_NONE) {
        gcv_builder_add_type(hprof->builder, 0, UINT64_MAX, gcv_slice_str("java.lang.Class"),
                             no_module);
    }
    GCV_RELEASE(ctx, &m.of, &m.names, &m.text, &text);
}

/* Replaces shapes by slots of types. Neighbours often have the same. */
static void use_slots(gcv_hprof *hprof)
{
    const gcv_hprof_heap *heap = hprof->heap;
    gcv_u32_column *shapes = &hprof->heap->rows.slot;
    const size_t n = GCV_HPROF_TYPES + heap->classes.n * GCV_HPROF_FORMS;
    uint32_t *slots = gcv_alloc_none(hprof->ctx, n);
    for (size_t i = 0; i < shapes->n; i++) {
        uint32_t *slot = &slots[shapes->data[i]];
        if (*slot == GCV_NONE) {
            *slot = gcv_builder_slot_of(hprof->builder, type_of(heap, shapes->data[i]));
        }
        shapes->data[i] = *slot;
    }
    gcv_free(hprof->ctx, slots);
}

/* ---- objects ------------------------------------------------------------------------------ */

/* Whether an id comes twice. */
static bool has_repeats(const gcv_hprof_heap *heap)
{
    const gcv_id_column *ids = &heap->rows.ids;
    for (size_t i = 1; heap->order != NULL && i < heap->rows.size.n; i++) {
        if (gcv_id_column_get(ids, heap->order[i]) == gcv_id_column_get(ids, heap->order[i - 1])) {
            return true;
        }
    }
    return false;
}

/* Adds the sums of a tally. Only if an id comes twice does the builder need the rows. */
static void add_sums(gcv_hprof *hprof)
{
    gcv_builder *builder = hprof->builder;
    gcv_builder_columns *rows = &hprof->heap->rows;
    if (has_repeats(hprof->heap)) {
        if (builder->keep == GCV_KEEP_ROWS) {
            gcv_builder_take_columns(builder, rows);
        } else {
            gcv_builder_want_more(builder);
        }
        return;
    }
    for (size_t i = 0, big = 0; i < rows->size.n; i++) {
        const uint32_t size = rows->size.data[i];
        gcv_builder_add_sum(builder, rows->slot.data[i], 1,
                            size != GCV_BIG_SIZE ? size : rows->big.data[big++].bytes);
    }
}

/* A name that is not in the file is a question mark. */
static gcv_slice field_name(const gcv_hprof *hprof, uint32_t name)
{
    const gcv_slice text = gcv_hprof_text_of(hprof, hprof->heap->field_names.data[name]);
    return text.data != NULL ? text : gcv_slice_str("?");
}

static void add_field_names(gcv_hprof *hprof)
{
    static const char *const own[] = {"class", "super", "loader", "signers", "protection domain"};
    gcv_context *ctx = hprof->ctx;
    const gcv_hprof_heap *heap = hprof->heap;
    gcv_word_list *words = &hprof->builder->heap->places.words;
    for (size_t i = 0; i < GCV_LENGTH(own); i++) {
        (void)gcv_word_list_add(ctx, words, gcv_slice_str(own[i]));
    }
    for (size_t i = 0; i < heap->field_names.n; i++) {
        (void)gcv_word_list_add(ctx, words, gcv_shared_cut(field_name(hprof, (uint32_t)i)));
    }
}

/* Makes the name of a static, `Acme.Cache.MAP`. */
static gcv_slice static_name(const gcv_hprof *hprof, const gcv_hprof_static *field,
                             gcv_buffer *text)
{
    enum { LONGEST = 200 };
    const gcv_slice name = gcv_hprof_class_name(hprof, &hprof->heap->classes.data[field->class_]);
    gcv_buffer_clear(text);
    gcv_hprof_append_java_name(hprof->ctx, gcv_utf8_first(name, LONGEST), text);
    gcv_buffer_append_str(hprof->ctx, text, ".");
    gcv_buffer_append_cut(hprof->ctx, text, field_name(hprof, field->name), LONGEST);
    return gcv_buffer_slice(text);
}

/* Names the values of thread locals that statics hold: `thread local Acme.Audit.EVENTS`. */
static void name_locals(gcv_hprof *hprof)
{
    gcv_context *ctx = hprof->ctx;
    const gcv_hprof_heap *heap = hprof->heap;
    gcv_id_map static_of = {0}; /* by object that it holds */
    gcv_buffer text = {0}, name = {0};
    for (size_t i = 0; heap->locals.n > 0 && i < heap->statics.n; i++) {
        gcv_id_map_set(ctx, &static_of, heap->statics.data[i].object, (uint32_t)i);
    }
    for (size_t i = 0; i < heap->locals.n; i++) {
        const gcv_hprof_local *local = &heap->locals.data[i];
        const uint32_t at = gcv_id_map_get(ctx, &static_of, local->local);
        if (at != GCV_NONE) {
            gcv_buffer_clear(&name);
            gcv_buffer_append_str(ctx, &name, "thread local ");
            gcv_buffer_append(ctx, &name, static_name(hprof, &heap->statics.data[at], &text));
            gcv_builder_name_object(hprof->builder, local->entry, gcv_buffer_slice(&name));
        }
    }
    GCV_RELEASE(ctx, &static_of, &text, &name);
}

/* Names what statics hold and, if names of references are kept, these references: their numbers
 * are shifted to the names that are added here. */
static void add_static_names(gcv_hprof *hprof)
{
    const gcv_hprof_heap *heap = hprof->heap;
    gcv_fields *fields = &hprof->heap->rows.fields;
    gcv_word_list *words = &hprof->builder->heap->places.words;
    const uint32_t first = (uint32_t)words->end.n;
    gcv_buffer text = {{NULL, 0, 0}};
    for (size_t i = 0; i < heap->statics.n; i++) {
        const gcv_slice name = static_name(hprof, &heap->statics.data[i], &text);
        gcv_builder_name_object(hprof->builder, heap->statics.data[i].object, name);
        if (hprof->names) {
            (void)gcv_word_list_add(hprof->ctx, words, gcv_shared_cut(name));
        }
    }
    for (size_t i = 0; i < fields->kind.n; i++) {
        fields->name.data[i] += fields->kind.data[i] == GCV_FIELD_STATIC ? first : 0;
    }
    gcv_buffer_release(hprof->ctx, &text);
}

/* ---- facts -------------------------------------------------------------------------------- */

static uint64_t highest_id(const gcv_hprof_heap *heap)
{
    const uint32_t n = (uint32_t)heap->rows.size.n;
    return n == 0                ? 0
           : heap->order != NULL ? gcv_id_column_get(&heap->rows.ids, heap->order[n - 1])
                                 : heap->last_id;
}

/* Says why the heap is incomplete: the file is cut, or else what it lacks. */
static void say_incomplete(gcv_hprof *hprof, const char *lack)
{
    if (hprof->is_cut) {
        gcv_builder_incomplete(hprof->builder, "truncated file (at offset %" PRIu64 ")",
                               hprof->cut_at);
    } else {
        gcv_builder_incomplete(hprof->builder, "%s", lack);
    }
}

static void add_facts(gcv_hprof *hprof)
{
    gcv_builder *builder = hprof->builder;
    const gcv_hprof_heap *heap = hprof->heap;
    const gcv_hprof_about_sizes *sizes = &heap->sizes;
    gcv_builder_set_layout(builder, sizes->layout);
    gcv_builder_add_number(builder, "pointer_size",
                           highest_id(heap) > UINT32_MAX ? 8 : sizes->layout.reference);
    gcv_builder_add_property(builder, "sizes", gcv_slice_str(sizes->words));
    if (sizes->unsure[0] != '\0') {
        gcv_builder_add_property(builder, "sizes_not_confirmed", gcv_slice_str(sizes->unsure));
    }
    if (hprof->graph) {
        gcv_builder_add_number(builder, "weak_references", heap->weak_references);
    }
    if (sizes->is_assumed) {
        gcv_builder_anomaly(builder, 0, "sizes: %s", sizes->words);
    }
    if (sizes->over > 0 || sizes->refuted > 0) {
        gcv_builder_anomaly(builder, 0,
                            "sizes: %" PRIu64 " objects would overlap the next one, %" PRIu64
                            " classes contradict the layout and have the size of the smallest "
                            "distance",
                            sizes->over, sizes->refuted);
    }
    if (!heap->about.complete) {
        say_incomplete(hprof, "no end record");
    }
}

static void add_snapshots(gcv_hprof *hprof)
{
    for (size_t i = 0; hprof->heaps.n > 1 && i < hprof->heaps.n; i++) {
        gcv_snapshot snapshot = hprof->heaps.data[i];
        snapshot.chosen = hprof->kept != NULL && snapshot.number == hprof->kept->about.number;
        gcv_builder_add_snapshot(hprof->builder, &snapshot);
    }
}

void gcv_hprof_finish(gcv_hprof *hprof)
{
    add_snapshots(hprof);
    if (hprof->kept == NULL) {
        say_incomplete(hprof, "no heap");
        return;
    }
    hprof->heap = hprof->kept;
    hprof->kept = NULL;
    if (hprof->names) {
        add_field_names(hprof);
    }
    name_locals(hprof);
    add_static_names(hprof); /* before types: a class object keeps the name of its class */
    add_types(hprof);
    gcv_hprof_add_roots(hprof);
    use_slots(hprof);
    add_facts(hprof);
    if (hprof->graph) {
        gcv_builder_take_columns(hprof->builder, &hprof->heap->rows);
    } else {
        add_sums(hprof);
    }
    gcv_hprof_free_heap(hprof, hprof->heap);
    hprof->heap = NULL;
}
