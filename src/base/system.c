/* system.c - the differences between systems; see system.h.
 *
 * Windows opens the standard streams in text mode, which takes byte 26 for the end and adds a
 * carriage return to each line. Its ftell() has 32 bits and does not fail beyond them; its
 * tmpfile() creates a file in the root of the drive, where few may write; and writing to a pipe
 * without a reader is EINVAL. Opening a folder is EACCES, as if permission were missing; names that
 * no file can have, such as rules of `check`, are EINVAL; and a file in place of a folder is
 * ENOENT.
 *
 * Owners, groups and modes of files, symbolic links, terminals and masks of signals are those of
 * POSIX; other systems do without.
 */
#ifdef _WIN32
#define _CRT_RAND_S /* declares rand_s() */
#elif defined __unix__ || (defined __APPLE__ && defined __MACH__)
#define HAS_POSIX
#define _POSIX_C_SOURCE 200809L /* declares lstat() and others */
#endif

#include "base/system.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#ifdef HAS_POSIX
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#ifdef _WIN32

#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

enum { PATH_ROOM = 2048 };

FILE *gcv_system_binary(FILE *stream)
{
    (void)_setmode(_fileno(stream), _O_BINARY);
    return stream;
}

/* Whether the last folder of `path` is in fact a file. */
static bool is_below_file(const char *path)
{
    const char *end = strrchr(path, '/');
    size_t size = end != NULL ? (size_t)(end - path) : 0;
    char folder[PATH_ROOM];
    struct _stat64 facts;
    if (size == 0 || size >= sizeof folder) {
        return false;
    }
    memcpy(folder, path, size);
    folder[size] = '\0';
    return _stat64(folder, &facts) == 0 && (facts.st_mode & _S_IFDIR) == 0;
}

FILE *gcv_system_open(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    struct _stat64 facts;
    if (file == NULL && (errno == EINVAL || errno == ENOENT)) {
        errno = is_below_file(path) ? ENOTDIR : ENOENT;
    } else if (file == NULL && errno == EACCES) {
        bool is_folder = _stat64(path, &facts) == 0 && (facts.st_mode & _S_IFDIR) != 0;
        errno = is_folder ? EISDIR : EACCES;
    }
    return file;
}

/* Names of wide characters may be longer than 260 characters in every function. */
static bool widen(const char *path, wchar_t wide[PATH_ROOM])
{
    return MultiByteToWideChar(CP_ACP, 0, path, -1, wide, PATH_ROOM) > 0;
}

bool gcv_file_exists(const char *path)
{
    wchar_t wide[PATH_ROOM];
    return widen(path, wide) && _waccess(wide, 0) == 0;
}

bool gcv_file_remove(const char *path)
{
    wchar_t wide[PATH_ROOM];
    return widen(path, wide) && _wremove(wide) == 0;
}

bool gcv_file_rename(const char *path, const char *to)
{
    wchar_t wide[PATH_ROOM], wide_to[PATH_ROOM];
    return widen(path, wide) && widen(to, wide_to) && _wrename(wide, wide_to) == 0;
}

bool gcv_system_is_one_file(FILE *a, FILE *b)
{
    BY_HANDLE_FILE_INFORMATION x, y;
    return GetFileInformationByHandle((HANDLE)_get_osfhandle(_fileno(a)), &x) &&
           GetFileInformationByHandle((HANDLE)_get_osfhandle(_fileno(b)), &y) &&
           x.dwVolumeSerialNumber == y.dwVolumeSerialNumber &&
           x.nFileIndexHigh == y.nFileIndexHigh && x.nFileIndexLow == y.nFileIndexLow;
}

bool gcv_system_tell(FILE *file, uint64_t *at)
{
    int64_t here = _ftelli64(file);
    *at = here >= 0 ? (uint64_t)here : 0;
    return here >= 0;
}

static FILE *create_new(const char *path, int flags)
{
    int descriptor =
        _open(path, _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY | flags, _S_IREAD | _S_IWRITE);
    FILE *file = descriptor >= 0 ? _fdopen(descriptor, "w+b") : NULL;
    if (file == NULL && descriptor >= 0) {
        (void)_close(descriptor);
    }
    return file;
}

FILE *gcv_file_create_new(const char *path) { return create_new(path, 0); }

/* Another process may take the name before the file is created: hence the tries. Windows removes
 * the file when it is closed, or when the program ends before that. */
FILE *gcv_system_temporary(void)
{
    FILE *file = NULL;
    for (unsigned tries = 0; file == NULL && tries < 100; tries++) {
        char *name = _tempnam(NULL, "gcview");
        file = name != NULL ? create_new(name, _O_TEMPORARY) : NULL;
        free(name); /* the C library allocated it */
    }
    return file;
}

bool gcv_random_bytes(void *to, size_t size)
{
    char *bytes = to;
    for (size_t i = 0; i < size; i++) {
        unsigned number;
        if (rand_s(&number) != 0) {
            return false;
        }
        bytes[i] = (char)(number & 0xff);
    }
    return true;
}

bool gcv_system_is_closed_pipe(int sys) { return sys == EPIPE || sys == EINVAL; }

bool gcv_backslash_separates(void) { return true; }

#else

FILE *gcv_system_binary(FILE *stream) { return stream; }

FILE *gcv_system_open(const char *path, const char *mode) { return fopen(path, mode); }

/* Where a long has 32 bits, ftell() fails beyond 2 GiB, although files may be larger. The position
 * is then found by seeking back in steps until it fits a long. */
bool gcv_system_tell(FILE *file, uint64_t *at)
{
    static const long step = 1L << 30;
    long rest = ftell(file);
    fpos_t here;
    bool found = rest >= 0;
    *at = 0;
    if (!found && fgetpos(file, &here) == 0) {
        while (rest < 0 && fseek(file, -step, SEEK_CUR) == 0) {
            *at += (uint64_t)step;
            rest = ftell(file);
        }
        found = fsetpos(file, &here) == 0 && rest >= 0;
    }
    *at += found ? (uint64_t)rest : 0;
    return found;
}

bool gcv_file_remove(const char *path) { return remove(path) == 0; }

bool gcv_file_rename(const char *path, const char *to) { return rename(path, to) == 0; }

FILE *gcv_system_temporary(void) { return tmpfile(); }

bool gcv_random_bytes(void *to, size_t size)
{
    FILE *file = fopen("/dev/urandom", "rb");
    bool read =
        file != NULL && setvbuf(file, NULL, _IONBF, 0) == 0 && fread(to, 1, size, file) == size;
    if (file != NULL) {
        (void)fclose(file);
    }
    return read;
}

bool gcv_system_is_closed_pipe(int sys)
{
#ifdef EPIPE
    return sys == EPIPE;
#else
    (void)sys;
    return false;
#endif
}

bool gcv_backslash_separates(void) { return false; }

#endif

/* ---- POSIX --------------------------------------------------------------------------------- */

#ifdef HAS_POSIX

/* Any failure but a missing name means that something is there, perhaps out of reach. */
bool gcv_file_exists(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0 || errno != ENOENT;
}

bool gcv_path_is_link(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

bool gcv_system_is_one_file(FILE *a, FILE *b)
{
    struct stat x, y;
    return fstat(fileno(a), &x) == 0 && fstat(fileno(b), &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* POSIX has no name for the request before 2024, but all current systems do. */
size_t gcv_terminal_columns(FILE *file)
{
    size_t columns = 0;
    if (isatty(fileno(file)) != 1) {
        return 0;
    }
#ifdef TIOCGWINSZ
    struct winsize window;
    columns = ioctl(fileno(file), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
#endif
    return columns > 0 ? columns : GCV_USUAL_COLUMNS;
}

enum { ALL_BITS = 0777, OF_GROUP = 0070, OF_OTHERS = 0007, READS = 4 };

FILE *gcv_file_create_new(const char *path)
{
    int descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w+b") : NULL;
    if (file == NULL && descriptor >= 0) {
        (void)close(descriptor);
    }
    return file;
}

gcv_access gcv_access_of(FILE *file)
{
    gcv_access access = {false, 0, 0};
    struct stat facts;
    if (fstat(fileno(file), &facts) == 0 && S_ISREG(facts.st_mode)) {
        access.known = true;
        access.mode = (unsigned)facts.st_mode & ALL_BITS;
        access.group = facts.st_gid;
    }
    return access;
}

/* Who is in the one group may be a stranger to the other file, and the other way round: of two
 * groups, only what both the group and the others may do is safe. */
void gcv_access_limit(gcv_access *access, const gcv_access *other)
{
    bool group = (other->mode >> 3 & READS) != 0, others = (other->mode & READS) != 0;
    if (!access->known || !other->known) {
        return;
    }
    if (access->group != other->group) {
        group = others = group && others;
    }
    access->mode &= ~(group ? 0u : OF_GROUP) & ~(others ? 0u : OF_OTHERS);
}

static unsigned mode_of_new(void)
{
    mode_t mask = umask(OF_GROUP | OF_OTHERS);
    (void)umask(mask);
    return 0666u & ~(unsigned)mask;
}

bool gcv_file_give_access(FILE *file, const gcv_access *replaced, const gcv_access *limit)
{
    const int descriptor = fileno(file);
    gcv_access access = gcv_access_of(file);
    const unsigned mode = access.mode;
    if (!access.known) {
        return true;
    }
    if (replaced->known && replaced->group != access.group &&
        fchown(descriptor, (uid_t)-1, (gid_t)replaced->group) == 0) {
        access.group = replaced->group;
    }
    access.mode = replaced->known ? replaced->mode : mode_of_new();
    gcv_access_limit(&access, replaced);
    gcv_access_limit(&access, limit);
    return fchmod(descriptor, (mode_t)access.mode) == 0 ||
           (mode & ~access.mode & (READS << 3 | READS)) == 0;
}

static void change_mask(int how, bool interrupt, bool terminate, sigset_t *before)
{
    sigset_t set;
    (void)sigemptyset(&set);
    if (interrupt) {
        (void)sigaddset(&set, SIGINT);
    }
    if (terminate) {
        (void)sigaddset(&set, SIGTERM);
    }
    (void)sigprocmask(how, &set, before);
}

void gcv_interrupts_hold(gcv_interrupts *before)
{
    sigset_t mask;
    change_mask(SIG_BLOCK, true, true, &mask);
    before->interrupt_waits = sigismember(&mask, SIGINT) == 1;
    before->terminate_waits = sigismember(&mask, SIGTERM) == 1;
}

void gcv_interrupts_release(const gcv_interrupts *before)
{
    change_mask(SIG_UNBLOCK, !before->interrupt_waits, !before->terminate_waits, NULL);
}

#else

#ifndef _WIN32
/* Opening it may wait for the other end of a named pipe. */
bool gcv_file_exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL;
}

bool gcv_system_is_one_file(FILE *a, FILE *b) { return a == b; }

/* Mode x is from C11, and the C libraries of all current systems know it. */
FILE *gcv_file_create_new(const char *path) { return fopen(path, "wbx"); }
#endif

bool gcv_path_is_link(const char *path)
{
    (void)path;
    return false;
}

size_t gcv_terminal_columns(FILE *file)
{
    (void)file;
    return 0;
}

gcv_access gcv_access_of(FILE *file)
{
    (void)file;
    return (gcv_access){0};
}

void gcv_access_limit(gcv_access *access, const gcv_access *other)
{
    (void)access;
    (void)other;
}

bool gcv_file_give_access(FILE *file, const gcv_access *replaced, const gcv_access *limit)
{
    (void)file;
    (void)replaced;
    (void)limit;
    return true;
}

void gcv_interrupts_hold(gcv_interrupts *before)
{
    before->interrupt = signal(SIGINT, SIG_IGN);
    before->terminate = signal(SIGTERM, SIG_IGN);
}

void gcv_interrupts_release(const gcv_interrupts *before)
{
    if (before->interrupt != SIG_ERR) {
        (void)signal(SIGINT, before->interrupt);
    }
    if (before->terminate != SIG_ERR) {
        (void)signal(SIGTERM, before->terminate);
    }
}

#endif

void gcv_fail_at_size_limit(void)
{
#ifdef SIGXFSZ
    (void)signal(SIGXFSZ, SIG_IGN);
#endif
}
