# Prints what the completion function of bash offers for each line of standard input, a line each, then a line with "--".
# $1 is the completion script.
# shellcheck source=/dev/null
source "$1"

# Readline completes file names itself where it is told to.
compopt() { [[ $* != "-o default" ]] || echo "<files>"; }

# Splits the line as readline does, but for quotes: at blanks, and at = and :, which are words themselves.
split() {
  local rest=$1
  COMP_WORDS=()
  while [[ -n $rest ]]; do
    if [[ $rest =~ ^[[:space:]]+ ]]; then
      rest=${rest#"${BASH_REMATCH[0]}"}
    elif [[ $rest =~ ^[=:]+ || $rest =~ ^[^=:[:space:]]+ ]]; then
      COMP_WORDS+=("${BASH_REMATCH[0]}")
      rest=${rest#"${BASH_REMATCH[0]}"}
    fi
  done
  [[ $1 != *[[:space:]] ]] || COMP_WORDS+=("")
}

while IFS= read -r COMP_LINE; do
  COMP_POINT=${#COMP_LINE}
  split "$COMP_LINE"
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _usdot usdot "${COMP_WORDS[COMP_CWORD]}"
  [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
  echo --
done
