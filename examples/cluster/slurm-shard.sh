#!/bin/sh
# One task of the array that slurm.sh submits.
shards=$1
shift
exec admiralty "$@" --shard "auto/$shards" --out "shards/$SLURM_ARRAY_TASK_ID.jsonl"
