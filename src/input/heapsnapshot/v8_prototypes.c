/* v8_prototypes.c - objects that are prototypes of functions; see v8_reader.h.
 *
 * V8 names an object after its constructor, and a prototype has that of the class above: so each
 * class derived from Base would count as an object of Base.
 */
#include "input/heapsnapshot/v8_reader.h"

#include <string.h>

void gcv_v8_find_prototypes(gcv_v8 *v8)
{
    gcv_v8_key key = {0};
    key.same = key.name = key.script = GCV_NONE;
    key.type = GCV_V8_PROTOTYPE;
    for (size_t i = 0; i < v8->properties.n; i++) {
        const gcv_v8_property *property = &v8->properties.data[i];
        if (v8->names.data[property->name].is_prototype &&
            (gcv_v8_node_flags(v8, property->to) & GCV_V8_OBJECT) == 0) {
            gcv_v8_set_key(v8, property->to, gcv_v8_key_for(v8, &key));
        }
    }
    gcv_v8_property_column_release(v8->ctx, &v8->properties);
}
