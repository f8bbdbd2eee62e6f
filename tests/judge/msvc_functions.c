/* Functions of MSVC as it documents them, in C and C++. Prints "ahoy" if all are so. */
#include <stdio.h>
#include <conio.h>
#ifdef __cplusplus
#include <iostream>
#endif

static int failed = 0;
#define CHECK(condition) \
    if (!(condition)) { \
        printf("line %d: %s\n", __LINE__, #condition); \
        failed = 1; \
    }

/* A program may have functions of these names. */
char *strrev(char *text) { return text; }

void main(void) {
    char text[8], word[4], letter, *context, *rest;
    int number, other;
    unsigned random;
    struct tm day;
    time_t begin = 0;
    FILE *file;

    CHECK(strcpy_s(text, sizeof(text), "1234567") == 0 && strcmp(text, "1234567") == 0);
    CHECK(strncpy_s(text, sizeof(text), "a long text", 3) == 0 && strcmp(text, "a l") == 0);
    CHECK(strncpy_s(text, sizeof(text), "a long text", _TRUNCATE) != 0 && strcmp(text, "a long ") == 0);
    CHECK(strcpy_s(text, sizeof(text), "ab") == 0 && strcat_s(text, sizeof(text), "cd") == 0);
    CHECK(strncat_s(text, sizeof(text), "efgh", 1) == 0 && strcmp(text, "abcde") == 0);
    CHECK(strnlen_s(text, 3) == 3 && strnlen_s(NULL, 3) == 0);
    rest = strtok_s(text, "bd", &context);
    CHECK(strcmp(rest, "a") == 0 && strcmp(strtok_s(NULL, "bd", &context), "c") == 0);
    CHECK(memcpy_s(text, sizeof(text), "AbC", 4) == 0 && _stricmp(text, "aBc") == 0);
    CHECK(strcmp(_strupr(text), "ABC") == 0 && strcmp(_strlwr(text), "abc") == 0);
    CHECK(strcmp(_strrev(text), "cba") == 0 && strcmp(strrev(text), "cba") == 0);
    CHECK(_strnicmp(text, "CBX", 2) == 0 && _strlwr_s(text, sizeof(text)) == 0);

    CHECK(sprintf_s(text, sizeof(text), "%d %s", 5, "sea") == 5 && strcmp(text, "5 sea") == 0);
    CHECK(_snprintf_s(text, sizeof(text), _TRUNCATE, "%s", "a long text") == -1 && strlen(text) == 7);
    CHECK(_snprintf_s(text, sizeof(text), 2, "%s", "abcd") == -1 && strcmp(text, "ab") == 0);
    CHECK(sscanf_s("7 sea,x 9", "%d %[a-z],%c%d", &number, word, 4, &letter, 1, &other) == 4);
    CHECK(number == 7 && strcmp(word, "sea") == 0 && letter == 'x' && other == 9);
    CHECK(sscanf_s("12 []] 5% 6", "%*d %[]5[ %] %% %d", word, (unsigned)sizeof(word), &number) == 1);
    CHECK(sscanf_s("9000000000", "%I64d", (__int64 *)&day) == 1 && *(__int64 *)&day == 9000000000);
    CHECK(fopen_s(&file, "there is no such file", "r") != 0 && file == NULL);

    CHECK(strcmp(_itoa(-12, text, 10), "-12") == 0 && strcmp(itoa(255, text, 16), "ff") == 0);
    CHECK(strcmp(_ultoa(5, text, 2), "101") == 0 && _itoa_s(-7, text, sizeof(text), 10) == 0);
    CHECK(strcmp(text, "-7") == 0 && _atoi64("9000000000") == 9000000000 && rand_s(&random) == 0);
    CHECK(gmtime_s(&day, &begin) == 0 && day.tm_year == 70);
    CHECK(_countof(text) == 8 && __max(1, 2) == 2 && __min(1, 2) == 1 && !_kbhit());
#ifdef __cplusplus
    CHECK(strcpy_s(text, "ab") == 0 && strcat_s(text, "cd") == 0 && strncat_s(text, "ef", 1) == 0);
    CHECK(strcmp(text, "abcde") == 0 && strncpy_s(text, "a long text", _TRUNCATE) != 0);
    CHECK(sprintf_s(text, "%d", 17) == 2 && strcmp(text, "17") == 0);
    CHECK(_itoa_s(-7, text, 10) == 0 && strcmp(text, "-7") == 0);
    CHECK(_strupr_s(text) == 0 && _snprintf_s(text, 3, "%s", "abcdef") == -1 && strlen(text) == 3);
#endif
    if (failed) return;
    puts("ahoy");
    _getch();
}
