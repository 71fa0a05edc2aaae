#!/bin/sh
# Runs `usdot vet` with the inputs of action.yml, which come as INPUT_*, and sets its outputs. Ends with the exit status of usdot, so that
# only a list whose carriers all pass lets the job go on.
set -eu

output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

# Before what the summary may say of carriers.
no_verdict() {
  printf '**No verdict: the run did not finish, or no carrier got an answer (exit status %s). See the log.**\n\n' "$1" >>"$GITHUB_STEP_SUMMARY"
}

# For mistakes in the inputs; usdot uses the same exit status for those that it finds.
refuse() { printf 'usdot: %s\n' "$1" >&2; no_verdict 2; output verdict error; output status 2; exit 2; }

[ -n "${INPUT_LIST:-}" ] || refuse 'the input "list" is missing'
[ -n "${INPUT_BASE_URL:-}" ] || refuse 'the input "base-url" is missing'
case ${INPUT_EVIDENCE:-}${INPUT_HISTORY:-} in
  *'
'*) refuse 'the inputs "evidence" and "history" are one path each, on one line' ;; # each line of GITHUB_OUTPUT sets an output
esac
[ -z "${INPUT_EVIDENCE:-}" ] || [ -z "${INPUT_HISTORY:-}" ] || refuse 'the input "history" cannot be used with "evidence"'
[ ! -e "${INPUT_EVIDENCE:-}" ] || refuse 'the file of the input "evidence" already exists'

# The inputs alone decide what is judged, by what, and whom to ask: no variable of the job and no configuration file of the runner.
for name in $(env | sed -n 's/^\(USDOT_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
if [ -n "${INPUT_API_KEY:-}" ]; then export USDOT_API_KEY="$INPUT_API_KEY"; fi
unset INPUT_API_KEY

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/usdot-vet.XXXXXX")
touch "$work/start"
: >"$work/no-settings"
evidence=${INPUT_EVIDENCE:-$work/evidence.ndjson}
if [ -n "${INPUT_HISTORY:-}" ]; then evidence=; fi # usdot names it

set -- vet --format=github "--config=$work/no-settings" "--base-url=$INPUT_BASE_URL" "--file=$INPUT_LIST" \
  "--report=markdown=$work/summary.md" "--report=json=$work/vet.json" \
  ${evidence:+"--evidence=$evidence"} ${INPUT_HISTORY:+"--history=$INPUT_HISTORY"} ${INPUT_COLUMN:+"--column=$INPUT_COLUMN"} \
  ${INPUT_POLICY:+"--policy=$INPUT_POLICY"} ${INPUT_WAIVERS:+"--waivers=$INPUT_WAIVERS"} \
  ${INPUT_REFERENCE:+"--reference=$INPUT_REFERENCE"}
while read -r report; do
  if [ -n "$report" ]; then set -- "$@" "--report=$report"; fi
done <<REPORTS
${INPUT_REPORTS:-}
REPORTS
while read -r path; do
  if [ -e "$path" ]; then set -- "$@" "--reuse=$path"; elif [ -n "$path" ]; then echo "nothing to reuse yet: no file $path" >&2; fi
done <<REUSE
${INPUT_REUSE:-}
REUSE

status=0
if [ -n "${INPUT_USDOT:-}" ]; then "$INPUT_USDOT" "$@" || status=$?; else node "$GITHUB_ACTION_PATH/bin/usdot.cjs" "$@" || status=$?; fi

case $status in 0) verdict=pass ;; 3) verdict=fail ;; 8) verdict=review ;; *) verdict=error ;; esac
output verdict "$verdict"
output status "$status"
if [ "$verdict" = error ]; then no_verdict "$status"; fi
if [ -e "$work/summary.md" ]; then cat "$work/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
if [ "$verdict" != error ] && [ -e "$work/vet.json" ]; then
  output report "$work/vet.json"
  node -e 'const { counts, evidence_sha256 } = JSON.parse(require("fs").readFileSync(process.argv[1]));
    for (const [name, value] of Object.entries({ ...counts, "evidence-sha256": evidence_sha256 })) console.log(`${name}=${value}`);
  ' "$work/vet.json" >>"$GITHUB_OUTPUT"
fi
if [ -z "$evidence" ]; then evidence=$(find "$INPUT_HISTORY" -name '*.ndjson' -newer "$work/start" 2>/dev/null | sort | tail -n 1); fi
if [ -e "$evidence" ]; then output evidence "$evidence"; fi
exit "$status"
