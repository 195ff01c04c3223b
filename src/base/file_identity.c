/* file_identity.c - which file a name stands for; see file_identity.h.
 *
 * Linux shows the inode of an open file in /proc/self/fdinfo, under its descriptor. C99 has no
 * function that returns the descriptor, but the system assigns the lowest free one. system.c asks
 * Windows.
 *
 * The same place names the mount of an open file; terminals have a file system of their own.
 *
 * Linux follows at most 40 symbolic links in a path. So a path that begins with enough links, such
 * as /proc/self, can be opened if and only if no further link follows.
 */
#include "base/file_identity.h"

#include "base/file.h"
#include "base/system.h"
#include "base/text.h"

#include <string.h>

enum { PATH_ROOM = 4096, DESCRIPTORS_MAX = 1024, LINKS_MAX = 40 };

/* ---- inodes ------------------------------------------------------------------------------- */

static FILE *open_facts(unsigned descriptor)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/fdinfo/%u", descriptor);
    return gcv_file_open(path, NULL);
}

static unsigned free_descriptor(void)
{
    unsigned n;
    for (n = 0; n < DESCRIPTORS_MAX; n++) {
        FILE *facts = open_facts(n);
        if (facts == NULL) {
            break;
        }
        gcv_file_close(facts);
    }
    return n;
}

/* A number that describes an open file. It stays text: it is only compared. */
typedef struct file_fact {
    char text[512]; /* storage of `number` */
    gcv_slice number;
} file_fact;

/* `key` is the newline before a line, which is not the first, and its key with the colon. */
static bool fact_of_descriptor(unsigned descriptor, const char *key, file_fact *out)
{
    FILE *facts = open_facts(descriptor);
    size_t size = 0;
    const char *line;
    if (facts != NULL) {
        if (gcv_file_read(facts, "", out->text, sizeof out->text - 1, &size, NULL) != GCV_OK) {
            size = 0;
        }
        gcv_file_close(facts);
    }
    out->text[size] = '\0';
    line = strstr(out->text, key);
    if (line == NULL) {
        return false;
    }
    line += strlen(key);
    out->number = gcv_slice_trim(gcv_slice_of(line, strcspn(line, "\n")));
    return true;
}

/* Finds the inode of a file, or the system's equivalent; false: not known. */
static bool inode_of(const char *path, file_fact *out)
{
    unsigned next = free_descriptor();
    FILE *file = gcv_file_open(path, NULL);
    bool found = false;
    if (file != NULL && gcv_system_identify(file, out->text, sizeof out->text)) {
        out->number = gcv_slice_str(out->text);
        found = true;
    } else if (file != NULL) {
        found = fact_of_descriptor(next, "\nino:", out);
    }
    if (file != NULL) {
        gcv_file_close(file);
    }
    return found;
}

static bool are_told_apart(const char *a, const char *b)
{
    file_fact inodes[2];
    return inode_of(a, &inodes[0]) && inode_of(b, &inodes[1]) &&
           !gcv_slice_equal(inodes[0].number, inodes[1].number);
}

bool gcv_is_one_file(const char *a, const char *b)
{
    file_fact inodes[2];
    return inode_of(a, &inodes[0]) && inode_of(b, &inodes[1]) &&
           gcv_slice_equal(inodes[0].number, inodes[1].number);
}

/* ---- terminals ---------------------------------------------------------------------------- */

/* Whether the mount with this number holds terminals. A line of mountinfo begins with the number;
 * the type of the file system follows a dash. */
static bool holds_terminals(FILE *mounts, gcv_slice number)
{
    char line[PATH_ROOM];
    bool found = false, at_start = true;
    while (!found && fgets(line, sizeof line, mounts) != NULL) {
        found = at_start && strncmp(line, number.data, number.size) == 0 &&
                line[number.size] == ' ' && strstr(line, " - devpts ") != NULL;
        at_start = strchr(line, '\n') != NULL;
    }
    return found;
}

bool gcv_file_is_terminal(const FILE *file)
{
    file_fact mount;
    FILE *mounts;
    bool found = false;
    if (file != gcv_standard_output() || !fact_of_descriptor(1, "\nmnt_id:", &mount)) {
        return false;
    }
    mounts = gcv_file_open("/proc/self/mountinfo", NULL);
    if (mounts != NULL) {
        found = holds_terminals(mounts, mount.number);
        gcv_file_close(mounts);
    }
    return found;
}

/* ---- contents ----------------------------------------------------------------------------- */

/* Compares the sizes first: most files differ in size. */
static bool have_like_content(FILE *file, const char *path)
{
    FILE *other = gcv_file_open(path, NULL);
    fpos_t start, other_start;
    bool alike = false;
    if (other != NULL) {
        if (gcv_file_save_position(file, &start)) {
            alike = gcv_file_follow(other, file) && gcv_file_save_position(other, &other_start) &&
                    gcv_file_size(file, &start) == gcv_file_size(other, &other_start) &&
                    gcv_file_rests_are_equal(file, other);
            alike = gcv_file_restore_position(file, &start) && alike;
        }
        gcv_file_close(other);
    }
    return alike;
}

bool gcv_file_may_be(FILE *file, const char *name, const char *path)
{
    bool standard = strcmp(name, "-") == 0;
    if (standard && file == gcv_standard_input()) {
        name = "/proc/self/fd/0";
        standard = false;
    }
    return (standard || !are_told_apart(name, path)) && have_like_content(file, path);
}

/* ---- symbolic links ----------------------------------------------------------------------- */

/* Tries to open a path after a prefix of `links` symbolic links that leads to where the path
 * begins. */
static gcv_file_trial try_behind(unsigned links, const char *path, size_t size, const char *end)
{
    static const char head[] = "/proc/", link[] = "self/../";
    char name[PATH_ROOM];
    const char *start = path[0] == '/' ? "self/root" : "self/cwd/"; /* two links */
    size_t used = sizeof head - 1;
    memcpy(name, head, used);
    for (; links > 2; links--) {
        memcpy(name + used, link, sizeof link - 1);
        used += sizeof link - 1;
    }
    if (size >= sizeof name - used - strlen(start) - strlen(end)) {
        return GCV_FILE_DOES_NOT_OPEN;
    }
    (void)snprintf(name + used, sizeof name - used, "%s%.*s%s", start, (int)size, path, end);
    return gcv_file_try(name);
}

bool gcv_path_is_link(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    unsigned links = LINKS_MAX;
    while (links > 2 && try_behind(links, path, folder, ".") == GCV_FILE_HAS_TOO_MANY_LINKS) {
        links--; /* the folder has links of its own */
    }
    return try_behind(links, path, folder, ".") == GCV_FILE_OPENS &&
           try_behind(links, path, strlen(path), "") == GCV_FILE_HAS_TOO_MANY_LINKS;
}
