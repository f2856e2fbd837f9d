import { isScalar, type Pair, type Scalar } from 'yaml';
import { ContextureError } from '../contract/errors.ts';
import type { Range } from '../entries/entry.ts';
import { readFrontmatter } from '../formats/frontmatter.ts';
import { cleanValue } from '../text/clean-value.ts';
import { applyEdits, type Edit } from '../text/edits.ts';
import { dominantLineEnd, lineEndAfter, splitLines } from '../text/lines.ts';
import { readYaml } from '../text/read-yaml.ts';

/** Characters of a frontmatter that is read. */
const maxLength = 65_536;

/** Fields of a topic's frontmatter, as Claude Code names them; older files have no `metadata`. */
const fields = {
  name: [['name']],
  description: [['description']],
  type: [['metadata', 'type'], ['type']],
  session: [['metadata', 'originSessionId'], ['originSessionId']],
  modified: [['metadata', 'modified'], ['modified']],
} as const;
type Field = keyof typeof fields;

/** Parsed file beside a memory with the details of one of its entries. Missing fields are null. */
export type Topic = Readonly<Record<Field, string | null>> & {
  /** Text below the frontmatter, without blank lines at its ends; line ends as `\n`. */
  readonly body: string;
  /** Names of other topics that the body mentions as `[[name]]`, each once. */
  readonly links: readonly string[];
};

/** Changes to a topic; fields left out stay. */
export type TopicChanges = Partial<Readonly<Record<'name' | 'description' | 'type' | 'body', string>>>;

/** Reads a topic. Never throws: if the frontmatter can't be read, all of the file is its body. */
export function readTopic(text: string): Topic {
  const { pairs, lines, body } = partsOf(text);
  const fieldText = (field: Field): string | null => {
    const node = nodeOf(pairs, field);
    // A number or a date is the written text, not YAML's value of it.
    const value = typeof node?.value === 'string' || node?.value === null ? node.value : node?.source;
    return value?.trim() ? value : (lines.get(fields[field].at(-1)?.[0] ?? '') ?? null);
  };
  const content = text.slice(body.from, body.to).replace(/\r\n?/g, '\n');
  return {
    name: fieldText('name'),
    description: fieldText('description'),
    type: fieldText('type'),
    session: fieldText('session'),
    modified: fieldText('modified'),
    body: content,
    links: [...new Set([...content.matchAll(/\[\[([^[\]\n]+)\]\]/g)].map(([, name = '']) => name.trim()))],
  };
}

/** Writes other values into the text; everything else in it stays. @throws `value_invalid` if they can't be written */
export function writeTopic(text: string, changes: TopicChanges): string {
  const { pairs, head, body } = partsOf(text);
  const current = readTopic(text);
  const lineEnd = dominantLineEnd(text, splitLines(text));
  const edits: Edit[] = [];
  for (const field of ['name', 'description', 'type'] as const) {
    const value = changes[field]?.trim();
    if (value === undefined || value === (current[field] ?? '')) {
      continue;
    }
    const node = nodeOf(pairs, field);
    if (node?.range && head) {
      const [from, to] = node.range;
      const space = from === to ? ' ' : '';
      edits.push({ from: head.from + from, to: head.from + to, insert: `${space}${scalar(value)}` });
    } else if (head) {
      edits.push({ from: head.to, to: head.to, insert: `${field}: ${scalar(value)}${lineEnd}` });
    } else {
      throw unreadableTopicError();
    }
  }
  if (changes.body !== undefined && cleanValue(changes.body) !== current.body) {
    const insert = cleanValue(changes.body).replaceAll('\n', lineEnd);
    const gap = body.from === body.to && body.from > 0 && insert !== '' ? lineEnd : '';
    edits.push({ ...body, insert: gap + insert + (body.to === text.length && insert !== '' ? lineEnd : '') });
  }
  const written = applyEdits(text, edits);
  const now = readTopic(written);
  const isAsMeant = (['name', 'description', 'type'] as const).every(
    (field) => (now[field] ?? '') === (changes[field]?.trim() ?? current[field] ?? ''),
  );
  if (!isAsMeant || now.body !== (changes.body === undefined ? current.body : cleanValue(changes.body))) {
    throw unreadableTopicError();
  }
  return written;
}

const unreadableTopicError = (): ContextureError =>
  new ContextureError(
    'value_invalid',
    'The top of that file can’t be read, so nothing can be set there. Correct it in a text editor, then try again. Nothing was changed.',
  );

/** Writes a new topic, in the form of Claude Code. */
export function newTopic(fieldTexts: Readonly<Record<'name' | 'description' | 'type' | 'body', string>>): string {
  const head = (['name', 'description', 'type'] as const).map((field) => `${field}: ${scalar(fieldTexts[field])}\n`);
  return `---\n${head.join('')}---\n\n${cleanValue(fieldTexts.body)}\n`;
}

/** Line of a frontmatter, also of one that is no YAML. */
const likeFrontmatter = /^(?:\s*$|\s+\S|\s*#|[\w-]+:(?:\s|$))/;
const valueLine = /^[ \t]*(name|description|type|originSessionId|modified):[ \t]*(.*?)[ \t]*\r?$/gm;

/** Splits off the frontmatter: its pairs if it is YAML, else the values of its lines; and the text below it. */
function partsOf(text: string) {
  const { frontmatter } = readFrontmatter(text, splitLines(text), (line) => !likeFrontmatter.test(line));
  const range = frontmatter.body;
  const inner = range === null ? '' : text.slice(range.from, range.to);
  const pairs = range === null ? null : (readYaml(inner, maxLength)?.pairs ?? null);
  const isByLines = range !== null && pairs === null && inner.length <= maxLength;
  const values = isByLines ? [...inner.matchAll(valueLine)] : [];
  const start = range === null || (pairs === null && !isByLines) ? frontmatter.start : lineEndAfter(text, range.to);
  const below = text.slice(start);
  const length = below.trimEnd().length;
  const blank = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(below)?.[0].length ?? 0;
  const from = length === 0 ? start : start + Math.min(blank, length);
  return {
    pairs: pairs ?? [],
    lines: new Map(values.flatMap(([, name = '', value = '']) => (value === '' ? [] : [[name, value] as const]))),
    head: pairs === null ? null : range,
    body: { from, to: Math.max(from, start + length) },
  };
}

function nodeOf(pairs: readonly Pair[], field: Field): Scalar | null {
  for (const path of fields[field]) {
    let level: readonly Pair[] = pairs;
    let node: unknown = null;
    for (const name of path) {
      node = level.find(({ key }) => isScalar(key) && key.value === name)?.value ?? null;
      level = (node as { items?: readonly Pair[] } | null)?.items ?? [];
    }
    if (isScalar(node)) {
      return node;
    }
  }
  return null;
}

/** Writes a value for YAML: plain if that reads back the same. */
function scalar(value: string): string {
  const line = value.replace(/\s*[\r\n]+\s*/g, ' ');
  // Older readers take more for numbers, dates and truth values: 0o14, 1_000, 2026-05-26, y.
  const isOther = /^(?:\p{N}\S*|true|false|null|yes|no|on|off|y|n)$/iu.test(line);
  const isPlain = /^[\p{L}\p{N}][^:#"'\\[\]{},&*!|>%@`]*$/u.test(line) && !isOther;
  return isPlain ? line : JSON.stringify(line);
}

/** Finds the ranges of a topic's own form, in order: the names in its frontmatter. */
export function syntaxOfTopic(text: string): readonly Range[] {
  const { pairs, head } = partsOf(text);
  const names = (level: readonly Pair[]): Range[] =>
    level.flatMap(({ key, value }) => {
      const own =
        isScalar(key) && key.range && head ? [{ from: head.from + key.range[0], to: head.from + key.range[1] }] : [];
      return [...own, ...names((value as { items?: readonly Pair[] } | null)?.items ?? [])];
    });
  return names(pairs).sort((one, other) => one.from - other.from);
}
