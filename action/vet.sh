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
case ${INPUT_EVIDENCE:-} in
  *'
'*) refuse 'the input "evidence" is one path, on one line' ;; # each line of GITHUB_OUTPUT sets an output
esac

# These would change what this script reads, or keep the annotations out of the log.
unset USDOT_OUTPUT USDOT_FIELDS
if [ -n "${INPUT_BASE_URL:-}" ]; then export USDOT_BASE_URL="$INPUT_BASE_URL"; fi
if [ -n "${INPUT_API_KEY:-}" ]; then export USDOT_API_KEY="$INPUT_API_KEY"; fi
unset INPUT_API_KEY

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/usdot-vet.XXXXXX")
evidence=${INPUT_EVIDENCE:-$work/evidence.ndjson}
# A file that is there already is not this run's evidence.
if [ -e "$evidence" ]; then refuse 'the file of the input "evidence" already exists'; fi

set -- vet --format=github "--file=$INPUT_LIST" "--evidence=$evidence" "--report=sarif=$work/vet.sarif" \
  ${INPUT_COLUMN:+"--column=$INPUT_COLUMN"} \
  ${INPUT_POLICY:+"--policy=$INPUT_POLICY"} \
  ${INPUT_WAIVERS:+"--waivers=$INPUT_WAIVERS"} \
  ${INPUT_SINCE:+"--since=$INPUT_SINCE"}
while read -r report; do
  if [ -n "$report" ]; then set -- "$@" "--report=$report"; fi
done <<REPORTS
${INPUT_REPORTS:-}
REPORTS

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
if [ -e "$evidence" ]; then output evidence "$evidence"; fi
exit "$status"
