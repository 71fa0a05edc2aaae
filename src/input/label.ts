/** Words that people write before a number, each of which the shell may have made an argument: `USDOT`, `DOT #:`, `Number:`, `MC`. */
const labelWord =
  /^(?:u\.?s\.?|(?:u\.?s\.?[_-]?)?dot\.?(?:_?(?:number|num|no)\.?)?|number|num|no\.?|mc|mx|ff)?\s*[#:=]*$/i;

/** Whether an argument is a word that people write before a number, rather than a number or a name. */
export function isLabel(text: string): boolean {
  return text.trim() !== "" && labelWord.test(text.trim());
}
