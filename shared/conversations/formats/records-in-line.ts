import { bytesAsText } from '../../text/bytes-as-text.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { JsonRecord, PlacedRecord } from './format.ts';
import { recordOf } from './json-fields.ts';

/** Records of one line, and true if part of the line is no record: cut off, overwritten or not JSON. */
export type LineRecords = { readonly records: readonly PlacedRecord[]; readonly isTorn: boolean };

/**
 * Reads the records of a line: usually one, but two writers at once, or a crash, leave a torn record and whole ones
 * behind it on the same line. After a torn one, reading resumes at the next record of a kind that the format knows.
 * @param line without its line end
 * @param at its start in its file, in bytes, like the positions of the records
 * @param decode null for bytes that are not UTF-8
 */
export function recordsInLine(
  line: Uint8Array,
  at: number,
  decode: (bytes: Uint8Array) => string | null,
  knows: (record: JsonRecord) => boolean,
): LineRecords {
  const parse = (bytes: Uint8Array) => recordOf(parseJson((decode(bytes) ?? '').replace(/^\uFEFF/, '')));
  const whole = parse(line);
  if (whole !== null) {
    return { records: [{ record: whole, at }], isTorn: false };
  }
  const text = bytesAsText(line);
  const records: PlacedRecord[] = [];
  let torn = text;
  let effort = maxEffort * text.length;
  for (let from = text.indexOf('{'); from >= 0 && effort > 0; ) {
    const { end, isWhole } = objectFrom(text, from);
    const record = isWhole ? parse(line.subarray(from, end)) : null;
    const isRecord = record !== null && knows(record);
    effort -= end - from;
    if (isRecord) {
      records.push({ record, at: at + from });
      torn = torn.replace(text.slice(from, end), () => '');
    }
    from = text.indexOf('{', isRecord ? end : from + 1);
  }
  return { records, isTorn: torn.trim() !== '' };
}

/** Characters read per character of the line: a torn record is read once for every level it is nested. */
const maxEffort = 16;

/** Sign, string or plain value of JSON, with the blanks before it. */
const token = /\s*(?:([{[])|([}\]])|([,:])|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[-+.\w]+)/y;

/** Finds the end of the JSON object that begins at `from`, or the place at which it stops being one. */
function objectFrom(text: string, from: number): { readonly end: number; readonly isWhole: boolean } {
  let depth = 0;
  let followsValue = false;
  token.lastIndex = from;
  for (let end = from; ; end = token.lastIndex) {
    const [found, opening, closing, between] = token.exec(text) ?? [];
    const isValue = closing === undefined && between === undefined;
    if (found === undefined || (isValue && followsValue)) {
      return { end, isWhole: false };
    }
    depth += opening !== undefined ? 1 : closing !== undefined ? -1 : 0;
    if (depth === 0) {
      return { end: token.lastIndex, isWhole: true };
    }
    followsValue = opening === undefined && between === undefined;
  }
}
