# Ends a process tree when its lifeline, the pipe on stdin, closes: also when llmprof is killed.
# Arguments: the run id that every process of the tree carries in its environment; the seconds
# between TERM and KILL for the tree's leader. Lines on stdin: the leader's pid, then `over` when it
# has ended by itself.
id=$1
grace=$2
trap '' HUP INT QUIT TERM

nap() { sleep 0.1 2>/dev/null || sleep 1; }

# The tree: whoever carries the id, is in the leader's session, or was started by one of those.
find_members() {
    members=' '
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

any_member() {
    find_members
    [ "$members" != ' ' ]
}

# Waits for the tree to be gone, at most $1 tenths of a second.
gone_within() {
    left=$1
    while any_member; do
        [ "$left" -gt 0 ] || return 1
        left=$((left - 1))
        nap
    done
}

signal() {
    # shellcheck disable=SC2086
    kill "-$1" $members 2>/dev/null
}

leader=none
word=
read -r leader
read -r word

if [ "$word" != over ] && running "$leader"; then
    # The leader first: a profiler that is asked to stop still writes its report.
    kill -TERM "$leader" 2>/dev/null
    left=$((grace * 10))
    while [ "$left" -gt 0 ] && running "$leader"; do
        left=$((left - 1))
        nap
    done
fi
if [ "$word" = over ]; then
    gone_within 10 && exit 0
else
    # llmprof may have died between starting the leader and telling us.
    nap
fi
any_member && signal TERM && gone_within 20 && exit 0
rounds=50
while any_member && [ "$rounds" -gt 0 ]; do
    rounds=$((rounds - 1))
    signal KILL
    nap
done
