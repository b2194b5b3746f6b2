// What the kernel offers to take everything from a process that reads what a stranger made. On other systems than Linux, and on
// other processors than those below, both functions refuse.
#ifndef ISOLATION_H
#define ISOLATION_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program with no argument, no variable, and no descriptor but one end of a socket as standard input and output.
/// What it writes to standard error is lost.
/// `name`: its argv[0].
/// `channel`: the other end, which no other process inherits.
/// Returns 0 or the number of an error; nothing is left then.
int isolation_start(const char *program, const char *name, pid_t *process, int *channel);

/// Takes from the calling process, for good, all but reading standard input, writing standard output, allocating memory that
/// holds no code, and ending. Opening a file fails; any other call of the kernel kills the process. What it needs must be loaded.
/// `memory`: the most bytes of address space. `seconds`: the most time on a processor.
/// Returns 0 or the number of an error; the process must not go on then.
int isolation_enter(uint64_t memory, uint64_t seconds);

/// Keeps other processes of the user, and core dumps, from the calling process's memory.
/// Returns 0 or the number of an error. Does nothing on other systems than Linux.
int isolation_hide(void);

#endif
