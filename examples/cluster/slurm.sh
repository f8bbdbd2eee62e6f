#!/bin/sh
# Submits a Slurm array, one task for each shard, and a job that merges them when all have ended:
#   ./slurm.sh 100 arena random hunt --games 10000000 --seed 7
# Submitted again with the same arguments, only shards that are not finished are run.
set -eu
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"
array=$(unfinished | paste -sd , -)
if [ -z "$array" ]; then exec admiralty merge "$run"/*.jsonl; fi
tasks=$(sbatch --parsable --array="$array" --requeue --cpus-per-task=1 --output="$run/%a.log" \
  --open-mode=append "$(dirname "$0")/slurm-shard.sh" "$run" "$shards" "$@")
# If a task has failed, its file is not there, and merge says so instead of writing a report.
merge=$(sbatch --parsable --dependency="afterany:$tasks" --output="$run/report.txt" \
  --wrap "seq -f '$run/%.0f.jsonl' $shards | admiralty merge @-")
echo "$tasks $merge"
