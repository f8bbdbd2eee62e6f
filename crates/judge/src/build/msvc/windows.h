/* What programs for the console use of Windows; also called Windows.h. There is no console. */
#ifndef ADMIRALTY_WINDOWS_H
#define ADMIRALTY_WINDOWS_H
typedef unsigned char BYTE;
typedef unsigned short WORD;
typedef unsigned int DWORD, UINT;
typedef int BOOL;
typedef void *HANDLE;
typedef struct {
    short X, Y;
} COORD;
#define TRUE 1
#define FALSE 0
#define CP_UTF8 65001
#define STD_OUTPUT_HANDLE ((DWORD)-11)
#define FOREGROUND_BLUE 1
#define FOREGROUND_GREEN 2
#define FOREGROUND_RED 4
#define FOREGROUND_INTENSITY 8
#define Sleep(milliseconds) ((void)(milliseconds))
#define Beep(pitch, milliseconds) (TRUE)
#define GetTickCount() ((DWORD)(clock() * 1000 / CLOCKS_PER_SEC))
#define GetStdHandle(which) ((HANDLE)0)
#define SetConsoleOutputCP(page) (TRUE)
#define SetConsoleCP(page) (TRUE)
#define SetConsoleTitle(title) (TRUE)
#define SetConsoleTextAttribute(handle, attributes) ((void)(handle), TRUE)
#define SetConsoleCursorPosition(handle, position) ((void)(handle), TRUE)
#endif
