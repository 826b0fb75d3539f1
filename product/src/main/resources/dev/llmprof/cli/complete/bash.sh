_llmprof() {
    local line=${COMP_LINE:0:COMP_POINT} current='' candidate head='' files='' stop
    local -a before
    read -ra before <<<"$line"
    if [[ $line != *[[:space:]] ]]; then
        current=${before[${#before[@]}-1]}
        before=("${before[@]:0:${#before[@]}-1}")
    fi
    # Bash takes a word apart at these, and wants only the rest of it.
    for stop in = : @; do
        if [[ $COMP_WORDBREAKS == *"$stop"* && $current == *"$stop"* ]]; then
            candidate=${current%"$stop"*}$stop
            if ((${#candidate} > ${#head})); then head=$candidate; fi
        fi
    done
    COMPREPLY=()
    while IFS= read -r candidate; do
        if [[ $candidate == '(files)' ]]; then
            files=1
        else
            COMPREPLY+=("${candidate#"$head"}")
        fi
    done < <(_llmprof_candidates "$current" "${before[@]}")
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r candidate; do
            COMPREPLY+=("$candidate")
        done < <(compgen -f -- "${current#"$head"}")
    fi
    if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _llmprof llmprof ./llmprof
