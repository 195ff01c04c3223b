/* graphs_print.c - a heap as an RPM log in some style; see graphs.h. */
#include "support/graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void graph_put(graph_text *text, const char *bytes, size_t size)
{
    if (size > text->cap - text->size) {
        const size_t cap = (text->cap + size) * 2 + 256;
        char *grown = graph_alloc(cap, 1);
        if (text->size != 0) {
            memcpy(grown, text->data, text->size);
        }
        free(text->data);
        text->data = grown;
        text->cap = cap;
    }
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
}

void graph_puts(graph_text *text, const char *string) { graph_put(text, string, strlen(string)); }

void graph_put_hex(graph_text *text, uint64_t value)
{
    char digits[17];
    graph_put(text, digits, graph_hex_digits(value, false, digits));
}

void graph_text_release(graph_text *text)
{
    free(text->data);
    memset(text, 0, sizeof *text);
}

typedef struct printer {
    const graph *g;
    const graph_style *style;
    graph_text *out;
    uint64_t random;
} printer;

static void separator(printer *p)
{
    static const char *const some[] = {" ", " ", "\t", "  ", " \t "};
    graph_puts(p->out, p->style->untidy ? some[graph_below(&p->random, 5)] : " ");
}

static void number(printer *p, uint64_t value)
{
    char digits[17];
    const size_t n = graph_hex_digits(value, p->style->upper, digits);
    separator(p);
    if (p->style->prefixed) {
        graph_puts(p->out, "0x");
    }
    graph_put(p->out, digits, n);
}

static void line_end(printer *p)
{
    const char *end = p->style->crlf ? "\r\n" : "\n";
    if (p->style->untidy && graph_chance(&p->random, 20)) {
        graph_puts(p->out, graph_chance(&p->random, 50) ? " \t" : "  ");
    }
    graph_puts(p->out, end);
    if (p->style->untidy && graph_chance(&p->random, 10)) {
        graph_puts(p->out, graph_chance(&p->random, 50) ? " " : "");
        graph_puts(p->out, end);
    }
}

static void print_type(printer *p, uint32_t section, uint32_t type)
{
    char name[GRAPH_NAME_MAX];
    const size_t size = graph_type_name(p->g, p->style, section, type, name);
    graph_puts(p->out, "t");
    number(p, graph_type_id(p->style, section, type));
    separator(p);
    graph_put(p->out, name, size);
    line_end(p);
}

static void print_object(printer *p, const graph_object *object)
{
    graph_puts(p->out, "o");
    number(p, graph_id(p->g, p->style, object->label));
    number(p, graph_type_id(p->style, object->section, object->type));
    number(p, object->size);
    for (uint32_t i = 0; i < object->n_references; i++) {
        number(p, graph_id(p->g, p->style, p->g->references[object->first + i]));
    }
    line_end(p);
}

static void print_root(printer *p, const graph_root *root)
{
    graph_puts(p->out, "r");
    number(p, graph_id(p->g, p->style, root->label));
    number(p, root->kind);
    number(p, root->flags);
    if (root->container != GRAPH_NONE) {
        number(p, graph_type_id(p->style, root->section, root->container));
    }
    line_end(p);
}

static void print_garbage(printer *p)
{
    static const char *const lines[] = {"o 5",
                                        "o 5 1",
                                        "r 5",
                                        "t 5",
                                        "x 1 2",
                                        "o 1g 1 8",
                                        "o 1 1 8 2 -3",
                                        "r 1 4 0 zz",
                                        "hello",
                                        "o",
                                        "r 1 0 +",
                                        "t zz A",
                                        "O 1 1 8",
                                        "oo 1 1 8",
                                        "r 1 q 0",
                                        "o 11112222333344445 1 8",
                                        "o 1 1 11112222333344445"};
    graph_puts(p->out, lines[graph_below(&p->random, sizeof lines / sizeof lines[0])]);
    line_end(p);
}

static void print_boundary(printer *p, uint32_t section, bool opens)
{
    char name[GRAPH_NAME_MAX], digits[17];
    graph_domain_name(section, name);
    graph_puts(p->out, opens ? "a" : "c");
    separator(p);
    if (opens) {
        graph_puts(p->out, "2");
        separator(p);
    } else if (!p->g->ends_as_open) {
        graph_puts(p->out, "Not");
    }
    graph_puts(p->out, name);
    if (!p->style->untimed) {
        separator(p);
        graph_hex_digits(opens ? graph_started(section) : graph_ended(section), p->style->upper,
                         digits);
        graph_puts(p->out, digits);
    }
    line_end(p);
}

/* A record of a section: a type, an object, a root or a malformed line. */
typedef struct record {
    char letter;
    uint32_t index;
} record;

static uint32_t list_records(const printer *p, uint32_t section, record *records)
{
    const graph *g = p->g;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_types; i++) {
        if (g->types[i].recorded) {
            records[n].letter = 't';
            records[n++].index = i;
        }
    }
    for (uint32_t i = 0; i < g->n_objects; i++) {
        if (g->objects[i].section == section) {
            records[n].letter = 'o';
            records[n++].index = i;
        }
    }
    for (uint32_t i = 0; i < g->n_roots; i++) {
        if (g->roots[i].section == section) {
            records[n].letter = 'r';
            records[n++].index = i;
        }
    }
    for (uint32_t i = 0; i < p->style->garbage; i++) {
        records[n].letter = 'x';
        records[n++].index = i;
    }
    return n;
}

/* Shuffles the records, but records of the same object keep the order of the model: the first one
 * counts. */
static void shuffle_records(printer *p, record *records, uint32_t n)
{
    const graph_object *objects = p->g->objects;
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t other = graph_below(&p->random, i);
        const record kept = records[i - 1];
        records[i - 1] = records[other];
        records[other] = kept;
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; records[i].letter == 'o' && j < n; j++) {
            if (records[j].letter == 'o' && records[j].index < records[i].index &&
                objects[records[j].index].label == objects[records[i].index].label) {
                const uint32_t kept = records[i].index;
                records[i].index = records[j].index;
                records[j].index = kept;
            }
        }
    }
}

static void print_record(printer *p, uint32_t section, const record *r)
{
    if (r->letter == 't') {
        print_type(p, section, r->index);
    } else if (r->letter == 'o') {
        print_object(p, &p->g->objects[r->index]);
    } else if (r->letter == 'r') {
        print_root(p, &p->g->roots[r->index]);
    } else {
        print_garbage(p);
    }
}

bool graph_is_early(const graph *g, const graph_style *style, uint32_t section)
{
    return style->early && (section == 0 || g->closes);
}

bool graph_is_closed(const graph *g, uint32_t section)
{
    return section + 1 == g->n_sections ? g->ends : g->closes;
}

/* A section has at least one type record, so that a record can come early. */
static void print_section(printer *p, uint32_t section, record *records)
{
    const uint32_t n = list_records(p, section, records);
    uint32_t early;
    if (p->style->shuffled) {
        shuffle_records(p, records, n);
    }
    for (early = 0; records[early].letter == 'x'; early++) {
    }
    if (!graph_is_early(p->g, p->style, section)) {
        early = n;
    } else {
        print_record(p, section, &records[early]);
    }
    print_boundary(p, section, true);
    for (uint32_t i = 0; i < n; i++) {
        if (i != early) {
            print_record(p, section, &records[i]);
        }
    }
    if (p->style->retyped) {
        print_type(p, section, 0);
        graph_puts(p->out, "t");
        number(p, graph_type_id(p->style, section, 0));
        graph_puts(p->out, " Not T0");
        line_end(p);
    }
    if (graph_is_closed(p->g, section)) {
        print_boundary(p, section, false);
    }
}

static void put_unit(graph_text *out, uint32_t unit, bool little)
{
    const char low = (char)(unit & 0xff), high = (char)(unit >> 8 & 0xff);
    graph_put(out, little ? &low : &high, 1);
    graph_put(out, little ? &high : &low, 1);
}

/* Converts UTF-8 to UTF-16. Names in these tests have characters of up to three bytes only. */
static void to_utf16(graph_text *text, bool little)
{
    graph_text out = {NULL, 0, 0};
    size_t at = 0;
    put_unit(&out, 0xfeff, little);
    while (at < text->size) {
        const unsigned char *s = (const unsigned char *)text->data + at;
        if (s[0] < 0x80) {
            put_unit(&out, s[0], little);
            at += 1;
        } else if (s[0] < 0xe0) {
            put_unit(&out, (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu), little);
            at += 2;
        } else {
            put_unit(&out, (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu), little);
            at += 3;
        }
    }
    graph_text_release(text);
    *text = out;
}

void graph_print(const graph *g, const graph_style *style, graph_text *out)
{
    const size_t most = (size_t)g->n_types + g->n_objects + g->n_roots + style->garbage;
    record *records = graph_alloc(most, sizeof(record));
    printer p;
    p.g = g;
    p.style = style;
    p.out = out;
    p.random = style->seed;
    if (style->encoding == GRAPH_UTF8_MARK) {
        graph_puts(out, "\xef\xbb\xbf");
    }
    for (uint32_t section = 0; section < g->n_sections; section++) {
        print_section(&p, section, records);
    }
    free(records);
    while (style->last_cut && out->size != 0 && strchr("\r\n", out->data[out->size - 1]) != NULL) {
        out->size--;
    }
    if (style->encoding == GRAPH_UTF16_LE || style->encoding == GRAPH_UTF16_BE) {
        to_utf16(out, style->encoding == GRAPH_UTF16_LE);
    }
}
