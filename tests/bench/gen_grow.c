/* gen_grow.c - the objects of the realistic heap and their owners; see gen_real.h. */
#include "gen_real.h"

enum { DEPTH = 48, OPEN = 48, LISTS = 16 };

enum { CHAIN_BLOCK = 10, RING_BLOCK = 100, LIST_BLOCK = 50, ISLANDS_PER_MILLE = 30 };

struct open_items {
    uint32_t array;
    uint32_t left;
};

struct open_list {
    uint32_t last;
    uint32_t left;
    uint32_t type;
    enum kind kind;
};

struct grower {
    struct gen *gen;
    struct model *model;
    struct rng rng;
    uint32_t index;
    uint32_t stack[DEPTH]; /* owners that need more objects */
    uint32_t left[DEPTH];
    uint32_t depth;
    struct open_items open[OPEN]; /* collections that are not full */
    uint32_t opened;
    uint32_t most_open;
    uint32_t collections;
    struct open_list lists[LISTS];
    uint32_t chain_last;
    bool failed;
};

/* The position of a new object in the heap. */
struct place {
    uint32_t owner;
    unsigned flags;
};

static uint32_t type_of(struct grower *grower, enum family family)
{
    const struct families *families = &grower->model->families;

    return families->first[family] + rng_zipf(&grower->rng, families->count[family]);
}

static void push(struct grower *grower, uint32_t wanted)
{
    if (wanted > 0 && grower->depth < DEPTH) {
        grower->stack[grower->depth] = grower->index;
        grower->left[grower->depth++] = wanted;
    }
}

static uint32_t take_open(struct grower *grower)
{
    /* The first collection gets a third of all items; it is the largest, and would not fill up
     * otherwise. */
    uint32_t k = rng_below(&grower->rng, 3) == 0 ? 0 : rng_below(&grower->rng, grower->opened);
    struct open_items *items = &grower->open[k];
    uint32_t array = items->array;

    if (--items->left == 0) {
        *items = grower->open[--grower->opened];
    }
    return array;
}

static struct place outermost(struct grower *grower)
{
    struct place place = {NO_OBJECT, 0};
    uint64_t islands_due = (uint64_t)grower->index * ISLANDS_PER_MILLE / 1000;

    if (grower->gen->tally.islands < islands_due) {
        place.flags = KIND_ISLAND;
        return place;
    }
    if (grower->opened < grower->most_open) {
        place.flags = KIND_BIG;
    }
    if (grower->opened > 0 && (place.flags == 0 || rng_below(&grower->rng, 4) != 0)) {
        place.owner = take_open(grower);
    }
    return place;
}

static struct place find_place(struct grower *grower)
{
    struct place place = {NO_OBJECT, 0};
    uint32_t top = grower->depth - 1;

    if (grower->depth == 0) {
        return outermost(grower);
    }
    place.owner = grower->stack[top];
    if (--grower->left[top] == 0) {
        grower->depth--;
    }
    return place;
}

/* Records owner and flags of the next object. Must come first: later steps need its place. */
static void settle(struct grower *grower, struct place place, enum kind kind)
{
    struct model *model = grower->model;
    uint32_t index = grower->index;
    unsigned flags = (unsigned)kind | place.flags;

    if (place.owner != NO_OBJECT) {
        flags |= model->kind[place.owner] & (unsigned)KIND_ISLAND;
    } else if ((place.flags & KIND_ISLAND) == 0) {
        grower->failed |= !model_root(grower->gen, &grower->rng, index);
    }
    /* A shared list node would end the list's chain in the dominator tree. */
    if (!kind_is_node(kind) && kind != KIND_ITEMS && (rng_next(&grower->rng) & 255) < 86) {
        flags |= KIND_SHARED;
    }
    grower->gen->tally.islands += (flags & KIND_ISLAND) != 0;
    model->owner[index] = place.owner;
    model->kind[index] = (uint8_t)flags;
    model->extra[index] = 0;
}

static void describe(struct grower *grower, uint32_t type, uint32_t size)
{
    grower->model->type[grower->index] = type;
    grower->model->size[grower->index] = size;
}

static void add_string(struct grower *grower)
{
    uint32_t length = rng_pareto(&grower->rng, 6, 112, 1 << 20);

    describe(grower, grower->model->families.first[FAMILY_STRING], 22 + 2 * length);
}

static void add_data(struct grower *grower)
{
    uint32_t length = rng_pareto(&grower->rng, 16, 118, 1 << 22);

    describe(grower, type_of(grower, FAMILY_DATA), IDS_HEADER + length);
}

static void add_box(struct grower *grower)
{
    uint32_t type = type_of(grower, FAMILY_BOX);

    describe(grower, type, IDS_SMALLEST_OBJECT + type % 3 * 8);
}

static void add_array(struct grower *grower)
{
    uint32_t length = rng_pareto(&grower->rng, 1, 120, 255);
    uint32_t owned = 0;

    for (uint32_t k = 0; k < length; k++) {
        owned += (rng_next(&grower->rng) & 7) < 3;
    }
    describe(grower, type_of(grower, FAMILY_ARRAY), IDS_HEADER + IDS_SLOT * ((length + 3) & ~3U));
    grower->model->extra[grower->index] = (uint8_t)(length - owned);
    push(grower, owned);
}

static void add_collection(struct grower *grower)
{
    uint32_t type = type_of(grower, FAMILY_COLLECTION);

    describe(grower, type, 32 + type % 4 * 16);
    grower->model->extra[grower->index] = (uint8_t)rng_below(&grower->rng, 3);
    push(grower, 1);
}

static void add_items(struct grower *grower)
{
    uint32_t most = grower->gen->objects / 50;
    uint32_t room = rng_pareto(&grower->rng, 8, 124, most < 8 ? 8 : most);
    uint32_t giants = grower->collections++;

    if (giants < 4 && most >> giants > 8) {
        room = most >> giants;
    }
    describe(grower, type_of(grower, FAMILY_ARRAY), IDS_HEADER + IDS_SLOT * room);
    grower->open[grower->opened].array = grower->index;
    grower->open[grower->opened++].left = room;
}

static void add_plain(struct grower *grower)
{
    static const unsigned char owned_fields[] = {2, 1, 0, 2, 3, 1, 1};
    static const unsigned char other_fields[] = {3, 2, 5, 4, 2, 6, 1, 4, 3, 4, 8};
    uint32_t type = type_of(grower, FAMILY_PLAIN);
    uint32_t rank = type - grower->model->families.first[FAMILY_PLAIN];
    uint32_t owned_most = owned_fields[rank % sizeof owned_fields];
    uint32_t other_most = other_fields[rank % sizeof other_fields];
    uint32_t owned = 0;
    uint32_t others = 0;

    for (uint32_t k = 0; k < owned_most; k++) {
        owned += rng_below(&grower->rng, 8) != 0;
    }
    for (uint32_t k = 0; k < other_most; k++) {
        others += rng_below(&grower->rng, 8) != 0;
    }
    describe(grower, type, 16 + IDS_SLOT * (owned_most + other_most + rank % 5));
    grower->model->extra[grower->index] = (uint8_t)others;
    push(grower, owned);
}

/* Adds an object of any kind but list nodes and list heads, which add_node() and add_ring() add. */
static void add(struct grower *grower, struct place place, enum kind kind)
{
    static void (*const add_kind[KINDS])(struct grower *) = {
        add_string, add_data, add_box, add_array, add_collection, add_items,
        NULL,       NULL,     NULL,    NULL,      add_plain,
    };

    settle(grower, place, kind);
    add_kind[kind](grower);
}

static void add_ordinary(struct grower *grower)
{
    static const struct {
        uint8_t below; /* upper bound, in percent */
        uint8_t kind;
    } choice[] = {
        {25, KIND_STRING}, {33, KIND_DATA},       {42, KIND_BOX},
        {48, KIND_ARRAY},  {52, KIND_COLLECTION}, {100, KIND_PLAIN},
    };
    struct place place = find_place(grower);
    unsigned owner = place.owner == NO_OBJECT ? 0 : grower->model->kind[place.owner];
    uint32_t draw = rng_below(&grower->rng, 100);
    uint32_t k = 0;

    if ((place.flags & KIND_BIG) != 0) {
        add(grower, place, KIND_COLLECTION);
    } else if ((owner & KIND_MASK) == KIND_COLLECTION) {
        add(grower, place, (owner & KIND_BIG) != 0 ? KIND_ITEMS : KIND_ARRAY);
    } else {
        while (draw >= choice[k].below) {
            k++;
        }
        add(grower, place, (enum kind)choice[k].kind);
    }
}

static void add_node(struct grower *grower, struct place place, enum kind kind, uint32_t type)
{
    settle(grower, place, kind);
    describe(grower, type, kind == KIND_LINK ? 32 : 48);
    push(grower, rng_below(&grower->rng, 2));
}

static uint32_t node_type(const struct grower *grower, uint32_t rank)
{
    const struct families *families = &grower->model->families;

    return families->first[FAMILY_NODE] + rank % families->count[FAMILY_NODE];
}

/* Adds a node to the long chain, which has a tenth of all objects. */
static void add_chain(struct grower *grower)
{
    struct place place = {NO_OBJECT, 0};

    if (grower->chain_last == NO_OBJECT) {
        grower->model->chain_head = grower->index;
    }
    place.owner = grower->chain_last;
    add_node(grower, place, KIND_LINK, node_type(grower, 0));
    grower->chain_last = grower->index;
    grower->gen->tally.chain++;
}

/* Adds the head of the LinkedList, or one of its nodes: a hundredth of all objects. */
static void add_ring(struct grower *grower)
{
    struct model *model = grower->model;
    struct place place = {NO_OBJECT, 0};

    if (model->ring_head == NO_OBJECT) {
        settle(grower, place, KIND_RING_HEAD);
        describe(grower, model->families.first[FAMILY_COLLECTION], 40);
        model->ring_head = grower->index;
        return;
    }
    place.owner = model->ring_last == NO_OBJECT ? model->ring_head : model->ring_last;
    if (model->ring_last == NO_OBJECT) {
        model->ring_first = grower->index;
    }
    add_node(grower, place, KIND_RING, node_type(grower, 1));
    model->ring_last = grower->index;
    grower->gen->tally.ring++;
}

static void add_list(struct grower *grower)
{
    struct open_list *list = &grower->lists[rng_below(&grower->rng, LISTS)];
    uint32_t most = grower->gen->objects / 100 + 2;
    struct place place = {NO_OBJECT, 0};

    if (list->left > 0) {
        place.owner = list->last;
        list->left--;
    } else {
        place = find_place(grower);
        place.flags &= KIND_ISLAND;
        list->left = rng_pareto(&grower->rng, 10, 120, most < 10 ? 10 : most) - 1;
        list->type = node_type(grower, 2 + rng_below(&grower->rng, 1U << 16));
        list->kind = rng_below(&grower->rng, 2) == 0 ? KIND_LINK : KIND_DOUBLE_LINK;
        grower->gen->tally.lists++;
    }
    add_node(grower, place, list->kind, list->type);
    list->last = grower->index;
}

/* Whether `at` is the one chosen place of a block. The choice is random for each block; the caller
 * decides what goes there. */
static bool is_place(const struct grower *grower, uint32_t at, uint32_t block, uint32_t places)
{
    return at == rng_mix(grower->gen->seed * 3 + (uint64_t)block * 128 + places) % places;
}

static void add_next(struct grower *grower)
{
    uint32_t objects = grower->gen->objects;
    uint32_t index = grower->index;
    uint32_t tenth = index / CHAIN_BLOCK;
    uint32_t ring = index / RING_BLOCK;

    if (index == HUB) {
        struct place place = {NO_OBJECT, 0};

        settle(grower, place, KIND_STRING);
        describe(grower, grower->model->families.first[FAMILY_STRING], 22);
        grower->model->kind[HUB] |= KIND_SHARED;
    } else if (index % CHAIN_BLOCK != 0 && tenth < objects / CHAIN_BLOCK &&
               is_place(grower, index % CHAIN_BLOCK - 1, tenth, CHAIN_BLOCK - 1)) {
        add_chain(grower);
    } else if (index % CHAIN_BLOCK == 0 && tenth % 10 != 0 && ring < objects / RING_BLOCK &&
               is_place(grower, tenth % 10 - 1, ring, 9)) {
        add_ring(grower);
    } else if (index % CHAIN_BLOCK == 0 && is_place(grower, tenth % 5, index / LIST_BLOCK, 5)) {
        add_list(grower);
    } else {
        add_ordinary(grower);
    }
}

static void link_owned(struct model *model, uint32_t objects)
{
    for (uint32_t i = 0; i < objects; i++) {
        model->first[i] = NO_OBJECT;
    }
    for (uint32_t i = objects; i-- > 0;) {
        uint32_t owner = model->owner[i];

        if (owner != NO_OBJECT) {
            model->next[i] = model->first[owner];
            model->first[owner] = i;
        }
    }
}

bool model_grow(struct gen *gen)
{
    struct grower grower = {0};

    grower.gen = gen;
    grower.model = gen->model;
    grower.rng.state = rng_mix(gen->seed ^ UINT64_C(0x243f6a8885a308d3));
    grower.most_open = 1 + gen->objects / 1000;
    if (grower.most_open > OPEN) {
        grower.most_open = OPEN;
    }
    grower.chain_last = NO_OBJECT;
    for (; grower.index < gen->objects && !grower.failed; grower.index++) {
        add_next(&grower);
    }
    if (!grower.failed) {
        link_owned(gen->model, gen->objects);
    }
    return !grower.failed;
}
