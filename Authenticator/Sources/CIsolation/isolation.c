#define _GNU_SOURCE
#include "isolation.h"

#include <errno.h>

#if defined(__linux__) && defined(__x86_64__)
#include <linux/audit.h>
#define PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__linux__) && defined(__aarch64__)
#include <linux/audit.h>
#define PROCESSOR AUDIT_ARCH_AARCH64
#endif

#ifdef PROCESSOR

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int isolation_start(const char *program, const char *name, pid_t *process, int *channel) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // The child has default signal handlers, whatever the calling thread has.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    int error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (error == 0) error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    char *arguments[] = {(char *)name, NULL};
    char *environment[] = {NULL};
    if (error == 0) error = posix_spawn(process, program, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (error != 0) close(ends[0]);
    *channel = ends[0];
    return error;
}

static int limit(int resource, uint64_t most) {
    const struct rlimit both = {most, most};
    return setrlimit(resource, &both);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half of an argument. Both processors are little-endian.
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ON(call, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), RETURN(action)
#define ALLOW(call) ON(call, SECCOMP_RET_ALLOW)
#define DENY(call) ON(call, SECCOMP_RET_ERRNO | EACCES)
#define ALLOW_ON(call, descriptor) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD_ARGUMENT(0), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, descriptor, 0, 1), RETURN(SECCOMP_RET_ALLOW), RETURN(SECCOMP_RET_KILL_PROCESS)
// For mmap and mprotect, whose third argument is the protection.
#define ALLOW_WITHOUT_CODE(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD_ARGUMENT(2), \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0), RETURN(SECCOMP_RET_ALLOW), RETURN(SECCOMP_RET_KILL_PROCESS)

static int filter_calls(void) {
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 1, 0),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        ALLOW_ON(read, STDIN_FILENO),
        ALLOW_ON(write, STDOUT_FILENO),
        ALLOW_WITHOUT_CODE(mmap),
        ALLOW_WITHOUT_CODE(mprotect),
        ALLOW(brk),
        ALLOW(mremap),
        ALLOW(munmap),
        ALLOW(madvise),
        ALLOW(futex),
        // qsort queries the size of memory.
        ALLOW(sysinfo),
        ALLOW(exit_group),
        // iconv looks for converter modules. Without them it uses its built-in ones.
#ifdef __NR_open
        DENY(open),
#endif
        DENY(openat),
        DENY(newfstatat),
        RETURN(SECCOMP_RET_KILL_PROCESS),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    // A positive result is the id of a thread that could not be synchronized.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
}

int isolation_enter(uint64_t memory, uint64_t seconds) {
    errno = EPERM;
    int refused = prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0
        || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0
        || close_range(STDERR_FILENO, ~0U, 0) != 0
        || limit(RLIMIT_AS, memory) != 0
        || limit(RLIMIT_CPU, seconds) != 0
        || limit(RLIMIT_FSIZE, 0) != 0
        || limit(RLIMIT_NOFILE, 0) != 0
        || limit(RLIMIT_NPROC, 0) != 0
        || limit(RLIMIT_CORE, 0) != 0
        || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        || filter_calls() != 0;
    return refused ? errno : 0;
}

#else

int isolation_start(const char *program, const char *name, pid_t *process, int *channel) { return ENOTSUP; }

int isolation_enter(uint64_t memory, uint64_t seconds) { return ENOTSUP; }

#endif

#if defined(__linux__)
#include <sys/prctl.h>

int isolation_hide(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno; }

#else

int isolation_hide(void) { return 0; }

#endif
