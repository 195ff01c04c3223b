/* eventpipe_meta.c - metadata records and threads of a trace, from which the event and the process
 * of a row follow. */
#include "input/eventpipe/eventpipe_parts.h"

#include <string.h>

enum {
    MAX_RECORDS = 1000000, /* real traces have a few hundred */
    MAX_PROVIDER = 192     /* bytes kept of a name; known names are shorter */
};

/* Converts a name from UTF-16 to UTF-8, cut to MAX_PROVIDER bytes, which is longer than any known
 * name. */
static gcv_slice narrow(gcv_cursor text, char *out)
{
    size_t n = 0;
    while (gcv_cursor_left(&text) >= 2 && n + 4 <= MAX_PROVIDER) {
        uint16_t unit = gcv_cursor_u16(&text);
        n += gcv_utf8_put(out + n, gcv_is_surrogate(unit) ? GCV_REPLACEMENT : unit);
    }
    return gcv_slice_of(out, n);
}

static void define(gcv_eventpipe *pipe, uint64_t offset, uint64_t id,
                   const gcv_eventpipe_definition *definition)
{
    uint32_t at = gcv_id_map_get(pipe->ctx, &pipe->meta_index, id);
    gcv_eventpipe_meta meta = {
        .hash = gcv_hash_bytes(definition->provider.data, definition->provider.size,
                               definition->id + ((uint64_t)definition->version << 32))};
    if (at != GCV_NONE) {
        if (pipe->metas.data[at].hash != meta.hash) {
            gcv_eventpipe_damage(pipe, offset, "a second meaning of metadata id %llu",
                                 (unsigned long long)id);
        }
        return;
    }
    if (pipe->metas.n >= MAX_RECORDS) {
        gcv_eventpipe_damage(pipe, offset, "more than %d metadata records", (int)MAX_RECORDS);
    }
    meta.event = pipe->sink.classify(pipe->sink.self, definition);
    pipe->has_last_id = false;
    gcv_eventpipe_meta_column_push(pipe->ctx, &pipe->metas, meta);
    gcv_id_map_set(pipe->ctx, &pipe->meta_index, id, (uint32_t)(pipe->metas.n - 1));
}

void gcv_eventpipe_look_up(gcv_eventpipe *pipe, uint64_t id, gcv_eventpipe_row *row)
{
    if (!pipe->has_last_id || pipe->last_id != id) {
        uint32_t at = gcv_id_map_get(pipe->ctx, &pipe->meta_index, id);
        if (at == GCV_NONE) {
            gcv_eventpipe_damage(pipe, row->offset, "no metadata record has id %llu",
                                 (unsigned long long)id);
        }
        pipe->last_id = id;
        pipe->last_event = pipe->metas.data[at].event;
        pipe->has_last_id = true;
    }
    row->event = pipe->last_event;
}

void gcv_eventpipe_forget_metadata(gcv_eventpipe *pipe)
{
    gcv_id_map_release(pipe->ctx, &pipe->meta_index);
    pipe->metas.n = 0;
    pipe->has_last_id = false;
}

/* The data after the version (level, fields, extras) is not needed, so it is not checked either. */
void gcv_eventpipe_meta_record(gcv_eventpipe *pipe, gcv_cursor record)
{
    uint64_t offset = gcv_cursor_offset(&record);
    char provider[MAX_PROVIDER];
    gcv_eventpipe_definition definition;
    uint32_t id = gcv_cursor_u32(&record);
    definition.provider = narrow(gcv_cursor_utf16z(&record), provider);
    definition.id = gcv_cursor_u32(&record);
    (void)gcv_cursor_utf16z(&record); /* name of the event */
    gcv_cursor_skip(&record, 8);      /* keywords */
    definition.version = gcv_cursor_u32(&record);
    if (record.failed) {
        gcv_eventpipe_damage(pipe, offset, "a metadata record is cut short");
    }
    define(pipe, offset, id, &definition);
}

void gcv_eventpipe_meta_old(gcv_eventpipe *pipe, uint64_t id, gcv_cursor record)
{
    static const unsigned char runtime[] = {0x23, 0x0d, 0x3c, 0xe1, 0xbc, 0xcc, 0x12, 0x4e,
                                            0x93, 0x1b, 0xd9, 0xcc, 0x2e, 0xee, 0x27, 0xe4};
    char text[MAX_PROVIDER];
    gcv_eventpipe_definition definition;
    if (pipe->info.version == 1) {
        const unsigned char *guid = gcv_cursor_take(&record, sizeof runtime);
        definition.provider =
            gcv_slice_str(guid != NULL && memcmp(guid, runtime, sizeof runtime) == 0
                              ? "Microsoft-Windows-DotNETRuntime"
                              : "");
    } else {
        definition.provider = narrow(gcv_cursor_utf16z(&record), text);
    }
    definition.id = gcv_cursor_u32(&record);
    definition.version = gcv_cursor_u32(&record);
    if (record.failed) {
        gcv_eventpipe_damage(pipe, id, "a metadata record is cut short");
    } else {
        define(pipe, id, id, &definition);
    }
}

/* ---- version 6 ----------------------------------------------------------------------------- */

gcv_slice gcv_eventpipe_string6(gcv_cursor *cursor)
{
    uint32_t size = gcv_cursor_var32(cursor);
    const unsigned char *bytes = gcv_cursor_take(cursor, size);
    return bytes != NULL ? gcv_slice_of((const char *)bytes, size) : gcv_slice_of("", 0);
}

enum { ITEM_KINDS = 10 };

/* Returns the number in an item of a kind, 0 if there is none. An item is its kind and values: a
 * string (s), a number in groups of 7 bits (v), one byte (b) or eight (8). An unknown kind ends the
 * items. */
static uint64_t find_item(gcv_cursor items, const char *const layouts[ITEM_KINDS], uint8_t wanted)
{
    uint64_t found = 0;
    while (gcv_cursor_left(&items) > 0 && !items.failed) {
        uint8_t kind = gcv_cursor_u8(&items);
        const char *layout = kind < ITEM_KINDS ? layouts[kind] : NULL;
        if (layout == NULL) {
            return found;
        }
        for (; *layout != '\0'; layout++) {
            uint64_t value = *layout == 's'   ? gcv_eventpipe_string6(&items).size
                             : *layout == 'v' ? gcv_cursor_var64(&items)
                             : *layout == 'b' ? gcv_cursor_u8(&items)
                                              : gcv_cursor_u64(&items);
            found = kind == wanted ? value : found;
        }
    }
    return found;
}

/* Returns the version of an event, from the extras after its fields; 0: there is none. */
static uint32_t version6(gcv_cursor row)
{
    enum { VERSION = 9 };
    static const char *const extras[ITEM_KINDS] = {NULL, "b",  NULL, "8", "s",
                                                   "s",  "ss", "88", "b", "b"};
    uint16_t n = gcv_cursor_u16(&row);
    for (uint16_t i = 0; i < n && !row.failed; i++) {
        gcv_cursor_skip(&row, gcv_cursor_u16(&row));
    }
    return (uint32_t)find_item(gcv_cursor_split(&row, gcv_cursor_u16(&row)), extras, VERSION);
}

void gcv_eventpipe_metadata_block6(gcv_eventpipe *pipe, gcv_cursor *content)
{
    gcv_cursor_skip(content, gcv_cursor_u16(content));
    if (content->failed) {
        gcv_eventpipe_short(pipe, content, gcv_cursor_offset(content),
                            "the head of a block is wrong");
    }
    while (gcv_cursor_left(content) > 0) {
        uint64_t offset = gcv_cursor_offset(content);
        gcv_cursor row = gcv_cursor_split(content, gcv_cursor_u16(content));
        gcv_eventpipe_definition definition;
        uint32_t id = gcv_cursor_var32(&row);
        definition.provider = gcv_eventpipe_string6(&row);
        definition.id = gcv_cursor_var32(&row);
        (void)gcv_eventpipe_string6(&row); /* name of the event */
        if (row.failed) {
            gcv_eventpipe_short(pipe, content, offset, "a metadata row is cut short");
        }
        definition.version = version6(row);
        define(pipe, offset, id, &definition);
    }
}

/* Notes the process of each thread. */
void gcv_eventpipe_threads6(gcv_eventpipe *pipe, gcv_cursor *content)
{
    enum { PROCESS = 2 };
    static const char *const items[ITEM_KINDS] = {NULL, "s", "v", "v", "ss"};
    while (gcv_cursor_left(content) > 0) {
        uint64_t offset = gcv_cursor_offset(content);
        gcv_cursor row = gcv_cursor_split(content, gcv_cursor_u16(content));
        uint64_t index = gcv_cursor_var64(&row);
        if (row.failed) {
            gcv_eventpipe_short(pipe, content, offset, "a thread row is cut short");
        }
        gcv_u64_column_push(pipe->ctx, &pipe->processes, find_item(row, items, PROCESS));
        gcv_id_map_set(pipe->ctx, &pipe->thread_index, index, (uint32_t)(pipe->processes.n - 1));
    }
}

uint64_t gcv_eventpipe_process_of(const gcv_eventpipe *pipe, uint64_t thread)
{
    uint32_t at = gcv_id_map_get(pipe->ctx, &pipe->thread_index, thread);
    uint64_t process = at != GCV_NONE ? pipe->processes.data[at] : 0;
    return process != 0 ? process : pipe->info.process;
}

void gcv_eventpipe_forget_threads(gcv_eventpipe *pipe)
{
    gcv_id_map_release(pipe->ctx, &pipe->thread_index);
    pipe->processes.n = 0;
}
