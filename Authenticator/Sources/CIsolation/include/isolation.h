// Sandboxing of a process that parses untrusted input, with Linux's seccomp. `isolation_start` and `isolation_enter` fail with
// ENOTSUP on other systems, and on processors other than x86-64 and ARM64.
#ifndef ISOLATION_H
#define ISOLATION_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program without arguments, environment and open files, except one end of a socket as standard input and output.
/// Its standard error is discarded.
/// `name`: its argv[0].
/// `channel`: receives the other end, which no other process inherits.
/// Returns 0, or an errno; no process remains then.
int isolation_start(const char *program, const char *name, pid_t *process, int *channel);

/// Restricts the calling process permanently to reading standard input, writing standard output, allocating memory without
/// execute permission, and exiting. Opening a file fails; any other system call kills the process. Libraries must be loaded
/// before.
/// `memory`: the limit of the address space in bytes. `seconds`: the limit of CPU time.
/// Returns 0, or an errno; the process must exit then.
int isolation_enter(uint64_t memory, uint64_t seconds);

/// Protects the calling process's memory from other processes of the user, and from core dumps.
/// Returns 0 or an errno. Does nothing on systems other than Linux.
int isolation_hide(void);

#endif
