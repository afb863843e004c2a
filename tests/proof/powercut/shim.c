/* Preloaded into the server: records all operations on the database's files, in one total order.
 *
 * POWERCUT_FILES is the database's path. Files whose path begins with it (-wal, -journal, .alive)
 * are recorded, except -shm, which SQLite recreates. Records are appended to POWERCUT_LOG. A record
 * is a header (host byte order) and its data:
 *   u64 monotonic ns, u64 offset, u32 bytes, u32 thread, u16 operation, u16 length of the name,
 *   u32 zero; the name's suffix; the bytes.
 * A write and its record are made together under a lock. A sync has two records, because it covers
 * only what was written before it began, and only once it has ended.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { CREATE = 1, WRITE, TRUNCATE, SYNC_BEGINS, SYNC_ENDS, UNLINK, DIR_SYNC_BEGINS, DIR_SYNC_ENDS };
enum { FILES = 4096, NAME = 32 };

typedef struct {
    uint64_t at, offset;
    uint32_t bytes, thread;
    uint16_t operation, name_length;
    uint32_t zero;
} Header;

typedef struct {
    int known; /* 1: a file of the database, 2: its directory */
    char name[NAME];
} File;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static File files[FILES];
static const char *base;
static size_t base_length, dir_length;
static int out = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("POWERCUT_LOG");
    base = getenv("POWERCUT_FILES");
    if (!base || !log) return;
    base_length = strlen(base);
    dir_length = (size_t)(strrchr(base, '/') - base);
    out = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(int operation, const char *name, uint64_t offset, const void *data, size_t bytes) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    Header head = {(uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec, offset,
                   (uint32_t)bytes, (uint32_t)syscall(SYS_gettid), (uint16_t)operation,
                   (uint16_t)strlen(name), 0};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)name, head.name_length}, {(void *)data, bytes}};
    if (syscall(SYS_writev, out, parts, data ? 3 : 2) < 0) abort(); /* a gap makes the log useless */
}

static const char *recorded_suffix(const char *path) {
    if (out < 0 || strncmp(path, base, base_length) != 0) return NULL;
    const char *suffix = path + base_length;
    return strcmp(suffix, "-shm") == 0 || strlen(suffix) >= NAME ? NULL : suffix;
}

static void opened(int fd, const char *path, int existed) {
    if (fd < 0 || fd >= FILES || out < 0) return;
    const char *suffix = recorded_suffix(path);
    pthread_mutex_lock(&lock);
    files[fd].known = 0;
    if (suffix) {
        files[fd].known = 1;
        strcpy(files[fd].name, suffix);
        if (!existed) record(CREATE, suffix, 0, NULL, 0);
    } else if (strncmp(path, base, dir_length) == 0 && path[dir_length] == 0) {
        files[fd].known = 2;
    }
    pthread_mutex_unlock(&lock);
}

static int open_any(int at, const char *path, int flags, mode_t mode) {
    int existed = out < 0 || !recorded_suffix(path) || access(path, F_OK) == 0;
    int fd = (int)syscall(SYS_openat, at, path, flags, mode);
    opened(fd, path, existed);
    return fd;
}

#define OPEN(name)                                     \
    int name(const char *path, int flags, ...) {       \
        va_list rest;                                  \
        va_start(rest, flags);                         \
        mode_t mode = va_arg(rest, mode_t);            \
        va_end(rest);                                  \
        return open_any(AT_FDCWD, path, flags, mode);  \
    }
OPEN(open)
OPEN(open64)

static File *known(int fd) { return fd >= 0 && fd < FILES && files[fd].known ? &files[fd] : NULL; }

int close(int fd) {
    if (fd >= 0 && fd < FILES) files[fd].known = 0;
    return REAL(close)(fd);
}

static ssize_t pwrite_any(int fd, const void *data, size_t bytes, off_t offset) {
    File *file = known(fd);
    if (!file) return (ssize_t)syscall(SYS_pwrite64, fd, data, bytes, offset);
    pthread_mutex_lock(&lock);
    ssize_t done = (ssize_t)syscall(SYS_pwrite64, fd, data, bytes, offset);
    if (done > 0) record(WRITE, file->name, (uint64_t)offset, data, (size_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t bytes, off_t offset) {
    return pwrite_any(fd, data, bytes, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t bytes, off64_t offset) {
    return pwrite_any(fd, data, bytes, offset);
}

ssize_t write(int fd, const void *data, size_t bytes) {
    if (known(fd)) abort(); /* SQLite uses only pwrite; the records need an offset */
    return (ssize_t)syscall(SYS_write, fd, data, bytes);
}

int ftruncate64(int fd, off64_t size) {
    File *file = known(fd);
    pthread_mutex_lock(&lock);
    int failed = (int)syscall(SYS_ftruncate, fd, size);
    if (file && !failed) record(TRUNCATE, file->name, (uint64_t)size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return failed;
}

static int sync_any(int number, int fd) {
    File *file = known(fd);
    if (!file) return (int)syscall(number, fd);
    int begins = file->known == 2 ? DIR_SYNC_BEGINS : SYNC_BEGINS;
    pthread_mutex_lock(&lock);
    record(begins, file->name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    int failed = (int)syscall(number, fd);
    pthread_mutex_lock(&lock);
    if (!failed) record(begins + 1, file->name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return failed;
}

int fdatasync(int fd) { return sync_any(SYS_fdatasync, fd); }
int fsync(int fd) { return sync_any(SYS_fsync, fd); }

int unlink(const char *path) {
    const char *suffix = recorded_suffix(path);
    pthread_mutex_lock(&lock);
    int failed = (int)syscall(SYS_unlink, path);
    if (suffix && !failed) record(UNLINK, suffix, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return failed;
}
