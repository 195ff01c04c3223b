/* RPM logs with missing or repeated records, and files that are not logs: the reports, and that the
 * rest is read. */
#include "support/check.h"
#include "support/rpm_logs.h"

/* Dangling references and roots, unknown types. */
static const log_case what_is_missing[] = {
    {"a 2 x\nt 1 T\no 1 1 1 2 9 1 9 3\no 2 1d 1\nr 7 1 0\nr 1 4 0 2f\nc x\n",
     "s 'x' v2\no 1 1 T > 2 1\no 2 1 <unknown type 1d>\nr 1 4 0 <unknown type 2f>\n"
     "r 7 1 0 dangling\n"
     "n u 0 2 types have no records in the dump, and show as <unknown type ID>: 1d 2f\n"
     "n l 0 3 references are left out, as they lead to objects that are not in the dump: 3 9\n"
     "n l 0 1 root is left out, as the object that it holds is not in the dump: 7\n"
     "f objects=2 bytes=2 types=1 roots=2 unknown=2 references=5 dangling=3 dangling_roots=1\n"
     "complete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1 19 18 17 16 15 14 13 12 11 10\nr 29 1 0\nr 28 1 0\nr 27 1 0\n"
     "r 26 1 0\nr 25 1 0\nr 24 1 0\nr 23 1 0\nr 22 1 0\nc x\n",
     "s 'x' v2\no 1 1 T\nr 22 1 0 dangling\nr 23 1 0 dangling\nr 24 1 0 dangling\n"
     "r 25 1 0 dangling\nr 26 1 0 dangling\nr 27 1 0 dangling\nr 28 1 0 dangling\n"
     "r 29 1 0 dangling\n"
     "n l 0 10 references are left out, as they lead to objects that are not in the dump: 10 11 12 "
     "13 14 15 16 17 ...\n"
     "n l 0 8 roots are left out, as the objects that they hold are not in the dump: 22 23 24 25 "
     "26 27 28 29\n"
     "f objects=1 bytes=1 types=1 roots=8 references=10 dangling=10 dangling_roots=8\ncomplete\n",
     NULL},
    {"a 2 x\no 1 9 1\no 2 8 1\no 3 7 1\no 4 6 1\no 5 5 1\no 6 4 1\no 7 3 1\no 8 2 1\no 9 1 1\n"
     "c x\n",
     "s 'x' v2\no 1 1 <unknown type 9>\no 2 1 <unknown type 8>\no 3 1 <unknown type 7>\n"
     "o 4 1 <unknown type 6>\no 5 1 <unknown type 5>\no 6 1 <unknown type 4>\n"
     "o 7 1 <unknown type 3>\no 8 1 <unknown type 2>\no 9 1 <unknown type 1>\n"
     "n u 0 9 types have no records in the dump, and show as <unknown type ID>: 1 2 3 4 5 6 7 8 "
     "...\n"
     "f objects=9 bytes=9 unknown=9\ncomplete\n",
     NULL},
};

/* The first record of an id counts; a type may have two records with one name. */
static const log_case duplicates[] = {
    {"a 2 x\nt 1 T\no 1 1 1 2\no 2 1 2\no 1 1 4 1 2\no 3 1 8 1\no 2 1 10\nr 1 1 0\nc x\n",
     "s 'x' v2\no 1 1 T > 2\no 2 2 T\no 3 8 T > 1\nr 1 1 0\n"
     "n d 5 object 1 has a record already; this one is left out\n"
     "n d 7 object 2 has a record already; this one is left out\n"
     "f objects=3 bytes=11 types=1 roots=1 duplicates=2 references=2\ncomplete\n",
     "2 5 object 1 has a record already\n"},
    {"a 2 x\nt 1 T\no 2 1 2\no 1 1 1 2\nt 2 U\no 2 2 4 1\no 1 1 8\nc x\n",
     "s 'x' v2\no 1 1 T > 2\no 2 2 T\n"
     "n d 6 object 2 has a record already; this one is left out\n"
     "n d 7 object 1 has a record already; this one is left out\n"
     "f objects=2 bytes=3 types=2 duplicates=2 references=1\ncomplete\n",
     "2 6 object 2 has a record already\n"},
    {"a 2 x\nt 1 T\nt 1 T\nt 1 U\nt 1 T\no 1 1 1\nt 1 T \nc x\n",
     "s 'x' v2\no 1 1 T\n"
     "n a 4 type 1 has another name already\n"
     "f objects=1 bytes=1 types=1 anomalies=1\ncomplete\n",
     NULL},
};

/* References of a record that is left out do not count. */
static const log_case references_of_duplicates[] = {
    {"a 2 x\nt 1 T\no 1 1 1 2 9\no 1 1 1 77 9 2 78\no 2 1 2 79\no 2 1 1 76\no 2 1 1 75\nc x\n",
     "s 'x' v2\no 1 1 T > 2\no 2 2 T\n"
     "n d 4 object 1 has a record already; this one is left out\n"
     "n d 6 object 2 has a record already; this one is left out\n"
     "n d 7 object 2 has a record already; this one is left out\n"
     "n l 0 2 references are left out, as they lead to objects that are not in the dump: 9 79\n"
     "f objects=2 bytes=3 types=1 duplicates=3 references=3 dangling=2\ncomplete\n",
     "2 4 object 1 has a record already\n"},
    {"a 2 x\nt 1 T\no 1 1 1 5\no 2 1 1\no 1 1 1 5 2 74\nc x\n"
     "a 2 y\nt 1 U\no 5 1 1 1 6\no 5 1 1 2\nc y\n",
     "s 'x' v2\no 1 1 T > 5@1\no 2 1 T\n"
     "s 'y' v2\no 5 1 U > 1@0\n"
     "n d 5 object 1 has a record already; this one is left out\n"
     "n d 10 object 5 has a record already; this one is left out\n"
     "n l 0 1 reference is left out, as it leads to an object that is not in the dump: 6\n"
     "n l 0 references to objects of another domain (2)\n"
     "f objects=3 bytes=3 types=2 duplicates=2 references=3 dangling=1 cross=2\ncomplete\n",
     "2 5 object 1 has a record already\n"},
};

/* Unknown records, missing elements, bad numbers: skipped, counted, shown with their line. */
static const log_case malformed[] = {
    {"a 2 x\nt 1 T\n\nhello\no 1 1 1\no 2 1\no 3 1 g\no 4 1 1 z\nr\nr 1 1\nt\nt 2\na\n"
     "a 2\nc\no 5 1 2 1\nc x\n",
     "s 'x' v2\no 1 1 T\no 5 2 T > 1\n"
     "n m 4 malformed, skipped: unknown record 'hello'\n"
     "n m 6 malformed, skipped: object record without size\n"
     "n m 7 malformed, skipped: bad size 'g'\n"
     "n m 8 malformed, skipped: bad reference 'z'\n"
     "n m 9 malformed, skipped: root record without object id\n"
     "n m 10 malformed, skipped: root record without flags\n"
     "n m 11 malformed, skipped: type record without type id\n"
     "n m 12 malformed, skipped: type record without name\n"
     "n m 13 malformed, skipped: section record without version\n"
     "n m 14 malformed, skipped: section record without name\n"
     "n m 15 malformed, skipped: end record without name\n"
     "f objects=2 bytes=3 types=1 malformed=11 references=1\ncomplete\n",
     "2 4 malformed: unknown record 'hello'\n"},
    {"# a comment\n"
     "a 2 x\nt 1 T\no 1 1 1\nc x\n",
     "s 'x' v2\no 1 1 T\n"
     "n m 1 malformed, skipped: unknown record '#'\n"
     "f objects=1 bytes=1 types=1 malformed=1\ncomplete\n",
     "2 1 malformed: unknown record '#'\n"},
    {"a 2 x\nt 1 T\nx1\nx2\nx3\nx4\nx5\nx6\nx7\nx8\nx9\nxa\nxb\nxc\no 1 1 1\nc x\nlast",
     "s 'x' v2\no 1 1 T\n"
     "n m 3 malformed, skipped: unknown record 'x1'\n"
     "n m 4 malformed, skipped: unknown record 'x2'\n"
     "n m 5 malformed, skipped: unknown record 'x3'\n"
     "n m 6 malformed, skipped: unknown record 'x4'\n"
     "n m 7 malformed, skipped: unknown record 'x5'\n"
     "n m 8 malformed, skipped: unknown record 'x6'\n"
     "n m 9 malformed, skipped: unknown record 'x7'\n"
     "n m 10 malformed, skipped: unknown record 'x8'\n"
     "n m 11 malformed, skipped: unknown record 'x9'\n"
     "n m 12 malformed, skipped: unknown record 'xa'\n"
     "f objects=1 bytes=1 types=1 malformed=13\ncomplete\n",
     "2 3 malformed: unknown record 'x1'\n"},
};

/* No valid record: an error, with the first invalid line. */
static const log_case no_heap_dump[] = {
    {"\n", "2 0 not a heap dump gcview knows: all lines are blank\n", NULL},
    {" \r\n\t\n\n", "2 0 not a heap dump gcview knows: all lines are blank\n", NULL},
    {"hello\nworld\n",
     "2 1 not a heap dump gcview knows: no line is a record (here: unknown record 'hello')\n",
     "2 1 malformed: unknown record 'hello'\n"},
    {"\n\nhello",
     "2 3 not a heap dump gcview knows: no line is a record (here: unknown record 'hello')\n",
     "2 3 malformed: unknown record 'hello'\n"},
    {"o 1 2\nr 1\n",
     "2 1 not a heap dump gcview knows: no line is a record (here: object record without size)\n",
     "2 1 malformed: object record without size\n"},
    {"{nodes:[]}",
     "2 1 not a heap dump gcview knows: no line is a record (here: unknown record '{nodes:[]}')\n",
     "2 1 malformed: unknown record '{nodes:[]}'\n"},
};

int main(void)
{
    const struct CMUnitTest tests[] = {LOG_TEST(what_is_missing), LOG_TEST(duplicates),
                                       LOG_TEST(references_of_duplicates), LOG_TEST(malformed),
                                       LOG_TEST(no_heap_dump)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
