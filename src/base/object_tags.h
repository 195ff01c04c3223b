/* object_tags.h - tags of the serializer of objects with which .gcdump files and traces up to
 * version 5 are written. */
#ifndef GCV_BASE_OBJECT_TAGS_H
#define GCV_BASE_OBJECT_TAGS_H

enum {
    GCV_TAG_NULL = 1,
    GCV_TAG_REFERENCE = 2,
    GCV_TAG_OBJECT = 4,
    GCV_TAG_PRIVATE_OBJECT = 5,
    GCV_TAG_END = 6,
    GCV_TAG_DEFINITION = 7, /* of an object referenced earlier: an index, then the object */
    GCV_TAG_BYTE = 8,
    GCV_TAG_INT16 = 9,
    GCV_TAG_INT32 = 10,
    GCV_TAG_INT64 = 11,
    GCV_TAG_SKIP_REGION = 12, /* an index, then the object */
    GCV_TAG_STRING = 13,
    GCV_TAG_BLOB = 14
};

#endif
