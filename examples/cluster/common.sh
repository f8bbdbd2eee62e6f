#!/bin/sh
# What the scripts for GNU parallel and Slurm have in common. Their arguments are the number of shards and
# a command. The results are in a directory whose name is a hash of these and of all files that the
# command names, so it never has results of other settings or of an older bot.
run=run-$({
  printf '%s\n' "$@"
  echo "$@" | tr -cs '[:alnum:]_./-' '\n' | xargs cat -- 2>/dev/null
} | sha256sum | cut -c 1-12)
mkdir -p "$run"
echo "the results are in $run" >&2
shards=$1
shift

# A shard's file is there when the shard is finished.
unfinished() {
  for shard in $(seq "$shards"); do
    [ -e "$run/$shard.jsonl" ] || echo "$shard"
  done
}

not_merged() {
  echo "not merged, because these shards have failed: $(unfinished | paste -sd ' ' -)" >&2
  exit 1
}
