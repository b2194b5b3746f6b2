// libpq as its own header declares it, but loaded at run time: a manager that uses SQLite needs neither libpq nor the
// memory of the libraries that libpq brings with it.
#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

// Debian installs the header in a folder of its own.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

/// Loads libpq. None of libpq's functions may be called before this has succeeded. Not thread-safe.
///
/// Removes the variables that begin with PG from this process's environment, but PGPASSFILE: libpq would read them. With
/// glibc, another thread that calls `getenv` meanwhile may miss a variable, and reads no memory that was released.
/// - Parameter library: the name or the path of the library's file.
/// - Returns: NULL, or the reason for the failure; then nothing has changed.
const char *cpostgresql_load(const char *library);

#endif
