/* The debugging heap, which a release does not have. */
#ifndef ADMIRALTY_CRTDBG_H
#define ADMIRALTY_CRTDBG_H
enum { _CRTDBG_ALLOC_MEM_DF = 1, _CRTDBG_LEAK_CHECK_DF = 32, _CRTDBG_REPORT_FLAG = -1 };
enum { _CRT_WARN, _CRT_ERROR, _CRT_ASSERT, _CRTDBG_MODE_FILE, _CRTDBG_MODE_DEBUG };
#define _CRTDBG_FILE_STDERR 0
#define _CRTDBG_FILE_STDOUT 0
#define _CrtSetDbgFlag(flags) (0)
#define _CrtSetReportMode(kind, mode) (0)
#define _CrtSetReportFile(kind, file) (0)
#define _CrtDumpMemoryLeaks() (0)
#define _CrtSetBreakAlloc(number) (0)
#define _CrtCheckMemory() (1)
#define _ASSERT(condition) ((void)0)
#define _ASSERTE(condition) ((void)0)
#endif
