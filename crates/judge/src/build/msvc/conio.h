/* The keyboard, which nobody uses while a program is judged. */
#ifndef ADMIRALTY_CONIO_H
#define ADMIRALTY_CONIO_H
#ifdef __cplusplus
extern "C" {
#endif
int _getch(void);
int _getche(void);
int _kbhit(void);
int _putch(int c);
int getch(void);
int getche(void);
int kbhit(void);
int putch(int c);
#ifdef __cplusplus
}
#endif
#endif
