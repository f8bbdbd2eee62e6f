/* MSVC's functions, for C and C++. What does not fit into a buffer ends the program, as there. */
#include "msvc.h"
#include "conio.h"

#include <errno.h>
#include <strings.h>

#define WEAK __attribute__((weak))
/* The digits of a 64-bit number in binary, and a sign. */
#define DIGITS_MAX 65
/* The most conversions of a format of scanf_s, which are all passed at once. */
#define CONVERSIONS_MAX 16
/* More characters than any text has. */
#define WHOLE (_TRUNCATE - 1)

static void refuse(const char *function) {
    fflush(stdout);
    fprintf(stderr, "%s: the buffer is too small, or there is none\n", function);
    abort();
}

/* Appends up to `count` characters to the `length` ones in a buffer; _TRUNCATE means those that fit. */
static errno_t append(const char *function, char *to, size_t length, size_t size, const char *from, size_t count) {
    if (!to || !from || length >= size) refuse(function);
    size_t left = size - length - 1;
    size_t added = strnlen(from, count <= left ? count : left + 1);
    int is_cut = added > left;
    if (is_cut && count != _TRUNCATE) refuse(function);
    if (is_cut) added = left;
    memmove(to + length, from, added);
    to[length + added] = '\0';
    return is_cut ? ERANGE : 0;
}

WEAK errno_t strcpy_s(char *to, rsize_t size, const char *from) {
    return append("strcpy_s", to, 0, size, from, WHOLE);
}

WEAK errno_t strncpy_s(char *to, rsize_t size, const char *from, rsize_t count) {
    return append("strncpy_s", to, 0, size, from, count);
}

WEAK errno_t strcat_s(char *to, rsize_t size, const char *from) {
    return append("strcat_s", to, to ? strnlen(to, size) : 0, size, from, WHOLE);
}

WEAK errno_t strncat_s(char *to, rsize_t size, const char *from, rsize_t count) {
    return append("strncat_s", to, to ? strnlen(to, size) : 0, size, from, count);
}

WEAK char *strtok_s(char *text, const char *separators, char **context) {
    return strtok_r(text, separators, context);
}

WEAK size_t strnlen_s(const char *text, size_t size) { return text ? strnlen(text, size) : 0; }

WEAK errno_t strerror_s(char *to, rsize_t size, int error) {
    return append("strerror_s", to, 0, size, strerror(error), _TRUNCATE);
}

WEAK errno_t memmove_s(void *to, rsize_t size, const void *from, rsize_t count) {
    if (count == 0) return 0;
    if (!to || !from || count > size) refuse("memmove_s");
    memmove(to, from, count);
    return 0;
}

WEAK errno_t memcpy_s(void *to, rsize_t size, const void *from, rsize_t count) {
    return memmove_s(to, size, from, count);
}

WEAK char *_strdup(const char *text) { return strdup(text); }
WEAK int _stricmp(const char *a, const char *b) { return strcasecmp(a, b); }
WEAK int _strcmpi(const char *a, const char *b) { return strcasecmp(a, b); }
WEAK int _strnicmp(const char *a, const char *b, size_t count) { return strncasecmp(a, b, count); }
WEAK int stricmp(const char *a, const char *b) { return strcasecmp(a, b); }
WEAK int strcmpi(const char *a, const char *b) { return strcasecmp(a, b); }
WEAK int strnicmp(const char *a, const char *b, size_t count) { return strncasecmp(a, b, count); }

WEAK char *_strlwr(char *text) {
    for (char *at = text; *at; at++) *at = (char)tolower((unsigned char)*at);
    return text;
}

WEAK char *_strupr(char *text) {
    for (char *at = text; *at; at++) *at = (char)toupper((unsigned char)*at);
    return text;
}

WEAK char *_strrev(char *text) {
    for (size_t left = 0, right = strlen(text); left + 1 < right; left++) {
        char last = text[--right];
        text[right] = text[left];
        text[left] = last;
    }
    return text;
}

WEAK char *strlwr(char *text) { return _strlwr(text); }
WEAK char *strupr(char *text) { return _strupr(text); }
WEAK char *strrev(char *text) { return _strrev(text); }

WEAK errno_t _strlwr_s(char *text, size_t size) {
    if (!text || strnlen(text, size) == size) refuse("_strlwr_s");
    _strlwr(text);
    return 0;
}

WEAK errno_t _strupr_s(char *text, size_t size) {
    if (!text || strnlen(text, size) == size) refuse("_strupr_s");
    _strupr(text);
    return 0;
}

/* Defines a function that passes its arguments after `last` to another one. */
#define PASS_ARGUMENTS(result, last, call) \
    va_list arguments;                     \
    va_start(arguments, last);             \
    result passed = call;                  \
    va_end(arguments);                     \
    return passed

WEAK int printf_s(const char *format, ...) { PASS_ARGUMENTS(int, format, vprintf(format, arguments)); }

WEAK int fprintf_s(FILE *file, const char *format, ...) {
    PASS_ARGUMENTS(int, format, vfprintf(file, format, arguments));
}

WEAK int vsprintf_s(char *to, size_t size, const char *format, va_list arguments) {
    int length = to && format ? vsnprintf(to, size, format, arguments) : -1;
    if (length < 0 || (size_t)length >= size) refuse("sprintf_s");
    return length;
}

WEAK int sprintf_s(char *to, size_t size, const char *format, ...) {
    PASS_ARGUMENTS(int, format, vsprintf_s(to, size, format, arguments));
}

WEAK int _vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list arguments) {
    if (!to || !format || size == 0) refuse("_snprintf_s");
    int length = vsnprintf(to, count < size ? count + 1 : size, format, arguments);
    if (length >= 0 && (size_t)length >= size && count >= size && count != _TRUNCATE) refuse("_snprintf_s");
    int is_cut = length >= 0 && ((size_t)length > count || (size_t)length >= size);
    return is_cut ? -1 : length;
}

WEAK int _snprintf_s(char *to, size_t size, size_t count, const char *format, ...) {
    PASS_ARGUMENTS(int, format, _vsnprintf_s(to, size, count, format, arguments));
}

WEAK int _snprintf(char *to, size_t count, const char *format, ...) {
    PASS_ARGUMENTS(int, format, vsnprintf(to, count, format, arguments));
}

/* Scans a file, or else a text. Where a text is stored, the size of its buffer follows, which becomes
   the width; MSVC reads nothing if the text is longer. */
static int scan(FILE *file, const char *text, const char *format, va_list arguments) {
    void *to[CONVERSIONS_MAX] = {NULL};
    size_t conversions = 0, length = 0;
    /* A conversion has at least two characters, and its width at most ten. */
    char *own = (char *)malloc(6 * strlen(format) + 1);
    if (!own) abort();
    while (*format) {
        own[length++] = *format;
        if (*format++ != '%') continue;
        int is_stored = *format != '*' && *format != '%', has_width = 0;
        if (*format == '*') own[length++] = *format++;
        for (; isdigit((unsigned char)*format); has_width = 1) own[length++] = *format++;
        const char *modifiers = format;
        if (strncmp(format, "I64", 3) == 0) {
            modifiers = "ll";
            format += 3;
        } else {
            while (*format && strchr("hlLjzt", *format)) format++;
        }
        char kind = *format;
        if (is_stored && kind) {
            if (conversions == CONVERSIONS_MAX) refuse("scanf_s");
            to[conversions++] = va_arg(arguments, void *);
            if (strchr("sS[cC", kind)) {
                unsigned size = va_arg(arguments, unsigned);
                int is_text = !strchr("cC", kind);
                if (size < (is_text ? 2 : 1)) refuse("scanf_s");
                if (is_text && !has_width) length += (size_t)sprintf(own + length, "%u", size - 1);
            }
        }
        for (; *modifiers && strchr("hlLjzt", *modifiers); modifiers++) own[length++] = *modifiers;
        if (kind) own[length++] = *format++;
        if (kind == '[') {
            if (*format == '^') own[length++] = *format++;
            if (*format == ']') own[length++] = *format++;
            while (*format && *format != ']') own[length++] = *format++;
            if (*format) own[length++] = *format++;
        }
    }
    own[length] = '\0';
#define ALL                                                                                             \
    to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7], to[8], to[9], to[10], to[11], to[12], to[13], \
        to[14], to[15]
    int stored = file ? fscanf(file, own, ALL) : sscanf(text, own, ALL);
    free(own);
    return stored;
}

WEAK int scanf_s(const char *format, ...) { PASS_ARGUMENTS(int, format, scan(stdin, NULL, format, arguments)); }

WEAK int fscanf_s(FILE *file, const char *format, ...) {
    PASS_ARGUMENTS(int, format, scan(file, NULL, format, arguments));
}

WEAK int sscanf_s(const char *text, const char *format, ...) {
    PASS_ARGUMENTS(int, format, scan(NULL, text, format, arguments));
}

/* Reads a line of less than `size` bytes. */
static char *read_line(const char *function, char *to, size_t size) {
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (length + 1 >= size) refuse(function);
        to[length++] = (char)c;
    }
    if (c == EOF && length == 0) return NULL;
    to[length] = '\0';
    return to;
}

WEAK char *gets(char *to) { return read_line("gets", to, SIZE_MAX); }

WEAK char *gets_s(char *to, size_t size) {
    if (!to || size == 0) refuse("gets_s");
    return read_line("gets_s", to, size);
}

WEAK errno_t fopen_s(FILE **file, const char *name, const char *mode) {
    *file = fopen(name, mode);
    return *file ? 0 : errno;
}

WEAK errno_t freopen_s(FILE **file, const char *name, const char *mode, FILE *old) {
    *file = freopen(name, mode, old);
    return *file ? 0 : errno;
}

WEAK int _fileno(FILE *file) { return fileno(file); }
WEAK int _flushall(void) { return fflush(NULL); }

WEAK char *_ui64toa(unsigned long long value, char *to, int radix) {
    char digits[DIGITS_MAX];
    size_t count = 0, length = 0;
    if (radix < 2 || radix > 36) refuse("_itoa");
    do {
        digits[count++] = "0123456789abcdefghijklmnopqrstuvwxyz"[value % (unsigned)radix];
        value /= (unsigned)radix;
    } while (value);
    while (count) to[length++] = digits[--count];
    to[length] = '\0';
    return to;
}

WEAK char *_i64toa(long long value, char *to, int radix) {
    unsigned long long distance = (unsigned long long)value;
    int is_negative = radix == 10 && value < 0;
    if (is_negative) *to = '-';
    _ui64toa(is_negative ? 0 - distance : distance, to + is_negative, radix);
    return to;
}

/* Only decimal numbers have a sign; int and long of MSVC have 32 bits. */
WEAK char *_itoa(int value, char *to, int radix) {
    return radix == 10 ? _i64toa(value, to, radix) : _ui64toa((unsigned)value, to, radix);
}

WEAK char *_ltoa(long value, char *to, int radix) { return _itoa((int)value, to, radix); }
WEAK char *_ultoa(unsigned long value, char *to, int radix) { return _ui64toa((unsigned)value, to, radix); }
WEAK char *itoa(int value, char *to, int radix) { return _itoa(value, to, radix); }
WEAK char *ltoa(long value, char *to, int radix) { return _ltoa(value, to, radix); }
WEAK char *ultoa(unsigned long value, char *to, int radix) { return _ultoa(value, to, radix); }

WEAK errno_t _itoa_s(int value, char *to, size_t size, int radix) {
    char digits[DIGITS_MAX + 1];
    return append("_itoa_s", to, 0, size, _itoa(value, digits, radix), WHOLE);
}

WEAK errno_t _ltoa_s(long value, char *to, size_t size, int radix) {
    return _itoa_s((int)value, to, size, radix);
}

WEAK errno_t _i64toa_s(long long value, char *to, size_t size, int radix) {
    char digits[DIGITS_MAX + 1];
    return append("_i64toa_s", to, 0, size, _i64toa(value, digits, radix), WHOLE);
}

WEAK long long _atoi64(const char *text) { return atoll(text); }

WEAK errno_t rand_s(unsigned int *value) {
    *value = (unsigned)rand() ^ (unsigned)rand() << 16;
    return 0;
}

WEAK errno_t localtime_s(struct tm *to, const time_t *time) { return localtime_r(time, to) ? 0 : EINVAL; }
WEAK errno_t gmtime_s(struct tm *to, const time_t *time) { return gmtime_r(time, to) ? 0 : EINVAL; }

WEAK errno_t ctime_s(char *to, size_t size, const time_t *time) {
    return append("ctime_s", to, 0, size, ctime(time), WHOLE);
}

WEAK errno_t asctime_s(char *to, size_t size, const struct tm *time) {
    return append("asctime_s", to, 0, size, asctime(time), WHOLE);
}

/* There is no keyboard. */
WEAK int _getch(void) { return EOF; }
WEAK int _getche(void) { return EOF; }
WEAK int _kbhit(void) { return 0; }
WEAK int _putch(int c) { return putchar(c); }
WEAK int getch(void) { return _getch(); }
WEAK int getche(void) { return _getche(); }
WEAK int kbhit(void) { return _kbhit(); }
WEAK int putch(int c) { return _putch(c); }
