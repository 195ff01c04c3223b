/* file.c - files and the standard streams; see file.h.
 *
 * errno is set to 0 before each call whose failure it may explain: not every library sets it, and
 * an old value would be a wrong explanation.
 */
#include "base/file.h"

#include "base/error.h"

#include <errno.h>
#include <string.h>

/* On systems that tell text from bytes the mode of these streams has to be changed here. */
FILE *gcv_standard_input(void) { return stdin; }

FILE *gcv_standard_output(void) { return stdout; }

FILE *gcv_standard_error(void) { return stderr; }

const char *gcv_system_message(int sys) { return strerror(sys); }

/* ---- reading ------------------------------------------------------------------------------ */

FILE *gcv_file_open(const char *path, gcv_error *err)
{
    FILE *file;
    errno = 0;
    file = fopen(path, "rb");
    if (file == NULL) {
        (void)gcv_fail_system(err, GCV_ERR_INPUT, path, errno, "cannot open");
    }
    return file;
}

gcv_status gcv_file_read(FILE *file, const char *name, void *to, size_t size, size_t *got,
                         gcv_error *err)
{
    errno = 0;
    *got = fread(to, 1, size, file);
    return *got < size && ferror(file)
               ? gcv_fail_system(err, GCV_ERR_INPUT, name, errno, "cannot read")
               : GCV_OK;
}

bool gcv_file_tell(FILE *file, fpos_t *position)
{
    return fseek(file, 0, SEEK_CUR) == 0 && fgetpos(file, position) == 0;
}

bool gcv_file_return(FILE *file, const fpos_t *position)
{
    clearerr(file);
    return fsetpos(file, position) == 0;
}

/* A long holds the size wherever it has 64 bits; elsewhere ftell() refuses beyond 2 GiB, and the
 * size is not known. A device or a file of /proc has none. */
uint64_t gcv_file_size(FILE *file, const fpos_t *position)
{
    long first = ftell(file), last = -1;
    if (first >= 0 && fseek(file, 0, SEEK_END) == 0) {
        last = ftell(file);
    }
    return gcv_file_return(file, position) && last > first ? (uint64_t)(last - first) : 0;
}

void gcv_file_close(FILE *file) { (void)fclose(file); }

/* ---- writing ------------------------------------------------------------------------------ */

static gcv_status write_failed(const char *name, int sys, gcv_error *err)
{
    gcv_status status = GCV_ERR_OUTPUT;
#ifdef EPIPE
    if (sys == EPIPE) {
        status = GCV_ERR_OUTPUT_PIPE;
    }
#endif
    return gcv_fail_system(err, status, NULL, sys, "cannot write to '%s'", name);
}

FILE *gcv_file_create(const char *path, gcv_error *err)
{
    FILE *file;
    errno = 0;
    file = fopen(path, "wb");
    if (file == NULL) {
        (void)write_failed(path, errno, err);
    }
    return file;
}

gcv_status gcv_file_write(FILE *file, const char *name, const void *bytes, size_t size,
                          gcv_error *err)
{
    errno = 0;
    return fwrite(bytes, 1, size, file) == size ? GCV_OK : write_failed(name, errno, err);
}

gcv_status gcv_file_flush(FILE *file, const char *name, gcv_error *err)
{
    errno = 0;
    return fflush(file) == 0 && !ferror(file) ? GCV_OK : write_failed(name, errno, err);
}

gcv_status gcv_file_finish(FILE *file, const char *name, gcv_error *err)
{
    errno = 0;
    return fclose(file) == 0 ? GCV_OK : write_failed(name, errno, err);
}
