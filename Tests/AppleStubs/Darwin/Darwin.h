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
