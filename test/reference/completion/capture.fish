# Prints what fish offers for each line of standard input, a line each, then a line with "--".
# The first argument is the completion script, the second a directory to complete in.
source $argv[1]
cd $argv[2]; or exit 99
while read typed
    complete -C "$typed"
    printf '%s\n' --
end
