"""Starts Chromium so that it ends with its driver, and does not watch this host's network.

Chromium ends all requests with `ERR_NETWORK_CHANGED` when an address of the host changes, and other tests start
machines and containers. Its process gets no netlink socket, over which the kernel reports such changes. Run as
`chromium_launcher.py PROGRAM ARGUMENT...`.
"""

import ctypes
import errno
import os
import platform
import signal
import struct
import sys

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
SECCOMP_MODE_FILTER = 2
SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO = 0x7FFF0000, 0x00050000
BPF_LOAD, BPF_JUMP_IF_EQUAL, BPF_RETURN = 0x20, 0x15, 0x06
# Offsets in `struct seccomp_data`, and the number of `socket` on each architecture.
NUMBER, FIRST_ARGUMENT = 0, 16
SOCKET = {"x86_64": 41, "aarch64": 198}
AF_NETLINK = 16


class Filter(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def refuse_netlink() -> None:
    """Lets `socket(AF_NETLINK, ...)` fail in this process and its children, as on a kernel without netlink."""
    instructions = [
        (BPF_LOAD, 0, 0, NUMBER),
        (BPF_JUMP_IF_EQUAL, 0, 3, SOCKET[platform.machine()]),
        (BPF_LOAD, 0, 0, FIRST_ARGUMENT),
        (BPF_JUMP_IF_EQUAL, 0, 1, AF_NETLINK),
        (BPF_RETURN, 0, 0, SECCOMP_RET_ERRNO | errno.EAFNOSUPPORT),
        (BPF_RETURN, 0, 0, SECCOMP_RET_ALLOW),
    ]
    program = Filter(len(instructions), b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions))
    control(PR_SET_NO_NEW_PRIVS, 1)
    control(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program))


def control(*arguments) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(*arguments, *[0] * (5 - len(arguments))) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    control(PR_SET_PDEATHSIG, signal.SIGKILL)
    refuse_netlink()
    os.execv(sys.argv[1], sys.argv[1:])
