import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Category, type Confidence, defaultConfidence } from '#shared/entries/entry.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import { createRandom, type Random } from '#testing/faults/random.ts';
import { type Language, languages, sources, topics } from './words.ts';

export type BigLife = {
  /** Entries in the active context. */
  readonly entries: number;
  /** Number of archive files. */
  readonly archives: number;
  /** Entries in all archive files together. */
  readonly archived: number;
  readonly seed: number;
  /** Length of an entry: as people and assistants write, with some long prose; or a few words. */
  readonly length: 'as people write' | 'short';
};

/** Texts by their path in the workspace; the same bytes for the same options. */
type LifeFiles = ReadonlyMap<string, string>;

const contextPath = 'logs/context/global.md';
const archivePath = 'logs/context/archive';
/** Last day of the life. Fixed, so that the files are the same on any day. */
const lastDay = Date.UTC(2026, 10, 20);
const dayMs = 86_400_000;
const tenYears = 3652;

const sections: readonly { readonly category: Category; readonly title: string; readonly share: number }[] = [
  { category: 'preference', title: 'Preferences', share: 15 },
  { category: 'pattern', title: 'Patterns', share: 20 },
  { category: 'fact', title: 'Facts', share: 35 },
  { category: 'insight', title: 'Insights', share: 30 },
];

export function bigLife(wanted: BigLife): LifeFiles {
  const random = createRandom(wanted.seed);
  const context = contextText(random, wanted);
  const files = new Map([[contextPath, context]]);
  const limit = Math.min(1_000_000, Math.max(2000, Math.ceil(estimateOfWords(countWords(context)) * 1.25)));
  files.set('.contexture/settings.yaml', `token_limit: ${limit}\n`);
  for (const [name, text] of archiveTexts(random, wanted)) {
    files.set(`${archivePath}/${name}`, text);
  }
  return files;
}

/** Writes a big life into a folder. @returns its counts */
export async function writeBigLife(folder: string, wanted: BigLife) {
  const files = bigLife(wanted);
  await mkdir(join(folder, archivePath), { recursive: true });
  await mkdir(join(folder, '.contexture'), { recursive: true });
  for (const [path, text] of files) {
    await writeFile(join(folder, path), text);
  }
  const context = files.get(contextPath) ?? '';
  return {
    contextFile: join(folder, contextPath),
    archiveFolder: join(folder, archivePath),
    entries: wanted.entries,
    archived: wanted.archives === 0 ? 0 : wanted.archived,
    archives: wanted.archives,
    bytes: Buffer.byteLength(context),
    tokens: estimateOfWords(countWords(context)),
  };
}

function contextText(random: Random, { entries, length }: BigLife): string {
  const parts: string[] = [];
  let begun = 0;
  let number = 0;
  for (const [index, { category, title, share }] of sections.entries()) {
    const count = index === sections.length - 1 ? entries - begun : Math.floor((entries * share) / 100);
    begun += count;
    parts.push(`## ${title} (${defaultConfidence[category]})\n`);
    for (let at = 0; at < count; at++) {
      number += 1;
      parts.push(`${entryText(random, { category, number, length, newest: lastDay, archived: false })}\n`);
    }
    parts.push('\n');
  }
  const body = `# Global Context\n\n${parts.join('')}`.trimEnd();
  const frontmatter = (estimate: number): string =>
    `---\nlast_updated: ${dayText(lastDay)}\nversion: ${1 + entries}\ntoken_estimate: ${estimate}\n---\n\n`;
  // Any number is one word.
  const estimate = estimateOfWords(countWords(`${frontmatter(0)}${body}\n`));
  return `${frontmatter(estimate)}${body}\n`;
}

/** Names up to three archives a day, as other devices would, if there are more archives than days. */
function* archiveTexts(random: Random, wanted: BigLife): Generator<[name: string, text: string]> {
  const { archives, archived, length } = wanted;
  let begun = 0;
  let number = 0;
  for (let index = 0; index < archives; index++) {
    const day = lastDay - Math.floor(((index % tenYears) * tenYears) / Math.min(archives, tenYears)) * dayMs;
    const again = Math.floor(index / tenYears);
    const count = Math.round(((index + 1) * archived) / archives) - begun;
    begun += count;
    const lines = new Map<Category, string[]>();
    for (let at = 0; at < count; at++) {
      number += 1;
      const category =
        random.below(10) < 7 ? 'insight' : random.pick(['pattern', 'pattern', 'fact', 'preference'] as const);
      const line = entryText(random, { category, number, length, newest: day, archived: true });
      lines.set(category, [...(lines.get(category) ?? []), line]);
    }
    const date = dayText(day);
    const reason = random.below(10) === 0 ? 'user_request' : 'size_management';
    const head = `---\narchived_from: global.md\narchived_date: ${date}\nreason: ${reason}\n---\n\n# Archived Context (${date})\n`;
    const body = sections
      .filter(({ category }) => lines.has(category))
      .map(({ category, title }) => `\n## Archived ${title}\n${lines.get(category)?.join('\n')}\n`);
    yield [`global-${date}${again === 0 ? '' : `-${again}`}.md`, head + body.join('')];
  }
}

type Wanted = {
  readonly category: Category;
  readonly number: number;
  readonly length: BigLife['length'];
  /** Day of the newest entry. */
  readonly newest: number;
  readonly archived: boolean;
};

function entryText(random: Random, { category, number, length, newest, archived }: Wanted): string {
  const long = length === 'as people write';
  const language = languageFor(random);
  const isProse = random.below(100) < 12;
  const key = isProse ? '' : `${random.pick(topics)}_${number}: `;
  const words = !long
    ? 1 + random.below(3)
    : isProse
      ? 8 + random.below(random.below(12) === 0 ? 90 : 22)
      : 1 + random.below(random.below(5) === 0 ? 24 : 7);
  const form = random.below(100);
  const day = dayText(newest - random.below(tenYears) * dayMs);
  // Entries of the oldest files have no bracket, or only a date; archived entries have all fields.
  const bracket =
    archived || form < 62
      ? `[${day}|${confidenceFor(random, category)}|${random.pick(sources)}${flagsFor(random, archived)}] `
      : form < 80
        ? `[${day}] `
        : '';
  const text = phrase(random, language, words, isProse ? number : null);
  const further = long && random.below(40) === 0 ? `\n  ${phrase(random, language, 4 + random.below(20), null)}` : '';
  return `- ${bracket}${key}${text}${further}`;
}

function languageFor(random: Random): Language {
  let at = random.below(100);
  for (const { share, language } of languages) {
    at -= share;
    if (at < 0) {
      return language;
    }
  }
  throw new Error('The shares of the languages add up to less than 100.');
}

/** Meaningless words with a number among them, so that no two prose entries read the same. */
function phrase(random: Random, { words, between, end }: Language, count: number, number: number | null): string {
  const chosen = Array.from({ length: count }, () => random.pick(words));
  const text = number === null ? chosen : [...chosen, `(${number})`];
  return `${text.join(between)}${count > 6 ? end : ''}`;
}

function confidenceFor(random: Random, category: Category): Confidence {
  return random.below(4) > 0 ? defaultConfidence[category] : random.pick(['certain', 'likely', 'tentative'] as const);
}

function flagsFor(random: Random, archived: boolean): string {
  const flag = random.below(100);
  if (archived) {
    return flag < 10 ? '|by_hand' : '';
  }
  return flag < 3 ? '|pinned' : flag < 4 ? `|until=${dayText(lastDay + 20 * dayMs)}` : '';
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
