# Ends a process tree when its lifeline, the pipe on stdin, closes: also when llmprof is killed.
# Arguments: the run id that every process of the tree carries in its environment; the seconds
# that the tree's leader has after INT, and again after TERM; a directory where a process that still
# writes what it recorded has a file *.busy, or nothing. Lines on stdin: the leader's pid; `also PID:TICK` for a
# process that belongs to the tree and began in that tick of the clock; `over` when the leader has ended by itself.
id=$1
grace=$2
home=$3
trap '' HUP INT QUIT TERM

nap() { sleep 0.1 2>/dev/null || sleep 1; }

# The tree: whoever carries the id, is in the leader's session, or was started by one of those.
find_members() {
    members=' '
    for each in $also; do
        began "${each%:*}" "${each#*:}" && members="$members${each%:*} "
    done
    for file in $(grep -ls "$id" /proc/[0-9]*/environ 2>/dev/null); do
        file=${file%/environ}
        running "${file#/proc/}" && members="$members${file#/proc/} "
    done
    grown=yes
    while [ $grown = yes ]; do
        grown=no
        for file in /proc/[0-9]*/stat; do
            { read -r line <"$file"; } 2>/dev/null || continue
            pid=${line%% *}
            case $members in *" $pid "*) continue ;; esac
            # After the name, which may hold blanks: state, parent, group, session.
            # shellcheck disable=SC2086
            set -- ${line##*) }
            [ "$1" = Z ] && continue
            case $members in *" $2 "*) ours=yes ;; *) ours=no ;; esac
            if [ $ours = yes ] || [ "$4" = "$leader" ]; then
                members="$members$pid "
                grown=yes
            fi
        done
    done
}

running() {
    { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
    case ${line##*) } in Z*) return 1 ;; esac
}

# Whether a process runs that is still the one which began then.
began() {
    { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
    tick=$2
    # shellcheck disable=SC2086
    set -- ${line##*) }
    [ "$1" != Z ] && [ "${20}" = "$tick" ]
}

any_member() {
    find_members
    [ "$members" != ' ' ]
}

busy() {
    [ -n "$home" ] || return 1
    for file in "$home"/*.busy; do
        [ -e "$file" ] && return 0
    done
    return 1
}

# Waits while $2 holds, at most $1 tenths of a second, and two minutes more for one that is busy.
gone_within() {
    left=$1
    patience=1200
    while "$2"; do
        if [ "$left" -gt 0 ]; then
            left=$((left - 1))
        elif busy && [ "$patience" -gt 0 ]; then
            patience=$((patience - 1))
        else
            return 1
        fi
        nap
    done
}

# A program that a script started in the background ignores INT: there is nothing to wait for.
heeds_interrupt() {
    mask=0
    while read -r key mask; do
        [ "$key" = SigIgn: ] && break
    done 2>/dev/null <"/proc/$leader/status"
    case $mask in *[2367abef]) return 1 ;; esac
}

leader_runs() { running "$leader"; }

signal() {
    # shellcheck disable=SC2086
    kill "-$1" $members 2>/dev/null
}

leader=none
also=
word=
read -r leader
while read -r word other; do
    [ "$word" = also ] || break
    also="$also $other"
done

if [ "$word" != over ] && running "$leader"; then
    # As Ctrl-C on a terminal: Python then runs its exit handlers, a profiler writes its report.
    kill -s INT -- "-$leader" 2>/dev/null
    if ! heeds_interrupt || ! gone_within $((grace * 10)) leader_runs; then
        kill -TERM "$leader" 2>/dev/null
        gone_within $((grace * 10)) leader_runs
    fi
fi
if [ "$word" = over ]; then
    gone_within 10 any_member && exit 0
else
    # llmprof may have died between starting the leader and telling us.
    nap
fi
any_member && signal TERM && gone_within 20 any_member && exit 0
rounds=50
while any_member && [ "$rounds" -gt 0 ]; do
    rounds=$((rounds - 1))
    signal KILL
    nap
done
