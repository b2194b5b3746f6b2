// The functions of Apple's C library that Linux lacks, as declared in the SDK's headers. The others are Linux's own.
#include <stddef.h>
#include <stdint.h>

typedef size_t rsize_t;
typedef int errno_t;

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/timingsafe_bcmp.3.html
int timingsafe_bcmp(const void *__b1, const void *__b2, size_t __len);

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/arc4random_buf.3.html
void arc4random_buf(void *__buf, size_t __nbytes);

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memset_s.3.html
errno_t memset_s(void *__s, rsize_t __smax, int __c, rsize_t __n);

// <sys/sysctl.h>, <sys/proc.h>. The structures have further members.
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define P_TRACED 0x00000800

struct extern_proc {
    int p_flag;
};

struct kinfo_proc {
    struct extern_proc kp_proc;
};

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sysctl.3.html
int sysctl(int *, unsigned int, void *, size_t *, void *, size_t);
