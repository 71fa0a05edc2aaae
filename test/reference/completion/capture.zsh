# Prints what zsh offers for each line of standard input: the offers, a line each, then a line with "--".
# $1 is the directory of the completion script, which zsh is to find there, $2 a directory to complete in. The shell that completes runs in a pseudo-terminal: zsh has no other way.
zmodload zsh/zpty || exit 99
inner=${0:A:h}/inner.zsh
cd -- $2 || exit 99
zpty inner 'zsh -f -i'
feed() { zpty -w inner $1; }
# Reads up to the mark, and prints what is marked as an offer.
drain() {
  local text all=
  while zpty -r inner text; do
    all+=$text
    [[ $text == *"<$1>"* ]] && break
  done
  for text in ${(f)${all//$'\r'/}}; do
    [[ $text == offer:* ]] && print -r -- ${text#offer:}
  done
}
feed "PS1=; fpath=(${(q)1} \$fpath); source ${(q)inner}; print '<rea''dy>'"
drain ready
while IFS= read -r typed; do
  zpty -w -n inner $'\x15'$typed$'\t'
  drain done
  print -r -- --
done
zpty -d inner
