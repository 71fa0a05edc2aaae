/** The completion script for zsh. */
import { optionFunction, stateFunction, takeFunction } from "./case-tables.ts";
import { posixQuoted } from "./quoting.ts";
import type { CompletionTable } from "./table.ts";

/** The script, to be found in `fpath` or sourced: it runs no program, and compares what was typed without evaluating it. */
export function zshScript(table: CompletionTable): string {
  const { program } = table;
  return [
    `#compdef ${program}\n# zsh completion for ${program}, made by: ${program} completion zsh\n`,
    // In what _describe shows, a backslash escapes.
    stateFunction(
      table,
      ({ names, summary }) => `${posixQuoted(names.join(" "))} ${posixQuoted(summary.replaceAll("\\", "\\\\"))}`,
    ),
    optionFunction(table),
    takeFunction(table, `for name summary in "\${subcommands[@]}"; do`),
    offers(program),
    entry(program),
  ].join("\n");
}

function offers(program: string): string {
  return `# Offers values for option $1.
__${program}_value() {
  local expl
  __${program}_option "$state" "$1" || return 1
  case $kind in
    word) (( $#values )) && _wanted values expl value compadd -a values ;;
    path)
      (( $#values )) && _wanted values expl value compadd -a values
      _files
      ;;
    word=path)
      if compset -P '*='; then
        _files
      else
        _wanted values expl value compadd -S = -a values
      fi
      ;;
  esac
}

# Offers the options that can still be given.
__${program}_flags() {
  local names
  local -a described
  __${program}_state "$state"
  for names summary in "\${flags[@]}"; do
    for name in \${=names}; do
      [[ $hidden == *" $name "* ]] || described+=("$name:$summary")
    done
  done
  _describe -o -t options option described
}

# Offers commands and the words of an argument.
__${program}_words() {
  local expl
  local -a described
  __${program}_state "$state"
  if [[ -z $ended && $place -eq 0 ]]; then
    for name summary in "\${subcommands[@]}"; do described+=("$name:$summary"); done
    (( $#described )) && _describe -t commands command described
  fi
  values=(\${=places[place + 1]})
  (( $#values )) && _wanted values expl value compadd -a values
}
`;
}

function entry(program: string): string {
  return `_${program}() {
  local state=${program} option='' hidden='' ended='' word name summary kind hides leads otherwise
  local -a values subcommands flags places
  integer place=0
  for word in "\${(@)words[2,CURRENT - 1]}"; do __${program}_take "$word"; done
  if [[ -n $option ]]; then
    __${program}_value "$option"
  elif [[ -z $ended && $PREFIX == --?*=* ]]; then
    name=\${PREFIX%%=*}
    compset -P 1 '*='
    __${program}_value "$name"
  elif [[ -z $ended && $PREFIX == -* ]]; then
    __${program}_flags
  else
    __${program}_words
  fi
}

# Found in fpath, this file is the function's first call; sourced, it registers the function.
if [[ $funcstack[1] == _${program} ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
}
