import { isUtf8 } from "node:buffer";
//#region \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __esmMin = (fn, res, err) => () => {
	if (err) throw err[0];
	try {
		return fn && (res = fn(fn = 0)), res;
	} catch (e) {
		throw err = [e], e;
	}
};
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
//#endregion
//#region src/errors.ts
/** Throws a usage error: what cannot be used, and what to do instead. */
function refuse(message, hint, cause) {
	throw new UsageError(message, {
		hint,
		cause
	});
}
var UsdotError, UsageError, interruptions;
var init_errors = __esmMin((() => {
	UsdotError = class extends Error {
		/** Of the answer that the service gave, if it is about one. */
		status;
		/** The message, where several mistakes have a line each. */
		lines;
		hint;
		constructor(message, { hint, cause } = {}) {
			const lines = [message].flat();
			super(lines.join("\n"), cause === void 0 ? void 0 : { cause });
			this.name = new.target.name;
			this.lines = lines;
			this.hint = hint;
		}
	};
	UsageError = class extends UsdotError {
		kind = "usage";
	};
	interruptions = {
		SIGINT: "interrupted",
		SIGTERM: "terminated",
		SIGHUP: "hung-up"
	};
	Object.keys(interruptions);
}));
//#endregion
//#region src/files/read.ts
/**
* Reads files that a user makes: lists, policies, waivers, the configuration, a
* key.
*/
/** The bytes 80 to 9F. Node's own decoder takes them for Latin-1 in some versions. */
const windowsCharacters = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
function decode(bytes) {
	const encoding = encodingOf(bytes);
	if (encoding === "windows-1252") return Buffer.from(bytes).toString("latin1").replace(/[\u0080-\u009f]/g, (latin) => windowsCharacters.charAt(latin.charCodeAt(0) - 128));
	return new TextDecoder(encoding === "utf-8-bom" ? "utf-8" : encoding).decode(bytes);
}
/**
* UTF-8 or UTF-16, with a byte order mark or recognizably without; any other is
* what Windows writes in western languages.
*/
function encodingOf(bytes) {
	const [first, second, third] = bytes;
	if (first === 239 && second === 187 && third === 191) return "utf-8-bom";
	if (first === 255 && second === 254 || first && second === 0) return "utf-16le";
	if (first === 254 && second === 255 || first === 0 && second) return "utf-16be";
	return isUtf8(bytes) ? "utf-8" : "windows-1252";
}
//#endregion
//#region src/out-of-service-mark.ts
/**
* What tells marks below a header: any value but a no below `OOS?`, and a no
* below `Approved`.
*/
function markTest(header) {
	if (markHeader.test(header)) return (cell) => !noMark.test(cell);
	return approvalHeader.test(header) ? (cell) => notApproved.test(cell) : void 0;
}
var gap, fmcsaMark, markWords, no, undenied, mark, markBehind, markHeader, noMark, approvalHeader, notApproved;
var init_out_of_service_mark = __esmMin((() => {
	gap = String.raw`[\W_]{1,3}`;
	fmcsaMark = String.raw`O\.?O\.?S|out(?:${gap})?of(?:${gap})?service`;
	markWords = [
		fmcsaMark,
		"revoked|revocation|suspended|suspension|inactive|unauthori[sz]ed",
		`not${gap}(?:active|authori[sz]ed|approved)|unapproved|double.?broker(?:ed|ing)`,
		`(?:do${gap}not|don.?t)${gap}(?:use|load|book|hire|tender)`,
		"d[./]?n[./]?u|black.?list(?:ed)?|blocked|banned"
	].join("|");
	no = String.raw`(?:no|n|none|never|false|f|0(?:\.0+)?|n\/?a|null|nil|☐)`;
	undenied = String.raw`(?:${markWords})(?![\w]|\W*(?:rate\b|\d{0,2}(?:\.\d+)?\s*%|${no}\W*$))`;
	mark = new RegExp(String.raw`(?<!\p{L}|\b(?:not|no|never|zero|0)(?:\W+(?:longer|any))?\W+)${undenied}`, "iu");
	markBehind = String.raw`(?:[\s(#–-]*${undenied}\)?)?`;
	markHeader = new RegExp(String.raw`^(?!.*%)\W*(?:(?:is|date|authority)[\W_]*)?(?:${markWords})(?:[\W_]*(?:date|since|on|order|flag|indicator|reason|notes?|by))?\W*$`, "i");
	noMark = new RegExp(String.raw`^[\s.'"–—-]*(?:${no}%?|ok|clear(?:ed)?|not?\W+(?:${markWords}))?[\s.'"–—-]*$`, "i");
	approvalHeader = /^\W*(?:is[\W_]*)?(?:active|approved|authori[sz]ed|ok[\W_]*to[\W_]*(?:use|load|book))\W*$/i;
	notApproved = /^[^\p{L}\p{N}]*(?:✗|✘|❌|☐|(?:no?|not|nope|never|f|false|0|pending|expired|den(?:ied|y)|declined|rejected|on hold)(?![\p{L}\p{N}/]))/iu;
}));
//#endregion
//#region src/labeled-number.ts
/**
* The digits of the one number that a line calls a USDOT number, besides docket
* and phone numbers; undefined where it calls none so.
*/
function labeledNumber(line) {
	if (!/dot/i.test(line)) return void 0;
	if (docketOrDot.test(line.replace(noDocket, ""))) return { invalid: "does not say whether it is a USDOT or an MC number" };
	const bare = line.replace(docketInText, ";").replace(phone, ";");
	const labeled = [...bare.matchAll(labeledDotNumber)];
	const [digits, ...others] = new Set(labeled.map(([, written = ""]) => written.replace(/^0+|,/g, "")));
	if (digits === void 0) return void 0;
	const rest = bare.replace(labeledDotNumber, " ");
	return others.length === 0 && !otherNumber.test(rest) ? { digits } : { invalid: notOneNumber };
}
var notOneNumber, docketOrDot, docketLabel, noDocket, docketNumber, docketInText, phoneNumber, phone, numberLabel, year, cutOffDigits, labeledDotNumber, otherNumber;
var init_labeled_number = __esmMin((() => {
	init_out_of_service_mark();
	notOneNumber = "is not one USDOT number; give each by itself";
	docketOrDot = /(?<!\p{L})(?:MC|MX|FF)(?:number|\P{Nd}){0,14}?dot/iu;
	docketLabel = String.raw`(?:MC|MX|FF)(?:\s*(?:number|num|no)\.?)?`;
	noDocket = new RegExp(String.raw`(?<!\p{L})${docketLabel}\W{0,3}(?:none|n\/?a|nil|pending|unknown|tbd)\b|(?<![\p{L}\d]\s?)no ${docketLabel}#?(?=[,;.)])`, "giu");
	docketNumber = String.raw`${docketLabel}[\s#:_-]*(?:\d{1,3}(?:[, ]\d{3})+(?!\d)|\d+)`;
	docketInText = new RegExp(String.raw`(?<![\p{L}\d])${docketNumber}(?!\d)`, "giu");
	phoneNumber = String.raw`(?:\+?1[\s.-]*)?\(?\d{3}[\s).-]+\d{3}[\s.-]*\d{4}`;
	phone = new RegExp(String.raw`(?<![\p{L}\d])${phoneNumber}(?!\d)`, "gu");
	numberLabel = String.raw`(?:u\.?\s*s\.?[\s_-]*)?dot\.?(?:[\s_]*(?:number|num|no)\.?)?\s*(?:#\s*:?|[:=_-]\s*#?)?`;
	year = String.raw`(?:19|20)\d\d(?!\d)`;
	cutOffDigits = String.raw`[.,-]\d|[^\p{L}\p{N}]{1,2}\d{1,3}(?![\d/])`;
	labeledDotNumber = new RegExp(String.raw`(?<![\p{L}\p{N}])${numberLabel}(?:is )?\s*(?!${year})(\d{4,}|\d{1,3}(?:,\d{3})+)${markBehind}(?![\p{L}\p{N}]|${cutOffDigits})`, "giu");
	otherNumber = /(?<![\d$])(?:\d{4,8}|\d{1,3}(?:,\d{3})+)(?!\d)/;
}));
//#endregion
//#region src/text/safe-text.ts
/**
* Whether every character is certainly safe, and takes one column. Nearly all
* text is so.
*/
function isLatin(text) {
	return !beyondLatin.test(text);
}
/**
* The text on one line, with every unsafe character escaped as in JSON:
* `\u001b`, and `\udb40\udc41` beyond U+FFFF. Backslashes are left
* alone, which keeps JSON valid and makes this idempotent: text may look more
* dangerous than it is, but never less.
*/
function visible(text) {
	if (isLatin(text)) return text;
	unsafe ??= new RegExp(`[${unsafeClass}]`, "gu");
	return text.replace(unsafe, asEscapes);
}
/** A text cut to a number of characters (code points), with `…` for the rest. */
function cutTo(text, max) {
	if (text.length <= max) return text;
	const characters = [...text.slice(0, 2 * max + 2)];
	return characters.length > max ? `${characters.slice(0, Math.max(0, max - 1)).join("")}…` : text;
}
/**
* The text as a message may quote it, on one line, trimmed and cut. It may hold
* control characters still.
*/
function quoteInput(text, most = 40) {
	const line = text.trim().slice(0, 1e3).replace(/\s+/g, " ");
	return line === "" ? "\"\"" : cutTo(line, most);
}
var unsafeClass, unsafe, beyondLatin, asEscapes;
var init_safe_text = __esmMin((() => {
	unsafeClass = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800`;
	beyondLatin = /[^ -~\u00a1-\u00ac\u00ae-\u02ff\u2014\u2026]/;
	asEscapes = (character) => character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}));
//#endregion
//#region src/text/sheet-errors.ts
var formula, sheetError;
var init_sheet_errors = __esmMin((() => {
	formula = /^=/;
	sheetError = /^\s*#(?:N\/A|[A-Z/0]+[!?])\s*$/;
}));
//#endregion
//#region src/dot-number.ts
/**
* Reads one USDOT number as people write it: with words (`USDOT`, `DOT #:`),
* commas, zeros in front, FMCSA's suffix letter and its
* mark OOS. Out of a longer text, the one number that is labeled as USDOT or
* DOT is read.
* @example
* const parsed = parseDotNumber("USDOT 2,233,855");
* if ("dotNumber" in parsed) console.log(parsed.dotNumber); // 2233855
* else console.log(parsed.invalid);
*/
function parseDotNumber(text) {
	if (typeof text !== "string") return { invalid: "is not text" };
	const trimmed = text.trim();
	if (/^\d+$/.test(trimmed)) return fromDigits(trimmed);
	if (trimmed.length > 1e3) return { invalid: "is too long for a USDOT number, which has 1 to 8 digits" };
	const written = trimmed.replace(aroundIt, "");
	const bare = written.replace(suffix, "");
	if (numberedName.test(written)) return mistakeIn(written);
	const spelled = spelling.exec(bare);
	if (spelled) return fromDigits(spelled[1], bare, bare === written ? {} : { hasSuffix: true });
	const line = bare.replace(link, "USDOT $1;").replace(/\s+/g, " ");
	const [, linked] = /^USDOT (\d+);$/.exec(line) ?? [];
	if (linked) return outOfText(linked, written);
	const read = (stateNumber.test(bare) ? void 0 : labeledNumber(line)) ?? mistakeIn(written);
	return "digits" in read ? outOfText(read.digits, line) : read;
}
function mistakeIn(written) {
	const [, invalid = "is not a USDOT number, which is 1 to 8 digits and nothing else", isSearchable] = mistakes.find(([pattern]) => pattern.test(written)) ?? [];
	return {
		invalid,
		...isSearchable && { isSearchable }
	};
}
/** The number of digits, marked by the text that they stand in. */
function fromDigits(written = "", text = "", beside) {
	const digits = written.replace(/\D/g, "");
	const dotNumber = digits.replace(/^0+/, "");
	if (dotNumber.length > 8) return { invalid: `has ${digits.length} digits; a USDOT number has at most 8 (is it a phone number?)` };
	if (dotNumber === "") return { invalid: "is zero; USDOT numbers start at 1" };
	const [markOfNumber] = mark.exec(text) ?? [];
	return {
		dotNumber,
		...markOfNumber && { mark: quoteInput(markOfNumber) },
		...beside
	};
}
/** What else stands in the text is a mark or a claim. */
function outOfText(digits, text) {
	const mc_number = text.match(docketInText)?.join(", ");
	return fromDigits(digits, text, {
		...mc_number && { claims: [{ mc_number }] },
		isOutOfText: true
	});
}
var aroundIt, suffix, numberedName, digitsOfOne, spelling, link, stateNumber, mistakes;
var init_dot_number = __esmMin((() => {
	init_labeled_number();
	init_out_of_service_mark();
	init_safe_text();
	init_sheet_errors();
	aroundIt = /^(?:[\s\p{Cf}'"“”‘’]|=(?="))+|(?<![\s\p{Cf}'"“”‘’])[\s\p{Cf}'"“”‘’]+$/gu;
	suffix = new RegExp(String.raw`(?<=\d{3})[CVPHBFEXZNR](?=${fmcsaMark}|(?![\p{L}\p{N}]))`, "gu");
	numberedName = /^(?=.*dot)[a-z][a-z\s_.-]*(?<!dot )(?:[1-9]\d{0,2}|(?<=_)(?:19|20)\d\d)$/i;
	digitsOfOne = String.raw`\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3}){2,}`;
	spelling = new RegExp(String.raw`^(?:${numberLabel}|#)?\s*(${digitsOfOne})${markBehind}(?:\.0*)?$`, "i");
	link = /\S*fmcsa\.dot\.gov\/\S*?(?:param=USDOT&query_string=|[?&]dot=|\/carrier\/)(\d{1,8})(?!\d)\S*/gi;
	stateNumber = /^(?!US|MC|MX|FF)[A-Z]{2}[ -]DOT\b|\b(?:[Ii]ntra)?[Ss]tate\W{1,3}(?:DOT|dot)\b/;
	mistakes = [
		[/^$/, "is empty; a USDOT number has 1 to 8 digits"],
		[formula, "is a formula without a value; open the file in Excel and save it"],
		[sheetError, "is an error of the spreadsheet, not a USDOT number"],
		[/(?![0-9])\p{Nd}/u, "has digits of another script; use 0 to 9"],
		[new RegExp(`^${phoneNumber}$`), "is a phone number, not a USDOT number"],
		[/^\d[\d,;|/\s]*\d$/, notOneNumber],
		[
			new RegExp(`^${docketNumber}`, "i"),
			"is a docket number, not a USDOT number",
			true
		],
		[/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i, "was rounded by a spreadsheet; format the column as text and export again"],
		[
			/^\D+$/,
			"has no digits; a USDOT number has 1 to 8",
			true
		],
		[numberedName, "may be the name of a column; give the number alone"],
		[stateNumber, "may be the number of a state, not of the US DOT"]
	];
}));
//#endregion
//#region src/list/input.ts
/**
* The numbers that a list marks as out of service, each with its mark, the last
* if there are several.
*/
function marksIn(inputs) {
	return new Map(inputs.flatMap((input) => "dotNumber" in input && input.mark !== void 0 ? [[input.dotNumber, input.mark]] : []));
}
/** The inputs that are not USDOT numbers, as reports and evidence name them. */
function invalidIn(inputs) {
	return inputs.filter((input) => "invalid" in input).map(({ place, text, invalid }) => ({
		place,
		text: quoteInput(text),
		invalid
	}));
}
/** `fleet.csv:17: read USDOT 9000001 out of "ACME DOT 9000001", and nothing else`. */
function readOutText(input) {
	if ("invalid" in input || input.readOutOf === void 0) return [];
	const { place, dotNumber, readOutOf } = input;
	const parsed = parseDotNumber(readOutOf);
	const { claims, mark } = "invalid" in parsed ? {} : parsed;
	const read = [
		`USDOT ${dotNumber}`,
		claims?.[0].mc_number,
		mark
	];
	const quoted = JSON.stringify(quoteInput(readOutOf, 60));
	return `${placeText(place)}read ${read.filter(Boolean).join(", ")} out of ${quoted}, and nothing else`;
}
/** Which numbers were read out of longer text; of lists, the first one. */
function readOutNotes(inputs) {
	const typed = inputs.filter(({ place }) => !place).flatMap(readOutText);
	const [first, ...more] = inputs.filter(({ place }) => place).flatMap(readOutText);
	const others = more.length > 0 ? `, and ${more.length} more like it` : "";
	return first ? [...typed, first + others] : typed;
}
var ourPrefix, certificateFields, claimFields, searchHint, placeText;
var init_input = __esmMin((() => {
	init_dot_number();
	init_safe_text();
	ourPrefix = "usdot_";
	certificateFields = [
		"insurer",
		"policy_number",
		"bipd",
		"cargo",
		"expires"
	];
	claimFields = [
		"name",
		"mc_number",
		"phone",
		"email",
		"address",
		"state",
		"zip",
		...certificateFields
	];
	searchHint = "usdot cannot search by name or MC number; SAFER can: https://safer.fmcsa.dot.gov/CompanySnapshot.aspx (for what is newer than 2026-05-18, FMCSA's Motus)";
	placeText = (place) => place ? `${place.source}:${place.line}: ` : "";
}));
//#endregion
//#region src/list/cells.ts
/**
* What a cell says, as a person reads it. A date without a time is a date, and
* the day zero a time of day.
*/
function cellText(cell) {
	if (typeof cell === "boolean") return String(cell).toUpperCase();
	if (!(cell instanceof Date)) return String(cell ?? "");
	const [date = "", time = ""] = cell.toISOString().split(/T|\./);
	if (date === "1899-12-30") return time;
	return time === "00:00:00" ? date : `${date} ${time}`;
}
/** The text within `="00344554"`, which keeps Excel from dropping zeros. */
function withoutExcelQuotes(text) {
	return text.startsWith("=\"") ? text.slice(2, -1) : text;
}
function cellTexts(cells) {
	return cells.map((cell) => withoutExcelQuotes(cellText(cell)));
}
function isFilled(cell) {
	return cell.trim() !== "";
}
/** Where the cells stand that a test finds. */
function indexesOf(cells, matches) {
	return cells.flatMap((cell, at) => matches(cell, at) ? [at] : []);
}
var init_cells = __esmMin((() => {}));
//#endregion
//#region src/list/row-words.ts
/** What a header says of its column: USDOT numbers, or docket numbers. */
function headerMeaning(header = "") {
	if (/[,;|\t]/.test(header)) return void 0;
	const name = header.normalize("NFD").replace(/[\p{M}º°]/gu, "").replace(/[a-z](?=[A-Z])/g, "$& ").toLowerCase().match(/[a-z]+|\d+/g)?.filter((word) => !fillers.has(word)).join("") ?? "";
	if (numberHeader.test(name)) return "number";
	return docketHeader.test(name) ? "docket" : void 0;
}
/** `DOT Number` and `dot_number` are the same name; empty cells have none. */
function isSameName(header, other) {
	return isFilled(header) && compact(header) === compact(other);
}
function compact(name) {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "") || name.trim();
}
/** A USDOT number in one of its spellings, without other text around it. */
function isBareNumber(text) {
	const parsed = parseDotNumber(text);
	return "dotNumber" in parsed && !parsed.isOutOfText;
}
/**
* A bare number that is not a year, which titles and headers may have in them.
* So is `223385x`, of which nobody knows the number.
*/
function isDataNumber(cell) {
	return isBareNumber(cell.toUpperCase()) && !onlyYear.test(cell);
}
/** A number, maybe in other text, that is neither a year nor too short to be in use. */
function mentionsNumberInUse(cell) {
	const parsed = parseDotNumber(cell.toUpperCase());
	return "dotNumber" in parsed && parsed.dotNumber.length > 3 && !onlyYear.test(cell);
}
/** Letters and no digit, as a header has. */
function isHeaderWord(cell) {
	return isName(cell) && !/\d/.test(cell);
}
function isName(cell) {
	return /\p{L}/u.test(cell) && !noValue.test(cell);
}
/** `,,` is a blank row, however it is read. */
function isBlank(cells) {
	return !cells.some((cell) => /[^\s,;|]/.test(cell));
}
/** Whether a row says nothing of its table. */
function isBlankOrComment(cells) {
	return isBlank(cells) || isComment(cells);
}
/** Whether a row begins with a comment; the header `#,DOT` does not. */
function isComment([first = "", ...others]) {
	return comment.test(first) && (others.length === 0 || first.trim() !== "#");
}
/**
* Whether a row has a label of counting words: beside nothing but a number that
* is too short for a USDOT number in use, it is a total.
*/
function totalIn(cells, column) {
	const label = cells.find(isFilled) ?? "";
	const isCount = () => /^\D*\d{0,4}\D*$/.test(cells[column] ?? "");
	if (totalLabel.test(label)) return isCount() && !cells.filter(isFilled).slice(1).some(isName) ? "total" : "doubtful";
	return subtotalLabel.test(label) && isCount() ? "doubtful" : void 0;
}
var fillers, numberHeader, docketHeader, comment, noValue, countingWord, totalLabel, subtotalLabel, onlyYear, day;
var init_row_words = __esmMin((() => {
	init_dot_number();
	init_cells();
	fillers = new Set("our assigned motor truck trucking carrier carriers company vendor hauler contractor account fmcsa us u s c numero number numbers num nbr nr no n id required".split(" "));
	numberHeader = /^(?:dots?|usdot|dotusdot|census)$/;
	docketHeader = /^(?:mc|mx|ff|icc|docket)+$/;
	comment = /^\s*#(?!\d|N\/A|[A-Z/0]+[!?])/;
	noValue = /^\s*(?:=|#?n\/a\b|#[A-Z/0]+[!?]\s*$)/i;
	countingWord = "(?:(?:sub)?totals?|count|sum|average|carriers|records|rows|page)";
	totalLabel = new RegExp(`^(?!\\s*\\d)(?=.*\\b${countingWord}\\b)(?:[^\\p{L}]*\\b(?:${countingWord}|grand|sub|number|no|of|all|active|carrier|record|row)\\b)+[^\\p{L}]*$`, "iu");
	subtotalLabel = /\bcount\W*$/i;
	onlyYear = /^\s*(?:19|20)\d\d\s*$/;
	day = /^\s*(?:3[6-9]|4\d|5[0-4])\d{3}\s*$/;
}));
//#endregion
//#region src/list/pasted.ts
init_input();
init_dot_number();
init_cells();
init_row_words();
/** `900 0001` is a number that a blank cuts up, rather than the carriers 900 and 1. */
const cutUpNumber = /^(?=.{6,9}$)(?:\d{1,3} \d+|\d+ \d{1,3})$/;
/** `2,233,855,76830`: a comma may separate two numbers or group the digits of one. */
const ambiguousComma = /(?<!\d)[1-9]\d{0,2},\d{3}(?!\d)/;
/**
* Reads arguments as they were pasted: numbers, several in one argument, or one
* in several: `DOT # 2233855`.
*/
function readPasted(args) {
	return pastedTexts(args).map(inputOf);
}
/** What was meant as one text each. */
function pastedTexts(args) {
	const whole = args.join(" ");
	if (cutUpNumber.test(whole)) return [whole];
	const numbers = args.flatMap(separated);
	if (numbers.every(isBareNumber)) return numbers;
	if (!args.every(isFilled)) return args;
	const [first = ""] = args;
	const isOneNumber = args.filter(isBareNumber).length < 2 && "dotNumber" in parseDotNumber(whole);
	return /^\D+$/.test(first) || isOneNumber ? [whole] : args;
}
/**
* Reads a line of standard input as arguments are (`9000001,9000002`) if it
* holds numbers only; otherwise undefined.
*/
function readPastedLine(text) {
	const line = text.trim();
	if (line === "" || /[\r\n]/.test(line) || isBareNumber(line)) return void 0;
	const inputs = readPasted(line.split(/\s+/));
	return inputs.every((input) => "dotNumber" in input) ? inputs : void 0;
}
/** A docket number beside the USDOT number is a claim. */
function inputOf(text) {
	const parsed = parseDotNumber(text);
	if ("invalid" in parsed) return {
		text,
		...parsed
	};
	const { dotNumber, claims, mark } = parsed;
	const input = { dotNumber };
	if (mark) input.mark = mark;
	if (claims) input.claims = claims[0];
	if (parsed.isOutOfText || parsed.hasSuffix) input.readOutOf = text;
	return input;
}
/**
* Between two numbers. A blank behind one to three digits may cut up a number:
* `DOT 900 0001`.
*/
const separator = /[;|\t]|,\s+|(?<=^|\D|\d{4}|,\d{1,3})\s+(?=\d{4})/;
/** The numbers of an argument, or it as it is if it holds anything else. */
function separated(text) {
	const pieces = isBareNumber(text) ? [text] : text.split(separator);
	const isAmbiguous = (piece) => !isBareNumber(piece) && ambiguousComma.test(piece);
	const numbers = pieces.flatMap((piece) => isBareNumber(piece) ? piece : piece.split(",")).filter(isFilled);
	return numbers.length > 0 && numbers.every(isBareNumber) && !pieces.some(isAmbiguous) ? numbers : [text];
}
//#endregion
//#region src/list/header.ts
/** `columnOption`: the column that `--column` names. */
function withHeader(rows, columnOption) {
	const firstRows = [];
	for (const [row, written] of rows.rows.entries()) {
		if (firstRows.length === sampleSize) break;
		const cells = cellTexts(written);
		if (!isBlankOrComment(cells)) firstRows.push({
			row,
			cells
		});
	}
	const sample = firstRows.map(({ cells }) => cells);
	const found = headerIn(sample, columnOption);
	const header = firstRows.find(({ cells }) => cells === found);
	return {
		...rows,
		sample,
		header
	};
}
/** The cells of the header; without one, those of the first row. */
function firstCells({ header, sample }) {
	return header?.cells ?? sample[0] ?? [];
}
/** Where the rows below the header begin. */
function firstDataRow({ header }) {
	return header ? header.row + 1 : 0;
}
/** The line on which a row begins. */
function lineAt({ lineNumbers }, row) {
	return lineNumbers?.[row] ?? row + 1;
}
/**
* The header stands above the first number, maybe below titles. It is the row
* that has the name that is asked for, or else one that names the numbers, or
* else one that may head the column whose number is asked for. A title may have
* a number, too.
*/
function headerIn(sample, columnOption = "") {
	const asked = numberedColumn(columnOption);
	return namedHeaderIn(sample, (cell) => isSameName(cell, columnOption), asked) ?? namedHeaderIn(sample, namesNumber, asked) ?? (asked === void 0 ? void 0 : unknownHeaderIn(sample, asked));
}
/**
* The first row with a name for the column of the numbers. Where a number stands
* above it, there must be some below it, too, and above it nothing that a carrier
* may be: `Branch,102`.
*/
function namedHeaderIn(sample, isName, asked) {
	const row = sample.findIndex((cells) => cells.some(isName));
	const header = sample[row];
	if (header === void 0 || header.some(isDataNumber)) return void 0;
	const above = sample.slice(0, row);
	if (!above.flat().some(isDataNumber)) return header;
	const columns = asked === void 0 ? indexesOf(header, isName) : [asked];
	const mayBeCarrier = (cell, at) => at === asked && isDataNumber(cell) || mentionsNumberInUse(cell) && (columns.includes(at) || !day.test(cell));
	if (above.some((cells) => cells.some(mayBeCarrier))) return void 0;
	const hasNumber = (cells) => columns.some((at) => isDataNumber(cells[at] ?? ""));
	return sample.slice(row).some(hasNumber) ? header : void 0;
}
/**
* A row above the first number with a word above the numbers of a column, and
* with no other delimiter.
*/
function unknownHeaderIn(sample, column) {
	const firstData = sample.findIndex((cells) => cells.some(isDataNumber));
	const cellOf = (cells) => cells[column] ?? "";
	const lastNumber = sample.findLastIndex((cells) => isBareNumber(cellOf(cells)));
	return sample.find((cells, row) => row < lastNumber && (row < firstData || firstData < 0) && isHeaderWord(cellOf(cells)) && !/[;|\t]/.test(cells.join("")));
}
/** The columns that a header names as those of USDOT numbers. */
function columnsNamed(cells) {
	return indexesOf(cells, namesNumber);
}
/** The column that is asked for by its number, from 1 on, not by its name. */
function numberedColumn(text = "") {
	return /^\d+$/.test(text) ? Number(text) - 1 : void 0;
}
var sampleSize, namesNumber;
var init_header = __esmMin((() => {
	init_cells();
	init_row_words();
	sampleSize = 20;
	namesNumber = (cell) => headerMeaning(cell) === "number";
}));
//#endregion
//#region src/list/columns.ts
/** @throws {UsageError} if it is not clear which column is which */
function findColumns(headed, source, { column: columnOption, usualClaims, writtenNames = /* @__PURE__ */ new Set(), claimColumns: claimOptions = {} }) {
	const { header, sample } = headed;
	const column = columnOf(headed, source, columnOption);
	const docketHeader = docketHeaderOf(sample, column);
	if (docketHeader !== void 0) refuse(`${source}: the column ${quoteInput(docketHeader)} holds docket numbers, not USDOT numbers`, hintFor(sample));
	const claimColumns = /* @__PURE__ */ new Map();
	const uncomparedColumns = /* @__PURE__ */ new Map();
	const names = header?.cells ?? [];
	const isReport = names.every((name) => writtenNames.has(name)) && names.some((name) => name === "as_of" || name.includes("."));
	const usual = usualClaims && !isReport ? usualClaimColumns(names) : [];
	for (const [field, at] of usual) {
		const columns = usualClaims?.includes(field) ? claimColumns : uncomparedColumns;
		if (at !== void 0 && at !== column) columns.set(field, at);
	}
	for (const [field, name] of Object.entries(claimOptions)) {
		const at = columnByOption(headed, name, source, `--claim-column ${field}=`);
		claimColumns.set(field, at);
	}
	const isRead = (at) => at === column || [...claimColumns.values()].includes(at);
	const ourColumns = indexesOf(firstCells(headed), (name, at) => (isReport || name.trim().startsWith("usdot_")) && !isRead(at));
	const markColumns = new Map(names.flatMap((name, at) => {
		const isMark = markTest(name);
		return isMark && !isRead(at) ? [[at, isMark]] : [];
	}));
	return {
		...headed,
		column,
		claimColumns,
		uncomparedColumns,
		markColumns,
		ourColumns,
		isReport
	};
}
/**
* The column of the numbers: the one that is asked for, or else the only one
* that the header names, or else, without a header, the only one with numbers.
*/
function columnOf(headed, source, columnOption) {
	const { header, sample } = headed;
	if (columnOption !== void 0 && sample.length > 0) return columnByOption(headed, columnOption, source, "--column ");
	const [column, ...others] = header ? columnsNamed(header.cells) : columnsOfNumbers(sample);
	if (column !== void 0 && others.length === 0) return column;
	refuseColumns(`${source}: cannot tell which column holds the USDOT numbers`, headed, hintFor(sample));
}
/**
* Without a header, the columns with a number in any row of the sample. None
* counts where the first row may be a header that is not known.
*/
function columnsOfNumbers(sample) {
	if (sample.every(({ length }) => length === 1)) return hasUnknownHeader(sample) ? [] : [0];
	if (!beginsWithNumber(sample)) return [];
	return [...new Set(sample.flatMap((row) => indexesOf(row, isBareNumber)))];
}
/**
* Whether the rows of several columns are of carriers, from the first one on.
* Numbers of five digits or fewer alone may be zip codes or counts.
*/
function beginsWithNumber(sample) {
	const [first = []] = sample;
	const isLong = (cell) => isBareNumber(cell) && /[1-9](?:[,\s]?\d){5}/.test(cell);
	return first.some(isDataNumber) && sample.flat().some(isLong) && !sample.flat().some(namesNumber);
}
/**
* Whether a list of one column begins with words above a number, or with a year
* above anything else. The header of docket numbers is known.
*/
function hasUnknownHeader([[first = ""] = [], second]) {
	if (second === void 0 || headerMeaning(first) === "docket") return false;
	if (!second.every(isBareNumber)) return isBareNumber(first) && !isDataNumber(first);
	return (isHeaderWord(first) || /\p{L}{3}/u.test(first)) && !isDataNumber(first) && "invalid" in parseDotNumber(first);
}
function docketHeaderOf(sample, column) {
	return sample.map((cells) => cells[column] ?? "").find((cell) => headerMeaning(cell) === "docket");
}
/**
* What helps where no column can be read: a choice, if there are numbers
* besides docket numbers.
*/
function hintFor(sample) {
	const isChoice = (cell, at) => isBareNumber(cell) && docketHeaderOf(sample, at) === void 0;
	return sample.some((cells) => cells.some(isChoice)) ? choiceBy("--column ") : searchHint;
}
/** The name that a column has in messages: its header's, or else its number. */
function columnName({ header }, at) {
	return header ? quoteInput(header.cells[at] ?? "") : String(at + 1);
}
/** Where claims stand by the usual headers: in the first such column. */
function usualClaimColumns(names) {
	const [name] = nameHeaders.flatMap((usual) => indexesOf(names, (cell) => isSameName(cell, usual)));
	const [docket] = indexesOf(names, (cell) => headerMeaning(cell) === "docket");
	return [["name", name], ["mc_number", docket]];
}
/** The one column that a user asks for by an option: by number or by name. */
function columnByOption(headed, value, source, option) {
	const asked = numberedColumn(value);
	const [column, ...others] = indexesOf(firstCells(headed), (cell, at) => asked === void 0 ? isSameName(cell, value) : at === asked);
	if (column !== void 0 && others.length === 0) return column;
	refuseColumns(`${source}: ${others.length > 0 ? `${others.length + 1} columns are called` : "there is no column"} ${quoteInput(value)}`, headed, choiceBy(option));
}
function choiceBy(option) {
	return `choose one with ${option}NAME or ${option}NUMBER`;
}
function refuseColumns(words, headed, hint) {
	const names = firstCells(headed).map((name, at) => `${at + 1} ${quoteInput(name, 20)}`);
	const isAboveHeader = !headed.header && headed.sample.flat().some(namesNumber);
	refuse(`${words}; the columns are ${cutTo(names.join(", "), 200)}`, isAboveHeader ? "a number stands above the header: delete the rows above it" : hint);
}
var nameHeaders;
var init_columns = __esmMin((() => {
	init_dot_number();
	init_errors();
	init_out_of_service_mark();
	init_safe_text();
	init_cells();
	init_header();
	init_row_words();
	nameHeaders = [
		"legal name",
		"carrier legal name",
		"carrier name",
		"motor carrier name",
		"carrier",
		"motor carrier",
		"company name",
		"company"
	];
}));
//#endregion
//#region src/list/rows.ts
init_errors();
init_out_of_service_mark();
init_safe_text();
init_cells();
init_columns();
init_header();
init_row_words();
/**
* The inputs of a table, one for each of its rows but for blank ones, comments,
* headers, totals and marks. A row without a number is an invalid input. What is
* skipped is counted.
*/
function readInputs(table, source) {
	const inputs = [];
	const skipped = {
		total: 0,
		"repeated header": 0
	};
	const { rows, ourColumns } = table;
	for (let row = firstDataRow(table); row < rows.length; row += 1) {
		const cells = ownCells(cellTexts(rows[row] ?? []), ourColumns);
		if (isBlank(cells) || isComment(cells) && isAlone(cells)) continue;
		const place = {
			source,
			line: lineAt(table, row)
		};
		const what = skippedAs(cells, table, place);
		const marked = carrierAbove(cells, row, inputs, table);
		if (what) skipped[what] += 1;
		else if (marked) marked.mark = "OOS";
		else inputs.push(inputIn(cells, row, table, place));
	}
	return {
		inputs,
		skipped
	};
}
/** The cells of a row; those that usdot wrote say nothing about it. */
const ownCells = (cells, ourColumns) => ourColumns.length === 0 ? cells : cells.map((cell, at) => ourColumns.includes(at) ? "" : cell);
/** What a row is that is skipped, and counted. */
function skippedAs(cells, table, place) {
	if (totalIn(cells, table.column) === "total") return "total";
	return isHeaderAgain(cells, table, place) && "repeated header";
}
/**
* Whether a row is the header again: exports are pasted below each other.
* @throws {UsageError} for the header of another table
*/
function isHeaderAgain(cells, table, { source, line }) {
	const { header, column } = table;
	const cell = cells[column] ?? "";
	if (!isHeaderWord(cell)) return false;
	const names = firstCells(table);
	const isSame = (each, at) => {
		const name = names[at] ?? "";
		const meaning = headerMeaning(each);
		const isAlike = meaning !== void 0 && meaning === headerMeaning(name);
		return !isFilled(each) || isAlike || isSameName(each, name);
	};
	if (header && cells.every(isSame)) return true;
	const other = (namesNumber(names[column]) ? cells : [cell]).find((each) => headerMeaning(each));
	if (other === void 0 || cells.some(isDataNumber)) return false;
	refuse(`${source}:${line}: another table begins with the header ${quoteInput(other)}`, "put each table in a file of its own");
}
/** The carrier above, where FMCSA's mark stands alone below its number. */
function carrierAbove(cells, row, inputs, { column }) {
	const above = inputs.at(-1);
	return /^\s*oos\s*$/i.test(cells[column] ?? "") && isAlone(cells) && above && "dotNumber" in above && above.row === row - 1 ? above : void 0;
}
const isAlone = (cells) => cells.filter(isFilled).length === 1;
/** The mark beside a number: a cell that is one, or `OOS: Y` with its header. */
function markBeside(cells, table) {
	const { column, markColumns } = table;
	const marked = cells.find((cell, at) => at !== column && mark.test(cell));
	if (marked !== void 0) return quoteInput(marked);
	for (const [at, isMark] of markColumns) {
		const cell = cells[at] ?? "";
		if (isMark(cell)) return `${columnName(table, at)}: ${quoteInput(cell)}`;
	}
}
/** What a row says of its carrier. */
function inputIn(cells, row, table, place) {
	const text = cells[table.column] ?? "";
	const invalid = whyUnreadable(cells, row, table);
	const input = invalid === void 0 ? inputOf(text) : {
		text: cells.filter(isFilled).join(", "),
		invalid
	};
	input.place = place;
	input.row = row;
	input.claims = claimsIn(cells, table, input.claims);
	if ("invalid" in input) return input;
	const markOfRow = markBeside(cells, table);
	if (markOfRow !== void 0) input.mark ??= markOfRow;
	if (text.trim().startsWith("#")) input.readOutOf ??= text;
	return input;
}
/** Why no number is read from a row, whatever stands in its cell. */
function whyUnreadable(cells, row, table) {
	const { column } = table;
	if (row === table.cutOffRow) return "may be cut off: it has no line end, and fewer cells than the others";
	const heading = isAlone(cells) ? cells.join("") : "";
	if (!/\d{4}/.test(heading) && mark.test(heading) && !isDataNumber(heading)) return "marks no USDOT number; write it beside each one that it is about";
	if (!isFilled(cells[column] ?? "")) return `has no USDOT number in column ${columnName(table, column)}`;
	if (totalIn(cells, column)) return "may be a total, not a carrier";
	if (isCutUp(cells, table)) return "has a number that its commas cut up: put quotes around it";
	if (isRagged(cells, table)) return "has more cells than the header: put quotes around a cell that has the delimiter in it";
}
/** `2,233,855` without quotes is not USDOT 2: numbers of three digits are not in use. */
function isCutUp(cells, { column, delimiter }) {
	return delimiter === "," && /^\s*\d{1,3}$/.test(cells[column] ?? "") && /^\d{3}(?![-.\s]?\d)/.test(cells[column + 1] ?? "");
}
/**
* Whether a text has cells behind its last column: one of them was cut up, and
* moved a number that is not in the first.
*/
function isRagged(cells, { header, column, delimiter }) {
	return header !== void 0 && delimiter !== void 0 && column > 0 && cells.slice(header.cells.length).some(isFilled);
}
/** What columns claim, and what the cell of the number claims beside it. */
function claimsIn(cells, { claimColumns }, claims) {
	for (const [field, column] of claimColumns) {
		const text = cells[column]?.trim();
		if (!text) continue;
		claims ??= {};
		const beside = claims[field];
		claims[field] = beside && beside !== text ? `${beside}, ${text}` : text;
	}
	return claims;
}
//#endregion
//#region src/text/digits.ts
/** Numbers in words: grouped and counted. */
/**
* A number with the digits before its point grouped, and at most four after it:
* `1,145`, `0.0375`.
*/
function grouped(number) {
	return String(Number(number.toFixed(4))).replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}
/** `1 day`, `1,200 days`. */
function counted(number, noun, plural = `${noun}s`) {
	return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
//#endregion
//#region src/list/table-notes.ts
/** What to know about the columns of a list before its numbers are looked up. */
init_safe_text();
init_cells();
init_columns();
init_header();
init_row_words();
/** `fleet.csv: skipped 1 total` */
function tableNotes(table, skipped, source, options) {
	return [
		...headerNotes(table, options),
		...Object.entries(skipped).map(([what, count]) => count > 0 && `skipped ${counted(count, what)}`),
		...sheetNotes(table, source),
		...claimNotes(table, options)
	].flatMap((note) => note ? `${source}: ${note}` : []);
}
/**
* What was skipped above the header, and which row was taken for one that is
* not known.
*/
function headerNotes(table, { column: columnOption }) {
	const { header, sample } = table;
	if (!header) return [];
	const titles = sample.indexOf(header.cells);
	const unread = columnOption === void 0 ? otherNumberColumns(header.cells, table) : [];
	const isUnknown = numberedColumn(columnOption) !== void 0 && columnsNamed(header.cells).length === 0;
	const taken = quoteInput(header.cells.filter(isFilled).join(), 60);
	return [
		titles > 0 && `skipped ${counted(titles, "row")} above the header`,
		unread.length > 0 && `not read for USDOT numbers: ${unread.join(", ")}`,
		isUnknown && `took line ${lineAt(table, header.row)} for the header: ${taken}`
	];
}
/** The names of columns that are called DOT, too, and have a number in use. */
function otherNumberColumns(names, table) {
	const { sample, column, ourColumns } = table;
	const mayHoldNumbers = (name, at) => at !== column && !ourColumns.includes(at) && /(?<!\p{L})(?:us)?dot(?!\p{L})/iu.test(name) && sample.some(({ [at]: cell = "" }) => isBareNumber(cell) && /\d{5}/.test(cell));
	return indexesOf(names, mayHoldNumbers).map((at) => JSON.stringify(columnName(table, at)));
}
/** Which sheet of several was read, and that more was than is seen. */
function sheetNotes({ sheet }, source) {
	if (!sheet) return [];
	const name = quoteInput(sheet.name);
	const unread = sheet.unread.map((each) => quoteInput(each)).join(", ");
	const { isHidden, look } = sheet;
	return [
		isHidden && `read the hidden sheet ${name}`,
		unread && `read only the sheet ${name}, not ${unread}; ${source}#SHEET names another`,
		look.hiddenRows > 0 && `read ${counted(look.hiddenRows, "hidden row")}, too`
	];
}
/** Which columns are compared with the records, and which are not. */
function claimNotes(table, { usualClaims }) {
	const { column, claimColumns, uncomparedColumns, ourColumns, isReport } = table;
	if (isReport && usualClaims) return [reportNote];
	const shown = (words, columns) => {
		const pairs = [...columns].map(([field, at]) => `${field} from ${JSON.stringify(columnName(table, at))}`);
		return pairs.length > 0 && `${words}: ${pairs.join(", ")}`;
	};
	const readColumns = [
		column,
		...ourColumns,
		...claimColumns.values(),
		...uncomparedColumns.values()
	];
	const names = firstCells(table);
	const hasOthers = [...names.keys()].some((at) => !readColumns.includes(at));
	const claimLike = indexesOf(usualClaims?.length ? names : [], (name, at) => /\b(?:phone|e-?mail|insurer|insurance|policy|bipd|cargo|expir\w*)\b/i.test(name) && !readColumns.includes(at));
	return [
		usualClaims?.includes("name") && !claimColumns.has("name") && hasOthers && namesNote,
		shown("compared with the record", claimColumns),
		claimLike.length > 0 && `not compared without --claim-column: ${claimLike.map((at) => JSON.stringify(columnName(table, at))).join(", ")}`,
		shown("not compared, as your policy has it", uncomparedColumns)
	];
}
const reportNote = "usdot wrote it: its names are those of the records, and not compared; for that, check your own list";
const namesNote = "names are not compared; if a column has them, use --claim-column name=COLUMN";
//#endregion
//#region node_modules/csv-parse/lib/api/CsvError.js
var CsvError;
var init_CsvError = __esmMin((() => {
	CsvError = class CsvError extends Error {
		constructor(code, message, options, ...contexts) {
			if (Array.isArray(message)) message = message.join(" ").trim();
			super(message);
			if (Error.captureStackTrace !== void 0) Error.captureStackTrace(this, CsvError);
			this.code = code;
			for (const context of contexts) for (const key in context) {
				const value = context[key];
				this[key] = Buffer.isBuffer(value) ? value.toString(options.encoding) : value == null ? value : JSON.parse(JSON.stringify(value));
			}
		}
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/utils/is_object.js
var is_object;
var init_is_object = __esmMin((() => {
	is_object = function(obj) {
		return typeof obj === "object" && obj !== null && !Array.isArray(obj);
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/api/normalize_columns_array.js
var normalize_columns_array;
var init_normalize_columns_array = __esmMin((() => {
	init_CsvError();
	init_is_object();
	normalize_columns_array = function(columns) {
		const normalizedColumns = [];
		for (let i = 0, l = columns.length; i < l; i++) {
			const column = columns[i];
			if (column === void 0 || column === null || column === false) normalizedColumns[i] = { disabled: true };
			else if (typeof column === "string" || typeof column === "number") normalizedColumns[i] = { name: `${column}` };
			else if (is_object(column)) {
				if (typeof column.name !== "string") throw new CsvError("CSV_OPTION_COLUMNS_MISSING_NAME", [
					"Option columns missing name:",
					`property "name" is required at position ${i}`,
					"when column is an object literal"
				]);
				normalizedColumns[i] = column;
			} else throw new CsvError("CSV_INVALID_COLUMN_DEFINITION", [
				"Invalid column definition:",
				"expect a string or a literal object,",
				`got ${JSON.stringify(column)} at position ${i}`
			]);
		}
		return normalizedColumns;
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/utils/ResizeableBuffer.js
var ResizeableBuffer;
var init_ResizeableBuffer = __esmMin((() => {
	ResizeableBuffer = class {
		constructor(size = 100) {
			this.size = size;
			this.length = 0;
			this.buf = Buffer.allocUnsafe(size);
		}
		prepend(val) {
			if (Buffer.isBuffer(val)) {
				const length = this.length + val.length;
				if (length >= this.size) {
					this.resize();
					if (length >= this.size) throw Error("INVALID_BUFFER_STATE");
				}
				const buf = this.buf;
				this.buf = Buffer.allocUnsafe(this.size);
				val.copy(this.buf, 0);
				buf.copy(this.buf, val.length);
				this.length += val.length;
			} else {
				const length = this.length++;
				if (length === this.size) this.resize();
				const buf = this.clone();
				this.buf[0] = val;
				buf.copy(this.buf, 1, 0, length);
			}
		}
		append(val) {
			const length = this.length++;
			if (length === this.size) this.resize();
			this.buf[length] = val;
		}
		clone() {
			return Buffer.from(this.buf.slice(0, this.length));
		}
		resize() {
			const length = this.length;
			this.size = this.size * 2;
			const buf = Buffer.allocUnsafe(this.size);
			this.buf.copy(buf, 0, 0, length);
			this.buf = buf;
		}
		toString(encoding) {
			if (encoding) return this.buf.toString(encoding, 0, this.length);
			else return Uint8Array.prototype.slice.call(this.buf.slice(0, this.length));
		}
		toJSON() {
			return this.toString("utf8");
		}
		reset() {
			this.length = 0;
		}
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/api/init_state.js
var init_state;
var init_init_state = __esmMin((() => {
	init_ResizeableBuffer();
	init_state = function(options) {
		const timchars = [
			32,
			9,
			10,
			13,
			12,
			11,
			160,
			5760,
			8192,
			8193,
			8194,
			8195,
			8196,
			8197,
			8198,
			8199,
			8200,
			8201,
			8202,
			8232,
			8233,
			8239,
			8287,
			12288,
			65279
		].reduce((acc, codepoint) => {
			const encoded = Buffer.from(String.fromCharCode(codepoint), options.encoding);
			if (codepoint !== 63 && encoded.length === 1 && encoded[0] === 63) return acc;
			acc.push(encoded);
			return acc;
		}, []);
		const timcharFirstBytes = /* @__PURE__ */ new Uint8Array(256);
		for (const t of timchars) timcharFirstBytes[t[0]] = 1;
		return {
			bomSkipped: false,
			bufBytesStart: 0,
			castField: options.cast_function,
			commenting: false,
			delimiterBufPrevious: void 0,
			delimiterDiscovered: false,
			error: void 0,
			enabled: options.from_line === 1,
			escaping: false,
			escapeIsQuote: Buffer.isBuffer(options.escape) && Buffer.isBuffer(options.quote) && Buffer.compare(options.escape, options.quote) === 0,
			expectedRecordLength: Array.isArray(options.columns) ? options.columns.length : void 0,
			field: new ResizeableBuffer(20),
			firstLineToHeaders: options.cast_first_line_to_header,
			needMoreDataSize: Math.max(options.comment !== null ? options.comment.length : 0, ...options.delimiter ? options.delimiter.map((delimiter) => delimiter.length) : [], options.delimiter_auto ? 1 : 0, options.quote !== null ? options.quote.length : 0, ...timchars.map((t) => t.length)),
			previousBuf: void 0,
			quoting: false,
			stop: false,
			rawBuffer: new ResizeableBuffer(100),
			record: [],
			recordHasError: false,
			record_length: 0,
			recordDelimiterMaxLength: options.record_delimiter.length === 0 ? 0 : Math.max(...options.record_delimiter.map((v) => v.length)),
			trimChars: [Buffer.from(" ", options.encoding)[0], Buffer.from("	", options.encoding)[0]],
			wasQuoting: false,
			wasRowDelimiter: false,
			timchars,
			timcharFirstBytes
		};
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/utils/underscore.js
var underscore;
var init_underscore = __esmMin((() => {
	underscore = function(str) {
		return str.replace(/([A-Z])/g, function(_, match) {
			return "_" + match.toLowerCase();
		});
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/api/normalize_options.js
var normalize_options;
var init_normalize_options = __esmMin((() => {
	init_normalize_columns_array();
	init_CsvError();
	init_underscore();
	init_is_object();
	normalize_options = function(opts) {
		const options = {};
		for (const opt in opts) options[underscore(opt)] = opts[opt];
		if (options.encoding === void 0 || options.encoding === true) options.encoding = "utf8";
		else if (options.encoding === null || options.encoding === false) options.encoding = null;
		else if (typeof options.encoding !== "string" && options.encoding !== null) throw new CsvError("CSV_INVALID_OPTION_ENCODING", [
			"Invalid option encoding:",
			"encoding must be a string or null to return a buffer,",
			`got ${JSON.stringify(options.encoding)}`
		], options);
		if (options.bom === void 0 || options.bom === null || options.bom === false) options.bom = false;
		else if (options.bom !== true) throw new CsvError("CSV_INVALID_OPTION_BOM", [
			"Invalid option bom:",
			"bom must be true,",
			`got ${JSON.stringify(options.bom)}`
		], options);
		options.cast_function = null;
		if (options.cast === void 0 || options.cast === null || options.cast === false || options.cast === "") options.cast = void 0;
		else if (typeof options.cast === "function") {
			options.cast_function = options.cast;
			options.cast = true;
		} else if (options.cast !== true) throw new CsvError("CSV_INVALID_OPTION_CAST", [
			"Invalid option cast:",
			"cast must be true or a function,",
			`got ${JSON.stringify(options.cast)}`
		], options);
		if (options.cast_date === void 0 || options.cast_date === null || options.cast_date === false || options.cast_date === "") options.cast_date = false;
		else if (options.cast_date === true) options.cast_date = function(value) {
			const date = Date.parse(value);
			return !isNaN(date) ? new Date(date) : value;
		};
		else if (typeof options.cast_date !== "function") throw new CsvError("CSV_INVALID_OPTION_CAST_DATE", [
			"Invalid option cast_date:",
			"cast_date must be true or a function,",
			`got ${JSON.stringify(options.cast_date)}`
		], options);
		options.cast_first_line_to_header = void 0;
		if (options.columns === true) options.cast_first_line_to_header = void 0;
		else if (typeof options.columns === "function") {
			options.cast_first_line_to_header = options.columns;
			options.columns = true;
		} else if (Array.isArray(options.columns)) options.columns = normalize_columns_array(options.columns);
		else if (options.columns === void 0 || options.columns === null || options.columns === false) options.columns = false;
		else throw new CsvError("CSV_INVALID_OPTION_COLUMNS", [
			"Invalid option columns:",
			"expect an array, a function or true,",
			`got ${JSON.stringify(options.columns)}`
		], options);
		if (options.group_columns_by_name === void 0 || options.group_columns_by_name === null || options.group_columns_by_name === false) options.group_columns_by_name = false;
		else if (options.group_columns_by_name !== true) throw new CsvError("CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME", [
			"Invalid option group_columns_by_name:",
			"expect an boolean,",
			`got ${JSON.stringify(options.group_columns_by_name)}`
		], options);
		else if (options.columns === false) throw new CsvError("CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME", ["Invalid option group_columns_by_name:", "the `columns` mode must be activated."], options);
		if (options.comment === void 0 || options.comment === null || options.comment === false || options.comment === "") options.comment = null;
		else {
			if (typeof options.comment === "string") options.comment = Buffer.from(options.comment, options.encoding);
			if (!Buffer.isBuffer(options.comment)) throw new CsvError("CSV_INVALID_OPTION_COMMENT", [
				"Invalid option comment:",
				"comment must be a buffer or a string,",
				`got ${JSON.stringify(options.comment)}`
			], options);
		}
		if (options.comment_no_infix === void 0 || options.comment_no_infix === null || options.comment_no_infix === false) options.comment_no_infix = false;
		else if (options.comment_no_infix !== true) throw new CsvError("CSV_INVALID_OPTION_COMMENT", [
			"Invalid option comment_no_infix:",
			"value must be a boolean,",
			`got ${JSON.stringify(options.comment_no_infix)}`
		], options);
		if (options.delimiter_auto === void 0 || options.delimiter_auto === null || options.delimiter_auto === false) options.delimiter_auto = false;
		else if (options.delimiter_auto === true) options.delimiter_auto = {};
		else if (!is_object(options.delimiter_auto)) throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
			"Invalid option delimiter_auto:",
			"delimiter_auto must be a boolean or a configuration object,",
			`got ${JSON.stringify(options.delimiter_auto)}`
		], options);
		if (options.delimiter_auto) {
			if (options.delimiter_auto.preferred === void 0) options.delimiter_auto.preferred = {
				[",".charCodeAt(0)]: 1.8,
				["	".charCodeAt(0)]: 1.8,
				[";".charCodeAt(0)]: 1.6,
				[" ".charCodeAt(0)]: 1.6,
				[":".charCodeAt(0)]: 1.5,
				[".".charCodeAt(0)]: 1.4,
				["/".charCodeAt(0)]: 1.4
			};
			else if (!is_object(options.delimiter_auto.preferred)) throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
				"Invalid option delimiter_auto:",
				"preferred must be an object,",
				`got ${JSON.stringify(options.delimiter_auto.preferred)}`
			], options);
			if (options.delimiter_auto.score === void 0) options.delimiter_auto.score = (info, options) => {
				return (info.total - info.std) * (options.preferred[info.char_code] || 1);
			};
			else if (typeof options.delimiter_auto.score !== "function") throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
				"Invalid option delimiter_auto:",
				"score must be a function,",
				`got ${JSON.stringify(options.delimiter_auto.score)}`
			], options);
			if (options.delimiter_auto.size === void 0) options.delimiter_auto.size = 2048;
			else if (typeof options.delimiter_auto.size !== "number") throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
				"Invalid option delimiter_auto:",
				"size must be a number,",
				`got ${JSON.stringify(options.delimiter_auto.size)}`
			], options);
		}
		const delimiter_json = JSON.stringify(options.delimiter);
		if (options.delimiter_auto !== false) options.delimiter = [];
		if (!Array.isArray(options.delimiter)) {
			if (options.delimiter === void 0 || options.delimiter === null || options.delimiter === false) options.delimiter = Buffer.from(",", options.encoding);
			options.delimiter = [options.delimiter];
		}
		options.delimiter = options.delimiter.map(function(delimiter) {
			if (typeof delimiter === "string") delimiter = Buffer.from(delimiter, options.encoding);
			if (!Buffer.isBuffer(delimiter) || delimiter.length === 0) throw new CsvError("CSV_INVALID_OPTION_DELIMITER", [
				"Invalid option delimiter:",
				"delimiter must be a non empty string or buffer or array of string|buffer,",
				`got ${delimiter_json}`
			], options);
			return delimiter;
		});
		if (options.escape === void 0 || options.escape === true) options.escape = Buffer.from("\"", options.encoding);
		else if (typeof options.escape === "string") options.escape = Buffer.from(options.escape, options.encoding);
		else if (options.escape === null || options.escape === false) options.escape = null;
		if (options.escape !== null) {
			if (!Buffer.isBuffer(options.escape)) throw new Error(`Invalid Option: escape must be a buffer, a string or a boolean, got ${JSON.stringify(options.escape)}`);
		}
		if (options.from === void 0 || options.from === null) options.from = 1;
		else {
			if (typeof options.from === "string" && /\d+/.test(options.from)) options.from = parseInt(options.from);
			if (Number.isInteger(options.from)) {
				if (options.from < 0) throw new Error(`Invalid Option: from must be a positive integer, got ${JSON.stringify(opts.from)}`);
			} else throw new Error(`Invalid Option: from must be an integer, got ${JSON.stringify(options.from)}`);
		}
		if (options.from_line === void 0 || options.from_line === null) options.from_line = 1;
		else {
			if (typeof options.from_line === "string" && /\d+/.test(options.from_line)) options.from_line = parseInt(options.from_line);
			if (Number.isInteger(options.from_line)) {
				if (options.from_line <= 0) throw new Error(`Invalid Option: from_line must be a positive integer greater than 0, got ${JSON.stringify(opts.from_line)}`);
			} else throw new Error(`Invalid Option: from_line must be an integer, got ${JSON.stringify(opts.from_line)}`);
		}
		if (options.ignore_last_delimiters === void 0 || options.ignore_last_delimiters === null) options.ignore_last_delimiters = false;
		else if (typeof options.ignore_last_delimiters === "number") {
			options.ignore_last_delimiters = Math.floor(options.ignore_last_delimiters);
			if (options.ignore_last_delimiters === 0) options.ignore_last_delimiters = false;
		} else if (typeof options.ignore_last_delimiters !== "boolean") throw new CsvError("CSV_INVALID_OPTION_IGNORE_LAST_DELIMITERS", [
			"Invalid option `ignore_last_delimiters`:",
			"the value must be a boolean value or an integer,",
			`got ${JSON.stringify(options.ignore_last_delimiters)}`
		], options);
		if (options.ignore_last_delimiters === true && options.columns === false) throw new CsvError("CSV_IGNORE_LAST_DELIMITERS_REQUIRES_COLUMNS", ["The option `ignore_last_delimiters`", "requires the activation of the `columns` option"], options);
		if (options.info === void 0 || options.info === null || options.info === false) options.info = false;
		else if (options.info !== true) throw new Error(`Invalid Option: info must be true, got ${JSON.stringify(options.info)}`);
		if (options.max_record_size === void 0 || options.max_record_size === null || options.max_record_size === false) options.max_record_size = 0;
		else if (Number.isInteger(options.max_record_size) && options.max_record_size >= 0) {} else if (typeof options.max_record_size === "string" && /\d+/.test(options.max_record_size)) options.max_record_size = parseInt(options.max_record_size);
		else throw new Error(`Invalid Option: max_record_size must be a positive integer, got ${JSON.stringify(options.max_record_size)}`);
		if (options.objname === void 0 || options.objname === null || options.objname === false) options.objname = void 0;
		else if (Buffer.isBuffer(options.objname)) {
			if (options.objname.length === 0) throw new Error(`Invalid Option: objname must be a non empty buffer`);
			if (options.encoding === null) {} else options.objname = options.objname.toString(options.encoding);
		} else if (typeof options.objname === "string") {
			if (options.objname.length === 0) throw new Error(`Invalid Option: objname must be a non empty string`);
		} else if (typeof options.objname === "number") {} else throw new Error(`Invalid Option: objname must be a string or a buffer, got ${options.objname}`);
		if (options.objname !== void 0) {
			if (typeof options.objname === "number") {
				if (options.columns !== false) throw Error("Invalid Option: objname index cannot be combined with columns or be defined as a field");
			} else if (options.columns === false) throw Error("Invalid Option: objname field must be combined with columns or be defined as an index");
		}
		if (options.on_record === void 0 || options.on_record === null) options.on_record = void 0;
		else if (typeof options.on_record !== "function") throw new CsvError("CSV_INVALID_OPTION_ON_RECORD", [
			"Invalid option `on_record`:",
			"expect a function,",
			`got ${JSON.stringify(options.on_record)}`
		], options);
		if (options.on_skip !== void 0 && options.on_skip !== null && typeof options.on_skip !== "function") throw new Error(`Invalid Option: on_skip must be a function, got ${JSON.stringify(options.on_skip)}`);
		if (options.quote === null || options.quote === false || options.quote === "") options.quote = null;
		else {
			if (options.quote === void 0 || options.quote === true) options.quote = Buffer.from("\"", options.encoding);
			else if (typeof options.quote === "string") options.quote = Buffer.from(options.quote, options.encoding);
			if (!Buffer.isBuffer(options.quote)) throw new Error(`Invalid Option: quote must be a buffer or a string, got ${JSON.stringify(options.quote)}`);
		}
		if (options.raw === void 0 || options.raw === null || options.raw === false) options.raw = false;
		else if (options.raw !== true) throw new Error(`Invalid Option: raw must be true, got ${JSON.stringify(options.raw)}`);
		if (options.record_delimiter === void 0) options.record_delimiter = [];
		else if (typeof options.record_delimiter === "string" || Buffer.isBuffer(options.record_delimiter)) {
			if (options.record_delimiter.length === 0) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
				"Invalid option `record_delimiter`:",
				"value must be a non empty string or buffer,",
				`got ${JSON.stringify(options.record_delimiter)}`
			], options);
			options.record_delimiter = [options.record_delimiter];
		} else if (!Array.isArray(options.record_delimiter)) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
			"Invalid option `record_delimiter`:",
			"value must be a string, a buffer or array of string|buffer,",
			`got ${JSON.stringify(options.record_delimiter)}`
		], options);
		options.record_delimiter = options.record_delimiter.map(function(rd, i) {
			if (typeof rd !== "string" && !Buffer.isBuffer(rd)) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
				"Invalid option `record_delimiter`:",
				"value must be a string, a buffer or array of string|buffer",
				`at index ${i},`,
				`got ${JSON.stringify(rd)}`
			], options);
			else if (rd.length === 0) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
				"Invalid option `record_delimiter`:",
				"value must be a non empty string or buffer",
				`at index ${i},`,
				`got ${JSON.stringify(rd)}`
			], options);
			if (typeof rd === "string") rd = Buffer.from(rd, options.encoding);
			return rd;
		});
		if (typeof options.relax_column_count === "boolean") {} else if (options.relax_column_count === void 0 || options.relax_column_count === null) options.relax_column_count = false;
		else throw new Error(`Invalid Option: relax_column_count must be a boolean, got ${JSON.stringify(options.relax_column_count)}`);
		if (typeof options.relax_column_count_less === "boolean") {} else if (options.relax_column_count_less === void 0 || options.relax_column_count_less === null) options.relax_column_count_less = false;
		else throw new Error(`Invalid Option: relax_column_count_less must be a boolean, got ${JSON.stringify(options.relax_column_count_less)}`);
		if (typeof options.relax_column_count_more === "boolean") {} else if (options.relax_column_count_more === void 0 || options.relax_column_count_more === null) options.relax_column_count_more = false;
		else throw new Error(`Invalid Option: relax_column_count_more must be a boolean, got ${JSON.stringify(options.relax_column_count_more)}`);
		if (typeof options.relax_quotes === "boolean") {} else if (options.relax_quotes === void 0 || options.relax_quotes === null) options.relax_quotes = false;
		else throw new Error(`Invalid Option: relax_quotes must be a boolean, got ${JSON.stringify(options.relax_quotes)}`);
		if (typeof options.skip_empty_lines === "boolean") {} else if (options.skip_empty_lines === void 0 || options.skip_empty_lines === null) options.skip_empty_lines = false;
		else throw new Error(`Invalid Option: skip_empty_lines must be a boolean, got ${JSON.stringify(options.skip_empty_lines)}`);
		if (typeof options.skip_records_with_empty_values === "boolean") {} else if (options.skip_records_with_empty_values === void 0 || options.skip_records_with_empty_values === null) options.skip_records_with_empty_values = false;
		else throw new Error(`Invalid Option: skip_records_with_empty_values must be a boolean, got ${JSON.stringify(options.skip_records_with_empty_values)}`);
		if (typeof options.skip_records_with_error === "boolean") {} else if (options.skip_records_with_error === void 0 || options.skip_records_with_error === null) options.skip_records_with_error = false;
		else throw new Error(`Invalid Option: skip_records_with_error must be a boolean, got ${JSON.stringify(options.skip_records_with_error)}`);
		if (options.rtrim === void 0 || options.rtrim === null || options.rtrim === false) options.rtrim = false;
		else if (options.rtrim !== true) throw new Error(`Invalid Option: rtrim must be a boolean, got ${JSON.stringify(options.rtrim)}`);
		if (options.ltrim === void 0 || options.ltrim === null || options.ltrim === false) options.ltrim = false;
		else if (options.ltrim !== true) throw new Error(`Invalid Option: ltrim must be a boolean, got ${JSON.stringify(options.ltrim)}`);
		if (options.trim === void 0 || options.trim === null || options.trim === false) options.trim = false;
		else if (options.trim !== true) throw new Error(`Invalid Option: trim must be a boolean, got ${JSON.stringify(options.trim)}`);
		if (options.trim === true && opts.ltrim !== false) options.ltrim = true;
		else if (options.ltrim !== true) options.ltrim = false;
		if (options.trim === true && opts.rtrim !== false) options.rtrim = true;
		else if (options.rtrim !== true) options.rtrim = false;
		if (options.to === void 0 || options.to === null) options.to = -1;
		else if (options.to !== -1) {
			if (typeof options.to === "string" && /\d+/.test(options.to)) options.to = parseInt(options.to);
			if (Number.isInteger(options.to)) {
				if (options.to <= 0) throw new Error(`Invalid Option: to must be a positive integer greater than 0, got ${JSON.stringify(opts.to)}`);
			} else throw new Error(`Invalid Option: to must be an integer, got ${JSON.stringify(opts.to)}`);
		}
		if (options.to_line === void 0 || options.to_line === null) options.to_line = -1;
		else if (options.to_line !== -1) {
			if (typeof options.to_line === "string" && /\d+/.test(options.to_line)) options.to_line = parseInt(options.to_line);
			if (Number.isInteger(options.to_line)) {
				if (options.to_line <= 0) throw new Error(`Invalid Option: to_line must be a positive integer greater than 0, got ${JSON.stringify(opts.to_line)}`);
			} else throw new Error(`Invalid Option: to_line must be an integer, got ${JSON.stringify(opts.to_line)}`);
		}
		return options;
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/utils/delimiter_discover.js
var delimiter_discover, std;
var init_delimiter_discover = __esmMin((() => {
	init_normalize_options();
	init_api();
	delimiter_discover = function(records, options) {
		if (!options) ({delimiter_auto: options} = normalize_options({ delimiter_auto: true }));
		if (typeof records === "string") records = Buffer.from(records);
		if (Buffer.isBuffer(records)) records = ((data) => {
			const records = [];
			const parser = transform({ delimiter: [] });
			const push = (record) => records.push(record);
			const close = () => {};
			const error = parser.parse(data, true, push, close);
			if (error !== void 0) throw error;
			return records;
		})(records);
		const info = Array(127).fill().map(() => ({ lines: [] }));
		records.map(([record], line) => {
			for (let i = 0, l = record.length; i < l; i++) {
				const code = record.charCodeAt(i);
				if (info[code].lines[line] === void 0) info[code].lines[line] = 0;
				info[code].lines[line]++;
			}
		});
		info.map((info, i) => {
			info.char_code = i;
			info.std = std(info.lines);
			info.total = info.lines.reduce((acc, val) => acc + val, 0);
			info.preferred = !!options.preferred[i];
			info.score = options.score(info, options);
		});
		const result = info.reduce((acc, info) => acc.score > info.score ? acc : info, {});
		return String.fromCharCode(result.char_code);
	};
	std = function(array) {
		const n = array.length;
		if (n === 0) return 0;
		const mean = array.reduce((a, b) => a + b) / n;
		return Math.sqrt(array.map((x) => Math.pow(x - mean, 2)).reduce((a, b) => a + b) / n);
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/api/index.js
var isRecordEmpty, cr, nl, boms, transform;
var init_api = __esmMin((() => {
	init_normalize_columns_array();
	init_init_state();
	init_normalize_options();
	init_CsvError();
	init_delimiter_discover();
	isRecordEmpty = function(record) {
		return record.every((field) => field == null || field.toString && field.toString().trim() === "");
	};
	cr = 13;
	nl = 10;
	boms = {
		utf8: Buffer.from([
			239,
			187,
			191
		]),
		utf16le: Buffer.from([255, 254])
	};
	transform = function(original_options = {}) {
		const info = {
			bytes: 0,
			bytes_records: 0,
			comment_lines: 0,
			empty_lines: 0,
			invalid_field_length: 0,
			lines: 1,
			records: 0
		};
		const options = normalize_options(original_options);
		return {
			info,
			original_options,
			options,
			state: init_state(options),
			__needMoreData: function(i, bufLen, end) {
				if (end) return false;
				const { encoding, escape, quote } = this.options;
				const { quoting, needMoreDataSize, recordDelimiterMaxLength } = this.state;
				return bufLen - i - 1 < Math.max(needMoreDataSize, recordDelimiterMaxLength === 0 ? Buffer.from("\r\n", encoding).length : recordDelimiterMaxLength, quoting ? (escape === null ? 0 : escape.length) + quote.length : 0, quoting ? quote.length + recordDelimiterMaxLength : 0);
			},
			parse: function(nextBuf, end, push, close) {
				const { bom, comment_no_infix, delimiter_auto, encoding, from_line, ltrim, max_record_size, raw, relax_quotes, rtrim, skip_empty_lines, to, to_line } = this.options;
				let { comment, escape, quote, record_delimiter } = this.options;
				const { bomSkipped, delimiterDiscovered, delimiterBufPrevious, rawBuffer, escapeIsQuote } = this.state;
				if (!delimiterDiscovered && delimiter_auto) {
					let delimiterBuf;
					if (delimiterBufPrevious === void 0) delimiterBuf = nextBuf;
					else if (delimiterBufPrevious !== void 0 && nextBuf === void 0) delimiterBuf = delimiterBufPrevious;
					else delimiterBuf = Buffer.concat([delimiterBufPrevious, nextBuf]);
					nextBuf = void 0;
					if (end || delimiterBuf.length > delimiter_auto.size) {
						this.options.delimiter = [Buffer.from(delimiter_discover(delimiterBuf, this.options.delimiter_auto))];
						this.state.previousBuf = delimiterBuf;
						this.state.delimiterBufPrevious = void 0;
						this.state.delimiterDiscovered = true;
					} else {
						this.state.delimiterBufPrevious = delimiterBuf;
						return;
					}
				}
				const { previousBuf } = this.state;
				let buf;
				if (previousBuf === void 0) {
					if (nextBuf === void 0) {
						close();
						return;
					} else buf = nextBuf;
				} else if (previousBuf !== void 0 && nextBuf === void 0) buf = previousBuf;
				else buf = Buffer.concat([previousBuf, nextBuf]);
				if (bomSkipped === false) {
					if (bom === false) this.state.bomSkipped = true;
					else if (buf.length < 3) {
						if (end === false) {
							this.state.previousBuf = buf;
							return;
						}
					} else {
						for (const encoding in boms) if (boms[encoding].compare(buf, 0, boms[encoding].length) === 0) {
							const bomLength = boms[encoding].length;
							this.state.bufBytesStart += bomLength;
							buf = buf.slice(bomLength);
							const options = normalize_options({
								...this.original_options,
								encoding
							});
							for (const key in options) this.options[key] = options[key];
							({comment, escape, quote} = this.options);
							break;
						}
						this.state.bomSkipped = true;
					}
				}
				const bufLen = buf.length;
				let pos = 0;
				for (; pos < bufLen; pos++) {
					if (this.__needMoreData(pos, bufLen, end)) break;
					if (this.state.wasRowDelimiter === true) {
						this.info.lines++;
						this.state.wasRowDelimiter = false;
					}
					if (to_line !== -1 && this.info.lines > to_line) {
						this.state.stop = true;
						close();
						return;
					}
					if (this.state.quoting === false && record_delimiter.length === 0) {
						if (this.__autoDiscoverRecordDelimiter(buf, pos)) record_delimiter = this.options.record_delimiter;
					}
					const chr = buf[pos];
					if (raw === true) rawBuffer.append(chr);
					if ((chr === cr || chr === nl) && this.state.wasRowDelimiter === false) this.state.wasRowDelimiter = true;
					if (this.state.escaping === true) this.state.escaping = false;
					else {
						if (escape !== null && this.state.quoting === true && this.__isEscape(buf, pos, chr) && pos + escape.length < bufLen) {
							if (escapeIsQuote) {
								if (this.__isQuote(buf, pos + escape.length)) {
									this.state.escaping = true;
									pos += escape.length - 1;
									continue;
								}
							} else {
								this.state.escaping = true;
								pos += escape.length - 1;
								continue;
							}
						}
						if (this.state.commenting === false && this.__isQuote(buf, pos)) {
							if (this.state.quoting === true) {
								const nextChr = buf[pos + quote.length];
								const isNextChrTrimable = rtrim && this.__isCharTrimable(buf, pos + quote.length);
								const isNextChrComment = comment !== null && this.__compareBytes(comment, buf, pos + quote.length, nextChr);
								const isNextChrDelimiter = this.__isDelimiter(buf, pos + quote.length, nextChr);
								const isNextChrRecordDelimiter = record_delimiter.length === 0 ? this.__autoDiscoverRecordDelimiter(buf, pos + quote.length) : this.__isRecordDelimiter(nextChr, buf, pos + quote.length);
								if (escape !== null && this.__isEscape(buf, pos, chr) && this.__isQuote(buf, pos + escape.length)) pos += escape.length - 1;
								else if (!nextChr || isNextChrDelimiter || isNextChrRecordDelimiter || isNextChrComment || isNextChrTrimable) {
									this.state.quoting = false;
									this.state.wasQuoting = true;
									pos += quote.length - 1;
									continue;
								} else if (relax_quotes === false) {
									const err = this.__error(new CsvError("CSV_INVALID_CLOSING_QUOTE", [
										"Invalid Closing Quote:",
										`got "${String.fromCharCode(nextChr)}"`,
										`at line ${this.info.lines}`,
										"instead of delimiter, record delimiter, trimable character",
										"(if activated) or comment"
									], this.options, this.__infoField()));
									if (err !== void 0) return err;
								} else {
									this.state.quoting = false;
									this.state.wasQuoting = true;
									this.state.field.prepend(quote);
									pos += quote.length - 1;
								}
							} else if (this.state.field.length !== 0) {
								if (relax_quotes === false) {
									const info = this.__infoField();
									const bom = Object.keys(boms).map((b) => boms[b].equals(this.state.field.toString()) ? b : false).filter(Boolean)[0];
									const err = this.__error(new CsvError("INVALID_OPENING_QUOTE", [
										"Invalid Opening Quote:",
										`a quote is found on field ${JSON.stringify(info.column)} at line ${info.lines}, value is ${JSON.stringify(this.state.field.toString(encoding))}`,
										bom ? `(${bom} bom)` : void 0
									], this.options, info, { field: this.state.field }));
									if (err !== void 0) return err;
								}
							} else {
								this.state.quoting = true;
								pos += quote.length - 1;
								continue;
							}
						}
						if (this.state.quoting === false) {
							const recordDelimiterLength = this.__isRecordDelimiter(chr, buf, pos);
							if (recordDelimiterLength !== 0) {
								if (this.state.commenting && this.state.wasQuoting === false && this.state.record.length === 0 && this.state.field.length === 0) this.info.comment_lines++;
								else {
									if (this.state.enabled === false && this.info.lines + (this.state.wasRowDelimiter === true ? 1 : 0) >= from_line) {
										this.state.enabled = true;
										this.__resetField();
										this.__resetRecord();
										pos += recordDelimiterLength - 1;
										continue;
									}
									if (skip_empty_lines === true && this.state.wasQuoting === false && this.state.record.length === 0 && this.state.field.length === 0) {
										this.info.empty_lines++;
										pos += recordDelimiterLength - 1;
										continue;
									}
									this.info.bytes = this.state.bufBytesStart + pos;
									const errField = this.__onField();
									if (errField !== void 0) return errField;
									this.info.bytes = this.state.bufBytesStart + pos + recordDelimiterLength;
									const errRecord = this.__onRecord(push);
									if (errRecord !== void 0) return errRecord;
									if (to !== -1 && this.info.records >= to) {
										this.state.stop = true;
										close();
										return;
									}
								}
								this.state.commenting = false;
								pos += recordDelimiterLength - 1;
								continue;
							}
							if (this.state.commenting) continue;
							if (comment !== null && (comment_no_infix === false || this.state.record.length === 0 && this.state.field.length === 0)) {
								if (this.__compareBytes(comment, buf, pos, chr) !== 0) {
									this.state.commenting = true;
									continue;
								}
							}
							const delimiterLength = this.__isDelimiter(buf, pos, chr);
							if (delimiterLength !== 0) {
								this.info.bytes = this.state.bufBytesStart + pos;
								const errField = this.__onField();
								if (errField !== void 0) return errField;
								pos += delimiterLength - 1;
								continue;
							}
						}
					}
					if (this.state.commenting === false) {
						if (max_record_size !== 0 && this.state.record_length + this.state.field.length > max_record_size) return this.__error(new CsvError("CSV_MAX_RECORD_SIZE", [
							"Max Record Size:",
							"record exceed the maximum number of tolerated bytes",
							`of ${max_record_size}`,
							`at line ${this.info.lines}`
						], this.options, this.__infoField()));
					}
					const lappend = ltrim === false || this.state.quoting === true || this.state.field.length !== 0 || !this.__isCharTrimable(buf, pos);
					const rappend = rtrim === false || this.state.wasQuoting === false;
					if (lappend === true && rappend === true) this.state.field.append(chr);
					else if (rtrim === true && !this.__isCharTrimable(buf, pos)) return this.__error(new CsvError("CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE", [
						"Invalid Closing Quote:",
						"found non trimable byte after quote",
						`at line ${this.info.lines}`
					], this.options, this.__infoField()));
					else {
						if (lappend === false) pos += this.__isCharTrimable(buf, pos) - 1;
						continue;
					}
				}
				if (end === true) {
					if (this.state.quoting === true) {
						const err = this.__error(new CsvError("CSV_QUOTE_NOT_CLOSED", ["Quote Not Closed:", `the parsing is finished with an opening quote at line ${this.info.lines}`], this.options, this.__infoField()));
						if (err !== void 0) return err;
					} else if (this.state.wasQuoting === true || this.state.record.length !== 0 || this.state.field.length !== 0) {
						this.info.bytes = this.state.bufBytesStart + pos;
						const errField = this.__onField();
						if (errField !== void 0) return errField;
						const errRecord = this.__onRecord(push);
						if (errRecord !== void 0) return errRecord;
					} else if (this.state.wasRowDelimiter === true) this.info.empty_lines++;
					else if (this.state.commenting === true) this.info.comment_lines++;
				} else {
					this.state.bufBytesStart += pos;
					this.state.previousBuf = buf.slice(pos);
				}
				if (this.state.wasRowDelimiter === true) {
					this.info.lines++;
					this.state.wasRowDelimiter = false;
				}
			},
			__onRecord: function(push) {
				const { columns, group_columns_by_name, encoding, info, from, relax_column_count, relax_column_count_less, relax_column_count_more, raw, skip_records_with_empty_values } = this.options;
				const { enabled, record } = this.state;
				if (enabled === false) return this.__resetRecord();
				const recordLength = record.length;
				if (columns === true) {
					if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
						this.__resetRecord();
						return;
					}
					return this.__firstLineToColumns(record);
				}
				if (columns === false && this.info.records === 0) this.state.expectedRecordLength = recordLength;
				if (recordLength !== this.state.expectedRecordLength) {
					const err = columns === false ? new CsvError("CSV_RECORD_INCONSISTENT_FIELDS_LENGTH", [
						"Invalid Record Length:",
						`expect ${this.state.expectedRecordLength},`,
						`got ${recordLength} on line ${this.info.lines}`
					], this.options, this.__infoField(), { record }) : new CsvError("CSV_RECORD_INCONSISTENT_COLUMNS", [
						"Invalid Record Length:",
						`columns length is ${columns.length},`,
						`got ${recordLength} on line ${this.info.lines}`
					], this.options, this.__infoField(), { record });
					if (relax_column_count === true || relax_column_count_less === true && recordLength < this.state.expectedRecordLength || relax_column_count_more === true && recordLength > this.state.expectedRecordLength) {
						this.info.invalid_field_length++;
						this.state.error = err;
					} else {
						const finalErr = this.__error(err);
						if (finalErr) return finalErr;
					}
				}
				if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
					this.__resetRecord();
					return;
				}
				if (this.state.recordHasError === true) {
					this.__resetRecord();
					this.state.recordHasError = false;
					return;
				}
				this.info.records++;
				if (from === 1 || this.info.records >= from) {
					const { objname } = this.options;
					if (columns !== false) {
						const obj = {};
						for (let i = 0, l = record.length; i < l; i++) {
							if (columns[i] === void 0 || columns[i].disabled) continue;
							if (group_columns_by_name === true && Object.hasOwn(obj, columns[i].name)) {
								if (Array.isArray(obj[columns[i].name])) obj[columns[i].name] = obj[columns[i].name].concat(record[i]);
								else obj[columns[i].name] = [obj[columns[i].name], record[i]];
							} else Object.defineProperty(obj, columns[i].name, {
								value: record[i],
								enumerable: true,
								writable: true,
								configurable: true
							});
						}
						if (raw === true || info === true) {
							const extRecord = Object.assign({ record: obj }, raw === true ? { raw: this.state.rawBuffer.toString(encoding) } : {}, info === true ? { info: this.__infoRecord() } : {});
							const err = this.__push(objname === void 0 ? extRecord : [obj[objname], extRecord], push);
							if (err) return err;
						} else {
							const err = this.__push(objname === void 0 ? obj : [obj[objname], obj], push);
							if (err) return err;
						}
					} else if (raw === true || info === true) {
						const extRecord = Object.assign({ record }, raw === true ? { raw: this.state.rawBuffer.toString(encoding) } : {}, info === true ? { info: this.__infoRecord() } : {});
						const err = this.__push(objname === void 0 ? extRecord : [record[objname], extRecord], push);
						if (err) return err;
					} else {
						const err = this.__push(objname === void 0 ? record : [record[objname], record], push);
						if (err) return err;
					}
				}
				this.__resetRecord();
			},
			__firstLineToColumns: function(record) {
				const { firstLineToHeaders } = this.state;
				try {
					const headers = firstLineToHeaders === void 0 ? record : firstLineToHeaders.call(null, record);
					if (!Array.isArray(headers)) return this.__error(new CsvError("CSV_INVALID_COLUMN_MAPPING", [
						"Invalid Column Mapping:",
						"expect an array from column function,",
						`got ${JSON.stringify(headers)}`
					], this.options, this.__infoField(), { headers }));
					const normalizedHeaders = normalize_columns_array(headers);
					this.state.expectedRecordLength = normalizedHeaders.length;
					this.options.columns = normalizedHeaders;
					this.__resetRecord();
					return;
				} catch (err) {
					return err;
				}
			},
			__resetRecord: function() {
				if (this.options.raw === true) this.state.rawBuffer.reset();
				this.state.error = void 0;
				this.state.record = [];
				this.state.record_length = 0;
			},
			__onField: function() {
				const { cast, encoding, rtrim, max_record_size } = this.options;
				const { enabled, wasQuoting } = this.state;
				if (enabled === false) return this.__resetField();
				let field = this.state.field.toString(encoding);
				if (rtrim === true && wasQuoting === false) field = field.trimRight();
				if (cast === true) {
					const [err, f] = this.__cast(field);
					if (err !== void 0) return err;
					field = f;
				}
				this.state.record.push(field);
				if (max_record_size !== 0 && typeof field === "string") this.state.record_length += field.length;
				this.__resetField();
			},
			__resetField: function() {
				this.state.field.reset();
				this.state.wasQuoting = false;
			},
			__push: function(record, push) {
				const { on_record } = this.options;
				if (on_record !== void 0) {
					const info = this.__infoRecord();
					try {
						record = on_record.call(null, record, info);
					} catch (err) {
						return err;
					}
					if (record === void 0 || record === null) return;
				}
				this.info.bytes_records += this.info.bytes;
				push(record);
			},
			__cast: function(field) {
				const { columns, relax_column_count } = this.options;
				if (Array.isArray(columns) === true && relax_column_count && this.options.columns.length <= this.state.record.length) return [void 0, void 0];
				if (this.state.castField !== null) try {
					const info = this.__infoField();
					return [void 0, this.state.castField.call(null, field, info)];
				} catch (err) {
					return [err];
				}
				if (this.__isFloat(field)) return [void 0, parseFloat(field)];
				else if (this.options.cast_date !== false) {
					const info = this.__infoField();
					return [void 0, this.options.cast_date.call(null, field, info)];
				}
				return [void 0, field];
			},
			__compareBytes: function(sourceBuf, targetBuf, targetPos, firstByte) {
				if (sourceBuf[0] !== firstByte) return 0;
				const sourceLength = sourceBuf.length;
				for (let i = 1; i < sourceLength; i++) if (sourceBuf[i] !== targetBuf[targetPos + i]) return 0;
				return sourceLength;
			},
			__isCharTrimable: function(buf, pos) {
				const { timchars, timcharFirstBytes } = this.state;
				const first = buf[pos];
				if (first === void 0 || timcharFirstBytes[first] === 0) return 0;
				loop1: for (let i = 0; i < timchars.length; i++) {
					const timchar = timchars[i];
					for (let j = 0; j < timchar.length; j++) if (timchar[j] !== buf[pos + j]) continue loop1;
					return timchar.length;
				}
				return 0;
			},
			__isDelimiter: function(buf, pos, chr) {
				const { delimiter, ignore_last_delimiters } = this.options;
				if (ignore_last_delimiters === true && this.state.record.length === this.options.columns.length - 1) return 0;
				else if (ignore_last_delimiters !== false && typeof ignore_last_delimiters === "number" && this.state.record.length === ignore_last_delimiters - 1) return 0;
				loop1: for (let i = 0; i < delimiter.length; i++) {
					const del = delimiter[i];
					if (del[0] === chr) {
						for (let j = 1; j < del.length; j++) if (del[j] !== buf[pos + j]) continue loop1;
						return del.length;
					}
				}
				return 0;
			},
			__isEscape: function(buf, pos, chr) {
				const { escape } = this.options;
				if (escape === null) return false;
				const l = escape.length;
				if (escape[0] === chr) {
					for (let i = 0; i < l; i++) if (escape[i] !== buf[pos + i]) return false;
					return true;
				}
				return false;
			},
			__isFloat: function(value) {
				return value - parseFloat(value) + 1 >= 0;
			},
			__isQuote: function(buf, pos) {
				const { quote } = this.options;
				if (quote === null) return false;
				const l = quote.length;
				for (let i = 0; i < l; i++) if (quote[i] !== buf[pos + i]) return false;
				return true;
			},
			__isRecordDelimiter: function(chr, buf, pos) {
				const { record_delimiter } = this.options;
				const recordDelimiterLength = record_delimiter.length;
				loop1: for (let i = 0; i < recordDelimiterLength; i++) {
					const rd = record_delimiter[i];
					const rdLength = rd.length;
					if (rd[0] !== chr) continue;
					for (let j = 1; j < rdLength; j++) if (rd[j] !== buf[pos + j]) continue loop1;
					return rd.length;
				}
				return 0;
			},
			__autoDiscoverRecordDelimiter: function(buf, pos) {
				const { encoding } = this.options;
				const rds = [
					Buffer.from("\r\n", encoding),
					Buffer.from("\n", encoding),
					Buffer.from("\r", encoding)
				];
				loop: for (let i = 0; i < rds.length; i++) {
					const l = rds[i].length;
					for (let j = 0; j < l; j++) if (rds[i][j] !== buf[pos + j]) continue loop;
					this.options.record_delimiter.push(rds[i]);
					this.state.recordDelimiterMaxLength = rds[i].length;
					return rds[i].length;
				}
				return 0;
			},
			__error: function(msg) {
				const { encoding, raw, skip_records_with_error } = this.options;
				const err = typeof msg === "string" ? new Error(msg) : msg;
				if (skip_records_with_error) {
					this.state.recordHasError = true;
					if (this.options.on_skip !== void 0) try {
						this.options.on_skip(err, raw ? this.state.rawBuffer.toString(encoding) : void 0);
					} catch (err) {
						return err;
					}
					return;
				} else return err;
			},
			__infoDataSet: function() {
				return {
					...this.info,
					columns: this.options.columns
				};
			},
			__infoRecord: function() {
				const { columns, raw, encoding } = this.options;
				return {
					...this.__infoDataSet(),
					bytes_records: this.info.bytes,
					error: this.state.error,
					header: columns === true,
					index: this.state.record.length,
					raw: raw ? this.state.rawBuffer.toString(encoding) : void 0
				};
			},
			__infoField: function() {
				const { columns } = this.options;
				const isColumns = Array.isArray(columns);
				const bytes_records = this.info.bytes_records;
				return {
					...this.__infoRecord(),
					bytes_records,
					column: isColumns === true ? columns.length > this.state.record.length ? columns[this.state.record.length].name : null : this.state.record.length,
					quoting: this.state.wasQuoting
				};
			}
		};
	};
}));
//#endregion
//#region node_modules/csv-parse/lib/sync.js
var sync_exports = /* @__PURE__ */ __exportAll({
	CsvError: () => CsvError,
	normalize_options: () => normalize_options,
	parse: () => parse$1
});
var parse$1;
var init_sync = __esmMin((() => {
	init_api();
	init_normalize_options();
	parse$1 = function(data, opts = {}) {
		if (typeof data === "string") data = Buffer.from(data);
		const records = opts && opts.objname ? Object.create(null) : [];
		const parser = transform(opts);
		const push = (record) => {
			if (parser.options.objname === void 0) records.push(record);
			else records[record[0]] = record[1];
		};
		const close = () => {};
		const error = parser.parse(data, true, push, close);
		if (error !== void 0) throw error;
		return records;
	};
}));
//#endregion
//#region src/list/text-table.ts
init_errors();
init_safe_text();
init_cells();
init_columns();
init_header();
init_row_words();
const delimiters = [
	"	",
	";",
	"|",
	","
];
/** Each cell takes memory: a million rows of several take 760 MB. */
const maxDelimited = 64 * 2 ** 20;
/** Finds how a text is split into a table, by its beginning, and splits all of it. */
async function readTextTable(written, source, options) {
	const text = prepared(written);
	const beginning = text.slice(0, 2 ** 16);
	const isGrouped = options.column === void 0 && /^\s*\d{1,3}(?:,\d{3})+\s*(?:\n|$)/.test(beginning);
	const possible = delimiters.filter((each) => !isGrouped && beginning.includes(each));
	const table = findColumns(chooseDelimiter((await Promise.all([...possible, void 0].map((each) => split(beginning, each)))).map((rows) => withHeader(rows, options.column)), source), source, options);
	const { delimiter } = table;
	if (delimiter !== void 0 && text.length > maxDelimited) refuse(`${source} has columns and is larger than 64 MiB`, "split it into several files");
	const { brokenAt, ...rows } = await split(text, delimiter);
	if (brokenAt !== void 0) refuse(`${source}:${brokenAt} has a quote that does not enclose a cell`, "put quotes around the whole cell, and double those within: \"5\"\" pipe\"");
	const whole = {
		...table,
		...rows
	};
	return {
		...whole,
		cutOffRow: cutOffRowOf(whole, written)
	};
}
/**
* The last row of a text without a line end, if it alone lacks cells: a number
* in it may be a part of one.
*/
function cutOffRowOf(table, written) {
	const { rows } = table;
	const { length: width } = firstCells(table);
	const isShort = ({ length }) => length < width;
	if (!rows.slice(-1).some(isShort) || /\n\s*$/.test(written)) return void 0;
	const above = rows.slice(firstDataRow(table), -1);
	return above.some((cells) => isShort(cells) && !isBlankOrComment(cellTexts(cells))) || above.length === 0 ? void 0 : rows.length - 1;
}
/** A text without its end, and with `="00344554"` as a cell in quotes. */
function prepared(written) {
	const end = written.trimEnd();
	return (end.endsWith("") ? end.slice(0, -1) : written).replace(/\r\n?/g, "\n").replace(/\n$/, "").replace(/(^|[\t;|,])="([^"]*)"(?=[\t;|,\n]|$)/gm, "$1\"=\"\"$2\"\"\"");
}
/**
* Of the ways to split a text, the first that has a header of several cells, or
* else a header. Without a header, one that splits it at all, if there is only
* one, or if it is the tab.
*/
function chooseDelimiter(ways, source) {
	const hasHeader = ({ header }) => header !== void 0;
	const splits = ways.filter((way) => firstCells(way).length > 1);
	const headed = splits.find(hasHeader) ?? ways.findLast(hasHeader);
	if (headed) return headed;
	const whole = ways.at(-1);
	const [first = whole, second] = splits;
	if (second && first.delimiter !== "	") refuse(`${source}: cannot tell which delimiter it uses: ${quoteInput(firstCells(whole).join())}`, "add a header line, such as name;dot_number");
	return first;
}
/** `brokenAt`: the line of a cell that a quote does not enclose, where rows end. */
async function split(text, delimiter) {
	if (!(delimiter === void 0 ? /^[^\S\n]*"/m : /"/).test(text)) return {
		delimiter,
		rows: text.split("\n").map((line) => delimiter === void 0 ? [line] : line.split(delimiter))
	};
	const { parse } = await Promise.resolve().then(() => (init_sync(), sync_exports));
	const rows = [];
	const lineNumbers = [1];
	let brokenAt;
	try {
		parse(text, {
			delimiter: delimiter ?? "",
			record_delimiter: "\n",
			relax_column_count: true,
			on_record(row, { lines: end }) {
				rows.push(row);
				lineNumbers.push(end + 1);
			}
		});
	} catch {
		brokenAt = lineNumbers.at(-1);
	}
	return {
		delimiter,
		rows,
		lineNumbers,
		brokenAt
	};
}
//#endregion
//#region src/list/workbook.ts
var readWorkbook;
var init_workbook = __esmMin((() => {
	readWorkbook = (bytes) => JSON.parse(bytes.toString("utf8", 4));
}));
//#endregion
//#region src/list/sheet-table.ts
var sheet_table_exports = /* @__PURE__ */ __exportAll({ readSheetTable: () => readSheetTable });
/** Reads a workbook, and chooses the sheet that is its list. */
function readSheetTable(bytes, source, options) {
	const sheets = readWorkbook(bytes, source);
	const names = sheets.map(({ name }) => name);
	const plain = (name) => name.trim().toLowerCase();
	const [first, ...others] = sheets.filter(({ name }) => plain(name) === plain(options.sheet ?? name)).map((sheet) => candidate(sheet, options.column)).sort((a, b) => a.rank.localeCompare(b.rank));
	if (first === void 0) refuse(`${source} has no sheet ${quoteInput(options.sheet ?? "")}`, `its sheets are ${names.map((name) => quoteInput(name)).join(", ")}`);
	const { sheet, headed } = first;
	const unread = others.filter(({ isList }) => isList);
	return findColumns({
		...headed,
		sheet: {
			...sheet,
			others: names.filter((name) => name !== sheet.name),
			unread: unread.map(({ sheet: { name } }) => name)
		}
	}, `${source}, sheet ${quoteInput(sheet.name)}`, options);
}
/** A sheet, and how it ranks: that of the lowest rank is read. */
function candidate(sheet, columnOption) {
	const headed = withHeader({ rows: sheet.rows }, columnOption);
	const { header } = headed;
	const columns = header ? columnsNamed(header.cells) : [...firstCells(headed).keys()];
	const hasNumber = (text) => isBareNumber(text) || /^\s*[#=]/.test(text);
	const hasNumbers = sheet.rows.slice(firstDataRow(headed)).some((row) => columns.some((at) => hasNumber(cellText(row[at]))));
	const isList = header !== void 0 || hasNumbers;
	return {
		sheet,
		headed,
		isList,
		rank: [
			!isList,
			sheet.isHidden,
			!header,
			!hasNumbers
		].map(Number).join("")
	};
}
var init_sheet_table = __esmMin((() => {
	init_errors();
	init_safe_text();
	init_cells();
	init_columns();
	init_header();
	init_row_words();
	init_workbook();
}));
//#endregion
//#region src/list/list.ts
init_errors();
init_input();
/** Files that are not lists, by how they begin. */
const otherFiles = [
	[/^%PDF/, "a PDF"],
	[/^ÐÏ.à/s, "an old Excel workbook (.xls) or one with a password"],
	[/^\s*<[!?a-z]/i, "HTML or XML"],
	[/^\s*(?:\{\s*"|\[\s*["{[\d])/, "JSON"],
	[/\0/, "binary, or damaged (it has a NUL byte)"]
];
/** Reads a list: a number per line, delimited text, or a workbook. */
async function readList(bytes, source, options) {
	const isWorkbook = bytes.toString("latin1", 0, 4) === "PK";
	const text = isWorkbook ? "" : textOf(bytes, source);
	const pasted = source === "stdin" && options.column === void 0 ? readPastedLine(text) : void 0;
	if (pasted) {
		const place = {
			source,
			line: 1
		};
		return {
			source,
			bytes,
			notes: [],
			inputs: pasted.map((input) => ({
				...input,
				place
			}))
		};
	}
	const table = isWorkbook ? (await Promise.resolve().then(() => (init_sheet_table(), sheet_table_exports))).readSheetTable(bytes, source, options) : await readTextTable(text, source, options);
	const { inputs, skipped } = readInputs(table, source);
	const hasBom = encodingOf(bytes) !== "utf-8";
	return {
		source,
		bytes,
		inputs,
		notes: tableNotes(table, skipped, source, options),
		...options.keepTable && { table: {
			...table,
			hasBom
		} }
	};
}
/** @throws {UsageError} for a file of another kind */
function textOf(bytes, source) {
	const text = decode(bytes);
	const [, what] = otherFiles.find(([start]) => start.test(text)) ?? [];
	if (what === void 0) return text;
	refuse(`${source} is ${what}, not a list of USDOT numbers`, "export it as CSV or .xlsx without a password, or use one number per line");
}
"captureStackTrace" in Error && Error.captureStackTrace;
//#endregion
//#region node_modules/zod/v4/core/core.js
var _a;
"captureStackTrace" in Error;
(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});
globalThis.__zod_globalConfig;
Error.prototype;
//#endregion
//#region src/service/record-fields.ts
/**
* The records of the interface, declared once: answers are checked by them,
* columns are made of them.
*/
const identityFields = {
	dot_number: "text",
	legal_name: "text"
};
const addressFields = {
	street: "text",
	city: "text",
	state: "text",
	zip: "text"
};
const fleetFields = {
	power_units: "integer",
	drivers: "integer"
};
const inspectionFields = {
	total: "integer",
	oos: "integer",
	oos_rate: "number",
	national_avg: "number"
};
/** In the order of CSV's columns. */
const records = {
	carrier: {
		...identityFields,
		status: "text",
		mc_number: "text",
		authority: {
			status: "text",
			common_authority_date: "text"
		},
		fleet: fleetFields,
		insurance: {
			bipd_on_file: "integer",
			cargo_on_file: "integer"
		},
		safety: {
			rating: "text",
			driver_oos_rate: "number",
			driver_oos_rate_national: "number",
			total_crashes: "integer"
		},
		address: addressFields,
		contact: {
			phone: "text",
			email: "text"
		}
	},
	summary: {
		...identityFields,
		status: "text",
		fleet: fleetFields,
		address: addressFields
	},
	insurance: {
		...identityFields,
		policies: [{
			policy_type: "text",
			insurer_name: "text",
			policy_number: "text",
			coverage_amount: "integer",
			effective_date: "text",
			expiration_date: "text",
			form_code: "text"
		}]
	},
	safety: {
		...identityFields,
		rating: "text",
		inspections: {
			driver: inspectionFields,
			vehicle: inspectionFields,
			hazmat: inspectionFields
		},
		crashes: {
			fatal: "integer",
			injury: "integer",
			towaway: "integer",
			total: "integer",
			rate: "number"
		},
		violations: {
			unsafe_driving: "integer",
			driver_fitness: "integer",
			hos: "integer",
			drug_alcohol: "integer",
			vehicle_maint: "integer"
		}
	}
};
/** The fields of a section, or of each element of a list. */
function fieldsIn(field) {
	return [field].flat()[0];
}
/**
* The dotted paths of the fields in a record, those of the elements of lists
* included.
*/
function pathsOf(name) {
	return pathsWithin(records[name]);
}
function pathsWithin(fields, start = "") {
	return Object.entries(fields).flatMap(([name, field]) => typeof field === "string" ? start + name : pathsWithin(fieldsIn(field), `${start}${name}.`));
}
//#endregion
//#region src/views.ts
const ofRecord = (name) => ({
	name,
	paths: pathsOf(name)
});
/** The view of each lookup. */
const views = {
	carrier: ofRecord("carrier"),
	insurance: {
		...ofRecord("insurance"),
		rowsPath: "policies"
	},
	safety: ofRecord("safety"),
	bulk: {
		name: "bulk",
		paths: pathsOf("summary")
	},
	snapshot: {
		name: "snapshot",
		paths: [
			"dot_number",
			...pathsUnder("carrier"),
			"in_force.bipd",
			"in_force.cargo",
			...pathsUnder("safety"),
			"problems",
			"unknown",
			"warnings"
		]
	}
};
function pathsUnder(name) {
	return pathsOf(name).filter((path) => path !== "dot_number").map((path) => `${name}.${path}`);
}
/** The names of the columns that the commands write, in all formats. */
const writtenNames = /* @__PURE__ */ new Set([
	...[
		"verdict",
		"reasons",
		"name_of_record",
		"warnings",
		"waived",
		"notes",
		"as_of",
		"answers_from",
		"service",
		"reference",
		"by"
	],
	...[
		"failed",
		"to_review",
		"place",
		"policy",
		"judged_on",
		"error"
	],
	...Object.values(views).flatMap(({ paths }) => paths)
]);
//#endregion
//#region src/output/keep-columns.ts
init_cells();
init_header();
init_input();
init_safe_text();
/**
* What a person should know before anything is sent: columns that are replaced,
* and what of a workbook is not kept.
*/
function keptNotes(keptList) {
	const { table, source } = keptList;
	const earlier = earlierColumns(keptList);
	const notes = {
		"removes the columns of an earlier run": earlier.map((at) => visible(table.header?.cells[at]?.trim() ?? "")),
		"not kept": lostIn(table, earlier)
	};
	return Object.entries(notes).flatMap(([words, what]) => what.length === 0 ? [] : `${source}: ${words}: ${what.join(", ")}`);
}
function lostIn(table, earlier) {
	if (!table.sheet) return [];
	const { others, look } = table.sheet;
	const names = others.map(visible).join(", ");
	const isStyled = [...look.styledColumns].some(([column, lastRow]) => lastRow >= firstDataRow(table) && !earlier.includes(column));
	return [
		...names ? [`${counted(others.length, "other sheet")} (${names})`] : [],
		...isStyled ? ["fonts, borders and colors of cells"] : [],
		...look.lost
	];
}
/** Where columns that an earlier run wrote stand; never that of the numbers. */
function earlierColumns({ table, fields = [] }) {
	return indexesOf(table.header?.cells ?? [], (cell, at) => {
		const name = cell.trim();
		if (at === table.column || !name.startsWith("usdot_")) return false;
		const bare = name.slice(ourPrefix.length);
		return writtenNames.has(bare) || fields.includes(bare);
	});
}
//#endregion
//#region src/oracle-entry-virtual.ts
init_dot_number();
init_input();
//#endregion
export { claimFields, invalidIn, keptNotes, marksIn, parseDotNumber, readList, readOutNotes, readPasted, readPastedLine, writtenNames };
