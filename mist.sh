#!/bin/sh
 run - | sed 's/SHIP MOVED ALREADY/SHIP CANNOT MOVE/'
