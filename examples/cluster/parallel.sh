#!/usr/bin/env bash
# Runs a command of admiralty in shards with GNU parallel, one process for each core:
#   ./parallel.sh 16 arena random "scout=live:python3 bot.py" --games 2000 --seed 7 -j 1
# Started again with the same arguments, it runs only what failed or was lost.
set -eu
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"
unfinished | parallel --joblog "+$run/joblog" --retries 3 \
  admiralty "${@@Q}" --shard "{}/$shards" --out "$run/{}.jsonl" || not_merged
admiralty merge "$run"/*.jsonl
