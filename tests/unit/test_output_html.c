/* Markup: well formed whatever the texts are, numbers and names as people read them. */
#include "support/check.h"

#include "base/context.h"
#include "output/html.h"

#include <stdio.h>
#include <string.h>

typedef void (*put_fn)(gcv_html *html);

/* Compares the output of `put`. */
static void check(put_fn put, const char *expected)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_buffer text = {{NULL, 0, 0}};
    gcv_html html = {0};
    html.ctx = ctx;
    html.text = &text;
    html.most = SIZE_MAX;
    put(&html);
    assert_int_equal(html.bytes, text.text.n);
    gcv_buffer_append(ctx, &text, gcv_slice_of("", 1));
    assert_string_equal(text.text.data, expected);
    gcv_buffer_release(ctx, &text);
    gcv_context_free(ctx);
}

static void put_hostile(gcv_html *html)
{
    GCV_HTML_FILL(
        html, "<i title='$' lang='de'>$$$$</i>", gcv_html_str("\"'<&>"),
        gcv_html_str("</i>&\"'\n\xff"),
        gcv_html_str("\xe2\x80\xae\xe2\x80\xa8\xef\xbb\xbf\xef\xbf\xbe\xf0\x9f\x98\x80"),
        /* the ends of the ranges of code points that are no characters, and their neighbours */
        gcv_html_str("\xef\xb7\x8f\xef\xb7\x90\xef\xb7\xaf\xef\xb7\xb0"),
        gcv_html_str("\xf0\x9f\xbf\xbd\xf0\x9f\xbf\xbe\xf0\x9f\xbf\xbf"));
}

static void test_escape(NO_STATE)
{
    check(put_hostile,
          "<i title=\"&quot;&#39;&lt;&amp;&gt;\" lang=\"de\">&lt;/i&gt;&amp;\"'"
          "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
          "\xf0\x9f\x98\x80"
          "\xef\xb7\x8f\xef\xbf\xbd\xef\xbf\xbd\xef\xb7\xb0"
          "\xf0\x9f\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd</i>");
}

/* A template may end within a tag, and the next one goes on there. */
static void put_parts(gcv_html *html)
{
    gcv_html_put(html, "it's <b class='");
    GCV_HTML_FILL(html, "$", gcv_html_str("\""));
    GCV_HTML_FILL(html, "' title='$%'>$</b>'", gcv_html_plain(12345), gcv_html_str("\""));
    GCV_HTML_FILL(html, "<rect x='$' y='$' w='$'/>", gcv_html_length(12345),
                  gcv_html_length(100000), gcv_html_length(10));
    gcv_html_put(html, "");
}

static void test_parts(NO_STATE)
{
    check(put_parts,
          "it's <b class=\"&quot;\" title=\"12345%\">\"</b>'"
          "<rect x=\"12.345%\" y=\"100%\" w=\"0.01%\"/>");
}

static void put_numbers(gcv_html *html)
{
    static const uint64_t parts[][2] = {
        {0, 0},      {0, 5},    {1, 3},        {1, 2000}, {1, 2001},
        {999, 1000}, {5, 5},    {9995, 10000}, {7, 2},    {UINT64_MAX, UINT64_MAX},
        {9999, 1},   {10001, 1}};
    GCV_HTML_FILL(html, "$|$|$|$$$", gcv_html_number(999), gcv_html_number(1000),
                  gcv_html_number(UINT64_MAX), gcv_html_delta(0), gcv_html_delta(1234),
                  gcv_html_delta(INT64_MIN));
    for (size_t i = 0; i < CHECK_COUNT(parts); i++) {
        GCV_HTML_FILL(html, "|$", gcv_html_percent(parts[i][0], parts[i][1]));
    }
}

static void test_numbers(NO_STATE)
{
    check(put_numbers,
          "999|1,000|18,446,744,073,709,551,615|"
          "\xc2\xb1"
          "0+1,234\xe2\x88\x92"
          "9,223,372,036,854,775,808"
          "|0.0\xc2\xa0%|0.0\xc2\xa0%|33.3\xc2\xa0%|0.1\xc2\xa0%|&lt;0.1\xc2\xa0%"
          "|99.9\xc2\xa0%|100.0\xc2\xa0%|100.0\xc2\xa0%|350.0\xc2\xa0%|100.0\xc2\xa0%|999900."
          "0\xc2\xa0%|1000000.0\xc2\xa0%");
}

static void put_sizes(gcv_html *html)
{
    static const uint64_t sizes[] = {0,         1,           1023,
                                     1024,      10239,       10240,
                                     102349,    1023 * 1024, 999 * 1024 + 512,
                                     7048774,   1u << 31,    UINT64_C(1) << 60,
                                     UINT64_MAX};
    for (size_t i = 0; i < CHECK_COUNT(sizes); i++) {
        GCV_HTML_FILL(html, "$|", gcv_html_size(sizes[i]));
    }
}

static void test_sizes(NO_STATE)
{
    check(put_sizes,
          "0 bytes|1 byte|1,023 bytes|1.00 KiB|10.0 KiB|10.0 KiB|100 KiB|1.00 MiB|0.98 MiB|"
          "6.72 MiB|2.00 GiB|1.00 EiB|16.0 EiB|");
}

static void put_sentences(gcv_html *html)
{
    GCV_HTML_FILL(
        html, "$$",
        gcv_html_sentence(gcv_slice_str("12345 objects, 1000; A`2345 x12345 0x12345 999 12345")),
        gcv_html_sentence(gcv_slice_str("")));
}

static void test_sentences(NO_STATE)
{
    check(put_sentences, "12,345 objects, 1,000; A`2345 x12345 0x12345 999 12,345");
}

static void put_names(gcv_html *html)
{
    GCV_HTML_FILL(html, "$$$", gcv_html_type(gcv_slice_str("A.B.C<D.E>")),
                  gcv_html_type(gcv_slice_str("<x>")),
                  gcv_html_short_name(gcv_slice_str("A.B.C<D.E, F.G[]>")));
}

static void test_names(NO_STATE)
{
    check(put_names,
          "<span class=\"t\" title=\"A.B.C&lt;D.E&gt;\"><span>A.B.</span>"
          "<b>C&lt;D.E&gt;</b></span>"
          "<span class=\"t\" title=\"&lt;x&gt;\"><b>&lt;x&gt;</b></span>"
          "C&lt;E, G[]&gt;");
}

static void put_long_name(gcv_html *html)
{
    char name[3 * GCV_HTML_NAME_MAX];
    for (size_t i = 0; i < sizeof name; i++) {
        name[i] = i % 2 == 0 ? '\xc3' : '\xa4';
    }
    GCV_HTML_FILL(html, "$", gcv_html_name(gcv_slice_of(name, sizeof name)));
}

static void test_long_name(NO_STATE)
{
    char expected[GCV_HTML_NAME_MAX + 8];
    size_t n = 0;
    for (size_t i = 0; i < GCV_HTML_NAME_MAX; i += 2) {
        if (i == GCV_HTML_NAME_MAX * 2 / 3) {
            n += (size_t)sprintf(expected + n, "\xe2\x80\xa6");
        }
        n += (size_t)sprintf(expected + n, "\xc3\xa4");
    }
    check(put_long_name, expected);
}

static void test_share(NO_STATE)
{
    assert_int_equal(gcv_html_millipercent(0, 0), 0);
    assert_int_equal(gcv_html_millipercent(1, 3), 33333);
    assert_int_equal(gcv_html_millipercent(4, 3), 100000);
    assert_int_equal(gcv_html_millipercent(UINT64_MAX / 2, UINT64_MAX), 49999);
    for (uint64_t whole = UINT32_MAX; whole < UINT64_MAX; whole = whole * 2 + 1) {
        assert_int_equal(gcv_html_millipercent(whole - (whole >> 16), whole), 99998);
    }
}

/* A text of as many bytes as there may be is kept, the end of a longer one only counted. */
static void test_limit(NO_STATE)
{
    for (size_t most = 2; most <= 3; most++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_buffer text = {{NULL, 0, 0}};
        gcv_html html = {0};
        html.ctx = ctx;
        html.text = &text;
        html.most = most;
        gcv_html_put(&html, "ab");
        gcv_html_put(&html, "c");
        assert_int_equal(html.bytes, 3);
        assert_int_equal(text.text.n, most);
        gcv_buffer_release(ctx, &text);
        gcv_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escape),    cmocka_unit_test(test_parts),
        cmocka_unit_test(test_numbers),   cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_sentences), cmocka_unit_test(test_names),
        cmocka_unit_test(test_long_name), cmocka_unit_test(test_share),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
