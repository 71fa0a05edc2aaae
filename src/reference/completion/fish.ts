/** The completion script for fish. */
import { fishQuoted as quoted } from "./quoting.ts";
import { type CompletionTable, type OptionEntry, ownOptions, type State } from "./table.ts";

/** The script: it runs no program, and compares what was typed without evaluating it. */
export function fishScript(table: CompletionTable): string {
  const { program } = table;
  return [
    `# fish completion for ${program}, made by: ${program} completion fish\n`,
    commandsFunction(table),
    flagsFunction(table),
    argumentFunction(table),
    optionFunction(table),
    walk(program),
    offers(program),
  ].join("\n");
}

type Described = { names: readonly string[]; summary: string };

function printed(list: readonly Described[]): string {
  const pairs = list.map(({ names, summary }) => `${quoted(names.join(" "))} ${quoted(summary)}`);
  return `printf '%s\\t%s\\n' ${pairs.join(" ")}`;
}

function cases(lines: readonly [path: string, line: string | undefined][]): string {
  return lines.map(([path, line]) => (line ? `        case ${quoted(path)}\n            ${line}\n` : "")).join("");
}

function commandsFunction({ program, states }: CompletionTable): string {
  const line = ({ commands }: State) =>
    commands.length > 0 ? printed(commands.map(({ name, summary }) => ({ names: [name], summary }))) : undefined;
  return `# The commands in a state, with their descriptions.
function __${program}_commands --argument-names state
    switch $state
${cases(states.map((state) => [state.path, line(state)]))}    end
end
`;
}

function flagsFunction(table: CompletionTable): string {
  const line = (state: State) => {
    const own = ownOptions(state, table);
    return own.length > 0 ? printed(own) : undefined;
  };
  return `# The options in a state: the names of each, separated by spaces, and its description.
function __${table.program}_flags --argument-names state
    switch $state
${cases(table.states.map((state) => [state.path, line(state)]))}    end
    ${printed(table.shared)}
end
`;
}

/** Also the state that a word leads to which is no command. */
function argumentFunction({ program, states }: CompletionTable): string {
  const places = states.flatMap(({ path, arguments: all }) =>
    all.map((words, place): [string, string | undefined] => [
      `${path} ${place}`,
      words.length > 0 ? `printf '%s\\n' ${words.map(quoted).join(" ")}` : undefined,
    ]),
  );
  const otherwise = states.map((state): [string, string | undefined] => [
    state.path,
    state.otherwise && `echo ${quoted(state.otherwise)}`,
  ]);
  return `# The words for the argument at a place, counted from 0.
function __${program}_argument --argument-names state place
    switch "$state $place"
${cases(places)}    end
end

# The state that a word leads to which is no command.
function __${program}_otherwise --argument-names state
    switch $state
${cases(otherwise)}        case '*'
            echo $state
    end
end
`;
}

function optionFunction({ program, shared, states }: CompletionTable): string {
  const stateCase = ({ path, options }: State) =>
    `        case ${quoted(path)}\n            switch $name\n${options.map((entry) => optionCase(entry)).join("")}            end\n`;
  return `# What an option takes, in lines: its kind, the options that it hides, the state that it leads to, its values.
function __${program}_option --argument-names state name
    switch $state
${states.map(stateCase).join("")}    end
    switch $name
${shared.map((entry) => optionCase(entry)).join("")}        case '*'
            return 1
    end
end
`;
}

function optionCase({ names, kind, hides, leads, words }: OptionEntry): string {
  const state = leads === undefined ? '"$state"' : quoted(leads);
  const values = words.map((word) => ` ${quoted(word)}`).join("");
  return `        case ${names.map(quoted).join(" ")}
            printf '%s\\n' ${quoted(kind)} ${quoted(hides.join(" "))} ${state}${values}
            return
`;
}

function walk(program: string): string {
  return `# Sets in its caller where the cursor is: state, hidden, ended, place, current; for a value also kind, values and before.
function __${program}_walk --no-scope-shadowing
    set state ${program}
    set current (commandline -ct)
    set place 0
    set -l option ''
    set -l line (commandline -opc)
    # Variables may be set before the program's name.
    while string match -qr '^\\w+=' -- "$line[1]"
        set -e line[1]
    end
    set -e line[1]
    for word in $line
        if test -n "$option"
            set option ''
        else if test -z "$ended"; and test "$word" = --
            set ended yes
        else if test -z "$ended"; and string match -qr -- '^-.' "$word"
            set -l name (string match -r -- '^(?:--[^=]*|-[^-])' "$word")
            set -l found (__${program}_option $state "$name"); or continue
            set -a hidden (string split ' ' -- $found[2])
            set state $found[3]
            test $found[1] = switch; or test "$word" != "$name"; or set option $name
        else if test -z "$ended"; and test $place = 0; and contains -- "$word" (__${program}_commands $state | string replace -r '\\t.*' '')
            set state "$state $word"
        else
            set state (__${program}_otherwise $state)
            set place (math $place + 1)
        end
    end
    if test -z "$option"; and test -z "$ended"; and string match -qr -- '^--[^=]+=' "$current"
        set option (string match -r -- '^[^=]+' "$current")
        set before "$option="
    end
    if test -n "$option"
        set -l found (__${program}_option $state "$option")
        set kind $found[1]
        set values $found[4..]
        test -n "$kind"; or set kind switch
    end
end
`;
}

function offers(program: string): string {
  const locals = "set -l state; set -l hidden; set -l ended; set -l place; set -l current; set -l kind; set -l values";
  return `# The words that may stand at the cursor, with their descriptions.
function __${program}_words
    ${locals}; set -l before
    __${program}_walk
    if test "$kind" = word=path
        __${program}_wants_file; or printf '%s=\\n' "$before"$values
    else if test -n "$kind"
        set -q values[1]; and printf '%s\\n' "$before"$values
    else if test -z "$ended"; and string match -q -- '-*' "$current"
        for flag in (__${program}_flags $state)
            set -l parts (string split \\t -- $flag)
            for name in (string split ' ' -- $parts[1])
                contains -- $name $hidden; or printf '%s\\t%s\\n' $name $parts[2]
            end
        end
    else
        test -z "$ended"; and test $place = 0; and __${program}_commands $state
        __${program}_argument $state $place
    end
end

# Whether a file's name may stand at the cursor.
function __${program}_wants_file
    ${locals}; set -l before
    __${program}_walk
    test "$kind" = path; and return
    test "$kind" = word=path; and string match -qr -- '=' (string replace -- "$before" '' "$current")
end

complete -c ${program} -f -a '(__${program}_words)'
complete -c ${program} -n __${program}_wants_file -F
`;
}
