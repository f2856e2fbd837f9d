import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { prepareWorker } from '../worker-process.ts';
import { beginLife } from './begin-life.ts';
import { type Place, storedTexts } from './left-behind.ts';
import { createRandom } from './random.ts';
import { openOn, startRealEngine, withEngine } from './real-engine.ts';
import { patience, report, seed, sized } from './size.ts';

/** A person's changes between the moment a program empties a file and the moment it has written it. */

const startWriter = prepareWorker(fileURLToPath(new URL('./truncating-writer-process.ts', import.meta.url)));
const rounds = sized({ full: 300, small: 12 });
/** Time limit for merging what a program wrote into a superseded file. */
const lateMs = 5_000;
const written = (round: number): string => `in round ${round}.`;
const factsAs = (line: (name: string, value: string) => string): string =>
  Array.from({ length: 10 }, (_, n) => line(`fact_${n}`, `value ${n}`)).join('');

/** A file that another program prints. */
type ReprintedFile = {
  readonly file: string;
  readonly text: (round: number) => string;
  readonly isWhole: (text: string) => boolean;
};

const memoryIn = (file: string): ReprintedFile => ({
  file,
  text: (round) =>
    `# Notes\n\n## Facts (certain)\n${factsAs((name, value) => `- ${name}: ${value}\n`)}- written: ${written(round)}\n`,
  isWhole: (text) => text.endsWith('\n') && text.includes('fact_9: value 9'),
});
const topicIn = (file: string): ReprintedFile => ({
  file,
  text: (round) =>
    `---\nname: Tea\ndescription: likes Assam\ntype: user\n---\n\n${factsAs((name, value) => `- ${name}: ${value}\n`)}- written: ${written(round)}\n`,
  isWhole: memoryIn(file).isWhole,
});
const settingsIn = (file: string): ReprintedFile =>
  file.endsWith('.toml')
    ? {
        file,
        text: (round) => `${factsAs((name, value) => `${name} = "${value}"\n`)}written = "${written(round)}"\n`,
        isWhole: (text) => text.endsWith('\n') && text.includes('fact_9 = "value 9"'),
      }
    : {
        file,
        text: (round) =>
          `{\n${factsAs((name, value) => `  "${name}": "${value}",\n`)}  "written": "${written(round)}"\n}\n`,
        isWhole: (text) => text.endsWith('}\n') && text.includes('"fact_9": "value 9"'),
      };

type Outcome = { readonly spoiled: number; readonly 'of its writes nowhere': number; readonly refused: number };

const textIn = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/**
 * @param change makes the person's change of a round
 * @param kept every text in the history; null without a history, in which case late writes reach the file
 */
async function against(
  { file, text, isWhole }: ReprintedFile,
  change: (round: number) => Promise<unknown>,
  kept: (() => Promise<readonly string[]>) | null,
  prepare = async (_: number): Promise<void> => undefined,
): Promise<Outcome> {
  const random = createRandom(seed);
  const writer = startWriter(file);
  await writer.said('ready');
  const count = (word: string): number => writer.lines().filter((line) => line === word).length;
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await wait(1);
    }
  };
  let [spoiled, refused] = [0, 0];
  const seen = new Set<string>();
  for (let round = 1; round <= rounds; round++) {
    await prepare(round);
    // Half of the changes begin before the file is emptied.
    const made = round % 2 === 0 ? change(round) : null;
    await wait(random.upTo(8));
    writer.tell(JSON.stringify(text(round)));
    await until(() => count('emptied') === round);
    await wait(random.upTo(110));
    await (made ?? change(round)).catch(() => {
      refused += 1;
    });
    await until(() => count('written') === round);
    const end = Date.now() + (kept === null ? lateMs : 0);
    await until(() => textIn(file)?.includes(written(round)) || Date.now() >= end);
    const now = textIn(file);
    if (now === null) {
      continue;
    }
    spoiled += isWhole(now) ? 0 : 1;
    seen.add(now);
    if (!now.includes(written(round))) {
      writeFileSync(file, text(round));
    }
  }
  writer.child.stdin?.end();
  const texts = [...seen, ...((await kept?.()) ?? [])];
  const marks = Array.from({ length: rounds }, (_, n) => written(n + 1));
  return {
    spoiled,
    'of its writes nowhere': marks.filter((mark) => !texts.some((one) => one.includes(mark))).length,
    refused,
  };
}

/** Changes a file like a program that reads and replaces it. */
const replacing =
  ({ file }: ReprintedFile, change: (text: string) => string) =>
  async (): Promise<void> => {
    writeFileSync(`${file}.mine`, change(readFileSync(file, 'utf8')));
    renameSync(`${file}.mine`, file);
  };

const textsOf = (place: Place) =>
  withEngine(place, async (_, ports) => [...(await storedTexts(place, ports)).values()]);

it('loses no text of either side, and leaves no file empty or cut off', patience, async () => {
  const place = beginLife();
  const memory = memoryIn(join(place.root, 'logs/context/global.md'));
  writeFileSync(memory.file, memory.text(0));
  const running = startRealEngine(place.dataFolder);
  const { call, workspace } = await openOn(running, place.root);
  const outcome = await against(
    memory,
    async (round) => {
      const update = {
        category: 'fact',
        key: `mine_${round}`,
        value: 'x',
        confidence: 'certain',
        source: 'post_query',
      };
      await call('context.apply', { workspace, updates: [update] });
    },
    async () => {
      await running.close();
      return textsOf(place);
    },
  );
  const kept = await textsOf(place);
  const mine = Array.from({ length: rounds }, (_, n) => `mine_${n + 1}: x`);
  const lost = mine.filter((line) => !kept.some((text) => text.includes(line))).length;
  report('against a program that empties the file first', {
    rounds,
    ...outcome,
    'acknowledged lost': lost - outcome.refused,
  });
  expect(outcome).toMatchObject({ spoiled: 0, 'of its writes nowhere': 0 });
  expect(lost).toBe(outcome.refused);
});

it('loses nothing of a topic that is edited, archived, restored and deleted', patience, async () => {
  const folder = '.claude/projects/-home-ann-boat/memory';
  const index = '# Memory\n\n- [Boat](boat.md) — is blue\n';
  const line = { category: null, key: 'Tea', raw: '- [Tea](tea.md) — likes Assam', ordinal: 0 };
  const life = beginLife(undefined, { [`${folder}/MEMORY.md`]: index });
  const place = { ...life, root: join(life.root, folder, 'MEMORY.md') };
  const topic = topicIn(join(life.root, folder, 'tea.md'));
  writeFileSync(topic.file, topic.text(0));
  const running = startRealEngine(place.dataFolder);
  const { call, workspace } = await openOn(running, place.root);
  const change = (operation: { op: 'edit'; key: string } | { op: 'archive' }) =>
    call('context.change', { workspace, operations: [{ ...operation, entry: line }] });
  const archived = async () => (await call('archive.entries', { workspace, query: '' })).entries;
  let cutOff = 0;
  const made = new Set<string>();
  const ways = {
    edit: () => change({ op: 'edit', key: 'Chai' }),
    archive: async () => {
      await change({ op: 'archive' });
      cutOff += (await archived()).every(({ raw }) => topic.isWhole(`${raw}\n`)) ? 0 : 1;
    },
    restore: async () => {
      const [{ file, raw } = { file: '', raw: '' }] = await archived();
      await call('archive.restore', { workspace, items: [{ entry: { file, raw, ordinal: 0 } }] });
    },
    delete: () => call('topics.delete', { workspace, file: 'tea.md' }),
  };
  /** Each begins before the file is emptied, and after. */
  const wayOf = (round: number) => (['edit', 'archive', 'restore', 'delete'] as const)[(round >> 1) % 4] ?? 'edit';
  const outcome = await against(
    topic,
    async (round) => {
      await ways[wayOf(round)]();
      made.add(wayOf(round));
    },
    async () => {
      await running.close();
      return textsOf(place);
    },
    async (round) => {
      writeFileSync(place.root, wayOf(round) === 'delete' ? index : `${index}${line.raw}\n`);
      writeFileSync(topic.file, topic.text(round - 1));
      if (wayOf(round) === 'restore') {
        await change({ op: 'archive' });
      }
    },
  );
  report('against a program that empties a topic first', { rounds, ...outcome, 'cut off in the archive': cutOff });
  expect({ ...outcome, cutOff }).toMatchObject({ spoiled: 0, 'of its writes nowhere': 0, cutOff: 0 });
  // Its program's writes during archiving prevent most restores.
  expect([...made]).toEqual(expect.arrayContaining(['archive', 'delete', 'edit']));
});

const settings = [
  ['claude-code', '.claude.json'],
  ['codex', '.codex/config.toml'],
] as const;

it.each(settings)('loses nothing of the settings of %s while it is connected', patience, async (program, name) => {
  const place = beginLife();
  const home = beginLife(undefined, { '.claude/x': '', '.codex/x': '' }).root;
  const printed = settingsIn(join(home, name));
  writeFileSync(printed.file, printed.text(0));
  const running = startRealEngine(place.dataFolder, { homeFolder: home, environment: {} });
  const { call, workspace } = await openOn(running, place.root);
  const outcome = await against(printed, () => call('connections.connect', { workspace, program }), null);
  await running.close();
  report(`against a program that empties its settings first, ${name}`, { rounds, ...outcome });
  expect(outcome).toMatchObject({ spoiled: 0, 'of its writes nowhere': 0 });
  expect(outcome.refused).toBeLessThan(rounds);
});

const ours = { contexture: { command: 'contexture', args: ['mcp'] } };
it.each([
  ['memory', 'global.md', memoryIn, (text: string) => `${text}- mine: x\n`],
  ['topic', 'tea.md', topicIn, (text: string) => `${text}- mine: x\n`],
  [
    'JSON',
    'settings.json',
    settingsIn,
    (text: string) => JSON.stringify({ ...(JSON.parse(text || '{}') as object), mcpServers: ours }, null, 2),
  ],
  ['TOML', 'settings.toml', settingsIn, (text: string) => `${text}[mcp_servers.contexture]\ncommand = "x"\n`],
] as const)(
  'control: loses something of %s when a file is simply read and replaced',
  patience,
  async (kind, name, of, change) => {
    const printed = of(join(beginLife().root, name));
    writeFileSync(printed.file, printed.text(0));
    const outcome = await against(printed, replacing(printed, change), async () => []);
    report('against a program that empties the file first', { rounds, ...outcome }, `${kind} read and replaced`);
    expect(outcome.spoiled + outcome['of its writes nowhere']).toBeGreaterThan(0);
  },
);
