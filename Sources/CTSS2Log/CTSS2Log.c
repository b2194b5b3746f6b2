#include "CTSS2Log.h"

#include <stdlib.h>

// tpm2-tss writes each failure to the app's standard error, and can only be told not to by the environment. `setenv`
// while another thread calls `getenv` is undefined (POSIX, getenv), so this runs before `main`, when the process has
// one thread. A value that the user has set, for example to search for an error, stays.
__attribute__((constructor)) void xign_tss2_silence(void) {
    setenv("TSS2_LOG", "all+NONE", 0);
}
