/* file.c - files, the standard streams and the environment; see file.h.
 *
 * errno is set to 0 before each call whose failure it may explain: not every library sets it, and a
 * stale value would mislead.
 */
#include "base/file.h"

#include "base/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

FILE *gcv_standard_input(void) { return gcv_system_binary(stdin); }

FILE *gcv_standard_output(void) { return gcv_system_binary(stdout); }

FILE *gcv_standard_error(void) { return gcv_system_binary(stderr); }

const char *gcv_environment(const char *name) { return getenv(name); }

const char *gcv_system_message(int sys) { return strerror(sys); }

/* ---- reading ------------------------------------------------------------------------------ */

/* Some systems open a folder but do not read it, others do not open it: the message is the same. */
static const char *open_or_read(int sys)
{
#ifdef EISDIR
    return sys == EISDIR ? "read" : "open";
#else
    (void)sys;
    return "open";
#endif
}

FILE *gcv_file_open(const char *path, gcv_error *err)
{
    errno = 0;
    FILE *file = gcv_system_open(path, "rb");
    if (file == NULL) {
        (void)gcv_error_fill(err, GCV_ERR_INPUT, path, errno, "cannot %s", open_or_read(errno));
    }
    return file;
}

gcv_status gcv_file_read(FILE *file, const char *name, void *to, size_t size, size_t *got,
                         gcv_error *err)
{
    errno = 0;
    *got = fread(to, 1, size, file);
    return *got < size && ferror(file)
               ? gcv_error_fill(err, GCV_ERR_INPUT, name, errno, "cannot read")
               : GCV_OK;
}

bool gcv_file_save_position(FILE *file, fpos_t *position)
{
    return fseek(file, 0, SEEK_CUR) == 0 && fgetpos(file, position) == 0;
}

bool gcv_file_restore_position(FILE *file, const fpos_t *position)
{
    clearerr(file);
    return fsetpos(file, position) == 0;
}

/* A device or a file in /proc has no size. */
uint64_t gcv_file_size(FILE *file, const fpos_t *position)
{
    uint64_t first, last;
    bool found = gcv_system_tell(file, &first) && fseek(file, 0, SEEK_END) == 0 &&
                 gcv_system_tell(file, &last) && last > first;
    return gcv_file_restore_position(file, position) && found ? last - first : 0;
}

void gcv_file_close(FILE *file)
{
    if (file != NULL) {
        (void)fclose(file);
    }
}

static bool have_equal_bytes(FILE *a, FILE *b)
{
    char bytes[2][4096];
    size_t n, m;
    do {
        n = fread(bytes[0], 1, sizeof bytes[0], a);
        m = fread(bytes[1], 1, sizeof bytes[1], b);
    } while (n > 0 && n == m && memcmp(bytes[0], bytes[1], n) == 0);
    return n == 0 && m == 0 && !ferror(a) && !ferror(b);
}

static bool compare(FILE *file, const char *path, bool (*test)(FILE *a, FILE *b))
{
    FILE *other = file != NULL ? gcv_file_open(path, NULL) : NULL;
    bool passed = other != NULL && test(file, other);
    gcv_file_close(other);
    return passed;
}

static bool compare_named(const char *a, const char *b, bool (*test)(FILE *a, FILE *b))
{
    FILE *file = gcv_file_open(a, NULL);
    bool passed = compare(file, b, test);
    gcv_file_close(file);
    return passed;
}

bool gcv_file_is(FILE *file, const char *path)
{
    return compare(file, path, gcv_system_is_one_file);
}

bool gcv_is_one_file(const char *a, const char *b)
{
    return compare_named(a, b, gcv_system_is_one_file);
}

bool gcv_files_are_equal(const char *a, const char *b)
{
    return compare_named(a, b, have_equal_bytes);
}

/* ---- writing ------------------------------------------------------------------------------ */

static gcv_status write_failed(const char *name, int sys, gcv_error *err)
{
    gcv_status status = gcv_system_is_closed_pipe(sys) ? GCV_ERR_OUTPUT_PIPE : GCV_ERR_OUTPUT;
    return name != NULL ? gcv_error_fill(err, status, NULL, sys, "cannot write to '%s'", name)
                        : gcv_error_fill(err, status, NULL, sys, "cannot write to standard output");
}

static FILE *open_to_write(const char *path, const char *mode, gcv_error *err)
{
    errno = 0;
    FILE *file = gcv_system_open(path, mode);
    if (file == NULL) {
        (void)write_failed(path, errno, err);
    }
    return file;
}

FILE *gcv_file_create(const char *path, gcv_error *err) { return open_to_write(path, "wb", err); }

FILE *gcv_file_append(const char *path, gcv_error *err) { return open_to_write(path, "ab", err); }

FILE *gcv_file_temporary(gcv_error *err)
{
    errno = 0;
    FILE *file = gcv_system_temporary();
    if (file == NULL) {
        (void)gcv_error_fill(err, GCV_ERR_OUTPUT, NULL, errno, "cannot make a temporary file");
    }
    return file;
}

bool gcv_file_seek_end(FILE *file, uint64_t *size)
{
    return fseek(file, 0, SEEK_END) == 0 && gcv_system_tell(file, size);
}

gcv_status gcv_file_write(FILE *file, const char *name, const void *bytes, size_t size,
                          gcv_error *err)
{
    errno = 0;
    return fwrite(bytes, 1, size, file) == size ? GCV_OK : write_failed(name, errno, err);
}

void gcv_file_expect_prints(void) { errno = 0; }

gcv_status gcv_file_flush(FILE *file, const char *name, gcv_error *err)
{
    int earlier = errno;
    bool failed = ferror(file) != 0;
    errno = 0;
    return fflush(file) == 0 && !failed ? GCV_OK
                                        : write_failed(name, failed ? earlier : errno, err);
}

gcv_status gcv_file_finish(FILE *file, const char *name, gcv_error *err)
{
    errno = 0;
    return fclose(file) == 0 ? GCV_OK : write_failed(name, errno, err);
}
