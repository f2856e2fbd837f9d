import { isScalar } from 'yaml';
import type { Range } from '../entries/entry.ts';
import { isCalendarDate } from '../text/dates.ts';
import { type Line, lineEndAfter } from '../text/lines.ts';
import { readYaml } from '../text/read-yaml.ts';
import { type Frontmatter, type FrontmatterValue, type MemoryDocument, noFrontmatter } from './document.ts';

type FrontmatterRead = {
  readonly frontmatter: Frontmatter /** Index of the first line after it. */;
  readonly bodyLine: number;
};

const fence = /^---[ \t]*$/;
const closing = /^(?:---|\.\.\.)[ \t]*$/;
/** Characters of a frontmatter that is read; ours has some seventy. */
const maxLength = 65_536;

/** Reads the frontmatter, or takes it over from `before`. @param isBelow true if `---` after such a line is a rule */
export function readFrontmatter(
  text: string,
  lines: readonly Line[],
  isBelow: (line: string) => boolean,
  before?: MemoryDocument,
): FrontmatterRead {
  return (before && takenOver(text, lines, before)) ?? readAll(text, lines, isBelow);
}

function takenOver(
  text: string,
  lines: readonly Line[],
  { text: old, frontmatter }: MemoryDocument,
): FrontmatterRead | null {
  const { status, body } = frontmatter;
  const head = status === 'present' && body !== null ? old.slice(0, lineEndAfter(old, body.to)) : '';
  // Without a line end the closing line may go on by now.
  if (!head.endsWith('\n') || !text.startsWith(head)) {
    return null;
  }
  const bodyLine = lines.findIndex(({ from }) => from >= head.length);
  return { frontmatter, bodyLine: bodyLine < 0 ? lines.length : bodyLine };
}

function readAll(text: string, lines: readonly Line[], isBelow: (line: string) => boolean): FrontmatterRead {
  const start = text.startsWith('﻿') ? 1 : 0;
  const none = (status: 'missing' | 'unclosed'): FrontmatterRead => ({
    frontmatter: { ...noFrontmatter, status, start },
    bodyLine: status === 'unclosed' ? 1 : 0,
  });
  const first = lines[0];
  if (!first || !fence.test(text.slice(Math.max(first.from, start), first.to))) {
    return none('missing');
  }
  let close = 1;
  while (close < lines.length && !closing.test(lineText(text, lines[close]))) {
    close += 1;
  }
  const closeLine = lines[close];
  if (!closeLine) {
    return none('unclosed');
  }
  const body: Range = { from: first.end, to: closeLine.from };
  const values = readValues(text, body);
  if (values === null && lines.slice(1, close).some((line) => isBelow(lineText(text, line)))) {
    // Taking all before it for frontmatter would hide entries.
    return none('unclosed');
  }
  return {
    frontmatter: {
      status: values === null ? 'broken' : 'present',
      body,
      start,
      lastUpdated: values?.lastUpdated ?? null,
      version: values?.version ?? null,
      tokenEstimate: values?.tokenEstimate ?? null,
    },
    bodyLine: close + 1,
  };
}

const lineText = (text: string, line: Line | undefined): string => (line ? text.slice(line.from, line.to) : '');

function readValues(text: string, body: Range): Pick<Frontmatter, 'lastUpdated' | 'version' | 'tokenEstimate'> | null {
  const items = readYaml(text.slice(body.from, body.to), maxLength)?.pairs;
  if (items === undefined) {
    return null;
  }
  const read = <T>(name: string, use: (written: string) => T | null): FrontmatterValue<T> | null => {
    const pair = items.find((item) => isScalar(item.key) && item.key.value === name);
    if (!pair || !isScalar(pair.value) || !pair.value.range) {
      return null;
    }
    const range = { from: body.from + pair.value.range[0], to: body.from + pair.value.range[1] };
    const written = typeof pair.value.value === 'string' ? pair.value.value : text.slice(range.from, range.to);
    return { value: use(written), written, range };
  };
  return {
    lastUpdated: read('last_updated', (written) => (isCalendarDate(written) ? written : null)),
    version: read('version', (written) => wholeNumber(written, 1)),
    tokenEstimate: read('token_estimate', (written) => wholeNumber(written, 0)),
  };
}

function wholeNumber(written: string, least: number): number | null {
  const number = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
  return number >= least ? number : null;
}
