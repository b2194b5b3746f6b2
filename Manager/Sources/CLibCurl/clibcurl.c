#define _GNU_SOURCE
#include "clibcurl.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static struct {
    CURLcode (*global_init)(long flags);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *handle);
    CURLcode (*easy_perform)(CURL *handle);
    CURLcode (*easy_setopt)(CURL *handle, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *handle, CURLINFO info, ...);
    const char *(*easy_strerror)(CURLcode code);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
    void (*slist_free_all)(struct curl_slist *list);
} curl;

const char *clibcurl_load(const char *library) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return dlerror();

#define FIND(name) \
    *(void **)&curl.name = dlsym(handle, "curl_" #name); \
    if (curl.name == NULL) return dlerror();
    FIND(global_init)
    FIND(easy_init)
    FIND(easy_cleanup)
    FIND(easy_perform)
    FIND(easy_setopt)
    FIND(easy_getinfo)
    FIND(easy_strerror)
    FIND(slist_append)
    FIND(slist_free_all)

    CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
    return code == CURLE_OK ? NULL : curl.easy_strerror(code);
}

CURL *clibcurl_new(void) { return curl.easy_init(); }
void clibcurl_free(CURL *handle) { curl.easy_cleanup(handle); }
CURLcode clibcurl_perform(CURL *handle) { return curl.easy_perform(handle); }
const char *clibcurl_text(CURLcode code) { return curl.easy_strerror(code); }

struct curl_slist *clibcurl_list(struct curl_slist *list, const char *text) { return curl.slist_append(list, text); }
void clibcurl_free_list(struct curl_slist *list) { curl.slist_free_all(list); }

CURLcode clibcurl_set_number(CURL *handle, CURLoption option, long number) {
    return curl.easy_setopt(handle, option, number);
}

CURLcode clibcurl_set_pointer(CURL *handle, CURLoption option, const void *pointer) {
    return curl.easy_setopt(handle, option, pointer);
}

CURLcode clibcurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl.easy_setopt(handle, option, list);
}

CURLcode clibcurl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl.easy_setopt(handle, option, &blob);
}

CURLcode clibcurl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl.easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl.easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

CURLcode clibcurl_set_receiver(CURL *handle, CURLoption option, curl_write_callback receiver) {
    return curl.easy_setopt(handle, option, receiver);
}

CURLcode clibcurl_set_upload(CURL *handle, curl_read_callback reader, size_t count) {
    CURLcode code = curl.easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    if (code == CURLE_OK) code = curl.easy_setopt(handle, CURLOPT_READFUNCTION, reader);
    return code == CURLE_OK ? curl.easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)count) : code;
}

CURLcode clibcurl_set_listener(CURL *handle, curl_debug_callback listener) {
    CURLcode code = curl.easy_setopt(handle, CURLOPT_DEBUGFUNCTION, listener);
    return code == CURLE_OK ? curl.easy_setopt(handle, CURLOPT_VERBOSE, 1L) : code;
}

CURLcode clibcurl_set_progress(CURL *handle, curl_xferinfo_callback progress) {
    return curl.easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

CURLcode clibcurl_set_socket_opener(CURL *handle, curl_opensocket_callback opener) {
    return curl.easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
}

CURLcode clibcurl_get_text(CURL *handle, CURLINFO info, const char **text) {
    return curl.easy_getinfo(handle, info, text);
}

void clibcurl_write_expiry(CURL *handle, char *buffer, size_t size) {
    static const char label[] = "Expire date:";
    struct curl_certinfo *chain = NULL;
    buffer[0] = 0;
    if (curl.easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK) return;
    if (chain == NULL || chain->num_of_certs < 1) return;
    for (struct curl_slist *line = chain->certinfo[0]; line != NULL; line = line->next) {
        if (strncmp(line->data, label, sizeof label - 1) != 0) continue;
        strncpy(buffer, line->data + sizeof label - 1, size - 1);
        buffer[size - 1] = 0;
    }
}

int64_t clibcurl_read_date(const char *text) {
    static const char *const forms[] = {
        "%b %d %H:%M:%S %Y GMT", "%Y-%m-%d %H:%M:%S GMT", "%a, %d %b %Y %H:%M:%S GMT"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct tm time = {0};
        const char *end = strptime(text, forms[i], &time);
        if (end != NULL && *end == 0) return timegm(&time);
    }
    return -1;
}

void clibcurl_write_address(const struct curl_sockaddr *address, char *buffer, size_t size) {
    const void *bytes = NULL;
    // libcurl keeps more bytes behind `addr` than its declaration has.
    struct sockaddr_storage copy = {0};
    if (address->addrlen <= sizeof copy) memcpy(&copy, &address->addr, address->addrlen);
    if (address->family == AF_INET) bytes = &((struct sockaddr_in *)&copy)->sin_addr;
    if (address->family == AF_INET6) bytes = &((struct sockaddr_in6 *)&copy)->sin6_addr;
    if (bytes == NULL || inet_ntop(address->family, bytes, buffer, (socklen_t)size) == NULL) buffer[0] = 0;
}

curl_socket_t clibcurl_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
