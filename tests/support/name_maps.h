/* name_maps.h - the start of tests of maps of names: a context for all tests, which must get back
 * every byte, and a map with a known key. */
#ifndef GCV_TEST_NAME_MAPS_H
#define GCV_TEST_NAME_MAPS_H

#include "redact/redact.h"

#define NAME_MAP_KEY "key\t00112233445566778899aabbccddeeff\n"

/* Valid between set_up and tear_down of a cmocka group. */
extern gcv_context *name_maps_ctx;

int name_maps_set_up(void **state);
int name_maps_tear_down(void **state);

/* Reads a map from text. */
gcv_name_map name_map_of(const char *text);

#endif
