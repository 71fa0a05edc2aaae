/** The completion script for bash. */
import { optionFunction, stateFunction, takeFunction } from "./case-tables.ts";
import { posixQuoted } from "./quoting.ts";
import type { CompletionTable } from "./table.ts";

/** The script: it runs no program, and compares what was typed without evaluating it. */
export function bashScript(table: CompletionTable): string {
  const { program } = table;
  return [
    `# bash completion for ${program}, made by: ${program} completion bash\n`,
    stateFunction(table, ({ names }) => posixQuoted(names.join(" "))),
    optionFunction(table),
    takeFunction(table, `for name in "\${subcommands[@]}"; do`),
    line(program),
    offers(program),
    entry(program),
  ].join("\n");
}

function line(program: string): string {
  return `# Sets line to the words up to the cursor, which readline also splits at = and : (COMP_WORDBREAKS).
__${program}_line() {
  local index word rest=\${COMP_LINE:0:COMP_POINT}
  line=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $index -gt 0 && $rest != [[:space:]]* ]]; then
      line[\${#line[@]} - 1]+=$word
    else
      line+=("$word")
    fi
    rest=\${rest#"\${rest%%[![:space:]]*}"}
    # Of the word at the cursor, what is before the cursor.
    [[ $index -lt $COMP_CWORD || $word != "$rest"* ]] || line[\${#line[@]} - 1]=\${line[\${#line[@]} - 1]%"\${word#"$rest"}"}
    rest=\${rest#"$word"}
  done
}
`;
}

function offers(program: string): string {
  return `# Offers those words that go on from what is typed. Readline replaces only what comes after the last = of it.
__${program}_offer() {
  local word kept=''
  [[ $COMP_WORDBREAKS != *=* ]] || kept=\${current%"\${current##*=}"}
  for word; do
    word=$before$word
    [[ $word != "$current"* ]] || COMPREPLY+=("\${word#"$kept"}")
  done
}

# Leaves it to readline to complete a file's name; beside other words, which would stop that, adds the files.
__${program}_files() {
  local file
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then
    compopt -o default 2>/dev/null
  else
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "\${current#"$before"}")
  fi
}

# Offers values for option $1, of which what is typed begins with $before.
__${program}_value() {
  __${program}_option "$state" "$1" || return 0
  case $kind in
    word) __${program}_offer "\${values[@]}" ;;
    path)
      __${program}_offer "\${values[@]}"
      __${program}_files
      ;;
    word=path)
      if [[ \${current#"$before"} == *=* ]]; then
        __${program}_files
      else
        compopt -o nospace 2>/dev/null
        __${program}_offer "\${values[@]/%/=}"
      fi
      ;;
  esac
}

# Offers the options that can still be given.
__${program}_flags() {
  local names
  __${program}_state "$state"
  for names in "\${flags[@]}"; do
    for name in $names; do
      [[ $hidden == *" $name "* ]] || __${program}_offer "$name"
    done
  done
}

# Offers commands and the words of an argument.
__${program}_words() {
  local word
  __${program}_state "$state"
  [[ -n $ended || $place -gt 0 ]] || __${program}_offer "\${subcommands[@]}"
  for word in \${places[place]-}; do __${program}_offer "$word"; done
}
`;
}

function entry(program: string): string {
  return `_${program}() {
  local IFS=$' \\t\\n' state=${program} option='' hidden='' ended='' place=0
  local current before='' word name kind hides leads otherwise
  local -a line values subcommands flags places
  COMPREPLY=()
  __${program}_line
  current=\${line[\${#line[@]} - 1]}
  for word in "\${line[@]:1:\${#line[@]} - 2}"; do __${program}_take "$word"; done
  if [[ -n $option ]]; then
    __${program}_value "$option"
  elif [[ -z $ended && $current == --?*=* ]]; then
    before=\${current%%=*}=
    __${program}_value "\${current%%=*}"
  elif [[ -z $ended && $current == -* ]]; then
    __${program}_flags
  else
    __${program}_words
  fi
}

complete -F _${program} ${program}
`;
}
