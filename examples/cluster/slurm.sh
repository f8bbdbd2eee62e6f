#!/bin/sh
# Submits a Slurm array, one task for each shard, and a job that merges them when all have ended:
#   ./slurm.sh 100 arena random hunt --games 10000000 --seed 7
# Submitted again with the same arguments, finished shards end at once.
set -eu
shards=$1
shift
mkdir -p shards
array=$(sbatch --parsable --array="1-$shards" --requeue --cpus-per-task=1 \
  --output=shards/%a.log --open-mode=append "$(dirname "$0")/slurm-shard.sh" "$shards" "$@")
merge=$(sbatch --parsable --dependency="afterany:$array" --output=report.txt \
  --wrap 'exec admiralty merge shards/*.jsonl')
echo "$array $merge"
