/*
 * A file system that fails when it is told to: stands between a program and the C library for the calls
 * that change what lies below ".agent-handoff". Counts them, fails or kills at the n-th, and writes down
 * what was asked, so that a power cut can be acted out afterwards. Loaded with LD_PRELOAD by the tests.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { COUNT, FAIL_IO, FAIL_FULL, KILL, TEAR, STAY_IO, STAY_FULL };

/* Shared with the test through a mapped file. */
struct control {
  int64_t counted; /* calls seen so far */
  int64_t at;      /* the call that meets its fate, from 1; 0 for none */
  int64_t fate;    /* one of the above */
  int64_t met;     /* how many calls met it */
  int64_t kind;    /* which kind of call met it last: W, S, T, U, R or C */
};

static struct control *control;
static int trace = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_CONTROL");
  if (path == NULL) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
  const char *record = getenv("FAULT_TRACE");
  if (record != NULL) trace = open(record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int is_watched(const char *path) {
  static const char name[] = "/.agent-handoff";
  const char *found = control == NULL ? NULL : strstr(path, name);
  return found != NULL && (found[sizeof name - 1] == '/' || found[sizeof name - 1] == 0);
}

/* The path behind a descriptor where it is watched; else an empty text. */
static void watched_path(int fd, char *path, size_t size) {
  char link[64];
  path[0] = 0;
  if (control == NULL || fd <= 2) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
  if (!is_watched(path)) path[0] = 0;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Counts a call. Gives 0 to go on, an error number to fail with, or -1 to write half and die. */
static int fate(char kind) {
  int64_t number = __atomic_add_fetch(&control->counted, 1, __ATOMIC_SEQ_CST);
  int64_t what = control->fate;
  int64_t at = control->at;
  int stays = what == STAY_IO || what == STAY_FULL;
  if (at == 0 || what == COUNT || (stays ? number < at : number != at)) return 0;
  control->kind = kind;
  __atomic_add_fetch(&control->met, 1, __ATOMIC_SEQ_CST);
  if (what == KILL) die();
  if (what == TEAR) {
    if (kind != 'W') die();
    return -1;
  }
  return what == FAIL_IO || what == STAY_IO ? EIO : ENOSPC;
}

static void put(const void *bytes, size_t size) {
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (real(trace, bytes, size) < 0) abort();
}

/* One record: a line of what, offset, size and path, then the bytes. */
static void record(char what, const char *path, int64_t offset, const void *bytes, size_t size) {
  if (trace < 0) return;
  char head[4400];
  int length = snprintf(head, sizeof head, "%c %lld %zu %s\n", what, (long long)offset, size, path);
  put(head, (size_t)length);
  if (bytes != NULL) put(bytes, size);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static ssize_t written(int fd, const char *path, const void *bytes, size_t size, off64_t offset) {
  int verdict = fate('W');
  if (verdict > 0) {
    errno = verdict;
    return -1;
  }
  if (verdict < 0) {
    if (offset < 0) REAL(write)(fd, bytes, size / 2);
    else REAL(pwrite64)(fd, bytes, size / 2, offset);
    die();
  }
  pthread_mutex_lock(&turn);
  int64_t place = offset < 0 ? lseek64(fd, 0, SEEK_CUR) : offset;
  ssize_t result = offset < 0 ? REAL(write)(fd, bytes, size) : REAL(pwrite64)(fd, bytes, size, offset);
  if (result > 0) record('W', path, place, bytes, (size_t)result);
  pthread_mutex_unlock(&turn);
  return result;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  char path[4200];
  watched_path(fd, path, sizeof path);
  return path[0] ? written(fd, path, bytes, size, -1) : REAL(write)(fd, bytes, size);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  char path[4200];
  watched_path(fd, path, sizeof path);
  return path[0] ? written(fd, path, bytes, size, offset) : REAL(pwrite64)(fd, bytes, size, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  return pwrite64(fd, bytes, size, offset);
}

#define GUARDED(type, call, what, path, offset)   \
  do {                                            \
    int verdict = fate(what);                        \
    if (verdict > 0) {                            \
      errno = verdict;                            \
      return -1;                                  \
    }                                             \
    pthread_mutex_lock(&turn);                    \
    type result = (call);                         \
    if (result >= 0) record(what, path, offset, NULL, 0); \
    pthread_mutex_unlock(&turn);                  \
    return result;                                \
  } while (0)

#define ON_DESCRIPTOR(type, call, what, offset)   \
  do {                                            \
    char path[4200];                              \
    watched_path(fd, path, sizeof path);          \
    if (!path[0]) return (call);                  \
    GUARDED(type, call, what, path, offset);      \
  } while (0)

int fsync(int fd) { ON_DESCRIPTOR(int, REAL(fsync)(fd), 'S', 0); }

int fdatasync(int fd) { ON_DESCRIPTOR(int, REAL(fdatasync)(fd), 'S', 0); }

int ftruncate64(int fd, off64_t size) { ON_DESCRIPTOR(int, REAL(ftruncate64)(fd, size), 'T', size); }

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int unlink(const char *path) {
  if (!is_watched(path)) return REAL(unlink)(path);
  GUARDED(int, REAL(unlink)(path), 'U', path, 0);
}

int unlinkat(int directory, const char *path, int flags) {
  if (!is_watched(path)) return REAL(unlinkat)(directory, path, flags);
  GUARDED(int, REAL(unlinkat)(directory, path, flags), 'U', path, 0);
}

int rename(const char *from, const char *to) {
  if (!is_watched(to)) return REAL(rename)(from, to);
  char both[8500];
  snprintf(both, sizeof both, "%s\t%s", from, to);
  GUARDED(int, REAL(rename)(from, to), 'R', both, 0);
}

/* Only the making of files counts; opening one that is there changes nothing. */
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  int is_new = (flags & O_CREAT) && is_watched(path) && access(path, F_OK) != 0;
  if (!is_new) return REAL(open64)(path, flags, mode);
  GUARDED(int, REAL(open64)(path, flags, mode), 'C', path, 0);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open64(path, flags, mode);
}
