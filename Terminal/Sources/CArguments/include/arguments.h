#ifndef ARGUMENTS_H
#define ARGUMENTS_H

/// The number of arguments of this process, its name included.
int arguments_count(void);

/// The argument at an index from 0, which is the name of the program; it lives as long as the process.
const char *arguments_value(int index);

#endif
