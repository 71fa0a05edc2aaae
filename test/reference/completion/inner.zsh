# The zsh that completes: prints what would be offered instead of showing it.
# The history is expanded before there is any completion.
unsetopt bang_hist
stty -echo
autoload -Uz compinit
# It takes a quarter of a second to find out which function completes what: that is kept for the tests that follow.
compinit -u -C -d $ZSH_COMPDUMP
bindkey -e
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
zstyle ':completion:*' verbose yes
compadd() {
  # Where the caller wants the matches in an array, nothing is offered.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  typeset -a hits shown
  (( $@[(I)-d] )) && shown=(${(P)${@[$@[(i)-d] + 1]}})
  local suffix=
  (( $@[(I)-S] )) && suffix=${@[$@[(i)-S] + 1]}
  builtin compadd -A hits -D shown "$@"
  local index
  for index in {1..$#hits}; do
    (( $#hits )) && print -r -- $'\noffer:'"$IPREFIX$hits[index]$suffix"$'\t'"$shown[index]"
  done
}
finished() {
  print -r -- $'\n<done>'
  compstate[insert]= compstate[list]=
  # The list is emptied before its functions run.
  comppostfuncs=(finished)
}
comppostfuncs=(finished)
