#!/bin/bash
# One rank of a program: $1 is the folder for its facts, $2 which ranks are profiled, $3 how many of the words behind are the
# profiler's. A chosen rank runs all of them, another only the program.
facts=$1
ranks=$2
profiler=$3
shift 3

# Under srun and torchrun together RANK is the rank. A batch script has SLURM_PROCID too, but is no step.
rank=${RANK:-${SLURM_PROCID:-${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}}}
local_rank=${LOCAL_RANK:-${SLURM_LOCALID:-${OMPI_COMM_WORLD_LOCAL_RANK:-${MPI_LOCALRANKID:-0}}}}
export LLMPROF_RANK=$rank
world=${WORLD_SIZE:-${SLURM_STEP_NUM_TASKS:-${OMPI_COMM_WORLD_SIZE:-${PMI_SIZE:-0}}}}

chosen() {
    case $ranks in
    all) return 0 ;;
    first_per_node) [ "$local_rank" = 0 ]; return ;;
    esac
    local part
    for part in ${ranks//,/ }; do
        [ "$rank" -ge "${part%-*}" ] && [ "$rank" -le "${part#*-}" ] && return 0
    done
    return 1
}

# CLOCK_REALTIME and CLOCK_MONOTONIC in nanoseconds, and what read them.
clocks() {
    perl -MTime::HiRes=clock_gettime,CLOCK_REALTIME,CLOCK_MONOTONIC \
        -e 'printf "%.0f %.0f perl\n", clock_gettime(CLOCK_REALTIME) * 1e9, clock_gettime(CLOCK_MONOTONIC) * 1e9' 2>/dev/null && return
    python3 -I -S -c 'import time; print(time.time_ns(), time.monotonic_ns(), "python")' 2>/dev/null && return
    local up
    read -r up _ </proc/uptime
    echo "$(date +%s%N) ${up/./}0000000 uptime"
}

# By the usual choice of a program: the visible GPU of its local rank.
gpu() {
    command -v nvidia-smi >/dev/null || return
    nvidia-smi --query-gpu=uuid --format=csv,noheader ${CUDA_VISIBLE_DEVICES:+-i "$CUDA_VISIBLE_DEVICES"} 2>/dev/null |
        { mapfile -t all; echo "${all[$local_rank]:-${all[0]:-}}"; }
}

profiled=true
chosen "$rank" || { profiled=false; shift "$profiler"; unset LLMPROF_HOOK; }

# A program in the background ignores Ctrl-C otherwise.
heeding=()
if env --default-signal=INT,QUIT true 2>/dev/null; then
    heeding=(env --default-signal=INT,QUIT)
elif command -v perl >/dev/null; then
    heeding=(perl -e '$SIG{INT} = $SIG{QUIT} = "DEFAULT"; exec @ARGV or exit 127')
fi

read -r began_real began_mono source < <(clocks)
"${heeding[@]}" "$@" <&0 &
child=$!
# Ctrl-C goes to the group; TERM may come to this process alone.
trap 'kill -TERM "$child" 2>/dev/null' TERM
trap : INT
while kill -0 "$child" 2>/dev/null; do
    wait "$child"
done
wait "$child"
code=$?
read -r ended_real ended_mono source < <(clocks)

beside=$facts/.$rank.json.$$
printf '{"rank": %d, "world_size": %d, "host": "%s", "node": "%s", "gpu_uuid": "%s", "profiled": %s, "exit": %d, "clock": "%s", "began": {"realtime_ns": %s, "monotonic_ns": %s}, "ended": {"realtime_ns": %s, "monotonic_ns": %s}}\n' \
    "$rank" "$world" "$(uname -n)" "${SLURMD_NODENAME:-}" "$(gpu)" "$profiled" "$code" "$source" \
    "$began_real" "$began_mono" "$ended_real" "$ended_mono" >"$beside" && mv -f "$beside" "$facts/$rank.json"
exit "$code"
