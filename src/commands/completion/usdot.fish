# fish completion for usdot, made by: usdot completion fish

function __usdot_offers
    set -l line (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (printf '%s\n' $line[2..] "$current" | command usdot completion fish --offers 2>/dev/null)
    printf '%s\n' $answer[2..]
    test "$answer[1]" = files; and __fish_complete_path "$current"
end

complete -c usdot -f -a '(__usdot_offers)'
