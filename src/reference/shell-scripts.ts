/**
 * The script for each shell. All write the words up to the cursor to `usdot completion --offers`, a line each, and read its answer without
 * evaluating any of it: `words`, or `files` and what is before the file's name in the word at the cursor; then a line for each word that
 * may stand there, a tab, and its description.
 */
import type { Completion } from "./completion.ts";

/** What `usdot completion --offers` prints. */
export function completionLines({ words, filesAfter }: Completion): string {
  const head = filesAfter === undefined ? "words" : `files ${filesAfter}`;
  return [head, ...words.map(({ text, summary }) => `${text}\t${summary}`), ""].join("\n");
}

const bash = `# bash completion for usdot, made by: usdot completion bash

# Sets line to the words up to the cursor, which readline also splits at = and : (COMP_WORDBREAKS).
__usdot_line() {
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

_usdot() {
  local IFS=$' \\t\\n' current kept='' kind='' before='' text file
  local -a line
  COMPREPLY=()
  __usdot_line
  current=\${line[\${#line[@]} - 1]}
  # Readline replaces only what comes after the last = of the word.
  [[ $COMP_WORDBREAKS != *=* ]] || kept=\${current%"\${current##*=}"}
  {
    read -r kind before
    while IFS=$'\\t' read -r text _; do
      [[ $text != "$current"* ]] || COMPREPLY+=("\${text#"$kept"}")
    done
  } < <(printf '%s\\n' "\${line[@]:1}" | command usdot completion --offers 2>/dev/null)
  [[ \${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
  [[ $kind == files ]] || return 0
  # Readline completes file names by itself, but not beside other words.
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then
    compopt -o default 2>/dev/null
  else
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "\${current#"$before"}")
  fi
}

complete -F _usdot usdot
`;

const zsh = `#compdef usdot
# zsh completion for usdot, made by: usdot completion zsh

_usdot() {
  local kind before text summary
  local -a described spacing
  {
    IFS=' ' read -r kind before
    while IFS=$'\\t' read -r text summary; do
      # In what _describe takes, a backslash escapes, and the first colon ends the word.
      described+=("\${text//:/\\\\:}:\${summary//\\\\/\\\\\\\\}")
      [[ $text != *= ]] || spacing=(-S '')
    done
  } < <(printf '%s\\n' "\${(@)words[2,CURRENT - 1]}" "$PREFIX" | command usdot completion --offers 2>/dev/null)
  (( $#described )) && _describe -t words usdot described "\${spacing[@]}"
  if [[ $kind == files ]]; then
    compset -p $#before
    _files
  fi
}

# Found in fpath, this file is the function's first call; sourced, it registers the function.
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
    # Variables may be set before the program's name.
    while string match -qr '^\\w+=' -- "$line[1]"
        set -e line[1]
    end
    set -l answer (printf '%s\\n' $line[2..] "$current" | command usdot completion --offers 2>/dev/null)
    printf '%s\\n' $answer[2..]
    set -l before (string replace -rf '^files ' '' -- "$answer[1]"); or return
    for file in (__fish_complete_path (string replace -- "$before" '' "$current"))
        printf '%s%s\\n' "$before" $file
    end
end

complete -c usdot -f -a '(__usdot_offers)'
`;

const powershell = `# PowerShell completion for usdot, made by: usdot completion powershell

Register-ArgumentCompleter -Native -CommandName usdot -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The text of each word before the cursor, as it was typed.
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    $current = "$wordToComplete"
    $kind, $offers = @($words) + $current | usdot completion --offers 2>$null
    foreach ($offer in $offers) {
        $text, $summary = $offer -split "\`t", 2
        if ($text.StartsWith($current, [System.StringComparison]::Ordinal)) {
            if (-not $summary) { $summary = $text }
            [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $summary)
        }
    }
    if ($kind -cmatch '^files (.*)$') {
        $before = $Matches[1]
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($current.Substring($before.Length)) |
            ForEach-Object {
                [System.Management.Automation.CompletionResult]::new(
                    $before + $_.CompletionText, $_.ListItemText, $_.ResultType, $_.ToolTip)
            }
    }
}
`;

/** A new shell is a script and its name here. */
export const shellScripts = { bash, zsh, fish, powershell };
