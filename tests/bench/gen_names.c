/* gen_names.c - names of types; see gen_names.h. */
#include "gen_names.h"

#include <stddef.h>

enum { NAMESPACES = 32, STEMS = 40, ROLES = 24, LONG_NAME = 60 * 1024 };

static const char *const namespaces[NAMESPACES] = {
    "Acme.Orders",
    "Acme.Orders.Model",
    "Acme.Customers",
    "Acme.Billing",
    "Acme.Billing.Rules",
    "Acme.Inventory",
    "Acme.Shipping",
    "Acme.Shipping.Carriers",
    "Acme.Catalog",
    "Acme.Search",
    "Acme.Web",
    "Acme.Web.Controllers",
    "Acme.Web.Filters",
    "Acme.Data",
    "Acme.Data.Mapping",
    "Acme.Messaging",
    "Acme.Messaging.Transport",
    "Acme.Security",
    "Acme.Security.Tokens",
    "Acme.Reporting",
    "Acme.Workflow",
    "Acme.Workflow.Steps",
    "Acme.Graphics",
    "Acme.Input",
    "Contoso.Json",
    "Contoso.Json.Schema",
    "Contoso.Logging",
    "Contoso.Logging.Sinks",
    "Contoso.Caching",
    "Fabrikam.Scheduling",
    "Fabrikam.Mail",
    "Fabrikam.Telemetry.Export",
};

static const char *const stems[STEMS] = {
    "Order",   "Customer", "Invoice", "Product",  "Shipment", "Session", "Request",  "Message",
    "Account", "Price",    "Token",   "Report",   "Job",      "Schema",  "Document", "Address",
    "Payment", "Stock",    "Route",   "User",     "Role",     "Query",   "Index",    "Field",
    "Page",    "Image",    "Sprite",  "Sound",    "Level",    "Player",  "Event",    "Metric",
    "Trace",   "Batch",    "Channel", "Template", "Rule",     "Task",    "Region",   "Warehouse",
};

static const char *const roles[ROLES] = {
    "",           "Line",     "Entry",     "Info",    "Key",    "State",
    "Context",    "Handler",  "Factory",   "Builder", "Cache",  "Provider",
    "Manager",    "Options",  "Result",    "Reader",  "Writer", "Validator",
    "Descriptor", "Snapshot", "Converter", "Policy",  "Queue",  "Controller",
};

void families_init(struct families *families, uint32_t types)
{
    static const unsigned char percent[FAMILIES] = {0, 1, 8, 14, 10, 3, 0};
    uint32_t next = 0;

    for (int f = 0; f < FAMILIES; f++) {
        uint32_t count = (uint32_t)((uint64_t)types * percent[f] / 100);

        if (count == 0) {
            count = 1;
        } else if (f == FAMILY_DATA && count > 12) {
            count = 12; /* no program has more of these types */
        }
        if (next >= types) {
            next = 0;
        }
        if (f == FAMILY_PLAIN || count > types - next) {
            count = types - next;
        }
        families->first[f] = next;
        families->count[f] = count;
        next += count;
    }
}

void names_class(struct out *out, uint32_t number)
{
    uint32_t low = number % (STEMS * ROLES);
    uint32_t high = number / (STEMS * ROLES);

    /* Adding a multiple of `low` spreads successive numbers over the namespaces. Names stay
     * distinct, because the stem and the role determine `low`. */
    out_text(out, namespaces[(high + low * 5) % NAMESPACES]);
    out_char(out, '.');
    out_text(out, stems[low % STEMS]);
    out_text(out, roles[low / STEMS]);
    if (high >= NAMESPACES) {
        out_decimal(out, high / NAMESPACES);
    }
}

/* A name around that of a class. */
struct form {
    const char *before, *after;
};

static void put_form(struct out *out, const struct form *form, uint32_t number)
{
    out_text(out, form->before);
    names_class(out, number);
    out_text(out, form->after);
}

static void name_data(struct out *out, uint32_t rank)
{
    static const char *const element[] = {
        "Byte",   "Char",   "Int32", "Int64",    "Boolean", "Double",
        "Single", "UInt32", "Guid",  "DateTime", "Decimal", "UInt64",
    };

    out_text(out, "System.");
    out_text(out, element[rank % (sizeof element / sizeof element[0])]);
    out_text(out, "[]");
}

static void name_box(struct out *out, uint32_t rank)
{
    static const char *const known[] = {
        "System.Object",   "System.Int32", "System.Boolean", "System.Guid",
        "System.DateTime", "System.Int64", "System.Decimal", "System.Double",
    };

    if (rank < sizeof known / sizeof known[0]) {
        out_text(out, known[rank]);
    } else {
        names_class(out, rank);
        out_text(out, rank % 2 == 0 ? "+Flags" : "+Tag");
    }
}

static void name_array(struct out *out, uint32_t rank)
{
    static const struct form forms[12] = {
        {"System.Collections.Generic.HashSet<", ">+Slot[]"},
        {"System.Collections.Generic.Dictionary<System.String, ", ">+Entry[]"},
        {"", "[,]"},
        {"", "[]"},
        {"", "[]"},
        {"", "[]"},
        {"System.Collections.Generic.HashSet<", ">+Slot[]"},
        {"System.Collections.Generic.Dictionary<System.String, ", ">+Entry[]"},
        {"", "[][]"},
        {"", "[]"},
        {"", "[]"},
        {"", "[]"},
    };

    if (rank == 0) {
        out_text(out, "System.Object[]");
    } else {
        put_form(out, &forms[rank % 12], rank);
    }
}

static void name_collection(struct out *out, uint32_t rank)
{
    static const struct form forms[6] = {
        {"System.Collections.Generic.List<", ">"},
        {"System.Collections.Generic.Dictionary<System.String, ", ">"},
        {"System.Collections.Generic.Dictionary<System.Int32, System.Collections.Generic.List<",
         ">>"},
        {"System.Collections.Concurrent.ConcurrentDictionary<System.Guid, ", ">"},
        {"System.Collections.Generic.HashSet<", ">"},
        {"System.Collections.Generic.LinkedList<", ">"},
    };

    put_form(out, &forms[rank % 6], rank);
}

static void name_node(struct out *out, uint32_t rank)
{
    static const struct form forms[3] = {
        {"", "+Link"},
        {"System.Collections.Generic.LinkedListNode<", ">"},
        {"Acme.Collections.Node<", ">"},
    };

    put_form(out, &forms[rank % 3], rank);
}

static void name_plain(struct out *out, uint32_t rank)
{
    static const struct form plain = {"", ""};
    static const struct form forms[4] = {
        {"", "+Enumerator"},
        {"", "+<>c__DisplayClass4_0"},
        {"Acme.Data.Repository<", ">"},
        {"System.Func<System.String, ", ", System.Boolean>"},
    };
    const uint32_t at = rank % 10;

    put_form(out, at >= 5 && at < 9 ? &forms[at - 5] : &plain, rank);
}

void names_realistic(struct out *out, const struct families *families, uint32_t type)
{
    static void (*const name[FAMILIES])(struct out *, uint32_t) = {
        NULL, name_data, name_box, name_array, name_collection, name_node, name_plain,
    };

    for (int f = 1; f < FAMILIES; f++) {
        uint32_t rank = type - families->first[f];

        if (type > 0 && type >= families->first[f] && rank < families->count[f]) {
            name[f](out, rank);
            return;
        }
    }
    out_text(out, "System.String");
}

void names_long(struct out *out, uint32_t number)
{
    static const char part[] = "System.Tuple<System.String, Acme.Data.Mapping.FieldDescriptor, ";
    static const char digit[] = "0123456789abcdef";
    size_t length = 0;

    for (; length + sizeof part + 8 < LONG_NAME; length += sizeof part - 1) {
        out_text(out, part);
    }
    out_text(out, "T");
    for (int shift = 28; shift >= 0; shift -= 4) {
        out_char(out, digit[number >> shift & 15]);
    }
}
