/** The script for each shell: it writes the words up to the cursor to `usdot completion --offers`, and evaluates no answer. */

const bash = `# bash completion for usdot, made by: usdot completion bash

_usdot() {
  local kind='' text current=\${2#=}
  COMPREPLY=()
  {
    read -r kind
    while IFS=$'\\t' read -r text _; do
      # Readline replaces only what comes after the =, which is a word by itself (COMP_WORDBREAKS).
      text=\${text#--*=}
      [[ $text != "$current"* ]] || COMPREPLY+=("$text")
    done
  } < <(printf '%s\\n' "\${COMP_WORDS[@]:1:COMP_CWORD}" | command usdot completion --offers 2>/dev/null)
  [[ $kind != files ]] || compopt -o default 2>/dev/null
}

complete -F _usdot usdot
`;

const zsh = `#compdef usdot
# zsh completion for usdot, made by: usdot completion zsh

_usdot() {
  local kind text summary
  local -a described
  {
    read -r kind
    while IFS=$'\\t' read -r text summary; do
      described+=("\${text//:/\\\\:}:\${summary//\\\\/\\\\\\\\}")
    done
  } < <(printf '%s\\n' "\${(@)words[2,CURRENT - 1]}" "$PREFIX" | command usdot completion --offers 2>/dev/null)
  (( $#described )) && _describe -t words usdot described
  if [[ $kind == files ]]; then
    compset -P '--*='
    _files
  fi
}

if [[ $funcstack[1] == _usdot ]]; then
  _usdot "$@"
else
  compdef _usdot usdot
fi
`;

const fish = `# fish completion for usdot, made by: usdot completion fish

function __usdot_offers
    set -l line (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (printf '%s\\n' $line[2..] "$current" | command usdot completion --offers 2>/dev/null)
    printf '%s\\n' $answer[2..]
    test "$answer[1]" = files; or return
    set -l flag (string match -r -- '^--[^=]*=' "$current")
    printf '%s\\n' "$flag"(__fish_complete_path (string replace -- "$flag" '' "$current"))
end

complete -c usdot -f -a '(__usdot_offers)'
`;

export const shellScripts = { bash, zsh, fish };
