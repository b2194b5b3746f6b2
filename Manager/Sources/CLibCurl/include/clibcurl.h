// libcurl as its own header declares it, but loaded at run time: a manager that calls no website needs neither libcurl
// nor the memory of the libraries that libcurl brings with it.
#ifndef CLIBCURL_H
#define CLIBCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdint.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or newer is needed"
#endif

/// Loads and initializes libcurl. No other function may be called before this has succeeded. Not thread-safe.
/// - Parameter library: the name or the path of the library's file.
/// - Returns: NULL, or the reason for the failure; then nothing has changed.
const char *clibcurl_load(const char *library);

// libcurl's functions. Those with variable arguments are not imported into Swift: each kind of argument has its own.

CURL *clibcurl_new(void);
void clibcurl_free(CURL *handle);
CURLcode clibcurl_perform(CURL *handle);
const char *clibcurl_text(CURLcode code);
struct curl_slist *clibcurl_list(struct curl_slist *list, const char *text);
void clibcurl_free_list(struct curl_slist *list);

CURLcode clibcurl_set_number(CURL *handle, CURLoption option, long number);
/// Sets a text, or a pointer that libcurl only hands back.
CURLcode clibcurl_set_pointer(CURL *handle, CURLoption option, const void *pointer);
CURLcode clibcurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list);
/// Sets bytes that libcurl copies.
CURLcode clibcurl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count);
/// Sets the body of a POST, which libcurl copies.
CURLcode clibcurl_set_body(CURL *handle, const void *bytes, size_t count);
/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode clibcurl_set_receiver(CURL *handle, CURLoption option, curl_write_callback receiver);
/// Sets the reader of an upload, and the number of bytes that it gives.
CURLcode clibcurl_set_upload(CURL *handle, curl_read_callback reader, size_t count);
/// Sets the listener to the commands and replies of both sides.
CURLcode clibcurl_set_listener(CURL *handle, curl_debug_callback listener);
CURLcode clibcurl_set_progress(CURL *handle, curl_xferinfo_callback progress);
CURLcode clibcurl_set_socket_opener(CURL *handle, curl_opensocket_callback opener);
CURLcode clibcurl_get_text(CURL *handle, CURLINFO info, const char **text);

/// Writes the end of the validity of the server's certificate, as libcurl words it, into a buffer; empty without TLS.
/// CURLOPT_CERTINFO must be set.
void clibcurl_write_expiry(CURL *handle, char *buffer, size_t size);

/// Reads a date as libcurl words it in the description of a certificate, with OpenSSL or GnuTLS, or one of HTTP.
/// - Returns: Unix seconds, or -1 for a text in none of these forms.
int64_t clibcurl_read_date(const char *text);

/// Writes the text of a numeric address into a buffer of at least 46 bytes; empty for another family than IPv4 and
/// IPv6.
void clibcurl_write_address(const struct curl_sockaddr *address, char *buffer, size_t size);
/// Opens the socket for an address.
/// - Returns: its descriptor, or CURL_SOCKET_BAD.
curl_socket_t clibcurl_open_socket(const struct curl_sockaddr *address);

#endif
