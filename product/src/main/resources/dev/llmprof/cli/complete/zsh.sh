_llmprof() {
    local current=${words[CURRENT]} candidate
    local -a open whole before
    before=("${(@)words[1,CURRENT-1]}")
    while IFS= read -r candidate; do
        case $candidate in
        '(files)') _files ;;
        *=) open+=("$candidate") ;;
        *) whole+=("$candidate") ;;
        esac
    done < <(_llmprof_candidates "$current" "${before[@]}")
    ((${#open})) && compadd -Q -S '' -- "${open[@]}"
    ((${#whole})) && compadd -Q -- "${whole[@]}"
    return 0
}
if ! whence compdef >/dev/null; then
    autoload -Uz compinit
    compinit
fi
compdef _llmprof llmprof
