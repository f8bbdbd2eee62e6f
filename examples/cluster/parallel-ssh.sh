#!/usr/bin/env bash
# The same on the hosts of the file "hosts" (a line for each: 8/host runs 8 shards at a time).
# BOT, a file or directory, is sent to them; shards come back when they are finished:
#   BOT=bot.py ./parallel-ssh.sh 64 arena random "scout=live:python3 bot.py" --games 9000 --seed 7 -j 1
# admiralty and rsync must be installed there. A host that does not answer for 10 s is lost.
# Started again, it runs the shards that have not come back.
set -eu
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"
unfinished | parallel --joblog "+$run/joblog" --retries 5 \
  --ssh "${SSH-ssh} -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=2" \
  --sshloginfile hosts --workdir admiralty-shards \
  ${BOT+--basefile "$BOT"} --return "$run/{}.jsonl" --cleanup \
  mkdir -p "$run" "&&" admiralty "${@@Q}" --shard "{}/$shards" --out "$run/{}.jsonl" || not_merged
admiralty merge "$run"/*.jsonl
