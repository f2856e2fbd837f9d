import { expect, test } from 'vitest';
import type { Result } from '#shared/contract/contract.ts';
import { shortItems } from '#shared/conversations/formats/testing/short-items.ts';
import { goOnFrom } from '#shared/conversations/reading/go-on-from.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';

/** Messages that the person sends while Claude Code works, as the engine's callers see them. */

const path = '/home/person/.claude/projects/-home-person-code-app/6f1c.jsonl';
const id = `claude:${path}`;

const operation = (name: string, content?: string) => ({ type: 'queue-operation', operation: name, content });
const attached = (prompt: unknown) => ({ type: 'attachment', attachment: { type: 'queued_command', prompt } });
const said = (content: unknown, others: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...others,
});
const working = (text: string) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
});
/** More lines than the reader looks back or ahead. */
const progress = Array.from({ length: 300 }, (_, step) => ({ type: 'progress', data: { step } }));

type Line = Readonly<Record<string, unknown>>;
const textOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

async function open(...lines: readonly Line[]) {
  const { ports, engine, call } = engineInMemory({ [path]: textOf(lines) });
  await call('conversations.approve', { place: 'claude', approved: true });

  async function itemsFrom(begin: number, limit: number) {
    const items: Result<'conversations.page'>['items'] = [];
    for (let from: number | null = begin; from !== null; ) {
      const page: Result<'conversations.page'> = await call('conversations.page', {
        id,
        from,
        direction: 'forward',
        limit,
      });
      items.push(...page.items);
      from = page.after;
    }
    return items;
  }
  async function itemsBack(limit: number) {
    const items: Result<'conversations.page'>['items'] = [];
    for (let from: number | null | undefined; from !== null; ) {
      const page: Result<'conversations.page'> = await call('conversations.page', {
        id,
        from,
        direction: 'back',
        limit,
      });
      items.unshift(...page.items);
      from = page.before;
    }
    return items;
  }
  return {
    /** Items as read in pages of any size, from either end. */
    async shown() {
      const items = await itemsFrom(0, 200);
      for (const limit of [1, 2, 3, 50]) {
        expect(await itemsFrom(0, limit)).toEqual(items);
        expect(await itemsBack(limit)).toEqual(items);
      }
      return shortItems(items);
    },
    /** Items as a reader has them who reads each line when it is added. */
    async followed(added: readonly Line[]) {
      let items = await itemsFrom(0, 50);
      for (let count = 1; count <= added.length; count++) {
        ports.outside.write(path, textOf([...lines, ...added.slice(0, count)]));
        const from = goOnFrom(items) ?? 0;
        items = [...items.filter(({ at }) => at < from), ...(await itemsFrom(from, 50))];
      }
      return shortItems(items);
    },
    async found(text: string) {
      const { found } = await call('conversations.search', { text });
      return found.flatMap(({ hits }) => hits.map(({ passage }) => passage.text));
    },
    async filled() {
      const filled = new Promise<void>((resolve) => {
        engine.subscribe(
          ({ event, data }) => event === 'conversations.indexing' && data.state === 'complete' && resolve(),
        );
      });
      await call('conversations.index', {});
      await filled;
    },
    add: (more: readonly Line[]) => ports.outside.write(path, textOf([...lines, ...more])),
  };
}

test('shows a message once: where it is repeated, else where it was queued, and not if it was withdrawn', async () => {
  const { shown } = await open(
    operation('enqueue', 'Attached.'),
    working('Working.'),
    operation('remove'),
    attached([{ type: 'text', text: 'Attached.' }]),
    operation('enqueue', 'Sent later.'),
    operation('dequeue'),
    said('Sent later.'),
    operation('enqueue', 'Only in the queue.'),
    operation('enqueue', 'The same.'),
    operation('enqueue', 'Taken back.'),
    operation('popAll', 'Taken back.'),
    operation('remove'),
    operation('remove', 'The same.'),
    working('Done.'),
    attached('Without a queue.'),
    said('Go on.'),
    said('And on.'),
    said('To the end.'),
  );
  expect(await shown()).toEqual([
    'assistant Working.',
    'person Attached.',
    'person Sent later.',
    'person Only in the queue.',
    'person The same.',
    'assistant Done.',
    'person Without a queue.',
    'person Go on.',
    'person And on.',
    'person To the end.',
  ]);
});

test.each<[string, readonly Line[], readonly string[]]>([
  ['still waits', [working('Done.')], ['person (queued) Mind the keel.', 'assistant Done.']],
  [
    'was removed',
    [operation('remove'), said('Next.'), said('Last.')],
    ['person Mind the keel.', 'person Next.', 'person Last.'],
  ],
  ['was attached', [operation('remove'), attached('Mind the keel.')], ['person Mind the keel.']],
  [
    'was sent with text inserted by an editor',
    [
      operation('dequeue'),
      said([
        { type: 'text', text: '<ide_selection>x</ide_selection>' },
        { type: 'text', text: 'Mind the keel.' },
      ]),
    ],
    ['person [put in by the program] Mind the keel.'],
  ],
  ['was withdrawn', [operation('popAll')], []],
  [
    'waited when the program ended, and is repeated later',
    [said('Next.'), said('Mind the keel.')],
    ['person Mind the keel.', 'person Next.', 'person Mind the keel.'],
  ],
  [
    'was queued twice and attached once',
    [operation('enqueue', 'Mind the keel.'), operation('remove'), attached('Mind the keel.'), said('Next.')],
    ['person Mind the keel.', 'person Mind the keel.', 'person Next.'],
  ],
  [
    'was sent after another, while a sub-agent got the same text',
    [
      operation('enqueue', 'Paint it.'),
      said('Mind the keel.', { isSidechain: true }),
      operation('dequeue'),
      said('Earlier.'),
      operation('dequeue'),
      said('Mind the keel.'),
      operation('dequeue'),
      said('Paint it.'),
    ],
    ['person (side) Mind the keel.', 'person Earlier.', 'person Mind the keel.', 'person Paint it.'],
  ],
])('shows a message that %s from either end, near and far, and to followers', async (_, lines, expected) => {
  const begun = [said('Scrape the hull.'), working('I do.'), operation('enqueue', 'Mind the keel.')];
  const items = ['person Scrape the hull.', 'assistant I do.', ...expected];
  expect(await (await open(...begun, ...lines)).shown()).toEqual(items);
  expect(await (await open(...begun, ...progress, ...lines)).shown()).toEqual(items);
  expect(await (await open(...begun)).followed(lines)).toEqual(items);
});

test('messages that are sent or withdrawn together are shown once, as they were joined', async () => {
  const { shown } = await open(
    said('Begin.'),
    operation('enqueue', 'One.'),
    operation('enqueue', 'Two.'),
    operation('dequeue'),
    operation('dequeue'),
    said('One.\nTwo.'),
    working('Both.'),
    operation('enqueue', 'Draft a.'),
    operation('enqueue', 'Draft b.'),
    operation('popAll', 'Draft a.\nDraft b.'),
    said('Draft a and b.'),
  );
  const texts = (await shown()).map((item) => JSON.stringify(item));
  expect(texts.filter((text) => text.includes('One.'))).toEqual([expect.stringContaining('One.\\nTwo.')]);
  expect(texts.filter((text) => text.includes('Two.'))).toHaveLength(1);
  expect(texts.some((text) => text.includes('Draft a.') || text.includes('Draft b.'))).toBe(false);
});

test('a reply that a message was queued in is one again once the message is repeated', async () => {
  const reply = (text: string) => ({ ...working(text), message: { ...working(text).message, id: 'm' } });
  const { followed } = await open(said('Scrape the hull.'), reply('I do.'), operation('enqueue', 'Mind the keel.'));
  expect(await followed([reply('Done.'), operation('remove'), attached('Mind the keel.')])).toEqual([
    'person Scrape the hull.',
    'assistant I do. Done.',
    'person Mind the keel.',
  ]);
});

test('finds a message once, whether it waits or has been repeated since it was indexed', async () => {
  const { found, filled, add } = await open(
    said('Scrape the hull.'),
    operation('enqueue', 'Mind the keel.'),
    working('I do.'),
  );
  expect(await found('keel')).toEqual(['Mind the keel.']);
  await filled();
  expect(await found('keel')).toEqual(['Mind the keel.']);
  add([operation('remove'), attached('Mind the keel.')]);
  expect(await found('keel')).toEqual(['Mind the keel.']);
  await filled();
  expect(await found('keel')).toEqual(['Mind the keel.']);
});
