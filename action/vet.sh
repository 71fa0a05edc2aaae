#!/bin/sh
# Runs `usdot vet` with the inputs of action.yml, which come as INPUT_*, and sets its outputs; usdot itself sets the counts.
# Ends with the exit status of usdot, so that only a list whose carriers all pass lets the job go on.
set -eu

output() {
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# For mistakes in the inputs; usdot uses the same exit status for those that it finds.
refuse() {
  printf 'usdot: %s\n' "$1" >&2
  output verdict error
  output status 2
  exit 2
}

[ -n "${INPUT_LIST:-}" ] || refuse 'the input "list" is missing'
case ${INPUT_EVIDENCE:-}${INPUT_HISTORY:-} in
  *'
'*) refuse 'the inputs "evidence" and "history" are one path each, on one line' ;; # each line of GITHUB_OUTPUT sets an output
esac

INPUT_HISTORY=${INPUT_HISTORY:-}
# These would change what this script reads, or keep the annotations out of the log.
unset USDOT_OUTPUT USDOT_FIELDS
if [ -n "${INPUT_BASE_URL:-}" ]; then export USDOT_BASE_URL="$INPUT_BASE_URL"; fi
if [ -n "${INPUT_API_KEY:-}" ]; then export USDOT_API_KEY="$INPUT_API_KEY"; fi
unset INPUT_API_KEY

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/usdot-vet.XXXXXX")
evidence=${INPUT_EVIDENCE:-}
# With a history, usdot names the evidence itself.
if [ -z "$evidence$INPUT_HISTORY" ]; then evidence=$work/evidence.ndjson; fi
# A file that is there already is not this run's evidence.
if [ -e "$evidence" ]; then refuse 'the file of the input "evidence" already exists'; fi

# The runs of a history, each name between slashes, which no name has.
runs() {
  for run in "${INPUT_HISTORY:-/none}"/*.ndjson; do printf '%s/' "${run##*/}"; done
}
before=/$(runs)

set -- vet --format=github "--file=$INPUT_LIST" "--report=sarif=$work/vet.sarif" \
  ${evidence:+"--evidence=$evidence"} \
  ${INPUT_HISTORY:+"--history=$INPUT_HISTORY"} \
  ${INPUT_COLUMN:+"--column=$INPUT_COLUMN"} \
  ${INPUT_POLICY:+"--policy=$INPUT_POLICY"} \
  ${INPUT_WAIVERS:+"--waivers=$INPUT_WAIVERS"} \
  ${INPUT_SINCE:+"--since=$INPUT_SINCE"}
while read -r report; do
  if [ -n "$report" ]; then set -- "$@" "--report=$report"; fi
done <<REPORTS
${INPUT_REPORTS:-}
REPORTS
while read -r path; do
  if [ -e "$path" ]; then
    set -- "$@" "--reuse=$path"
  elif [ -n "$path" ]; then
    printf 'usdot: note: nothing to reuse yet: there is no file %s\n' "$path" >&2
  fi
done <<REUSE
${INPUT_REUSE:-}
REUSE

status=0
if [ -n "${INPUT_USDOT:-}" ]; then
  "$INPUT_USDOT" "$@" || status=$?
else
  node "$GITHUB_ACTION_PATH/bin/usdot.cjs" "$@" || status=$?
fi

case $status in
  0) verdict=pass ;;
  3) verdict=fail ;;
  8) verdict=review ;;
  *) verdict=error ;;
esac
# A carrier that fails is a certain no, also if the run could not be finished.
if grep -q '^fail=[1-9]' "$GITHUB_OUTPUT"; then verdict=fail; fi
output verdict "$verdict"
output status "$status"
if [ -e "$work/vet.sarif" ]; then output sarif "$work/vet.sarif"; fi
# The file that was not there before, whatever else is in the directory.
for run in ${INPUT_HISTORY:+"$INPUT_HISTORY"/*.ndjson}; do
  case $before in */"${run##*/}"/*) ;; *) evidence=$run ;; esac
done
if [ -e "$evidence" ]; then output evidence "$evidence"; fi
exit "$status"
