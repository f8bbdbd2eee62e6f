/* The precompiled header of a project, if it was not handed in; also called pch.h. */
#include "tchar.h"
#ifdef __cplusplus
#include <iostream>
#endif
