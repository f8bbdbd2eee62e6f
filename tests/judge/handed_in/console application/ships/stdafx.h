#pragma once
#include "targetver.h"
#include <stdio.h>
#include <tchar.h>
#include <crtdbg.h>
#include <iostream>
#include <string>
