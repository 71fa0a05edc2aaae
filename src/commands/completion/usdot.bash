# bash completion for usdot, made by: usdot completion bash

_usdot() {
  local kind='' text current=${2#=}
  COMPREPLY=()
  {
    read -r kind
    while IFS=$'\t' read -r text _; do
      # Readline replaces only what comes after the =, which is a word by itself (COMP_WORDBREAKS).
      text=${text#--*=}
      [[ $text != "$current"* ]] || COMPREPLY+=("$text")
    done
  } < <(printf '%s\n' "${COMP_WORDS[@]:1:COMP_CWORD}" | command usdot completion --offers 2>/dev/null)
  [[ $kind != files ]] || compopt -o default 2>/dev/null
}

complete -F _usdot usdot
