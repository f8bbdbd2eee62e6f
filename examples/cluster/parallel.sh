#!/usr/bin/env bash
# Runs a command of admiralty in shards with GNU parallel, one process for each core:
#   ./parallel.sh 16 arena random "scout=live:python3 bot.py" --games 2000 --seed 7 -j 1
# Started again with the same arguments, it runs only what failed or was lost.
set -eu
shards=$1
shift
mkdir -p shards
seq "$shards" | parallel --joblog shards/joblog --resume-failed --retries 3 \
  admiralty "${@@Q}" --shard "{}/$shards" --out "shards/{}.jsonl"
admiralty merge shards/*.jsonl
