import { expect, test } from 'vitest';
import { engineInMemory } from '#testing/engine-in-memory.ts';

const folder = '/home/person/.claude/projects/-home-person-code';
const path = `${folder}/one.jsonl`;
const lineOf = (text: string): string =>
  `${JSON.stringify({ type: 'user', uuid: text, message: { role: 'user', content: text } })}\n`;

async function openEngine() {
  const { ports, engine, call } = engineInMemory();
  ports.outside.write('/home/person/notes/logs/context/global.md', '## Facts\n- pw: hunter2\n');
  await call('conversations.approve', { place: 'claude', approved: true });
  const { id: workspace } = await call('workspaces.open', { path: '/home/person/notes', startEmpty: false });
  const filled = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = engine.subscribe((event) => {
        if (event.event === 'conversations.indexing' && event.data.state !== 'reading') {
          stop();
          resolve();
        }
      });
      call('conversations.index', {}).catch(reject);
    });
  const found = async (text: string) => {
    const { found: all } = await call('conversations.search', { text });
    return all.flatMap(({ hits }) => hits.map(({ passage }) => passage.text));
  };
  /** Lets time pass until superseded files have had their second check. */
  async function erase(text: string) {
    let isDone = false;
    const outcome = call('erase.carryOut', { workspace, target: { text }, word: 'erase' }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await ports.clock.advance(100);
    }
    return outcome;
  }
  return { ports, call, filled, found, erase, workspace };
}

const alsoErased = 'Erasing also looks for it in titles, attachments and lines of conversations that are not shown.';

test('names conversations that hold an erased text anywhere, also in lines that are not shown', async () => {
  const { ports, filled, erase } = await openEngine();
  const hidden = {
    title: { type: 'custom-title', customTitle: 'About hunter2' },
    queued: { type: 'queue-operation', operation: 'enqueue', content: 'Try hunter2.' },
    unknown: { type: 'unheard-of', deep: [{ text: 'hunter2' }] },
    result: { type: 'user', message: { role: 'user', content: 'Hello.' }, toolUseResult: { stdout: 'hunter2' } },
    folder: { type: 'user', cwd: '/home/hunter2', message: { role: 'user', content: 'Hello.' } },
  };
  for (const [name, record] of Object.entries(hidden)) {
    ports.outside.write(`${folder}/${name}.jsonl`, `${lineOf('Hello.')}${JSON.stringify(record)}\n`);
  }
  ports.outside.write(`${folder}/torn.jsonl`, `${lineOf('Hello.')}{"type":"user","message":{"content":"hunter2\n`);
  ports.outside.write(`${folder}/coded.jsonl`, `{"type":"tag","tag":"h\\u0075nter2"}\n`);
  ports.outside.write(`${folder}/other.jsonl`, lineOf('Nothing of it.'));
  await filled();
  const { left } = await erase('hunter2');
  const names = left.map((one) => one.path.slice(folder.length + 1, -'.jsonl'.length));
  expect(names.sort()).toEqual([...Object.keys(hidden), 'coded', 'torn'].sort());
});

test('erases a text from titles in the index, and keeps it out of them', async () => {
  const { ports, filled, erase } = await openEngine();
  const title = `${JSON.stringify({ type: 'custom-title', customTitle: 'About hunter2' })}\n`;
  ports.outside.write(path, lineOf('Hello.') + title);
  ports.outside.write(`${folder}/two.jsonl`, lineOf('The password is hunter2.'));
  ports.outside.write(`${folder}/three.jsonl`, lineOf('Tea.'));
  const titles = async () => (await ports.conversationIndex.known()).map(({ summary }) => summary?.title ?? null);
  await filled();
  expect((await titles()).sort()).toEqual(['About hunter2', 'Tea.', 'The password is hunter2.']);
  await erase('hunter2');
  expect((await titles()).sort()).toEqual(['Tea.', null, null]);
  await ports.clock.advance(1000);
  ports.outside.write(path, lineOf('Hello.') + title + lineOf('Bye.'));
  await filled();
  expect((await titles()).sort()).toEqual(['Tea.', null, null]);
});

const words = [{ words: ['hunter2'], isPrefix: false }];

test('erases a text from the index, and names the conversations that hold it, which stay', async () => {
  const { ports, call, filled, erase, workspace } = await openEngine();
  const said = lineOf('The password is hunter2.') + lineOf('Thanks.') + lineOf('Also xhunter2x, within a word.');
  ports.outside.write(path, said);
  await filled();
  const target = { text: 'hunter2' };
  const preview = await call('erase.preview', { workspace, target });
  const conversation = { id: `claude:${path}`, at: 0 };
  expect(preview.places).toContainEqual({ place: 'conversations', count: 2 });
  expect(preview.left).toEqual([
    { path, why: 'It is a conversation of Claude Code’s, which Contexture does not change.', conversation },
  ]);

  const outcome = await erase('hunter2');
  expect(outcome.erased).toContainEqual({ place: 'conversations', count: 2 });
  expect(outcome.left).toEqual(preview.left);
  expect(ports.outside.text(path)).toBe(said);
  expect(await ports.conversationIndex.itemsWithin(['hunter2'])).toEqual([]);
  expect(await ports.conversationIndex.itemsWithin(['thanks'])).toHaveLength(1);
});

test('keeps erased text out of the index when text is added or the index is rebuilt', async () => {
  const { ports, filled, found, erase } = await openEngine();
  const said = lineOf('Thanks.') + lineOf('The password is hunter2.');
  ports.outside.write(path, said);
  await filled();
  // Not in the index at the time of erasing.
  const other = `${folder}/two.jsonl`;
  ports.outside.write(other, lineOf('Here, too: hunter2.') + lineOf('Green tea.'));
  await erase('hunter2');
  await ports.clock.advance(1000);
  ports.outside.write(path, said + lineOf('More.'));
  await filled();
  expect(await ports.conversationIndex.conversationsWith(words)).toEqual([]);
  await ports.conversationIndex.remove([`claude:${path}`, `claude:${other}`]);
  await filled();
  expect(await ports.conversationIndex.conversationsWith(words)).toEqual([]);
  expect(await found('more')).toEqual(['More.']);
  expect(await found('tea')).toEqual(['Green tea.']);
});

test('reports that conversations were not searched when there is no index', async () => {
  const { ports, call, workspace } = await openEngine();
  ports.outside.write(path, lineOf('The password is hunter2.'));
  ports.conversationIndex.setUnavailable(true);
  const { left, later } = await call('erase.preview', { workspace, target: { text: 'hunter2' } });
  expect(later).toEqual([expect.stringContaining('Conversations have not been looked through'), alsoErased]);
  expect(left).toEqual([]);
});

test('a preview reports what it did not search, and erasing searches it', async () => {
  const { ports, call, filled, erase, workspace } = await openEngine();
  const many = Array.from({ length: 501 }, (_, n) => lineOf(`${n}: hunter2`)).join('');
  ports.outside.write(path, many);
  await filled();
  const other = `${folder}/two.jsonl`;
  ports.outside.write(other, lineOf('Green tea.') + lineOf('Here, too: hunter2.'));
  const target = { text: 'hunter2' };
  const { left, later, places } = await call('erase.preview', { workspace, target });
  expect(places).toContainEqual({ place: 'conversations', count: 500 });
  const named = {
    path,
    why: expect.stringContaining('does not change'),
    conversation: { id: `claude:${path}`, at: 0 },
  };
  expect(later).toEqual([
    'Only 500 of 501 messages that may hold it have been looked at. Erasing looks at all of them.',
    '1 conversation has not been looked through yet. Erasing does that.',
    alsoErased,
  ]);
  expect(left).toEqual([named]);
  const outcome = await erase('hunter2');
  expect(outcome.erased).toContainEqual({ place: 'conversations', count: 502 });
  expect(outcome.left).toEqual([
    named,
    { ...named, path: other, conversation: { id: `claude:${other}`, at: lineOf('Green tea.').length } },
  ]);
});

test('erasing searches all messages for words that occur in too many for a preview', async () => {
  const { ports, call, filled, erase, workspace } = await openEngine();
  ports.outside.write(path, lineOf('Tea.') + lineOf('The code is 1 2 3 4.'));
  await filled();
  const { left, later } = await call('erase.preview', { workspace, target: { text: '1 2 3 4' } });
  expect(later).toEqual([expect.stringContaining('too many messages'), alsoErased]);
  expect(left).toEqual([]);
  const outcome = await erase('1 2 3 4');
  expect(outcome.left).toMatchObject([{ path }]);
  expect(await ports.conversationIndex.itemsWithin(['code'])).toEqual([]);
});
