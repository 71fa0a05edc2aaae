/** The completion script for PowerShell. */
import { powershellQuoted as quoted } from "./quoting.ts";
import { type CompletionTable, type OptionEntry, ownOptions, type State } from "./table.ts";

/** The script: it runs no program, and compares what was typed without evaluating it. */
export function powershellScript(table: CompletionTable): string {
  const { program, shared, states } = table;
  return `# PowerShell completion for ${program}, made by: ${program} completion powershell

Register-ArgumentCompleter -Native -CommandName ${quoted(program)} -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $shared = @(
${shared.map((entry) => `        ${optionTable(entry)}\n`).join("")}    )
    $states = @{
${states.map((state) => stateTable(state, table)).join("")}    }
${reader(program)}}
`;
}

function stateTable(state: State, table: CompletionTable): string {
  const { path, commands, options, arguments: places, otherwise } = state;
  const named = commands.map(({ name, summary }) => `@{ Name = ${quoted(name)}; Summary = ${quoted(summary)} }`);
  return `        ${quoted(path)} = @{
            Commands = @(${named.join(", ")})
            Options = @(
${options.map((entry) => `                ${optionTable(entry)}\n`).join("")}            )
            Offered = @(${names(ownOptions(state, table).flatMap((entry) => entry.names))})
            Places = @(${places.map((words) => quoted(words.join(" "))).join(", ")})
            Otherwise = ${otherwise === undefined ? "$null" : quoted(otherwise)}
        }
`;
}

function optionTable({ names: own, summary, kind, words, hides, leads }: OptionEntry): string {
  const parts = [
    `Names = @(${names(own)})`,
    `Kind = ${quoted(kind)}`,
    `Words = @(${names(words)})`,
    `Hides = @(${names(hides)})`,
    `Leads = ${leads === undefined ? "$null" : quoted(leads)}`,
    `Summary = ${quoted(summary)}`,
  ];
  return `@{ ${parts.join("; ")} }`;
}

function names(list: readonly string[]): string {
  return list.map(quoted).join(", ");
}

function reader(program: string): string {
  return [helpers(), walk(program), offers()].join("\n");
}

function helpers(): string {
  return `
    function Find-Option($path, $name) {
        @($states[$path].Options) + $shared | Where-Object { $_.Names -ccontains $name } | Select-Object -First 1
    }
    function New-Offer($text, $summary) {
        if (-not $summary) { $summary = $text }
        [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $summary)
    }
    function Test-Start($text, $start) {
        $text.StartsWith($start, [System.StringComparison]::Ordinal)
    }
    function Get-File($before, $start) {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($start) | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new(
                $before + $_.CompletionText, $_.ListItemText, $_.ResultType, $_.ToolTip)
        }
    }
`;
}

function walk(program: string): string {
  return `    $state = ${quoted(program)}
    $option = $null
    $hidden = @()
    $ended = $false
    $place = 0
    # The text of each word before the cursor, as it was typed.
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    foreach ($word in $words) {
        if ($option) {
            $option = $null
        } elseif (-not $ended -and $word -ceq '--') {
            $ended = $true
        } elseif (-not $ended -and $word -cmatch '^(--[^=]*|-[^-])') {
            $name = $Matches[1]
            $found = Find-Option $state $name
            if (-not $found) { continue }
            $hidden += $found.Hides
            if ($found.Leads) { $state = $found.Leads }
            if ($found.Kind -ne 'switch' -and $word -ceq $name) { $option = $found }
        } elseif (-not $ended -and $place -eq 0 -and @($states[$state].Commands | ForEach-Object { $_.Name }) -ccontains $word) {
            $state = "$state $word"
        } else {
            if ($states[$state].Otherwise) { $state = $states[$state].Otherwise }
            $place++
        }
    }
`;
}

function offers(): string {
  return `    $before = ''
    $start = "$wordToComplete"
    if (-not $option -and -not $ended -and $start -cmatch '^(--[^=]+)=(.*)$') {
        $before = $Matches[1] + '='
        $start = $Matches[2]
        $option = Find-Option $state $Matches[1]
        if (-not $option) { return }
    }
    if ($option) {
        $suffix = if ($option.Kind -eq 'word=path') { '=' } else { '' }
        if ($option.Kind -eq 'word=path' -and $start -cmatch '^([^=]*=)(.*)$') {
            Get-File ($before + $Matches[1]) $Matches[2]
            return
        }
        $option.Words | Where-Object { Test-Start $_ $start } | ForEach-Object { New-Offer ($before + $_ + $suffix) }
        if ($option.Kind -eq 'path') { Get-File $before $start }
    } elseif (-not $ended -and (Test-Start $start '-')) {
        $own = @($states[$state].Options | Where-Object { $states[$state].Offered -ccontains $_.Names[0] })
        foreach ($each in $own + $shared) {
            $each.Names | Where-Object { $hidden -cnotcontains $_ -and (Test-Start $_ $start) } |
                ForEach-Object { New-Offer $_ $each.Summary }
        }
    } else {
        if (-not $ended -and $place -eq 0) {
            $states[$state].Commands | Where-Object { $_.Name -and (Test-Start $_.Name $start) } |
                ForEach-Object { New-Offer $_.Name $_.Summary }
        }
        if ($place -lt $states[$state].Places.Count) {
            -split $states[$state].Places[$place] | Where-Object { $_ -and (Test-Start $_ $start) } |
                ForEach-Object { New-Offer $_ }
        }
    }
`;
}
