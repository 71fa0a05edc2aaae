/** The text as a sentence: with a capital and a full stop, unless it already ends in a mark. */
export function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(text) ? capital : `${capital}.`;
}
