/** Paths as URIs. */

/** `C:\lists\a.txt`, `C:/lists/a.txt`. */
const onDrive = /^([a-z]:)[\\/]+(.*)$/is;
/** `\\server\lists\a.txt` */
const onShare = /^\\\\([^\\/]+)[\\/]+(.*)$/s;
const fromRoot = /^\/+(.*)$/s;

/**
 * A path as a URI reference (RFC 3986): relative where the path is, as GitHub wants it, and a `file` URI (RFC 8089) where it is
 * absolute, be it a path of Windows or of any other system. It depends on nothing but the text.
 */
export function pathUri(path: string): string {
  const [, drive, afterDrive = ""] = onDrive.exec(path) ?? [];
  if (drive !== undefined) return `file:///${drive}/${encoded(withSlashes(afterDrive))}`;
  const [, server, afterServer = ""] = onShare.exec(path) ?? [];
  if (server !== undefined) return `file://${encodedName(server)}/${encoded(withSlashes(afterServer))}`;
  const [, afterRoot] = fromRoot.exec(path) ?? [];
  if (afterRoot !== undefined) return `file:///${encoded(afterRoot)}`;
  return encoded(withSlashes(path).replace(/^(?:\.\/+)+/, ""));
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

function encoded(path: string): string {
  return path.split("/").map(encodedName).join("/");
}

/** Half a character, which no file name on a disk has, cannot be encoded. */
function encodedName(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\ufffd"));
}
