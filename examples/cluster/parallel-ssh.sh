#!/usr/bin/env bash
# The same on the hosts of the file "hosts" (a line for each: 8/host runs 8 shards at a time).
# BOT, a file or directory, is sent to them; shards come back when they are finished:
#   BOT=bot.py ./parallel-ssh.sh 64 arena random "scout=live:python3 bot.py" --games 9000 --seed 7 -j 1
# admiralty and rsync must be installed there. A host that does not answer for 10 s is lost.
# Started again, it runs the shards that have not come back: a finished shard whose transfer
# failed is a success in the log of GNU parallel, so --resume-failed would not repeat it.
set -eu
shards=$1
shift
mkdir -p shards
for shard in $(seq "$shards"); do
  [ -e "shards/$shard.jsonl" ] || echo "$shard"
done | parallel --joblog +shards/joblog --retries 5 \
  --ssh "${SSH-ssh} -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=2" \
  --sshloginfile hosts --workdir admiralty-shards \
  ${BOT+--basefile "$BOT"} --return "shards/{}.jsonl" --cleanup \
  mkdir -p shards "&&" admiralty "${@@Q}" --shard "{}/$shards" --out "shards/{}.jsonl"
admiralty merge shards/*.jsonl
