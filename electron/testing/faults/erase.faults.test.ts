import { expect, it, vi } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { callsWithText } from '../all-that-is-read.ts';
import { filesWith } from '../byte-search.ts';
import { context, startOn, update } from '../engine-suite/starting.ts';
import { createMemoryWorld, createNodeWorld, openIn, type World } from '../engine-world.ts';
import type { Opened } from '../open-workspace.ts';
import { createRandom, type Random } from './random.ts';
import { patience, report, seed, sized } from './size.ts';

/**
 * Erases a text that is in all our files and in the memory of two windows. Afterwards a search over every byte and
 * every answer finds nothing, also after the windows have closed and after a restart.
 */

const lives = sized({ full: { memory: 180, disk: 20 }, small: { memory: 8, disk: 1 } });

const worlds = [
  { name: 'in memory', create: createMemoryWorld, count: lives.memory },
  { name: 'on the real disk', create: createNodeWorld, count: lives.disk },
];

/** An unlikely text, with all characters that writers escape, wrap or take for a pattern. */
function randomSecret(random: Random, n: number): string {
  const part = () =>
    random.pick(['hunter', 'Pä$$', 'a"b"', '\\d+', 'x.*', '東京', '(w)', '{y}', 'ﬁ', "o'clock", '-', '#1']);
  return `s3cret${n} ${Array.from({ length: 1 + random.below(4) }, part).join(random.pick([' ', '', ' ']))} ${n}end`;
}

/** A character in any of its forms in JSON. */
const escaped = (character: string): string =>
  [...character.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Leaves a text somewhere by one call. */
async function spread(opened: Opened, world: World, random: Random, secret: string, n: number): Promise<void> {
  const { call, workspace, entries, summary } = opened;
  const [entry] = (await entries()).filter(({ key }) => key !== null);
  const change = (...operations: Parameters<typeof call<'context.change'>>[1]['operations']) =>
    call('context.change', { workspace, operations });
  switch (random.below(14)) {
    case 0:
      await change({ op: 'add', category: 'fact', key: null, value: `it is ${secret}, they say` });
      return;
    case 1:
      await call('context.apply', { workspace, updates: [update(`hint_${n}`, `try ${secret}`)] });
      return;
    case 2:
      if (entry) {
        await change({ op: 'edit', entry: refOf(entry), value: `was ${secret}` });
      }
      return;
    case 3:
      await call('context.undo', { workspace });
      return;
    case 4:
      await call('text.keepDraft', {
        workspace,
        owner: `draft-of-window-${n}`,
        version: (await summary()).version,
        edits: [{ from: 0, to: 0, insert: `${secret}\n` }],
      });
      return;
    case 5:
      world.outside.replace(
        world.contextPath,
        `${world.text(world.contextPath) ?? context}- theirs_${n}:\n  ${secret.replaceAll(' ', '\n  ')}\n`,
      );
      await call('workspaces.attend', { workspace, visible: true });
      return;
    case 6:
      world.outside.write(
        world.archivePath(`2026-05-0${1 + random.below(9)}`),
        `# Archived Context\r\n\r\n## Archived Facts\r\n- [2022-01-01] old_${n}: ${secret}\r\n`,
      );
      await call('archive.files', { workspace });
      return;
    case 7:
      await call('context.apply', { workspace, updates: [update('hint_0', `no longer, said ${n}`)] });
      return;
    case 8:
      await call('context.markSeen', { workspace });
      return;
    case 9:
      await call('storages.setState', {
        workspace,
        agent: 'support',
        user: 'ann',
        values: { [`said_${n}`]: `it is ${secret}`, [`of ${secret}`]: { also: [secret] } },
      });
      return;
    case 10:
      await call('storages.remove', { workspace, files: ['state_support_ann'] });
      return;
    case 11:
      world.outside.write(
        `${world.root}/logs/storages/theirs_${n}.json`,
        `{"escaped": "${[...secret].map(escaped).join('')}"}`,
      );
      return;
    case 12:
      await call('conversationStore.add', {
        workspace,
        conversation: 'support',
        messages: [{ role: 'tool', tool_call_id: `call-${n}`, content: JSON.stringify({ said: secret }) }],
      });
      return;
    default:
      if (entry) {
        await change({ op: 'archive', entry: refOf(entry) });
      }
  }
}

async function live(world: World, random: Random, n: number) {
  const secret = randomSecret(random, n);
  world.outside.write(world.contextPath, context.replace('English', `English, and ${secret}`));
  const opened = await startOn(async () => world, null);
  const beside = world.another({ personLooks: random.below(2) === 0, personApproves: true });
  const other = await openIn(beside, { caller: 'other' });
  const steps = 8 + random.below(8);
  for (let step = 0; step < steps; step++) {
    const one = random.below(4) === 0 ? other : opened;
    // A call that is impossible now leaves nothing.
    await spread(one, world, random, secret, step).catch(() => undefined);
  }
  return { opened, other, secret };
}

async function eraseNow(world: World, { call, workspace }: Opened, text: string): Promise<void> {
  let over = false;
  const erasing = call('erase.carryOut', { workspace, target: { text }, word: 'erase' }).finally(() => {
    over = true;
  });
  // Texts are really compressed, whatever clock the world has.
  await vi.waitFor(() => world.until(() => expect(over).toBe(true)), patiently);
  await erasing;
}

/** Number of places with the text while both windows are open, once they are closed, and after a restart. */
async function placesLeft(world: World, opened: Opened, other: Opened, secret: string): Promise<number> {
  const places = async (...windows: Opened[]): Promise<string[]> => {
    const told = await Promise.all(windows.map((each) => callsWithText(each, secret)));
    return [...(await filesWith(world, secret)), ...told.flat()];
  };
  await other.call('workspaces.attend', { workspace: other.workspace, visible: true });
  // The other window notices on its next check.
  const whileOpen = async () => expect(await places(opened, other)).toEqual([]);
  await vi.waitFor(() => world.until(whileOpen), patiently);
  await world.engine().close();
  await world.closeOthers();
  const closed = await places();
  await world.restart();
  const again = await openIn(world);
  return closed.length + (await places(again)).length;
}

it.each(worlds)(
  'finds nothing of a text that was erased everywhere, $name',
  patience,
  async ({ name, create, count }) => {
    const random = createRandom(seed);
    let found = 0;
    let places = 0;
    let ofAgents = 0;
    for (let n = 0; n < count; n++) {
      const world = await create();
      const { opened, other, secret } = await live(world, random, n);
      const held = await filesWith(world, secret);
      places += held.length;
      ofAgents += held.filter((path) => /[/\\](?:storages|conversations)[/\\]/.test(path)).length;
      await eraseNow(world, opened, secret);
      found += await placesLeft(world, opened, other, secret);
    }
    report('erase everywhere', { [`erasures ${name}`]: count, [`files that held it ${name}`]: places, found });
    expect(places).toBeGreaterThan(count);
    expect(ofAgents).toBeGreaterThan(0);
    expect(found).toBe(0);
  },
);

it('control: fails when only the entries are deleted', patience, async () => {
  const random = createRandom(seed);
  const world = await createMemoryWorld();
  const { opened, secret } = await live(world, random, 1);
  const { call, workspace, entries } = opened;
  // The other window may have written just now, which this one discovers by trying.
  await world.until(async () => {
    const holding = (await entries()).filter(({ value }) => value.includes(secret));
    if (holding.length > 0) {
      const operations = holding.map((entry) => ({ op: 'delete' as const, entry: refOf(entry) }));
      await call('context.change', { workspace, operations });
    }
  });
  const left = (await filesWith(world, secret)).length;
  report('erase everywhere', { 'files that still hold it': left }, 'the entries deleted');
  expect(left).toBeGreaterThan(0);
});
