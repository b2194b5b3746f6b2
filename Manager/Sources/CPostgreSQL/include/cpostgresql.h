// libpq as its header declares it, but loaded while the program runs: who keeps the database with SQLite needs neither
// libpq nor the memory of the libraries that come with it.
#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

// Debian keeps it in a folder of its own.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

/// Loads libpq. Before it has succeeded, none of libpq's functions may be called. By one thread at a time.
/// - Parameter library: the name or the path of the library's file.
/// - Returns: NULL, or why it failed; then nothing has changed.
const char *cpostgresql_load(const char *library);

#endif
