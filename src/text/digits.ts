/** A whole number with its digits grouped: `1,145`. Not Intl, which takes longer to load than most runs take. */
export function grouped(number: number): string {
  let text = String(number);
  const first = number < 0 ? 1 : 0;
  for (let at = text.length - 3; at > first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}
