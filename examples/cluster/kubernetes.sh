#!/bin/sh
# Runs the Job of kubernetes.yaml, then that of kubernetes-merge.yaml, and prints the report:
#   ./kubernetes.sh
# RUN in both files becomes a hash of kubernetes.yaml, so the directory of a run on the volume never has
# results of other settings. For other bots or another version of admiralty, give the image a new tag.
set -eu
run=$(sha256sum kubernetes.yaml | cut -c 1-12)
echo "the results are in $run on the volume" >&2
apply() {
  sed "s/RUN/$run/" "$1" | kubectl apply -f - >&2
}

apply kubernetes.yaml
while true; do
  job=$(kubectl get job "tournament-$run" -o \
    'jsonpath={.status.conditions[?(@.status=="True")].type} {.status.failedIndexes}')
  case $job in
    *Complete*) break ;;
    *Failed*) echo "not merged, because these indexes have failed: ${job##* }" >&2 && exit 1 ;;
  esac
  sleep 10
done
apply kubernetes-merge.yaml
kubectl wait --for=condition=complete --timeout=1h "job/merge-$run" >&2
kubectl logs "job/merge-$run"
