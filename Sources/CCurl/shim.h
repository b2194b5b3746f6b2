#ifndef XIGN_CCURL_SHIM_H
#define XIGN_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or newer is needed"
#endif

// Functions with variable arguments are not imported into Swift; each kind of argument gets one static inline function.

static inline CURLcode xign_curl_set_number(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

static inline CURLcode xign_curl_set_size(CURL *handle, CURLoption option, curl_off_t size) {
    return curl_easy_setopt(handle, option, size);
}

// Text and pointers that libcurl copies or only hands back.
static inline CURLcode xign_curl_set_pointer(CURL *handle, CURLoption option, const void *pointer) {
    return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode xign_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

// Bytes that libcurl copies.
static inline CURLcode xign_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode xign_curl_set_receiver(CURL *handle, CURLoption option, curl_write_callback receiver) {
    return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode xign_curl_set_progress(CURL *handle, curl_xferinfo_callback progress) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

static inline CURLcode xign_curl_get_number(CURL *handle, CURLINFO info, long *number) {
    return curl_easy_getinfo(handle, info, number);
}

static inline CURLcode xign_curl_get_text(CURL *handle, CURLINFO info, const char **text) {
    return curl_easy_getinfo(handle, info, text);
}

#endif
