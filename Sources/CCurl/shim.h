#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// libcurl sets and gets options by functions of variable arguments, which Swift can't call: here is one a type.
static inline CURLcode curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}
typedef size_t (*curl_receiver)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode curl_set_receiver(CURL *handle, CURLoption option, curl_receiver value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode curl_get_size(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
