/* page_reader.c - a small reader of HTML; see page_reader.h. */
#include "whole/page_reader.h"

#include "support/check.h"

#include <stdio.h>
#include <string.h>

static bool is_one_of(const char *const *list, const char *name)
{
    for (; *list != NULL; list++) {
        if (strcmp(*list, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Elements whose end tag may be omitted. */
static bool ends_by_itself(const char *name)
{
    static const char *const names[] = {"li", "tr", "td", "th", NULL};
    return is_one_of(names, name);
}

static void fail_at(const page_reader *reader, const char *what)
{
    fail_msg("%s in <%s>, before: %.60s", what,
             reader->depth > 0 ? reader->open[reader->depth - 1] : "", reader->at);
}

void page_start(page_reader *reader, const char *html)
{
    static const char type[] = "<!DOCTYPE html>\n";
    memset(reader, 0, sizeof *reader);
    assert_memory_equal(html, type, strlen(type));
    reader->at = html + strlen(type);
}

bool page_is_in(const page_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->depth; i++) {
        if (strcmp(reader->open[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- texts -------------------------------------------------------------------------------- */

/* Takes one character of a text, and decodes it. */
static const char *take_character(page_reader *reader, const char *at, char **out)
{
    static const struct {
        const char *entity;
        char c;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    if (*at != '&') {
        if ((unsigned char)*at < 32 && *at != '\n') {
            fail_at(reader, "a control character");
        }
        *(*out)++ = *at;
        return at + 1;
    }
    for (size_t i = 0; i < CHECK_COUNT(known); i++) {
        if (strncmp(at, known[i].entity, strlen(known[i].entity)) == 0) {
            *(*out)++ = known[i].c;
            return at + strlen(known[i].entity);
        }
    }
    fail_at(reader, "a bare &");
    return at + 1;
}

static void take_text(page_reader *reader, const char *ends)
{
    char *out = reader->text;
    const char *last = reader->text + sizeof reader->text - 8;
    char spare[8], *spared;
    while (*reader->at != '\0' && strchr(ends, *reader->at) == NULL) {
        spared = spare;
        reader->at = take_character(reader, reader->at, out < last ? &out : &spared);
    }
    *out = '\0';
}

/* Style and script have no markup: their first end tag ends them. */
static void skip_raw(page_reader *reader)
{
    char end[24];
    (void)snprintf(end, sizeof end, "</%s>", reader->open[reader->depth - 1]);
    const char *found = strstr(reader->at, end);
    assert_non_null(found);
    reader->at = found;
    reader->text[0] = '\0';
}

/* ---- elements ----------------------------------------------------------------------------- */

static void take_name(page_reader *reader, char *out, size_t room)
{
    size_t n =
        strspn(reader->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
    if (n == 0 || n >= room) {
        fail_at(reader, "no name");
    }
    memcpy(out, reader->at, n);
    out[n] = '\0';
    reader->at += n;
}

static void check_attribute(page_reader *reader, const char *name)
{
    static const char *const banned[] = {"style",      "src",        "srcset", "action",
                                         "formaction", "data",       "srcdoc", "ping",
                                         "background", "xlink:href", NULL};
    if (is_one_of(banned, name) || strncmp(name, "on", 2) == 0) {
        fail_at(reader, name);
    }
    if (strcmp(name, "href") == 0 && reader->text[0] != '#') {
        fail_at(reader, "a link out of the page");
    }
    if (strcmp(name, "id") == 0 || strcmp(name, "class") == 0) {
        char *to = strcmp(name, "id") == 0 ? reader->id : reader->kind;
        assert_true(strlen(reader->text) < sizeof reader->id);
        strcpy(to, reader->text);
    }
}

static void take_attributes(page_reader *reader)
{
    char name[32];
    reader->id[0] = reader->kind[0] = '\0';
    while (*reader->at == ' ') {
        reader->at++;
        take_name(reader, name, sizeof name);
        reader->text[0] = '\0';
        if (*reader->at == '=') {
            if (*++reader->at != '"') {
                fail_at(reader, "an attribute without quotes");
            }
            reader->at++;
            take_text(reader, "\"<");
            if (*reader->at != '"') {
                fail_at(reader, "an attribute without an end");
            }
            reader->at++;
        }
        check_attribute(reader, name);
    }
}

/* Ends the elements that the next element ends: an li ends another li, a tr a td … */
static void end_implied(page_reader *reader, const char *name)
{
    static const char *const cells[] = {"td", "th", NULL};
    const bool is_cell = is_one_of(cells, name), is_row = strcmp(name, "tr") == 0;
    while (reader->depth > 0) {
        const char *last = reader->open[reader->depth - 1];
        const bool ends = is_cell  ? is_one_of(cells, last)
                          : is_row ? is_one_of(cells, last) || strcmp(last, "tr") == 0
                          : strcmp(name, "li") == 0 ? strcmp(last, "li") == 0
                                                    : false;
        if (!ends) {
            return;
        }
        reader->depth--;
    }
}

static page_token take_open(page_reader *reader)
{
    take_name(reader, reader->name, sizeof reader->name);
    end_implied(reader, reader->name);
    take_attributes(reader);
    reader->closing = *reader->at == '/';
    reader->at += reader->closing;
    if (*reader->at != '>' || reader->depth == PAGE_DEPTH_MAX) {
        fail_at(reader, "a start tag without an end");
    }
    reader->at++;
    if (strcmp(reader->name, "meta") == 0) {
        return PAGE_OPEN;
    }
    strcpy(reader->open[reader->depth++], reader->name);
    return PAGE_OPEN;
}

static page_token take_close(page_reader *reader)
{
    take_name(reader, reader->name, sizeof reader->name);
    while (reader->depth > 0 && ends_by_itself(reader->open[reader->depth - 1]) &&
           strcmp(reader->open[reader->depth - 1], reader->name) != 0) {
        reader->depth--;
    }
    if (reader->depth == 0 || strcmp(reader->open[reader->depth - 1], reader->name) != 0 ||
        *reader->at != '>') {
        fail_at(reader, "an end tag of something else");
    }
    reader->depth--;
    reader->at++;
    return PAGE_CLOSE;
}

page_token page_next(page_reader *reader)
{
    static const char *const raw[] = {"style", "script", NULL};
    if (reader->closing) {
        reader->closing = false;
        reader->depth--;
        return PAGE_CLOSE;
    }
    if (*reader->at == '\0') {
        assert_int_equal(reader->depth, 0);
        return PAGE_END;
    }
    if (*reader->at != '<') {
        take_text(reader, "<");
        return PAGE_TEXT;
    }
    reader->at++;
    if (*reader->at == '/') {
        reader->at++;
        return take_close(reader);
    }
    (void)take_open(reader);
    if (!reader->closing && is_one_of(raw, reader->name)) {
        skip_raw(reader);
    }
    return PAGE_OPEN;
}

uint64_t page_digits(const char *text)
{
    uint64_t value = 0;
    for (; *text != '\0'; text++) {
        if (*text >= '0' && *text <= '9') {
            value = value * 10 + (uint64_t)(*text - '0');
        }
    }
    return value;
}
