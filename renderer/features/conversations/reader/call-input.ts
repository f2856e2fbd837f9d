import { differingLines } from '#shared/formats/differing-lines.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Longer input is not parsed. */
const maxParsed = 2_000_000;

/** Fields a tool was called with; null if the input is no JSON object. */
export function parseFields(input: string): Fields | null {
  if (!input.startsWith('{') || input.length > maxParsed) {
    return null;
  }
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** A line of a changed text: removed, added or unchanged; a gap replaces unchanged lines. */
export type DiffLine = { readonly sign: '-' | '+' | ' ' | 'gap'; readonly text: string };

export type FileChange = { readonly file: string; readonly lines: readonly DiffLine[] };

/** Changes a call would make in files, by the fields that assistants use for texts before and after; null for other calls. */
export function changesIn(name: string, input: string): readonly FileChange[] | null {
  const fields = parseFields(input);
  const patch = patchIn(fields, input);
  if (patch !== null) {
    return changesOfPatch(patch);
  }
  if (fields === null) {
    return null;
  }
  const file = firstText(fields, ['file_path', 'notebook_path', 'path', 'filePath', 'absolute_path']) ?? '';
  const edits = Array.isArray(fields['edits']) ? (fields['edits'] as unknown[]) : [fields];
  const changes = edits.flatMap((edit) => {
    const lines = typeof edit === 'object' && edit !== null ? linesOfEdit(edit as Fields) : null;
    return lines === null ? [] : [{ file, lines }];
  });
  if (changes.length > 0) {
    return changes;
  }
  const written = /write|create/i.test(name) ? firstText(fields, ['content', 'file_text', 'contents']) : null;
  return written === null ? null : [{ file, lines: signed('+', written) }];
}

function linesOfEdit(edit: Fields): readonly DiffLine[] | null {
  const before = firstText(edit, ['old_string', 'old_str', 'oldText', 'oldString']);
  const after = firstText(edit, ['new_string', 'new_str', 'newText', 'newString', 'new_source']);
  return before === null && after === null ? null : diffLines(before ?? '', after ?? '');
}

const firstText = (fields: Fields, names: readonly string[]): string | null =>
  names.map((name) => fields[name]).find((value) => typeof value === 'string') ?? null;

/** Longer texts are not compared, since that takes the square of their lines. */
const maxCompared = 2000;
/** Number of unchanged lines shown around a change. */
const around = 3;

/** Two texts as one diff: removed lines before added ones, with only the unchanged lines nearby. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = splitLines(before);
  if (old.length > maxCompared || splitLines(after).length > maxCompared) {
    return [...signed('-', before), ...signed('+', after)];
  }
  const lines: DiffLine[] = [];
  let at = 0;
  for (const { from, was, is } of differingLines(before, after)) {
    const start = splitLines(before.slice(0, from)).length;
    lines.push(...stayed(old.slice(at, start), at > 0, true), ...signed('-', was), ...signed('+', is));
    at = start + splitLines(was).length;
  }
  return [...lines, ...stayed(old.slice(at), lines.length > 0, false)];
}

/** Unchanged lines, without those far from a change. */
function stayed(lines: readonly string[], isAfterChange: boolean, isBeforeChange: boolean): DiffLine[] {
  const head = isAfterChange ? around : 0;
  const tail = isBeforeChange ? around : 0;
  const show = (some: readonly string[]): DiffLine[] => some.map((text) => ({ sign: ' ', text }));
  return lines.length <= head + tail + 1
    ? show(lines)
    : [...show(lines.slice(0, head)), { sign: 'gap', text: '' }, ...show(tail === 0 ? [] : lines.slice(-tail))];
}

const signed = (sign: '-' | '+', text: string): DiffLine[] => splitLines(text).map((line) => ({ sign, text: line }));

const splitLines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Patch in Codex's format; null if there is none. */
export function patchIn(fields: Fields | null, input: string): string | null {
  const command = fields?.['command'];
  const texts = [
    ...(Array.isArray(command) ? (command as unknown[]) : []),
    fields?.['patch'],
    fields?.['input'],
    input,
  ];
  const isPatch = (text: unknown): text is string => typeof text === 'string' && text.startsWith('*** Begin Patch');
  return texts.find(isPatch) ?? null;
}

const fileLine = /^\*\*\* (?:Add|Update|Delete) File: (.*)$/;

export const filesOfPatch = (patch: string): string[] =>
  patch.split('\n').flatMap((line) => fileLine.exec(line)?.[1] ?? []);

function changesOfPatch(patch: string): readonly FileChange[] {
  const changes: { file: string; lines: DiffLine[] }[] = [];
  for (const line of patch.split('\n')) {
    const file = fileLine.exec(line)?.[1];
    const sign = line.charAt(0);
    if (file !== undefined) {
      changes.push({ file, lines: [] });
    } else if (line.startsWith('@@')) {
      changes.at(-1)?.lines.push({ sign: 'gap', text: line.slice(2).trim() });
    } else if (sign === '+' || sign === '-' || sign === ' ') {
      changes.at(-1)?.lines.push({ sign, text: line.slice(1) });
    }
  }
  return changes;
}
