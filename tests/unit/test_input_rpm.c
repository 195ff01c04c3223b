/* Whole RPM logs, one for each rule of docs/formats/rpm-log.md: text that is read without a
 * warning, names, versions, numbers and roots. */
#include "support/check.h"
#include "support/rpm_logs.h"

/* The published example, in both editions: types and objects without a record are no error. */
static const log_case published[] = {
    {"a 2 bubblecs.exe 763f9d2\nt 2 System.RuntimeType\no 7c79f 2 64\n"
     "t 1 System.NullReferenceException\no 7cb42 2 64\no 1ce004 1 18\n"
     "t 3 System.OutOfMemoryException\n"
     "o 1ce056 1d 118 1ce11f 1ce14c 1ce079 1ce113 1ce116 1ce267 1ce26a 1ce26d\nr 22c81b 5 0\n"
     "o 22c81e 1b 24\nr 22c81e 5 0\no 22c823 1b 28\nr 22c823 5 0\nc bubblecs.exe 763fbef\n",
     "s 'bubblecs.exe' v2 from 763f9d2 to 763fbef\no 7c79f 64 System.RuntimeType\n"
     "o 7cb42 64 System.RuntimeType\no 1ce004 18 System.NullReferenceException\n"
     "o 1ce056 118 <unknown type 1d>\no 22c81e 24 <unknown type 1b>\n"
     "o 22c823 28 <unknown type 1b>\nr 22c81e 5 0\nr 22c823 5 0\nr 22c81b 5 0 dangling\n"
     "n u 0 2 types have no records in the dump, and show as <unknown type ID>: 1b 1d\n"
     "n l 0 8 references are left out, as they lead to objects that are not in the dump: 1ce079 "
     "1ce113 1ce116 1ce11f 1ce14c 1ce267 "
     "1ce26a 1ce26d\n"
     "n l 0 1 root is left out, as the object that it holds is not in the dump: 22c81b\n"
     "f objects=6 bytes=580 types=3 roots=3 unknown=2 references=8 dangling=8 dangling_roots=1\n"
     "complete\n",
     NULL},
    {"a 2 bubblecs.exe\nt 2 System.RuntimeType\no 7c79f 2 64\nr 7c79f 5 0\nc bubblecs.exe\n",
     "s 'bubblecs.exe' v2\no 7c79f 64 System.RuntimeType\nr 7c79f 5 0\n"
     "f objects=1 bytes=100 types=1 roots=1\ncomplete\n",
     NULL},
};

/* Blank lines, CR LF, tabs, trailing blanks, no newline at the end; types after their objects. */
static const char read_without_a_word_gives[] =
    "s 'x' v2 from 1 to 2\no a 4 T > b\no b 8 T\nr a 1 0\n"
    "f objects=2 bytes=12 types=1 roots=1 references=1\ncomplete\n";

static const log_case read_without_a_word[] = {
    {"a 2 x 1\nt 1 T\no a 1 4 b\no b 1 8\nr a 1 0\nc x 2\n", read_without_a_word_gives, NULL},
    {"a 2 x 1\r\nt 1 T\r\no a 1 4 b\r\no b 1 8\r\nr a 1 0\r\nc x 2\r\n", read_without_a_word_gives,
     NULL},
    {"\n\n  \n"
     "a 2 x 1\n\t\n\nt 1 T\no a 1 4 b\n\r\no b 1 8\nr a 1 0\nc x 2\n\n \n",
     read_without_a_word_gives, NULL},
    {"\ta\t2  x \t1\t\n t 1\tT \t\n  o\ta 1\t4  b \no b 1 8\t\nr  a\t1 0 \nc\tx 2",
     read_without_a_word_gives, NULL},
    {"a 2 x 1\no a 1 4 b\no b 1 8\nr a 1 0\nt 1 T\nc x 2", read_without_a_word_gives, NULL},
    {"a 2 x 1\no b 1 8\nr a 1 0\no a 1 4 b\nt 1 T\nc x 2\r", read_without_a_word_gives, NULL},
};

/* Names with blanks, time stamps, other characters. */
static const log_case names[] = {
    {"a 2 My  Own Game.exe 7f\nt 1 Dictionary<String, Object> \n"
     "t 2  \xc3\xa9\t\xe2\x82\xac \xf0\x9f\x98\x80\no 1 1 1\no 2 2 1\nc My  Own Game.exe 80\n",
     "s 'My  Own Game.exe' v2 from 7f to 80\no 1 1 Dictionary<String, Object>\n"
     "o 2 1 \xc3\xa9\t\xe2\x82\xac \xf0\x9f\x98\x80\n"
     "f objects=2 bytes=2 types=2\ncomplete\n",
     NULL},
    {"a 2 My Game\nt 1 1\no 1 1 1\nc My Game\n",
     "s 'My Game' v2\no 1 1 1\n"
     "f objects=1 bytes=1 types=1\ncomplete\n",
     NULL},
    {"a 2 beef\no 1 1 1\nt 1 beef\nc beef\n",
     "s 'beef' v2\no 1 1 beef\n"
     "f objects=1 bytes=1 types=1\ncomplete\n",
     NULL},
    {"a 2 x 0x12\no 1 1 1\nt 1 T\nc x 0x12\n",
     "s 'x 0x12' v2\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\ncomplete\n",
     NULL},
    {"a 2 x 12345678901234567\no 1 1 1\nt 1 T\nc x 12345678901234567\n",
     "s 'x 12345678901234567' v2\no 1 1 T\n"
     "f objects=1 bytes=1 types=1\ncomplete\n",
     NULL},
};

/* Another version is read; a version that is not a number is malformed. */
static const log_case versions[] = {
    {"a 1 x\nt 1 T\no 1 1 1\nc x\n",
     "s 'x' v1\no 1 1 T\n"
     "n a 1 version of the section is not 2\n"
     "f objects=1 bytes=1 types=1 anomalies=1\ncomplete\n",
     NULL},
    {"a 10 x\nc x\n",
     "s 'x' v10\n"
     "n a 1 version of the section is not 2\n"
     "f anomalies=1\ncomplete\n",
     NULL},
    {"a two x\no 1 1 1\nt 1 T\nc x\n",
     "s\no 1 1 T\n"
     "n m 1 malformed, skipped: bad version 'two'\n"
     "n a 2 records outside of a section\n"
     "f objects=1 bytes=1 types=1 malformed=1 anomalies=1\ncomplete\n",
     "2 1 malformed: bad version 'two'\n"},
};

/* Upper case, prefixes, and numbers above 64 bits (32 for kind and flags). */
static const log_case numbers[] = {
    {"a 0X2 x 0\nt 0xA T\no 0xABCDEF 000a 0X10 aBcDeF\nr ABCDEF 0x1 0x0\nc x\n",
     "s 'x' v2 from 0\no abcdef 10 T > abcdef\nr abcdef 1 0\n"
     "f objects=1 bytes=16 types=1 roots=1 references=1\ncomplete\n",
     NULL},
    {"a 2 x\nt ffffffffffffffff T\no ffffffffffffffff ffffffffffffffff 1 0\n"
     "o 0 00000000000000000ffffffffffffffff 0 ffffffffffffffff\nr 0 5 0\nc x ffffffffffffffff\n",
     "s 'x' v2 to ffffffffffffffff\no 0 0 T > ffffffffffffffff\no ffffffffffffffff 1 T > 0\n"
     "r 0 5 0\n"
     "f objects=2 bytes=1 types=1 roots=1 references=2\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 10000000000000000 1 1\no 1 10000000000000000 1\no 1 1 10000000000000000\n"
     "o 2 1 1 10000000000000000\nr 10000000000000000 1 0\nr 2 100000000 0\nr 2 0 100000000\n"
     "r 2 4 0 10000000000000000\nt 10000000000000000 U\nc x\n",
     "s 'x' v2\n"
     "n m 3 malformed, skipped: bad object id '10000000000000000'\n"
     "n m 4 malformed, skipped: bad type id '10000000000000000'\n"
     "n m 5 malformed, skipped: bad size '10000000000000000'\n"
     "n m 6 malformed, skipped: bad reference '10000000000000000'\n"
     "n m 7 malformed, skipped: bad object id '10000000000000000'\n"
     "n m 8 malformed, skipped: bad kind '100000000'\n"
     "n m 9 malformed, skipped: bad flags '100000000'\n"
     "n m 10 malformed, skipped: bad container type id '10000000000000000'\n"
     "n m 11 malformed, skipped: bad type id '10000000000000000'\n"
     "f types=1 malformed=9\ncomplete\n",
     "2 3 malformed: bad object id '10000000000000000'\n"},
};

/* Unknown kinds and flags, missing or superfluous containers, too many elements. */
static const log_case root_kinds_and_flags[] = {
    {"a 2 x\nt 1 T\no 1 1 1\nr 1 0 0\nr 1 1 1\nr 1 2 2\nr 1 3 4\nr 1 4 7 1\nr 1 5 3\nc x\n",
     "s 'x' v2\no 1 1 T\nr 1 4 7 T\nr 1 3 4\nr 1 1 1\nr 1 2 2\nr 1 0 0\nr 1 5 3\n"
     "f objects=1 bytes=1 types=1 roots=6\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\nr 1 6 0\nr 1 ffffffff 0\nr 1 1 8\nr 1 1 ffffffff\nc x\n",
     "s 'x' v2\no 1 1 T\nr 1 1 8\nr 1 1 ffffffff\nr 1 6 0\nr 1 ffffffff 0\n"
     "n a 4 unknown root kind 6\n"
     "n a 5 unknown root kind ffffffff\n"
     "n a 6 unknown root flags 8\n"
     "n a 7 unknown root flags ffffffff\n"
     "f objects=1 bytes=1 types=1 roots=4 anomalies=4\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\no 1 1 1\nr 1 4 0\nr 1 3 0 1\nr 1 4 0 1 2 3\nr 1 1 0 9 9\nr 1 7 10 1 1\nc x\n",
     "s 'x' v2\no 1 1 T\nr 1 4 0 T\nr 1 4 0\nr 1 3 0 T\nr 1 1 0 <unknown type 9>\nr 1 7 10 T\n"
     "n a 4 static root without a container type\n"
     "n a 5 container type on a root that is no static\n"
     "n a 6 more elements than a root record has\n"
     "n a 7 container type on a root that is no static\n"
     "n a 7 more elements than a root record has\n"
     "n a 8 unknown root kind 7\n"
     "n a 8 unknown root flags 10\n"
     "n a 8 container type on a root that is no static\n"
     "n a 8 more elements than a root record has\n"
     "n u 0 1 type has no record in the dump, and shows as <unknown type ID>: 9\n"
     "f objects=1 bytes=1 types=1 roots=5 unknown=1 anomalies=9\ncomplete\n",
     NULL},
    {"a 2 x\nt 1 T\nt 3 S\no 1 1 1\no 2 1 1\nr 2 1 0\nr 1 1 0\nr 1 1 1\nr 1 1 0\nr 2 4 0 1\n"
     "r 1 4 0 3\nr 1 4 0 1\nr 9 4 0 1\nr 8 4 0 1\nr 1 9 0\nr 1 8 0\nr 1 6 0\nc x\n",
     "s 'x' v2\no 1 1 T\no 2 1 T\nr 1 4 0 S\nr 1 4 0 T\nr 2 4 0 T\nr 8 4 0 dangling T\n"
     "r 9 4 0 dangling T\nr 1 1 0\nr 1 1 0\nr 1 1 1\nr 2 1 0\nr 1 6 0\nr 1 8 0\nr 1 9 0\n"
     "n a 15 unknown root kind 9\n"
     "n a 16 unknown root kind 8\n"
     "n a 17 unknown root kind 6\n"
     "n l 0 2 roots are left out, as the objects that they hold are not in the dump: 8 9\n"
     "f objects=2 bytes=2 types=2 roots=12 anomalies=3 dangling_roots=2\ncomplete\n",
     NULL},
};

int main(void)
{
    const struct CMUnitTest tests[] = {LOG_TEST(published), LOG_TEST(read_without_a_word),
                                       LOG_TEST(names),     LOG_TEST(versions),
                                       LOG_TEST(numbers),   LOG_TEST(root_kinds_and_flags)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
