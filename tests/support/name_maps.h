/* name_maps.h - what the tests of maps of names begin with: a context for all of them, which gets
 * back every byte, and a map of a key that is known. */
#ifndef GCV_TEST_NAME_MAPS_H
#define GCV_TEST_NAME_MAPS_H

#include "redact/name_map.h"

#define NAME_MAP_KEY "key\t00112233445566778899aabbccddeeff\n"

/* Between set_up and tear_down of a group of cmocka. */
extern gcv_context *name_maps_ctx;

int name_maps_set_up(void **state);
int name_maps_tear_down(void **state);

/* The map that a text is. */
gcv_name_map name_map_of(const char *text);

#endif
