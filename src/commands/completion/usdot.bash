# bash completion for usdot, made by: usdot completion bash

_usdot() {
  local kind='' text
  COMPREPLY=()
  {
    read -r kind
    while IFS=$'\t' read -r text _; do
      [[ $text != "$2"* ]] || COMPREPLY+=("$text")
    done
  } < <(printf '%s\n' "${COMP_WORDS[@]:1:COMP_CWORD}" | command usdot completion bash --offers 2>/dev/null)
  [[ $kind != files ]] || compopt -o default 2>/dev/null
}

complete -F _usdot usdot
