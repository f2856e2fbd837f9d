import { subjectFrom } from '#shared/wording/subjects.ts';
import { chunksOf } from './text-chunks.ts';

export type ValuePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly ValueField[] };

export type ValueField = { readonly label: string; readonly value: string };

/** Longer texts are shown plainly. */
const maxLength = 4000;

/** Parts of an entry's text: `{a: b, c: d}` as fields, `[a, b]` and lines with bullets as lists, everything else as text. */
export function valueParts(value: string): readonly ValuePart[] {
  if (value.length > maxLength) {
    return [{ kind: 'text', text: value }];
  }
  return fieldsIn(value.trim()) ?? listIn(value.trim()) ?? linesIn(value);
}

function fieldsIn(text: string): readonly ValuePart[] | null {
  const inside = /^\{([^\n]*)\}$/.exec(text)?.[1];
  const fields = inside === undefined ? null : split(inside)?.map(fieldOf);
  return fields?.every((field) => field !== null) ? [{ kind: 'fields', fields }] : null;
}

function fieldOf(text: string): ValueField | null {
  const { label, value } = /^["']?(?<label>[^\s:"'{[][^:"'{[]*?)["']?\s*:\s+(?<value>\S.*)$/.exec(text)?.groups ?? {};
  return label === undefined || value === undefined ? null : { label, value };
}

function listIn(text: string): readonly ValuePart[] | null {
  const inside = /^\[([^[\n][^\n]*)\]$/.exec(text)?.[1];
  const items = inside === undefined ? null : split(inside);
  // A single item in brackets is a remark, such as “[to be checked]”.
  return items && items.length > 1 ? [{ kind: 'list', items }] : null;
}

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '"': '"' };

/** Splits at commas outside brackets and quotes. Null if a part is empty or left open. */
function split(text: string): readonly string[] | null {
  const items: string[] = [];
  const open: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at);
    if (at === text.length || (character === ',' && open.length === 0)) {
      items.push(text.slice(from, at).trim());
      from = at + 1;
    } else if (character === open.at(-1)) {
      open.pop();
    } else if (open.at(-1) !== '"' && closings[character]) {
      open.push(closings[character]);
    }
  }
  return open.length > 0 || items.includes('') ? null : items;
}

const bullet = /^\s*[-*+•][ \t]+(?=\S)/;

function linesIn(value: string): readonly ValuePart[] {
  const parts: ({ kind: 'text'; text: string } | { kind: 'list'; items: string[] })[] = [];
  for (const line of value.split('\n')) {
    const last = parts.at(-1);
    const sign = bullet.exec(line)?.[0];
    if (sign !== undefined && last?.kind === 'list') {
      last.items.push(line.slice(sign.length));
    } else if (sign !== undefined) {
      parts.push({ kind: 'list', items: [line.slice(sign.length)] });
    } else if (last?.kind === 'list' && /^[ \t]+\S/.test(line)) {
      last.items.push(`${last.items.pop()}\n${line.trim()}`);
    } else if (last?.kind === 'text') {
      last.text += `\n${line}`;
    } else {
      parts.push({ kind: 'text', text: line });
    }
  }
  const filled = parts.filter((part) => part.kind === 'list' || part.text.trim() !== '');
  return filled.length > 0 ? filled : [{ kind: 'text', text: value }];
}

/** An entry's text as drawn, on one line. */
export const drawnText = (value: string): string => valueParts(value).map(partText).join(' ');

function partText(part: ValuePart): string {
  switch (part.kind) {
    case 'text':
      return withoutSigns(part.text);
    case 'list':
      return part.items.map(withoutSigns).join(', ');
    case 'fields':
      return part.fields.map(({ label, value }) => `${subjectFrom(label)}: ${withoutSigns(value)}`).join(', ');
  }
}

/** Keeps hidden characters. */
function withoutSigns(text: string): string {
  return chunksOf(text, [], true)
    .map((chunk) => (chunk.kind === 'text' && chunk.look === 'sign' ? '' : chunk.text))
    .join('');
}
