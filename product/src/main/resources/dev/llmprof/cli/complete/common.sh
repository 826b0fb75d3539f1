# Says what fits: $1 is what is typed of the word, the others are the words before it, the program first.
# Candidates are printed a line each; the line "(files)" stands for names of files.
_llmprof_candidates() {
    local current=$1 program=$2 command= previous= word place=
    shift 2
    for word; do
        case $word in
        --) echo '(files)'; return ;;
        -*) ;;
        *)
            if [ -z "$command" ]; then
                command=$word
            elif [ -n "$(_llmprof_commands "$command")" ] && [ "${command#* }" = "$command" ]; then
                command="$command $word"
            fi
            ;;
        esac
        previous=$word
    done
    case $previous in
    -*) place=$(_llmprof_place "$command $previous") ;;
    esac
    case $current in
    --*=*)
        place=$(_llmprof_place "$command ${current%%=*}")
        _llmprof_values "$place" "${current#*=}" "$program" "$@" | sed "s|^\([^(]\)|${current%%=*}=\1|"
        return
        ;;
    esac
    if [ -n "$place" ]; then
        _llmprof_values "$place" "$current" "$program" "$@"
        return
    fi
    case $current in
    -*) _llmprof_matching "$current" "$(_llmprof_options "$command")"; return ;;
    esac
    word=$(_llmprof_commands "$command")
    if [ -n "$word" ]; then
        _llmprof_matching "$current" "$word"
    else
        _llmprof_values "$(_llmprof_place "$command")" "$current" "$program" "$@"
    fi
}
_llmprof_matching() {
    printf '%s\n' "$2" | tr ' ' '\n' | while IFS= read -r word; do
        case $word in "$1"*) printf '%s\n' "$word" ;; esac
    done
}
_llmprof_values() {
    local kind=$1 current=$2 program=$3 found
    shift 3
    case $kind in
    '' | any) ;;
    file) echo '(files)' ;;
    *)
        found=$("$program" __complete "$kind" "$current" "$@" 2>/dev/null)
        # A model, a GPU or a run may be a file or a folder as well.
        if [ -n "$found" ]; then
            printf '%s\n' "$found"
        elif [ "$kind" != override ]; then
            echo '(files)'
        fi
        ;;
    esac
}
