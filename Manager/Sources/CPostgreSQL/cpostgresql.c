#include "cpostgresql.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The functions of libpq that Swift calls: result, name, parameters, arguments.
#define FUNCTIONS(FUNCTION) \
    FUNCTION(PGconn *, PQconnectStart, (const char *info), (info)) \
    FUNCTION(PGPing, PQping, (const char *info), (info)) \
    FUNCTION(void, PQreset, (PGconn *connection), (connection)) \
    FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *info, char **message), (info, message)) \
    FUNCTION(void, PQconninfoFree, (PQconninfoOption *options), (options)) \
    FUNCTION(void, PQfinish, (PGconn *connection), (connection)) \
    FUNCTION(ConnStatusType, PQstatus, (const PGconn *connection), (connection)) \
    FUNCTION(int, PQsocket, (const PGconn *connection), (connection)) \
    FUNCTION(int, PQbackendPID, (const PGconn *connection), (connection)) \
    FUNCTION(char *, PQerrorMessage, (const PGconn *connection), (connection)) \
    FUNCTION(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *connection, PQnoticeReceiver receive, void *context), \
             (connection, receive, context)) \
    FUNCTION(int, PQsendQuery, (PGconn *connection, const char *text), (connection, text)) \
    FUNCTION(int, PQsendPrepare, \
             (PGconn *connection, const char *name, const char *text, int count, const Oid *types), \
             (connection, name, text, count, types)) \
    FUNCTION(int, PQsendQueryPrepared, \
             (PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, \
              const int *formats, int format), \
             (connection, name, count, values, lengths, formats, format)) \
    FUNCTION(int, PQisBusy, (PGconn *connection), (connection)) \
    FUNCTION(int, PQconsumeInput, (PGconn *connection), (connection)) \
    FUNCTION(PGnotify *, PQnotifies, (PGconn *connection), (connection)) \
    FUNCTION(PGresult *, PQgetResult, (PGconn *connection), (connection)) \
    FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
    FUNCTION(char *, PQresultErrorField, (const PGresult *result, int field), (result, field)) \
    FUNCTION(char *, PQcmdStatus, (PGresult *result), (result)) \
    FUNCTION(char *, PQcmdTuples, (PGresult *result), (result)) \
    FUNCTION(int, PQntuples, (const PGresult *result), (result)) \
    FUNCTION(int, PQnfields, (const PGresult *result), (result)) \
    FUNCTION(char *, PQfname, (const PGresult *result, int column), (result, column)) \
    FUNCTION(Oid, PQftype, (const PGresult *result, int column), (result, column)) \
    FUNCTION(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(void, PQclear, (PGresult *result), (result)) \
    FUNCTION(void, PQfreemem, (void *memory), (memory))

#define POINTER(result, name, parameters, arguments) result(*name) parameters;
struct functions {
    FUNCTIONS(POINTER)
};

static struct functions loaded;

// Wrappers under libpq's own names. They are hidden, so that libpq does not call them in place of its own functions.
#define WRAPPER(result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result name parameters { return loaded.name arguments; }
FUNCTIONS(WRAPPER)

// glibc's header declares it with _GNU_SOURCE alone.
extern char **environ;

// Removes libpq's variables, all of which begin with PG. No parameter of a connection overrides some of them, such as
// PGSERVICE and PGTZ.
static void forget_environment(void) {
    static const char kept[] = "PGPASSFILE=";
    char **entry = environ;
    while (entry != NULL && *entry != NULL) {
        const char *equals = strchr(*entry, '=');
        char *name = NULL;
        if (equals != NULL && strncmp(*entry, "PG", 2) == 0 && strncmp(*entry, kept, sizeof kept - 1) != 0)
            name = strndup(*entry, (size_t)(equals - *entry));
        if (name == NULL) {
            entry++;
            continue;
        }
        // The entries after it move up to its place.
        unsetenv(name);
        free(name);
    }
}

const char *cpostgresql_load(const char *library) {
    forget_environment();
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return dlerror();

    struct functions found;
#define FIND(result, name, parameters, arguments) \
    found.name = (result(*) parameters)dlsym(handle, #name); \
    if (found.name == NULL) return dlerror();
    FUNCTIONS(FIND)

    loaded = found;
    return NULL;
}
