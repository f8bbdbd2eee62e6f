#!/bin/sh
# One task of the array that slurm.sh submits.
run=$1 shards=$2
shift 2
exec admiralty "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$run/$SLURM_ARRAY_TASK_ID.jsonl"
