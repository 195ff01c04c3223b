/* RPM logs with several sections, without sections, and with sections that do not end: scopes of
 * ids, and the verdict. */
#include "support/check.h"
#include "support/rpm_logs.h"

/* Ids are scoped by section; a missing id is looked up in the others, first to last. */
static const log_case sections[] = {
    {"a 2 x 1\nt 1 T\no 1 1 1 2 5\no 2 1 2\nr 2 1 0\nc x 2\n"
     "a 2 y 3\nt 1 U\no 2 1 4 1 2\no 5 1 8 9\nr 1 1 0\nr 2 1 0\nc y 4\n",
     "s 'x' v2 from 1 to 2\no 1 1 T > 2 5@1\no 2 2 T\n"
     "s 'y' v2 from 3 to 4\no 2 4 U > 1@0 2\no 5 8 U\nr 1 1 0 @0\nr 2 1 0\nr 2 1 0\n"
     "n l 0 1 reference is left out, as it leads to an object that is not in the dump: 9\n"
     "n l 0 references to objects of another domain (2)\n"
     "f objects=4 bytes=15 types=2 roots=3 references=5 dangling=1 cross=2\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1 7\nc x\n"
     "a 2 y\nt 1 T\no 7 1 2\nc y\n"
     "a 2 z\nt 1 T\no 7 1 4 1\nr 7 3 0\nc z\n",
     "s 'x' v2\no 1 1 T > 7@1\n"
     "s 'y' v2\no 7 2 T\n"
     "s 'z' v2\no 7 4 T > 1@0\nr 7 3 0\n"
     "n l 0 references to objects of another domain (2)\n"
     "f objects=3 bytes=7 types=3 roots=1 references=2 cross=2\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\nc x\n"
     "a 2 x\no 1 1 2\nr 1 4 0 1\nc x\n",
     "s 'x' v2\no 1 1 T\n"
     "s 'x' v2\no 1 2 <unknown type 1>\nr 1 4 0 <unknown type 1>\n"
     "n u 0 1 type has no record in the dump, and shows as <unknown type ID>: 1\n"
     "f objects=2 bytes=3 types=1 roots=1 unknown=1\ncomplete\n",
     NULL},
};

/* Records outside of a section open one, which the next `a` names. */
static const log_case records_outside[] = {
    {"o 1 1 1\nt 1 T\n"
     "a 2 x 5\no 2 1 2 1\nc x 6\n",
     "s 'x' v2 from 5 to 6\no 1 1 T\no 2 2 T > 1\n"
     "n a 1 records outside of a section\n"
     "f objects=2 bytes=3 types=1 anomalies=1 references=1\ncomplete\n",
     NULL},
    {"t 1 T\no 1 1 1\nr 1 1 0\nc x 6\n",
     "s to 6\no 1 1 T\nr 1 1 0\n"
     "n a 1 records outside of a section\n"
     "f objects=1 bytes=1 types=1 roots=1 anomalies=1\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\nc x\no 2 1 2 1\n"
     "a 2 y\nt 1 U\nc y\n",
     "s 'x' v2\no 1 1 T\n"
     "s 'y' v2\no 2 2 U > 1@0\n"
     "n a 5 records outside of a section\n"
     "n l 0 references to objects of another domain (1)\n"
     "f objects=2 bytes=3 types=2 anomalies=1 references=1 cross=1\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\nc x\nc x\n",
     "s 'x' v2\no 1 1 T\ns\n"
     "n a 5 records outside of a section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\ncomplete\n",
     NULL},
    {"c x 1\n",
     "s to 1\n"
     "n a 1 records outside of a section\n"
     "f anomalies=1\ncomplete\n",
     NULL},
    {"r 1 1 0\n",
     "s open\nr 1 1 0 dangling\n"
     "n a 1 records outside of a section\n"
     "n l 0 1 root is left out, as the object that it holds is not in the dump: 1\n"
     "f roots=1 anomalies=1 dangling_roots=1\nincomplete: no end record\n",
     NULL},
};

/* Sections that do not end, or end with another name. */
static const log_case brackets[] = {
    {"a 2 x 1\nt 1 T\no 1 1 1\n"
     "a 2 y 2\no 1 2 2\nt 2 T\nc y 3\n",
     "s 'x' v2 from 1 open\no 1 1 T\n"
     "s 'y' v2 from 2 to 3\no 1 2 T\n"
     "n a 4 a section begins before the one before it has ended\n"
     "f objects=2 bytes=3 types=2 anomalies=1\ncomplete\n",
     NULL},
    {"a 2 x 1\n"
     "a 2 y 2\n"
     "a 2 z 3\n",
     "s 'x' v2 from 1 open\n"
     "s 'y' v2 from 2 open\n"
     "s 'z' v2 from 3 open\n"
     "n a 2 a section begins before the one before it has ended\n"
     "n a 3 a section begins before the one before it has ended\n"
     "f anomalies=2\nincomplete: no end record\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\nc y 5\n",
     "s 'x' v2 to 5\no 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\nc y 5\n"
     "a 2 z\nc z\n",
     "s 'x' v2 to 5\no 1 1 T\n"
     "s 'z' v2\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\n",
     "s 'x' v2 open\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\nincomplete: no end record\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1",
     "s 'x' v2 open\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\nincomplete: no end record\n",
     NULL},
    {"a 2 x\nc x\n"
     "a 2 y\nt 1 T\no 1 1 1\n",
     "s 'x' v2\n"
     "s 'y' v2 open\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\nincomplete: no end record\n",
     NULL},
};

/* An end record in a cut-off last line proves the end only if it repeats the name. */
static const log_case cut_off_end[] = {
    {"a 2 My.exe 1\nt 1 T\no 1 1 1\nc My.exe 2",
     "s 'My.exe' v2 from 1 to 2\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\ncomplete\n",
     NULL},
    {"a 2 My.exe 1\nt 1 T\no 1 1 1\nc My.exe",
     "s 'My.exe' v2 from 1 open\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\nincomplete: no end record\n",
     NULL},
    {"a 2 My.exe 10\nt 1 T\no 1 1 1\nc My.exe 1",
     "s 'My.exe' v2 from 10 to 1 open\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\nincomplete: no end record\n",
     NULL},
    {"a 2 My.exe\nt 1 T\no 1 1 1\nc My.exe",
     "s 'My.exe' v2\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\ncomplete\n",
     NULL},
    {"a 2 My.exe 1\nt 1 T\no 1 1 1\nc My.ex",
     "s 'My.exe' v2 from 1 open\no 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\nincomplete: no end record\n",
     NULL},
    {"a 2 My.exe 1\nt 1 T\no 1 1 1\nc My.ex\n",
     "s 'My.exe' v2 from 1\no 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\ncomplete\n",
     NULL},
    {"a 2 My.exe 1\nt 1 T\no 1 1 1\nc",
     "s 'My.exe' v2 from 1 open\no 1 1 T\n"
     "n m 4 malformed, skipped: end record without name\n"
     "f objects=1 bytes=1 types=1 malformed=1\nincomplete: no end record\n",
     "2 4 malformed: end record without name\n"},
    {"a 2 My Game 1\nt 1 T\no 1 1 1\nc My",
     "s 'My Game' v2 from 1 open\no 1 1 T\n"
     "n a 4 end record names another domain than its section\n"
     "f objects=1 bytes=1 types=1 anomalies=1\nincomplete: no end record\n",
     NULL},
};

/* An `a` record that is cut off or damaged begins a section that needs an end. */
static const log_case cut_off_beginning[] = {
    {"a 2 x\nt 1 T\no 1 1 1\nc x\na",
     "s 'x' v2\no 1 1 T\n"
     "n m 5 malformed, skipped: section record without version\n"
     "f objects=1 bytes=1 types=1 malformed=1\nincomplete: no end record\n",
     "2 5 malformed: section record without version\n"},
    {"a 2 x\nt 1 T\no 1 1 1\nc x\n"
     "a 2\n",
     "s 'x' v2\no 1 1 T\n"
     "n m 5 malformed, skipped: section record without name\n"
     "f objects=1 bytes=1 types=1 malformed=1\nincomplete: no end record\n",
     "2 5 malformed: section record without name\n"},
    {"a 2\nt 1 T\no 1 1 1\nc x\n",
     "s\no 1 1 T\n"
     "n m 1 malformed, skipped: section record without name\n"
     "n a 2 records outside of a section\n"
     "f objects=1 bytes=1 types=1 malformed=1 anomalies=1\ncomplete\n",
     "2 1 malformed: section record without name\n"},
};

int main(void)
{
    const struct CMUnitTest tests[] = {LOG_TEST(sections), LOG_TEST(records_outside),
                                       LOG_TEST(brackets), LOG_TEST(cut_off_end),
                                       LOG_TEST(cut_off_beginning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
