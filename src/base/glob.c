/* glob.c - patterns for names; see glob.h.
 *
 * A pattern without alternatives is matched piece by piece: the text between two stars is matched
 * at its first occurrence, which leaves the most for what follows. A pattern with alternatives
 * becomes a nondeterministic automaton with a state before each of its characters; the set of
 * current states is a bitmap. The automaton is rebuilt for each text: patterns on the command line
 * are short.
 */
#include "base/glob.h"

#include "base/error.h"

#include <string.h>

/* The steps of one comparison. A step is a character of the text that is compared with a character
 * of the pattern; a character that is read again counts again. */
typedef struct glob_work {
    uint64_t steps, most;
} glob_work;

/* ---- without alternatives ----------------------------------------------------------------- */

/* Returns the index after the character at `at`: `?` is one character, not one byte. */
static size_t after_character(gcv_slice text, size_t at)
{
    gcv_slice rest = gcv_slice_from(text, at);
    (void)gcv_utf8_next(&rest);
    return text.size - rest.size;
}

/* Returns the text after a star, up to the next star or the end. Returns an empty text if that
 * contains a `?`, or if its first byte continues a character: it could then be found inside a
 * character. */
static gcv_slice literal_behind(gcv_slice pattern, size_t star)
{
    gcv_slice piece = gcv_slice_of(pattern.data + star + 1, 0);
    size_t at = star + 1;
    while (at < pattern.size && pattern.data[at] != '*') {
        if (pattern.data[at++] == '?') {
            return piece;
        }
    }
    if (at > star + 1 && ((unsigned char)piece.data[0] & 0xc0) != 0x80) {
        piece.size = at - star - 1;
    }
    return piece;
}

/* Returns the first index from `at` on at which the text after a star can begin; if there is none,
 * the end. Searches for its first byte if that begins a character and case matters; otherwise
 * returns `at`. */
static size_t possible_start(gcv_slice pattern, size_t next, gcv_slice text, size_t at,
                             bool ignore_case)
{
    if (next == pattern.size) {
        return text.size;
    }
    if (ignore_case || ((unsigned char)pattern.data[next] & 0xc0) == 0x80) {
        return at;
    }
    const char *found = memchr(text.data + at, pattern.data[next], text.size - at);
    return found != NULL ? (size_t)(found - text.data) : text.size;
}

/* The positions in pattern and text up to which they match, and the positions to backtrack to. */
typedef struct plain_match {
    size_t next, at;
    size_t star;    /* wildcard to backtrack to: the last `*`, or a `?` that directly follows it */
    size_t star_at; /* end of the text that it matches; moves by whole characters: a `?` after the
                       star never matches part of one */
} plain_match;

/* Passes a star and the wildcards that directly follow it; each `?` takes a character. False: too
 * few characters are left. */
static bool pass_wildcards(plain_match *m, gcv_slice pattern, gcv_slice text)
{
    while (m->next < pattern.size &&
           (pattern.data[m->next] == '*' || pattern.data[m->next] == '?')) {
        if (pattern.data[m->next++] == '?') {
            if (m->at == text.size) {
                return false;
            }
            m->at = after_character(text, m->at);
        }
    }
    m->star = m->next - 1;
    m->star_at = m->at;
    return true;
}

/* Passes a star and, if the text after it is long, searches for that text and passes it. Shorter
 * texts are not worth the preparation. False: the text does not occur. */
static bool pass_star(plain_match *m, gcv_slice pattern, gcv_slice text, bool ignore_case)
{
    enum { LONG = 32 };
    if (!pass_wildcards(m, pattern, text)) {
        return false;
    }
    gcv_slice piece = literal_behind(pattern, m->star);
    if (piece.size > LONG && m->next + piece.size < pattern.size) {
        size_t found = gcv_text_find(gcv_slice_from(text, m->at), piece, ignore_case);
        if (found == SIZE_MAX) {
            return false;
        }
        m->next += piece.size;
        m->at += found + piece.size;
    } else if (piece.size > LONG) { /* the last piece: the text must end with it */
        if (text.size - m->at < piece.size) {
            return false;
        }
        m->at = text.size - piece.size;
        m->star = pattern.size;
    }
    return true;
}

/* Whether the text ends with what follows the last wildcard of the pattern: most names do not. */
static bool ends_alike(gcv_slice pattern, gcv_slice text, bool ignore_case)
{
    while (pattern.size > 0 && pattern.data[pattern.size - 1] != '*' &&
           pattern.data[pattern.size - 1] != '?') {
        if (text.size == 0 || !gcv_is_same_letter(pattern.data[--pattern.size],
                                                  text.data[--text.size], ignore_case)) {
            return false;
        }
    }
    return true;
}

static bool match_plain(gcv_slice pattern, gcv_slice text, bool ignore_case, glob_work *work)
{
    plain_match m = {0, 0, pattern.size, 0};
    if (!ends_alike(pattern, text, ignore_case)) {
        return false;
    }
    while (m.at < text.size) {
        char c = m.next < pattern.size ? pattern.data[m.next] : '\0';
        if (++work->steps > work->most) {
            return false;
        }
        if (c == '*') {
            if (!pass_star(&m, pattern, text, ignore_case)) {
                return false;
            }
        } else if (c == '?') {
            m.next++;
            m.at = after_character(text, m.at);
        } else if (m.next < pattern.size && gcv_is_same_letter(c, text.data[m.at], ignore_case)) {
            m.next++;
            m.at++;
        } else if (m.star < pattern.size) {
            m.next = m.star + 1;
            m.star_at = possible_start(pattern, m.next, text, after_character(text, m.star_at),
                                       ignore_case);
            m.at = m.star_at;
        } else {
            return false;
        }
    }
    while (m.next < pattern.size && pattern.data[m.next] == '*') {
        m.next++;
    }
    return m.next == pattern.size;
}

/* ---- with alternatives -------------------------------------------------------------------- */

/* Meanings of pattern characters; none of these values is a code point. */
enum { ANY = 0x200000, ONE, OPEN, COMMA, CLOSE, INVALID };

typedef struct glob_state {
    uint32_t code;      /* the character that leads to the next state, or one of the above */
    uint16_t link;      /* OPEN: last comma of the group; COMMA: previous comma, or the brace */
    uint16_t group_end; /* OPEN, COMMA: state after the closing brace */
} glob_state;

enum { STATES = GCV_GLOB_CHARACTERS_MAX, WORDS = STATES / 32 + 1, OUTSIDE = UINT16_MAX };

typedef struct glob_machine {
    glob_state states[STATES];
    size_t n;
    size_t n_groups; /* of alternatives */
} glob_machine;

/* Takes a character off the text. Each byte that is not UTF-8 gets a code of its own, different
 * from all characters. */
static uint32_t take_character(gcv_slice *text, bool ignore_case)
{
    const char *first = text->data;
    uint32_t code = gcv_utf8_next(text);
    if (code == GCV_REPLACEMENT && text->data == first + 1) {
        return INVALID + (unsigned char)*first;
    }
    return code < 0x80 && ignore_case ? (uint32_t)gcv_folded((char)code) : code;
}

/* Makes the last character a closing brace, and turns its opening brace and their commas into those
 * of a group. */
static void close_group(glob_machine *machine, size_t open)
{
    glob_state *states = machine->states;
    uint16_t end = (uint16_t)(machine->n + 1);
    for (uint16_t at = states[open].link; at != open; at = states[at].link) {
        states[at].code = COMMA;
        states[at].group_end = end;
    }
    states[open].code = OPEN;
    states[open].group_end = end;
    states[machine->n].code = CLOSE;
    machine->n_groups++;
}

/* Builds the automaton in one pass. While a brace is open, its `group_end` is the enclosing brace,
 * and its `link` is the brace itself until a comma follows. False: the pattern has too many
 * characters. */
static bool make_machine(glob_machine *machine, gcv_slice pattern, bool ignore_case)
{
    size_t open = OUTSIDE;
    machine->n_groups = 0;
    for (machine->n = 0; pattern.size > 0; machine->n++) {
        glob_state *state = &machine->states[machine->n];
        if (machine->n == STATES) {
            return false;
        }
        uint32_t code = take_character(&pattern, ignore_case);
        state->code = code == '*' ? ANY : code == '?' ? ONE : code;
        if (code == '{') {
            state->link = (uint16_t)machine->n;
            state->group_end = (uint16_t)open;
            open = machine->n;
        } else if (code == ',' && open != OUTSIDE) {
            state->link = machine->states[open].link;
            machine->states[open].link = (uint16_t)machine->n;
        } else if (code == '}' && open != OUTSIDE) {
            size_t enclosing = machine->states[open].group_end;
            if (machine->states[open].link != open) {
                close_group(machine, open);
            }
            open = enclosing;
        }
    }
    return true;
}

static void add(uint32_t *set, size_t state) { set[state / 32] |= (uint32_t)1 << state % 32; }

#define NO_CHARACTER UINT32_MAX /* the end of the text */

/* Adds the states that follow one state, given a character of the text. States reached without a
 * character have higher numbers, so one pass in ascending order finds them all. */
static void step(const glob_machine *machine, size_t at, uint32_t code, uint32_t *now,
                 uint32_t *next, glob_work *work)
{
    const glob_state *state = &machine->states[at];
    work->steps++;
    if (state->code == OPEN) {
        add(now, at + 1);
        for (size_t other = state->link; other != at; other = machine->states[other].link) {
            add(now, other + 1);
            work->steps++;
        }
    } else if (state->code == COMMA) {
        add(now, state->group_end);
    } else if (state->code == CLOSE) {
        add(now, at + 1);
    } else if (state->code == ANY) {
        add(now, at + 1);
        add(next, at);
    } else if (code != NO_CHARACTER && (state->code == ONE || state->code == code)) {
        add(next, at + 1);
    }
}

/* Sets `next` to the states that a character leads to; false: none. */
static bool step_all(const glob_machine *machine, uint32_t code, uint32_t *now, uint32_t *next,
                     glob_work *work)
{
    size_t n_words = machine->n / 32 + 1;
    uint32_t any = 0;
    memset(next, 0, n_words * sizeof *next);
    for (size_t at = 0; at < machine->n; at++) {
        if (now[at / 32] >> at % 32 == 0) {
            at |= 31; /* no states are left in this word */
        } else if ((now[at / 32] >> at % 32 & 1) != 0) {
            step(machine, at, code, now, next, work);
        }
    }
    for (size_t w = 0; w < n_words; w++) {
        any |= next[w];
    }
    return any != 0;
}

static bool match_machine(const glob_machine *machine, gcv_slice text, bool ignore_case,
                          glob_work *work)
{
    uint32_t sets[2][WORDS], *now = sets[0], *next = sets[1], *spare;
    memset(sets[0], 0, sizeof sets[0]);
    add(now, 0);
    while (text.size > 0) {
        if (!step_all(machine, take_character(&text, ignore_case), now, next, work) ||
            work->steps > work->most) {
            return false;
        }
        spare = now;
        now = next;
        next = spare;
    }
    (void)step_all(machine, NO_CHARACTER, now, next, work);
    return (now[machine->n / 32] >> machine->n % 32 & 1) != 0;
}

/* ---- both --------------------------------------------------------------------------------- */

static bool has_brace(gcv_slice pattern)
{
    return pattern.size > 0 && memchr(pattern.data, '{', pattern.size) != NULL;
}

static bool match(gcv_slice pattern, gcv_slice text, bool ignore_case, glob_work *work)
{
    glob_machine machine;
    return has_brace(pattern) && make_machine(&machine, pattern, ignore_case) &&
                   machine.n_groups > 0
               ? match_machine(&machine, text, ignore_case, work)
               : match_plain(pattern, text, ignore_case, work);
}

bool gcv_glob_slice(gcv_context *ctx, gcv_slice pattern, gcv_slice text, bool ignore_case)
{
    const uint64_t linear = 2 * (uint64_t)text.size + 2;
    const uint64_t left =
        ctx->glob_steps < GCV_GLOB_STEPS_MAX ? GCV_GLOB_STEPS_MAX - ctx->glob_steps : 0;
    glob_work work = {0, linear + left};
    const bool matches = match(pattern, text, ignore_case, &work);
    ctx->glob_steps += work.steps > linear ? work.steps - linear : 0;
    return matches;
}

void gcv_glob_check(gcv_context *ctx)
{
    if (ctx->glob_steps > GCV_GLOB_STEPS_MAX) {
        gcv_fail(ctx, GCV_ERR_LIMIT,
                 "comparing GLOBs with names as long as these takes too many steps: use "
                 "fewer ? after *, and fewer braces");
    }
}

bool gcv_glob_has_wildcard(gcv_slice pattern)
{
    glob_machine machine;
    return pattern.size > 0 &&
           (memchr(pattern.data, '*', pattern.size) != NULL ||
            memchr(pattern.data, '?', pattern.size) != NULL ||
            (has_brace(pattern) && make_machine(&machine, pattern, false) && machine.n_groups > 0));
}

gcv_slice gcv_glob_beginning(gcv_slice pattern) { return gcv_slice_until(pattern, "*?{"); }

const char *gcv_glob_fault(gcv_slice pattern)
{
    glob_machine machine;
    return has_brace(pattern) && !make_machine(&machine, pattern, false)
               ? "a GLOB with braces has at most 1000 characters"
               : NULL;
}
