/* What MSVC declares without being asked: included before each source of a second attempt. */
#ifndef ADMIRALTY_MSVC_H
#define ADMIRALTY_MSVC_H

/* The headers that it includes through others. */
#ifdef __cplusplus
#include <algorithm>
#include <cassert>
#include <cctype>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#else
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif

/* Its words and types. */
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#define __cdecl
#define __forceinline inline
#define _TRUNCATE ((size_t)-1)
#define _MAX_PATH 260
#define __max(a, b) (((a) > (b)) ? (a) : (b))
#define __min(a, b) (((a) < (b)) ? (a) : (b))
typedef int errno_t;
typedef size_t rsize_t;

/* Its functions. Those without an underscore are defined weakly in msvc.c, so that a program may
   have its own. */
#ifdef __cplusplus
extern "C" {
#endif
errno_t strcpy_s(char *to, rsize_t size, const char *from);
errno_t strncpy_s(char *to, rsize_t size, const char *from, rsize_t count);
errno_t strcat_s(char *to, rsize_t size, const char *from);
errno_t strncat_s(char *to, rsize_t size, const char *from, rsize_t count);
char *strtok_s(char *text, const char *separators, char **context);
size_t strnlen_s(const char *text, size_t size);
errno_t strerror_s(char *to, rsize_t size, int error);
errno_t memcpy_s(void *to, rsize_t size, const void *from, rsize_t count);
errno_t memmove_s(void *to, rsize_t size, const void *from, rsize_t count);
char *_strdup(const char *text);
int _stricmp(const char *a, const char *b);
int _strcmpi(const char *a, const char *b);
int _strnicmp(const char *a, const char *b, size_t count);
int stricmp(const char *a, const char *b);
int strcmpi(const char *a, const char *b);
int strnicmp(const char *a, const char *b, size_t count);
char *_strlwr(char *text);
char *_strupr(char *text);
char *_strrev(char *text);
char *strlwr(char *text);
char *strupr(char *text);
char *strrev(char *text);
errno_t _strlwr_s(char *text, size_t size);
errno_t _strupr_s(char *text, size_t size);

int printf_s(const char *format, ...);
int fprintf_s(FILE *file, const char *format, ...);
int sprintf_s(char *to, size_t size, const char *format, ...);
int vsprintf_s(char *to, size_t size, const char *format, va_list arguments);
int _snprintf(char *to, size_t count, const char *format, ...);
int _snprintf_s(char *to, size_t size, size_t count, const char *format, ...);
int _vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list arguments);
int scanf_s(const char *format, ...);
int fscanf_s(FILE *file, const char *format, ...);
int sscanf_s(const char *text, const char *format, ...);
char *gets(char *to);
char *gets_s(char *to, size_t size);
errno_t fopen_s(FILE **file, const char *name, const char *mode);
errno_t freopen_s(FILE **file, const char *name, const char *mode, FILE *old);
int _fileno(FILE *file);
int _flushall(void);

char *_itoa(int value, char *to, int radix);
char *_ltoa(long value, char *to, int radix);
char *_ultoa(unsigned long value, char *to, int radix);
char *_i64toa(long long value, char *to, int radix);
char *_ui64toa(unsigned long long value, char *to, int radix);
char *itoa(int value, char *to, int radix);
char *ltoa(long value, char *to, int radix);
char *ultoa(unsigned long value, char *to, int radix);
errno_t _itoa_s(int value, char *to, size_t size, int radix);
errno_t _ltoa_s(long value, char *to, size_t size, int radix);
errno_t _i64toa_s(long long value, char *to, size_t size, int radix);
long long _atoi64(const char *text);
errno_t rand_s(unsigned int *value);

errno_t localtime_s(struct tm *to, const time_t *time);
errno_t gmtime_s(struct tm *to, const time_t *time);
errno_t ctime_s(char *to, size_t size, const time_t *time);
errno_t asctime_s(char *to, size_t size, const struct tm *time);
#ifdef __cplusplus
}

/* Of an array, the size is known. */
template <size_t N> errno_t strcpy_s(char (&to)[N], const char *from) { return strcpy_s(to, N, from); }
template <size_t N> errno_t strncpy_s(char (&to)[N], const char *from, size_t count) {
    return strncpy_s(to, N, from, count);
}
template <size_t N> errno_t strcat_s(char (&to)[N], const char *from) { return strcat_s(to, N, from); }
template <size_t N> errno_t strncat_s(char (&to)[N], const char *from, size_t count) {
    return strncat_s(to, N, from, count);
}
template <size_t N> errno_t strerror_s(char (&to)[N], int error) { return strerror_s(to, N, error); }
template <size_t N> errno_t _strlwr_s(char (&text)[N]) { return _strlwr_s(text, N); }
template <size_t N> errno_t _strupr_s(char (&text)[N]) { return _strupr_s(text, N); }
template <size_t N> int vsprintf_s(char (&to)[N], const char *format, va_list arguments) {
    return vsprintf_s(to, N, format, arguments);
}
template <size_t N> int sprintf_s(char (&to)[N], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsprintf_s(to, N, format, arguments);
    va_end(arguments);
    return length;
}
template <size_t N> int _snprintf_s(char (&to)[N], size_t count, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = _vsnprintf_s(to, N, count, format, arguments);
    va_end(arguments);
    return length;
}
template <size_t N> char *gets_s(char (&to)[N]) { return gets_s(to, N); }
template <size_t N> errno_t _itoa_s(int value, char (&to)[N], int radix) { return _itoa_s(value, to, N, radix); }
template <size_t N> errno_t _ltoa_s(long value, char (&to)[N], int radix) { return _ltoa_s(value, to, N, radix); }
template <size_t N> errno_t ctime_s(char (&to)[N], const time_t *time) { return ctime_s(to, N, time); }
template <size_t N> errno_t asctime_s(char (&to)[N], const struct tm *time) { return asctime_s(to, N, time); }
template <typename T, size_t N> constexpr size_t _countof(T (&)[N]) { return N; }
#else
#define _countof(array) (sizeof(array) / sizeof((array)[0]))
#endif

#endif
