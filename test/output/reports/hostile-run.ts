/** Text that obeys nobody: what services, lists and policies may send, and a run full of it. */
import type { RunFooter, VettedCarrier } from "../../../src/vet/model.ts";
import { carrier, found } from "../../support/vetted.ts";
import { footerOf } from "./runs.ts";

export const hostileTexts = [
  "\u001b[31mred\u001b[0m \u009b2J \u001b]0;title\u0007",
  "a\r\n::error::pwned",
  "::error file=x::pwned",
  "##[error]pwned ::set-env name=A::b",
  "%0A::error::pwned%0D%25",
  "]]> <![CDATA[ <!-- --> & &amp; &#10; <?xml?>",
  "<script>alert(1)</script><img src=x onerror=alert(1)>\"'",
  "[link](https://evil.example) ![image](https://evil.example/x.png) https://evil.example www.evil.example a@evil.example @user #1",
  "`code` ``` | cell | *bold* _it_ ~~gone~~ $x$ \\` \\| <br> # heading",
  '=HYPERLINK("https://evil.example")',
  "+1",
  "@SUM(A1)",
  "ACME \u202eCNI\u2066x\u2069 \u200b\u{e0041}",
  "half \ud800 and \udc00 surrogates",
  "NUL \0, \u0085, \u2028 and \uffff",
  "{0} {{1}} [text](1)",
  "constructor __proto__",
];

/** A run in which every text that others wrote is this one. */
export function hostileRun(text: string): { carriers: VettedCarrier[]; footer: RunFooter } {
  const place = { source: text, line: 7 };
  const rest = { message: text, why: text, observed: { [text]: [text] }, place };
  const waived = { reason: text, by: text, until: text };
  const fields = [{ kind: "identity", field: text, before: text, now: [text] }] as const;
  const carriers = [
    carrier("9000001", {
      legal_name: text,
      place,
      findings: [
        found("9000001", rest),
        found("9000001", { ...rest, rule: "a", waived }),
        found("9000001", { ...rest, rule: "b", level: "warning" }),
      ],
      changes: { verdict_before: "pass", fields },
    }),
    carrier("9000002", {
      legal_name: text,
      verdict: "review",
      place,
      findings: [found("9000002", { ...rest, outcome: "unknown" })],
    }),
    carrier("9000003", {
      legal_name: text,
      verdict: "pass",
      findings: [found("9000003", { ...rest, outcome: "pass" })],
    }),
  ];
  const waivers = [{ carrier: "9000004", rule: text, status: "unused", message: text }] as const;
  return { carriers, footer: footerOf(carriers, { waivers, refused: [{ place, text, reason: text }] }) };
}
