import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { erase } from '#testing/engine-suite/erasing.ts';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';

const project = '/home/person/.claude/projects/-home-person-code-app';
const session = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const path = `${project}/${session}.jsonl`;
const conversation = `claude:${path}`;

const lineOf = (record: object): string => `${JSON.stringify(record)}\n`;
const asked = (n: number, text: string): string =>
  lineOf({ type: 'user', uuid: `u${n}`, timestamp: `2026-11-20T09:0${n}:00Z`, message: { content: text } });
const wrote = (n: number, file: string): string =>
  lineOf({
    type: 'assistant',
    uuid: `a${n}`,
    message: { content: [{ type: 'tool_use', id: `t${n}`, name: 'Write', input: { file_path: file, content: '-' } }] },
  });

async function setUp() {
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const talk = [
    asked(1, 'Hello.'),
    asked(2, 'We deploy on Fridays.'),
    wrote(2, `${project}/memory/deploys.md`),
    asked(3, 'Thank you.'),
    wrote(4, `${project}/other/deploys.md`),
  ];
  world.outside.write(path, talk.join(''));
  world.outside.write(`${project}/memory/MEMORY.md`, '# Memory\n\n- [Deploys](deploys.md) — on Fridays\n');
  const topic = (id: string) => `---\nname: deploys\nmetadata:\n  originSessionId: ${id}\n---\n\nOn Fridays at noon.\n`;
  world.outside.write(`${project}/memory/deploys.md`, topic(session));
  const opened = await openIn({ root: `${project}/memory/MEMORY.md`, engine: world.engine });
  const entry = async () => {
    const [first] = await opened.entries();
    if (first === undefined) {
      throw new Error('The memory has no entry.');
    }
    const { category, key, raw, ordinal } = first;
    return { category, key, raw, ordinal };
  };
  return { world, topic, ...opened, entry, firstLine: talk[0] ?? '' };
}

test('a topic leads to the session it names, and to what the person said before it was written', async () => {
  const { call, workspace, entry, firstLine } = await setUp();
  const asking = async () => call('conversations.origin', { workspace, entry: await entry() });
  const claude = {
    place: 'claude',
    assistant: 'Claude Code',
    folder: expect.stringMatching(/[/\\]\.claude[/\\]projects$/),
  };
  expect(await asking()).toMatchObject({ origins: [], missing: { name: session, unread: claude } });
  await expect(call('conversations.page', { id: conversation })).rejects.toThrow('may not be read yet');

  await call('conversations.approve', { place: 'claude', approved: true });
  expect(await asking()).toMatchObject({
    origins: [{ conversation, how: 'named', isInferred: true, at: firstLine.length }],
    missing: null,
  });
  await call('conversations.approve', { place: 'claude', approved: false });
  expect(await asking()).toMatchObject({ missing: { unread: claude } });
  await call('conversations.approve', { place: 'claude', approved: true });
  await expect(call('conversations.page', { id: `${conversation}l` })).rejects.toThrow('is not there any more');
  expect(await call('conversations.learned', { workspace, conversation })).toMatchObject({
    learned: [{ at: null, fate: 'there', entry: { ref: { raw: '- [Deploys](deploys.md) — on Fridays' } } }],
  });
});

test('offers to read a program’s conversations for what it learned, until somebody has answered', async () => {
  const { world, call, workspace, entry } = await setUp();
  world.outside.write(`${project}/memory/deploys.md`, '---\nname: deploys\n---\n\nOn Fridays at noon.\n');
  const asking = async () => call('conversations.origin', { workspace, entry: await entry() });
  await world.until(async () =>
    expect(await asking()).toMatchObject({ origins: [], missing: null, askable: { place: 'claude' } }),
  );
  await call('conversations.approve', { place: 'claude', approved: false });
  expect(await asking()).toMatchObject({ origins: [], missing: null, askable: null });
});

test('an entry taken from a conversation leads back to its place, which is forgotten when its text is erased', async () => {
  const { world, entry, ...opened } = await setUp();
  const { call, workspace } = opened;
  await call('conversations.approve', { place: 'claude', approved: true });
  const { unnoted } = await call('conversations.remember', {
    workspace,
    conversation,
    at: 7,
    value: 'Never deploy on Fridays',
  });
  expect(unnoted).toBeNull();
  const added = await opened.ref('Never deploy on Fridays');
  expect(await call('conversations.origin', { workspace, entry: added })).toMatchObject({
    origins: [{ how: 'remembered', at: 7, isInferred: false }],
  });
  expect(await call('conversations.origin', { workspace, entry: await entry() })).toMatchObject({
    origins: [{ how: 'named' }],
  });
  expect(await call('conversations.learned', { workspace, conversation })).toMatchObject({
    learned: [
      { at: 7, fate: 'there', entry: { text: 'Never deploy on Fridays' } },
      { at: null, fate: 'there', text: 'Deploys: on Fridays' },
    ],
  });
  const noted = () => world.everyFile().filter(({ path: file }) => file.endsWith('learned.json'));
  expect(noted()).toHaveLength(1);

  await erase({ ...opened, world }, { text: 'on Fridays' });
  expect(noted().some(({ bytes }) => new TextDecoder().decode(bytes).includes('on Fridays'))).toBe(false);
});

test('the sample memory leads to the sample conversation it was learned in', async () => {
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const sample = join(import.meta.dirname, '../../../../resources/sample/logs');
  const copy = (name: string) =>
    world.outside.write(`${world.root}/logs/${name}`, readFileSync(join(sample, name), 'utf8'));
  copy('context/global.md');
  copy('conversations/portfolio.jsonl');
  const { call, workspace, ref } = await openIn(world);
  const entry = await ref('children_in_work');
  const { origins } = await call('conversations.origin', { workspace, entry });
  expect(origins).toMatchObject([
    { how: 'named', title: expect.stringContaining('portfolio page'), isInferred: false },
  ]);
  const { learned } = await call('conversations.learned', { workspace, conversation: origins[0]?.conversation ?? '' });
  expect(learned).toMatchObject([{ fate: 'there', entry: { ref: { key: 'children_in_work' } } }]);
});
