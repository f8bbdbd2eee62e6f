/* Text of which a project chooses the kind: here, bytes. */
#ifndef ADMIRALTY_TCHAR_H
#define ADMIRALTY_TCHAR_H
typedef char TCHAR;
typedef char _TCHAR;
#define _T(text) text
#define _TEXT(text) text
#define _tmain main
#define _tprintf printf
#define _tcscpy_s strcpy_s
#endif
