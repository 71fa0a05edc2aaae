#compdef usdot
# zsh completion for usdot, made by: usdot completion zsh

_usdot() {
  local kind text summary
  local -a described
  {
    read -r kind
    while IFS=$'\t' read -r text summary; do
      described+=("${text//:/\\:}${summary:+:${summary//\\/\\\\}}")
    done
  } < <(printf '%s\n' "${(@)words[2,CURRENT - 1]}" "$PREFIX" | command usdot completion zsh --offers 2>/dev/null)
  (( $#described )) && _describe -t words usdot described
  [[ $kind != files ]] || _files
}

if [[ $funcstack[1] == _usdot ]]; then
  _usdot "$@"
else
  compdef _usdot usdot
fi
