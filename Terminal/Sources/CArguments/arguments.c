#include "arguments.h"

// Swift's runtime looks for the arguments before the environment, in the memory where the kernel has put both. A library whose
// constructor sets a variable moves the environment, and a program with Swift's runtime linked into it then has no arguments.

static int count;
static char **values;

__attribute__((constructor)) static void keep(int argument_count, char **argument_values) {
    count = argument_count;
    values = argument_values;
}

int arguments_count(void) { return count; }

const char *arguments_value(int index) { return index >= 0 && index < count ? values[index] : ""; }
