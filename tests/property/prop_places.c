/* Functions, scripts and modules of objects in V8 snapshots, in every order of sections, against
 * what the model of the program says. Scripts and code are named as Node.js 12 to 26, Chrome and
 * Deno name them. */
#include "support/check.h"
#include "support/effort.h"
#include "support/loaded.h"
#include "support/v8_writer.h"

#include "analysis/heap_kinds.h"
#include "heap/reference_names.h"
#include "heap/script_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRIPTS = 6, FUNCTIONS = 9, CLOSURES = 24, CONTEXTS = 12, OTHERS = 10, BOUND = 22 };
enum { MODULES = 3, CELLS = 4, EXPORTED = 3, NODES = 260, EDGES = 1200, TEXT = 200, NONE = 9999 };
enum { MOST_BINDINGS = 16 }; /* over which the place of a bound function is looked for */

static const char *const paths[] = {"/home/me/app/src/cache.js",
                                    "file:///home/me/app/esm.mjs",
                                    "node:internal/util",
                                    "/home/me/app/node_modules/@acme/lru/index.js",
                                    "",
                                    "internal/errors.js"};

typedef struct some_script {
    const char *path;
    unsigned id, node;
    bool is_known; /* a function with a location leads to it */
    bool has_location;
} some_script;

typedef struct some_function {
    const char *name;
    unsigned script, line, column, code, scope; /* `scope` NONE: the file does not show it */
    bool is_native, is_led_to;                  /* a closure with a location has `shared` */
} some_function;

typedef struct some_closure {
    unsigned function, node;
    bool has_shared;
} some_closure;

/* A closure without a location that calls another. */
typedef struct some_bound {
    unsigned node, closure, other; /* `closure` NONE: it calls `other`, a bound one */
    bool is_bound;                 /* it has the edge */
} some_bound;

typedef struct some_context {
    unsigned function, node; /* `function` NONE: of a script */
    unsigned script;
    unsigned user;   /* a closure that has it; NONE: none */
    bool is_context; /* its name says so */
} some_context;

/* A module that exports some closures, or is told to by the name of another property. A cache may
 * have it by a path. */
typedef struct some_module {
    unsigned node, exports; /* `exports` NONE: it exports its one closure itself */
    unsigned closures[EXPORTED], n;
    bool is_module;
    const char *cached; /* NULL: in no cache */
} some_module;

/* What may be a variable that a module of ECMAScript exports. */
typedef struct some_cell {
    unsigned node, value;
    const char *name; /* NULL: no array tells it */
    bool is_cell;     /* its name says so */
    bool in[2];       /* the arrays of the module */
} some_cell;

typedef struct some_esm {
    unsigned context, module, arrays[2], user; /* `user`: the closure that has the context */
    unsigned edge;                             /* the type of those of arrays */
    some_cell cells[CELLS];
    bool is_module; /* the context says so */
} some_esm;

typedef struct some_program {
    some_script scripts[SCRIPTS];
    some_function functions[FUNCTIONS];
    some_closure closures[CLOSURES];
    some_context contexts[CONTEXTS];
    some_bound bound[BOUND];
    unsigned generators[OTHERS], generator_of[OTHERS], instances[OTHERS], instance_of[OTHERS];
    some_module modules[OTHERS];
    some_esm esm[MODULES];
    char texts[SCRIPTS + FUNCTIONS][120];
    v8_node nodes[NODES];
    v8_edge edges[EDGES], sorted[EDGES];
    unsigned from[EDGES]; /* of each edge */
    v8_location locations[NODES];
    unsigned n_nodes, n_edges, n_locations;
} some_program;

/* ---- a program ----------------------------------------------------------------------------- */

static unsigned add_node(some_program *p, unsigned type, const char *name)
{
    const unsigned at = p->n_nodes++;
    p->nodes[at] = (v8_node){type, name, 0, 8, 0, 0};
    return at;
}

static void add_edge(some_program *p, unsigned from, unsigned type, const char *name, unsigned to)
{
    assert_true(p->n_edges < EDGES);
    p->from[p->n_edges] = from;
    p->edges[p->n_edges++] = (v8_edge){type, name, to};
}

static void link_nodes(some_program *p, unsigned from, const char *name, unsigned to)
{
    add_edge(p, from, V8_INTERNAL, name, to);
}

static void make_nodes(some_program *p, uint64_t *seed)
{
    static const char *const names[] = {"", "get", "Item", "Price", "(shared function info)"};
    const unsigned ways = (unsigned)check_below(seed, 2);
    const bool minified = check_below(seed, 4) == 0; /* many functions begin in one line */
    for (unsigned i = 0; i < SCRIPTS; i++) {
        some_script *script = &p->scripts[i];
        script->path = paths[check_below(seed, CHECK_COUNT(paths))];
        script->id = 3 + 7 * i;
        (void)snprintf(p->texts[i], sizeof p->texts[i], "%s%s",
                       ways == 0 ? "" : "system / Script / ", script->path);
        script->node = add_node(
            p, V8_CODE, ways == 1 && script->path[0] == '\0' ? "system / Script" : p->texts[i]);
    }
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        some_function *function = &p->functions[i];
        char *text = p->texts[SCRIPTS + i];
        function->name = names[check_below(seed, 4)];
        function->script = (unsigned)check_below(seed, minified ? 2 : SCRIPTS);
        function->line = minified ? check_below(seed, 9) == 0 : (unsigned)check_below(seed, 3);
        function->column = (unsigned)check_below(seed, minified ? 9 : 2);
        function->is_native = check_below(seed, 6) == 0;
        (void)snprintf(text, sizeof p->texts[0], "%s%s",
                       ways == 0 ? "" : "system / SharedFunctionInfo",
                       ways == 0 ? (function->name[0] != '\0' ? function->name : names[4])
                       : function->name[0] != '\0' ? " / "
                                                   : "");
        strcat(text, ways == 1 ? function->name : "");
        function->code = add_node(p, V8_CODE, text);
        function->scope =
            check_below(seed, 3) == 0 ? NONE : add_node(p, V8_CODE, "system / ScopeInfo");
    }
    for (unsigned i = 0; i < CLOSURES; i++) {
        p->closures[i].function = (unsigned)check_below(seed, FUNCTIONS);
        p->closures[i].has_shared = check_below(seed, 5) != 0;
        p->closures[i].node = add_node(p, V8_CLOSURE, p->functions[p->closures[i].function].name);
    }
    for (unsigned i = 0; i < CONTEXTS; i++) {
        static const char *const kinds[] = {"system / Context", "system / Context / scope @9",
                                            "system / NativeContext", "system / ContextCell"};
        const unsigned kind = (unsigned)check_below(seed, 4);
        some_context *context = &p->contexts[i];
        context->function =
            check_below(seed, 2) == 0 ? NONE : (unsigned)check_below(seed, FUNCTIONS);
        context->script = context->function != NONE ? p->functions[context->function].script
                                                    : (unsigned)check_below(seed, SCRIPTS);
        context->user = NONE;
        context->is_context = kind < 2;
        context->node = add_node(p, V8_OBJECT, kinds[kind]);
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        p->generator_of[i] = (unsigned)check_below(seed, CLOSURES);
        p->generators[i] = add_node(p, V8_OBJECT, "Generator");
        p->instance_of[i] = (unsigned)check_below(seed, FUNCTIONS);
        p->instances[i] = add_node(p, check_below(seed, 3) == 0 ? V8_NATIVE : V8_OBJECT,
                                   check_below(seed, 2) == 0 ? "Item" : "Price");
        p->nodes[p->instances[i]].state = (unsigned)check_below(seed, 3);
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        some_module *module = &p->modules[i];
        module->is_module = check_below(seed, 4) != 0;
        module->node = add_node(p, V8_OBJECT, module->is_module ? "Module" : "Modules");
        module->n = (unsigned)check_below(seed, EXPORTED + 1);
        module->exports = module->n == 1 ? NONE : add_node(p, V8_OBJECT, "Object");
    }
}

/* Makes bound functions: in a row, or in any order and circle. */
static void make_bound(some_program *p, uint64_t *seed)
{
    static const char *const words[] = {"bound_this", "function"};
    const bool row = check_below(seed, 3) == 0;
    for (unsigned i = 0; i < BOUND; i++) {
        p->bound[i].node = add_node(p, V8_CLOSURE, "native_bind");
    }
    for (unsigned i = 0; i < BOUND; i++) {
        some_bound *bound = &p->bound[i];
        bound->is_bound = row || check_below(seed, 6) != 0;
        bound->other = row ? i + 1 : (unsigned)check_below(seed, BOUND);
        bound->closure = bound->other == BOUND || (!row && check_below(seed, 3) != 0)
                             ? (unsigned)check_below(seed, CLOSURES)
                             : NONE;
        link_nodes(p, bound->node, words[check_below(seed, 2)],
                   p->closures[check_below(seed, CLOSURES)].node);
        if (bound->is_bound) {
            link_nodes(p, bound->node, "bound_function",
                       bound->closure != NONE ? p->closures[bound->closure].node
                                              : p->bound[bound->other].node);
        }
    }
    for (unsigned i = 0; i < CLOSURES; i++) { /* what has a place keeps it */
        if (!p->functions[p->closures[i].function].is_native && check_below(seed, 4) == 0) {
            link_nodes(p, p->closures[i].node, "bound_function",
                       p->closures[check_below(seed, CLOSURES)].node);
        }
    }
}

static void list_node(some_program *p, const some_esm *esm, unsigned array, unsigned node)
{
    add_edge(p, esm->arrays[array], esm->edge, esm->edge == V8_INTERNAL ? "7" : NULL, node);
}

/* Puts a cell into an array, after its name, after another object, or alone. */
static void list_cell(some_program *p, const some_esm *esm, unsigned array, some_cell *cell,
                      uint64_t *seed)
{
    static const char *const words[] = {"sessions", "carts", "bus"};
    const char *word = words[check_below(seed, 3)];
    const unsigned way = (unsigned)check_below(seed, 4);
    if (way < 2) {
        list_node(p, esm, array, add_node(p, V8_STRING, word));
        cell->name = way == 0 && cell->name == NULL ? word : cell->name;
    }
    if (way == 1 || way == 2) {
        list_node(p, esm, array, cell->value);
    }
    list_node(p, esm, array, cell->node);
    cell->in[array] = true;
}

static void make_esm(some_program *p, some_esm *esm, uint64_t *seed)
{
    const unsigned type = check_below(seed, 2) == 0 ? V8_HIDDEN : V8_NATIVE;
    esm->edge = check_below(seed, 2) == 0 ? V8_INTERNAL : V8_EDGE_HIDDEN;
    esm->is_module = check_below(seed, 5) != 0;
    esm->user = (unsigned)check_below(seed, CLOSURES);
    esm->context = add_node(p, V8_OBJECT, "system / Context");
    esm->module = add_node(p, type, "system / SourceTextModule");
    link_nodes(p, p->closures[esm->user].node, "context", esm->context);
    link_nodes(p, esm->context, "scope_info", add_node(p, V8_CODE, "system / ScopeInfo"));
    link_nodes(p, esm->context, esm->is_module ? "extension" : "previous", esm->module);
    for (unsigned array = 0; array < 2; array++) {
        esm->arrays[array] = add_node(p, V8_ARRAY, "");
        add_edge(p, esm->module, V8_EDGE_HIDDEN, NULL, esm->arrays[array]);
    }
    for (unsigned i = 0; i < CELLS; i++) {
        some_cell *cell = &esm->cells[i];
        cell->is_cell = check_below(seed, 5) != 0;
        cell->node = add_node(p, type, cell->is_cell ? "system / Cell" : "system / Cells");
        cell->value = add_node(p, V8_OBJECT, "Map");
        link_nodes(p, cell->node, "value", cell->value);
    }
    for (unsigned array = 0; array < 2; array++) {
        for (unsigned i = 0; i < CELLS; i++) {
            unsigned times = check_below(seed, 4) != 0; /* a variable may have two names */
            for (times += check_below(seed, 6) == 0; times > 0; times--) {
                list_cell(p, esm, array, &esm->cells[i], seed);
            }
        }
    }
}

/* Makes modules of ECMAScript, which import from each other. */
static void make_modules(some_program *p, uint64_t *seed)
{
    for (unsigned i = 0; i < MODULES; i++) {
        make_esm(p, &p->esm[i], seed);
    }
    for (unsigned i = 0; i < MODULES; i++) {
        for (unsigned k = 0; k < MODULES; k++) {
            for (unsigned c = 0; c < CELLS && k != i; c++) {
                unsigned times = (unsigned)check_below(seed, 3);
                const unsigned array = (unsigned)check_below(seed, 2);
                for (; times > 0; times--) { /* under two names, but from one array */
                    list_node(p, &p->esm[i], array, p->esm[k].cells[c].node);
                }
            }
        }
    }
}

/* Gives a closure a context of its script. Native functions have none. */
static void choose_context(some_program *p, unsigned closure, uint64_t *seed)
{
    const some_function *function = &p->functions[p->closures[closure].function];
    const unsigned at = (unsigned)check_below(seed, CONTEXTS);
    if (p->contexts[at].script == function->script && !function->is_native) {
        link_nodes(p, p->closures[closure].node, "context", p->contexts[at].node);
        p->contexts[at].user = p->contexts[at].user == NONE ? closure : p->contexts[at].user;
    }
}

/* Adds edges that are of another type, or have another name. */
static void add_noise(some_program *p, unsigned from, unsigned noise, uint64_t *seed)
{
    static const char *const words[] = {"shared", "context", "function", "script", "scope_info"};
    static const unsigned types[] = {V8_PROPERTY, V8_WEAK, V8_CONTEXT};
    add_edge(p, from, types[check_below(seed, 3)], words[check_below(seed, 5)],
             (unsigned)check_below(seed, p->n_nodes));
    link_nodes(p, from, "feedback_cell", noise);
}

/* Links code to its scope and to its script; a debugger may have put a node between them. */
static void link_code(some_program *p, const some_function *function, unsigned way, uint64_t *seed)
{
    const char *word = way % 2 == 0 ? "script" : "script_or_debug_info";
    unsigned to = p->scripts[function->script].node;
    if (!function->is_native && check_below(seed, 4) == 0) {
        const unsigned debug = add_node(p, V8_CODE, "system / DebugInfo");
        link_nodes(p, debug, "script", to);
        to = debug;
    }
    if (!function->is_native) {
        link_nodes(p, function->code, word, to);
    }
    if (function->scope != NONE) {
        link_nodes(p, function->code, way < 2 ? "name_or_scope_info" : "scope_info",
                   function->scope);
    }
}

/* Most modules export closures of one script. */
static void link_module(some_program *p, some_module *module, uint64_t *seed)
{
    static const char *const words[] = {"exports", "exports", "exports", "parent"};
    const char *word = words[check_below(seed, CHECK_COUNT(words))];
    const bool mixed = check_below(seed, 3) == 0;
    module->is_module = module->is_module && strcmp(word, "exports") == 0;
    for (unsigned i = 0; i < module->n; i++) {
        module->closures[i] =
            i == 0 || mixed ? (unsigned)check_below(seed, CLOSURES) : module->closures[0];
    }
    add_edge(p, module->node, V8_CONTEXT, "exports", p->closures[0].node);
    if (module->exports == NONE) {
        add_edge(p, module->node, V8_PROPERTY, word, p->closures[module->closures[0]].node);
        return;
    }
    add_edge(p, module->node, V8_PROPERTY, word, module->exports);
    for (unsigned i = 0; i < module->n; i++) {
        add_edge(p, module->exports, V8_PROPERTY, "some", p->closures[module->closures[i]].node);
    }
}

/* Makes what a function has as its property `_cache`, and what only seems to be one. */
static void make_cache(some_program *p, bool is_cache, uint64_t *seed)
{
    static const char *const others[] = {"/home/me/app/data.json", ""};
    const unsigned cache = add_node(p, V8_OBJECT, "Object");
    const unsigned closure = p->closures[check_below(seed, CLOSURES)].node;
    add_edge(p, closure, is_cache || check_below(seed, 2) == 0 ? V8_PROPERTY : V8_CONTEXT,
             is_cache ? "_cache" : "cache", cache);
    add_edge(p, cache, V8_PROPERTY, paths[0], p->instances[0]);
    for (unsigned i = 0; i < OTHERS; i++) {
        some_module *module = &p->modules[i];
        const unsigned at = (unsigned)check_below(seed, SCRIPTS + 2);
        const char *path = at < SCRIPTS ? p->scripts[at].path : others[at - SCRIPTS];
        if (check_below(seed, 3) > 0) {
            continue;
        }
        add_edge(p, cache, V8_INTERNAL, paths[check_below(seed, 4)], module->node);
        add_edge(p, cache, V8_PROPERTY, path, module->node);
        if (is_cache && gcv_script_owner_of(gcv_slice_str(path)) != GCV_SCRIPT_PLATFORM &&
            strcmp(p->nodes[module->node].name, "Module") == 0) {
            module->cached = path;
        }
    }
}

static void make_edges(some_program *p, uint64_t *seed)
{
    const unsigned way = (unsigned)check_below(seed, 4);
    const unsigned noise = add_node(p, V8_CODE, "system / FeedbackCell");
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        link_code(p, &p->functions[i], way, seed);
    }
    for (unsigned i = 0; i < CLOSURES; i++) {
        some_function *function = &p->functions[p->closures[i].function];
        add_noise(p, p->closures[i].node, noise, seed);
        choose_context(p, i, seed);
        if (p->closures[i].has_shared) {
            link_nodes(p, p->closures[i].node, "shared", function->code);
            function->is_led_to = !function->is_native;
        }
    }
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        p->scripts[p->functions[i].script].is_known |= p->functions[i].is_led_to;
    }
    for (unsigned i = 0; i < CONTEXTS; i++) {
        const unsigned function = p->contexts[i].function;
        if (function != NONE && p->functions[function].scope != NONE) {
            link_nodes(p, p->contexts[i].node, "scope_info", p->functions[function].scope);
        }
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        link_nodes(p, p->generators[i], "function", p->closures[p->generator_of[i]].node);
        link_module(p, &p->modules[i], seed);
    }
    make_cache(p, true, seed);
    make_cache(p, false, seed);
    for (unsigned i = 1; i < p->n_nodes; i++) {
        add_edge(p, 0, V8_ELEMENT, NULL, i);
    }
}

/* Sorts the edges by the nodes at which they start. */
static void sort_edges(some_program *p)
{
    unsigned n = 0;
    for (unsigned node = 0; node < p->n_nodes; node++) {
        for (unsigned i = 0; i < p->n_edges; i++) {
            if (p->from[i] == node) {
                p->sorted[n++] = p->edges[i];
                p->nodes[node].n_edges++;
            }
        }
    }
}

static void add_location(some_program *p, unsigned node, const some_function *function)
{
    some_script *script = &p->scripts[function->script];
    if (!function->is_native) {
        p->locations[p->n_locations++] =
            (v8_location){node, script->id, script->node, function->line, function->column};
        script->has_location = true;
    }
}

static void make_locations(some_program *p, uint64_t *seed)
{
    for (unsigned i = 0; i < CLOSURES; i++) {
        add_location(p, p->closures[i].node, &p->functions[p->closures[i].function]);
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        add_location(p, p->generators[i], &p->functions[p->closures[p->generator_of[i]].function]);
        add_location(p, p->instances[i], &p->functions[p->instance_of[i]]);
        if (check_below(seed, 2) == 0) { /* no node, and what has no class */
            const unsigned other = check_below(seed, 2) == 0 ? p->n_nodes : p->scripts[0].node;
            p->locations[p->n_locations++] = (v8_location){other, 999, 0, 1, 1};
        }
    }
    for (unsigned i = p->n_locations; i > 1; i--) { /* in any order */
        const unsigned other = (unsigned)check_below(seed, i);
        const v8_location moved = p->locations[other];
        p->locations[other] = p->locations[i - 1];
        p->locations[i - 1] = moved;
    }
}

static some_program *make_program(uint64_t *seed)
{
    some_program *p = calloc(1, sizeof *p);
    assert_true(p != NULL);
    (void)add_node(p, V8_SYNTHETIC, "");
    make_nodes(p, seed);
    make_bound(p, seed);
    make_modules(p, seed);
    make_edges(p, seed);
    sort_edges(p);
    for (unsigned i = 0; i < p->n_nodes; i++) {
        p->nodes[i].id = 1 + (i * 7919) % 10007; /* in another order than the nodes */
    }
    make_locations(p, seed);
    return p;
}

/* ---- what must be found -------------------------------------------------------------------- */

static const char *path_of(const some_program *p, unsigned script, bool script_nodes)
{
    const some_script *of = &p->scripts[script];
    return of->is_known || (script_nodes && of->has_location) ? of->path : "";
}

/* Writes what must be found of a node: `NAME|PATH|LINE|COLUMN|MODULE`. */
static void put(char *out, const char *name, const char *path, unsigned line, unsigned column)
{
    const gcv_slice module = gcv_script_module(gcv_slice_str(path));
    (void)sprintf(out, "%s|%s|%u|%u|%.*s", name, path, line, column, (int)module.size, module.data);
}

/* The module of the type of a node that no script defines. */
static const char *module_without_script(const some_program *p, unsigned node)
{
    return p->nodes[node].type == V8_NATIVE ? "<platform>" : "";
}

static void expect_function(const some_program *p, unsigned function, bool script_nodes, char *out)
{
    const some_function *of = &p->functions[function];
    if (!of->is_native) {
        put(out, of->name, path_of(p, of->script, script_nodes), of->line + 1, of->column + 1);
    }
}

static void expect_esm(const some_program *p, const some_esm *esm, bool script_nodes,
                       char (*out)[TEXT])
{
    const some_function *user = &p->functions[p->closures[esm->user].function];
    if (user->is_native) {
        return;
    }
    put(out[esm->context], "", path_of(p, user->script, script_nodes), 0, 0);
    for (unsigned i = 0; i < CELLS && esm->is_module; i++) {
        const some_cell *cell = &esm->cells[i];
        if (cell->is_cell && cell->in[0] && cell->in[1]) {
            (void)sprintf(out[cell->node], "|%s|0|0|%s", path_of(p, user->script, script_nodes),
                          module_without_script(p, cell->node));
        }
    }
}

static void expect_bound(const some_program *p, const some_bound *bound, bool script_nodes,
                         char *out)
{
    for (unsigned n = 0; n <= MOST_BINDINGS && bound->is_bound; n++) {
        if (bound->closure != NONE) {
            expect_function(p, p->closures[bound->closure].function, script_nodes, out);
            return;
        }
        bound = &p->bound[bound->other];
    }
}

static void expect_context(const some_program *p, const some_context *context, bool script_nodes,
                           char *out)
{
    const some_function *of = context->function != NONE ? &p->functions[context->function] : NULL;
    const some_script *script = &p->scripts[context->script];
    const bool has_scope = context->is_context && of != NULL && of->scope != NONE;
    const char *path = path_of(p, context->script, script_nodes);
    const bool whole = of != NULL && of->name[0] == '\0' && of->line == 0 && of->column == 0;
    if (has_scope && of->is_led_to && !whole) {
        expect_function(p, context->function, script_nodes, out);
    } else if (has_scope && !of->is_native &&
               (script->is_known || (script_nodes && script->has_location))) {
        put(out, of->name, path, 0, 0);
    } else if (context->is_context && context->user != NONE) {
        put(out, "", path, 0, 0);
    }
}

static void expect_module(const some_program *p, const some_module *module, bool script_nodes,
                          char *out)
{
    unsigned script = NONE;
    bool one = module->is_module;
    if (module->cached != NULL) {
        (void)sprintf(out, "|%s|0|0|", module->cached);
        return;
    }
    for (unsigned i = 0; i < module->n; i++) {
        const some_function *of = &p->functions[p->closures[module->closures[i]].function];
        one = one && (of->is_native || script == NONE || script == of->script);
        script = of->is_native ? script : of->script;
    }
    if (one && script != NONE && path_of(p, script, script_nodes)[0] != '\0') {
        (void)sprintf(out, "|%s|0|0|", path_of(p, script, script_nodes));
    }
}

static void expect(const some_program *p, bool script_nodes, bool fields, char (*out)[TEXT])
{
    for (unsigned i = 0; i < OTHERS && fields; i++) {
        expect_module(p, &p->modules[i], script_nodes, out[p->modules[i].node]);
    }
    for (unsigned i = 0; i < CLOSURES; i++) {
        expect_function(p, p->closures[i].function, script_nodes, out[p->closures[i].node]);
    }
    for (unsigned i = 0; i < MODULES; i++) {
        expect_esm(p, &p->esm[i], script_nodes, out);
    }
    for (unsigned i = 0; i < BOUND; i++) {
        expect_bound(p, &p->bound[i], script_nodes, out[p->bound[i].node]);
    }
    for (unsigned i = 0; i < CONTEXTS; i++) {
        expect_context(p, &p->contexts[i], script_nodes, out[p->contexts[i].node]);
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        const some_function *of = &p->functions[p->instance_of[i]];
        expect_function(p, p->closures[p->generator_of[i]].function, script_nodes,
                        out[p->generators[i]]);
        if (!of->is_native) {
            put(out[p->instances[i]], "", path_of(p, of->script, script_nodes), 0, 0);
        }
    }
}

/* ---- what is found ------------------------------------------------------------------------- */

static uint32_t object_of(const gcv_heap *heap, uint64_t id)
{
    uint32_t i = 0;
    uint64_t found = 0;
    for (gcv_heap_object_ids(heap, &i, 1, &found); found != id && i + 1 < heap->n_objects;) {
        i++;
        gcv_heap_object_ids(heap, &i, 1, &found);
    }
    return found == id ? i : GCV_NONE;
}

/* Returns the column of what must be found, and where its path and line end; 0: not known. */
static unsigned column_of(const char *wanted, const char **path, size_t *n)
{
    const char *bar = strchr(wanted, '|');
    if (bar == NULL) {
        return 0;
    }
    *path = bar + 1;
    const char *script_end = strchr(*path, '|');
    bar = strchr(script_end + 1, '|');
    *n = (size_t)(bar - *path);
    return script_end == *path || script_end[1] == '0' ? 0 : (unsigned)atoi(bar + 1);
}

/* Whether more than five functions begin in the line: at as many columns. */
static bool is_crowded(const some_program *p, char (*wanted)[TEXT], unsigned node)
{
    const char *path, *other;
    size_t n, n_other;
    unsigned columns = 0, begins = 0;
    if (column_of(wanted[node], &path, &n) == 0) {
        return false;
    }
    for (unsigned i = 1; i < p->n_nodes; i++) {
        const unsigned column = column_of(wanted[i], &other, &n_other);
        if (column > 0 && n == n_other && memcmp(path, other, n) == 0 &&
            (begins >> column & 1) == 0) {
            begins |= 1u << column;
            columns++;
        }
    }
    return columns > 5;
}

/* An instance has no place, but its type has a module. */
static void check_node(const some_program *p, const gcv_heap *heap, unsigned node,
                       const char *wanted)
{
    const uint32_t object = object_of(heap, p->nodes[node].id);
    const gcv_code_place *place = gcv_heap_place(heap, object);
    const gcv_slice module = gcv_heap_type_module(heap, heap->type.data[object]);
    char found[TEXT] = "";
    if (place != NULL) {
        const gcv_slice path = gcv_code_place_script(&heap->places, place);
        const gcv_slice name = gcv_code_place_function(&heap->places, place);
        (void)snprintf(found, sizeof found, "%.*s|%.*s|%u|%u|%.*s", (int)name.size, name.data,
                       (int)path.size, path.data, place->line, place->column, (int)module.size,
                       module.data);
    } else if (module.data != NULL) {
        (void)snprintf(found, sizeof found, "%.*s", (int)module.size, module.data);
        wanted = wanted[0] != '\0' ? strrchr(wanted, '|') + 1 : module_without_script(p, node);
    }
    assert_string_equal(found, wanted);
}

/* The place of a class is that of the only function of its name in its script. */
static void check_classes(const some_program *p, bool script_nodes, gcv_context *ctx,
                          const gcv_heap *heap)
{
    uint32_t *places = gcv_class_places(ctx, heap);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        const gcv_slice module = gcv_heap_type_module(heap, t);
        unsigned line = 0, column = 0;
        bool one = false, several = false;
        for (unsigned i = 0; i < CLOSURES; i++) {
            const some_function *of = &p->functions[p->closures[i].function];
            const char *path = path_of(p, of->script, script_nodes);
            if (!of->is_native && gcv_slice_is(heap->types.name[t], of->name) &&
                gcv_slice_is(module, path) &&
                gcv_script_owner_of(gcv_slice_str(path)) == GCV_SCRIPT_PROGRAM) {
                several = several || (one && (line != of->line || column != of->column));
                line = of->line;
                column = of->column;
                one = true;
            }
        }
        assert_int_equal(places[t] != GCV_NONE, one && !several);
        if (one && !several) {
            const gcv_code_place *place = &heap->places.all.data[places[t]];
            assert_int_equal(place->line, line + 1);
            assert_int_equal(place->column, column + 1);
            assert_true(gcv_slice_equal(gcv_code_place_function(&heap->places, place),
                                        heap->types.name[t]));
        }
    }
    gcv_free(ctx, places);
}

/* The value of a variable that is exported is called after it, that of another cell is not. */
static void check_variables(const some_program *p, const gcv_heap *heap, char (*wanted)[TEXT])
{
    uint32_t at;
    for (unsigned i = 0; i < MODULES; i++) {
        for (unsigned k = 0; k < CELLS; k++) {
            const some_cell *cell = &p->esm[i].cells[k];
            const bool exported = wanted[cell->node][0] != '\0' && cell->name != NULL;
            const uint32_t object = object_of(heap, p->nodes[cell->node].id);
            const uint32_t value = object_of(heap, p->nodes[cell->value].id);
            for (at = heap->first_ref.data[object]; heap->refs.data[at] != value;) {
                at++;
            }
            const gcv_field field = gcv_field_of(heap, object, at - heap->first_ref.data[object]);
            assert_int_equal(field.kind, exported ? GCV_FIELD_VARIABLE : GCV_FIELD_INTERNAL);
            assert_true(gcv_slice_is(field.name, exported ? cell->name : "value"));
        }
    }
}

/* The sums of a tally are those of the graph, by type and module. */
static void check_tally(const char *bytes, size_t size, gcv_load_options options,
                        const gcv_heap *graph)
{
    loaded l;
    options.level = GCV_LOAD_TALLY;
    load_with(&l, bytes, size, options);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(l.heap->n_types, graph->n_types);
    for (uint32_t t = 0; t < graph->n_types; t++) {
        uint64_t in_graph = 0, in_tally = 0;
        assert_true(gcv_slice_equal(l.heap->types.name[t], graph->types.name[t]));
        assert_true(
            gcv_slice_equal(gcv_heap_type_module(l.heap, t), gcv_heap_type_module(graph, t)));
        for (uint32_t i = 0; i < graph->n_objects; i++) {
            in_graph += graph->type.data[i] == t;
        }
        for (size_t k = 0; k < l.heap->n_tallies; k++) {
            in_tally += l.heap->tallies[k].type == t ? l.heap->tallies[k].count : 0;
        }
        assert_int_equal(in_graph, in_tally);
    }
    unload(&l);
}

static void check_form(const some_program *p, unsigned form)
{
    static char wanted[NODES][TEXT];
    v8_model model;
    gcv_load_options options = {.with_places = true, .with_modules = true};
    loaded l;
    size_t size;
    memset(&model, 0, sizeof model);
    memset(wanted, 0, sizeof wanted);
    model.nodes = p->nodes;
    model.edges = p->sorted;
    model.n_nodes = p->n_nodes;
    model.n_edges = p->n_edges;
    model.fields = 6 + form % 2;
    model.order = form / 2 % 6;
    model.locations_at = form / 12 % 4;
    model.script_nodes = form / 48 % 2 != 0;
    model.shuffled = form / 96 % 2 != 0;
    model.spaced = form / 192 % 2 != 0;
    model.locations = p->locations;
    model.n_locations = p->n_locations;
    options.with_fields = form % 3 != 0;
    expect(p, model.script_nodes, options.with_fields, wanted);
    char *bytes = v8_write(&model, &size);
    load_with(&l, bytes, size, options);
    assert_int_equal(l.status, GCV_OK);
    for (unsigned i = 1; i < p->n_nodes; i++) {
        check_node(p, l.heap, i, wanted[i]);
        const gcv_code_place *place = gcv_heap_place(l.heap, object_of(l.heap, p->nodes[i].id));
        assert_int_equal(place != NULL && place->in_crowd, is_crowded(p, wanted, i));
    }
    if (options.with_fields) {
        check_variables(p, l.heap, wanted);
    }
    check_classes(p, model.script_nodes, l.ctx, l.heap);
    check_tally(bytes, size, options, l.heap);
    unload(&l);
    free(bytes);
}

static void test_programs(NO_STATE)
{
    enum { FORMS = 384 };
    uint64_t seed = 4711;
    const uint32_t rounds = effort_rounds(2 * FORMS);
    for (uint32_t i = 0; i < rounds; i++) {
        some_program *p = make_program(&seed);
        check_form(p, i * 5 % FORMS);
        free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
