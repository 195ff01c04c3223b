/* name_maps.c - see name_maps.h. */
#include "support/name_maps.h"

#include "support/check.h"

#include "base/text.h"

gcv_context *name_maps_ctx;

int name_maps_set_up(NO_STATE)
{
    name_maps_ctx = gcv_context_new(0);
    return name_maps_ctx == NULL;
}

int name_maps_tear_down(NO_STATE)
{
    assert_true(gcv_context_used(name_maps_ctx) == 0);
    gcv_context_free(name_maps_ctx);
    return 0;
}

gcv_name_map name_map_of(const char *text)
{
    gcv_name_map map;
    gcv_name_map_init(&map, name_maps_ctx);
    gcv_name_map_read(&map, gcv_slice_str(text), "names.map");
    return map;
}
