// <mach-o/dyld.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/dyld.3.html
#include <stdint.h>

uint32_t _dyld_image_count(void);
const char *_dyld_get_image_name(uint32_t image_index);
