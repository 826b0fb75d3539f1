#!/bin/bash
# A task of a sweep; all of them run this. $1 and the index in the array are the task's number.
home=@HOME@
most_restarts=@RESTARTS@
number=$((${1:-0} + ${SLURM_ARRAY_TASK_ID:-0}))
task=$home/tasks/$number
restart=${SLURM_RESTART_COUNT:-0}

# By rename: whoever looks sees no exit.json or a whole one.
leave() {
    beside=$task/.exit.json.$$
    printf '{"code": %d, "signal": "%s", "host": "%s", "restart": %d, "job": "%s", "ended": "%s"}\n' \
        "$1" "$2" "${SLURMD_NODENAME:-$(hostname)}" "$restart" \
        "${SLURM_ARRAY_JOB_ID:-}_${SLURM_ARRAY_TASK_ID:-}" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >"$beside" &&
        mv -f "$beside" "$task/exit.json"
}

rm -f "$task/exit.json"
cd -- @DIRECTORY@ || { leave 1 ''; exit 1; }
@SETUP@

# Sets `directory`, where the run goes, `resume`, what a second try is told besides, and the words of the first.
. "$task/command.sh"
if [ -e "$directory/manifest.json" ]; then
    set -- "$1" run --resume "$directory" "${resume[@]}"
elif [ -d "$directory" ] && [ -z "$(find "$directory" -mindepth 1 -maxdepth 1 ! -name '.*')" ]; then
    # One that was killed before it had written anything.
    rm -rf -- "$directory"
fi

limit=
interrupted=
# As Ctrl-C: the stage ends, and what was recorded is kept.
pass() { interrupted=1; kill "-$1" "$child" 2>/dev/null; }
trap 'limit=USR1; pass INT' USR1
trap 'pass TERM' TERM
trap 'pass INT' INT
# With job control a program in the background can be interrupted.
set -m
"$@" &
child=$!
code=
while [ -z "$code" ]; do
    interrupted=
    wait "$child"
    status=$?
    [ -n "$interrupted" ] && kill -0 "$child" 2>/dev/null || code=$status
done
wait "$child"
code=$?

if [ -n "$limit" ] && [ "$code" -ne 0 ] && [ "$restart" -lt "$most_restarts" ]; then
    echo "the time limit is near: the task is queued again and goes on by stage" >&2
    # Slurm ends this script where it takes it.
    scontrol requeue "${SLURM_JOB_ID:?}" && exit 0
fi
@TEARDOWN@
leave "$code" "$limit"
exit "$code"
