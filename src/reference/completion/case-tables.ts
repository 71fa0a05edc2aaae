/** The table as two functions that bash and zsh both read. */
import { posixQuoted as quoted } from "./quoting.ts";
import { type CompletionTable, type OptionEntry, ownOptions, type State } from "./table.ts";

/** How a shell holds something that it offers, as one or more words of an array. */
export type Element = (offered: { names: readonly string[]; summary: string }) => string;

/**
 * `__usdot_state STATE` sets what may be typed there: the arrays `subcommands` and `flags`, made of `element`s, `places` (the words
 * for each argument, separated by spaces), and `otherwise`.
 */
export function stateFunction(table: CompletionTable, element: Element): string {
  const { program, shared, states } = table;
  const array = (name: string, elements: readonly string[]) =>
    elements.length > 0 ? `      ${name}=(${elements.join(" ")})\n` : "";
  const stateCase = (state: State) =>
    [
      `    ${quoted(state.path)})\n`,
      array(
        "subcommands",
        state.commands.map(({ name, summary }) => element({ names: [name], summary })),
      ),
      array("flags", ownOptions(state, table).map(element)),
      array(
        "places",
        state.arguments.some((words) => words.length > 0)
          ? state.arguments.map((words) => quoted(words.join(" ")))
          : [],
      ),
      state.otherwise === undefined ? "" : `      otherwise=${quoted(state.otherwise)}\n`,
      "      ;;\n",
    ].join("");
  return `# Sets what may follow in state $1.
__${program}_state() {
  subcommands=() flags=() places=() otherwise=''
  case $1 in
${states.map(stateCase).join("")}  esac
  flags+=(${shared.map(element).join(" ")})
}
`;
}

/** `__usdot_option STATE NAME` sets `kind`, `values`, `hides` and `leads`; it fails for an option that there is not. */
export function optionFunction({ program, shared, states }: CompletionTable): string {
  const optionCases = (entries: readonly OptionEntry[], indent: string) =>
    entries.map((entry) => `${indent}${optionCase(entry)}\n`).join("");
  const stateCase = ({ path, options }: State) =>
    `    ${quoted(path)})\n      case $2 in\n${optionCases(options, "        ")}      esac\n      ;;\n`;
  return `# Sets what option $2 takes in state $1; fails for an option that there is not.
__${program}_option() {
  kind=switch values=() hides='' leads=$1
  case $1 in
${states.map(stateCase).join("")}  esac
  case $2 in
${optionCases(shared, "    ")}    *) return 1 ;;
  esac
}
`;
}

function optionCase({ names, kind, words, hides, leads }: OptionEntry): string {
  const steps = [
    ...(kind === "switch" ? [] : [`kind=${quoted(kind)}`]),
    ...(words.length > 0 ? [`values=(${words.map(quoted).join(" ")})`] : []),
    ...(hides.length > 0 ? [`hides=${quoted(` ${hides.join(" ")} `)}`] : []),
    ...(leads === undefined ? [] : [`leads=${quoted(leads)}`]),
    "return",
  ];
  return `${names.map(quoted).join(" | ")}) ${steps.join("; ")} ;;`;
}

/**
 * `__usdot_take WORD` follows one word before the cursor: it changes the `state`, the `option` that waits for its value, the options
 * that are `hidden`, the `place` among the arguments, or that options have `ended`.
 *
 * @param eachCommand the head of a loop that sets `name` to each of `subcommands`
 */
export function takeFunction({ program }: CompletionTable, eachCommand: string): string {
  return `# Follows one word before the cursor.
__${program}_take() {
  if [[ -n $option ]]; then
    option=''
  elif [[ -z $ended && $1 == -- ]]; then
    ended=yes
  elif [[ -z $ended && $1 == -?* ]]; then
    case $1 in
      --*) name=\${1%%=*} ;;
      *) name=\${1:0:2} ;;
    esac
    __${program}_option "$state" "$name" || return 0
    state=$leads
    hidden="$hidden$hides"
    [[ $kind == switch || $1 != "$name" ]] || option=$name
  else
    __${program}_state "$state"
    if [[ -z $ended && $place -eq 0 ]]; then
      ${eachCommand}
        if [[ $1 == "$name" ]]; then
          state="$state $name"
          return
        fi
      done
    fi
    state=\${otherwise:-$state}
    place=$((place + 1))
  fi
}
`;
}
