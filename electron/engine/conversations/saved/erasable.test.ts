import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesWith } from '#testing/byte-search.ts';
import { erase } from '#testing/engine-suite/erasing.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';

const secret = 'hunter2-ünïque "x" 9';
const lineOf = (text: string, more = {}): string =>
  `${JSON.stringify({ type: 'user', uuid: text.slice(0, 5), message: { role: 'user', content: text }, ...more })}\n`;

/** A saved conversation of Claude Code with a sub-agent and a tool's output beside it. */
async function started() {
  const world = await createNodeWorld();
  const folder = `${world.ports.homeFolder}/.claude/projects/-app`;
  const main = `${folder}/6f1c.jsonl`;
  mkdirSync(`${folder}/6f1c/subagents`, { recursive: true });
  const said = lineOf(`Remember: the password is ${secret}.`) + lineOf('Thanks.');
  world.outside.write(main, said);
  const escaped = lineOf(`again ${secret}`).replaceAll('ü', '\\u00fc');
  world.outside.write(`${folder}/6f1c/subagents/agent-1.jsonl`, escaped);
  world.outside.write(`${folder}/6f1c/output.txt`, `first\nsecond ${secret}\n`);
  const opened = await openIn(world, { startEmpty: true });
  const { call } = opened;
  await call('conversations.approve', { place: 'claude', approved: true });
  const id = `claude:${main}`;
  const keep = () => call('conversations.keep', { id });
  /** Our files that contain a text. */
  const oursWith = async (text: string) => (await filesWith(world, text)).filter((path) => !path.includes('/.claude/'));
  const shown = async () =>
    (await call('conversations.page', { id, limit: 10 })).items.map(({ blocks }) =>
      blocks.map((block) => 'text' in block && block.text).join(),
    );
  return { ...opened, world, folder, main, said, id, keep, oursWith, shown };
}

test('erases a text from copies, the files beside them and titles; the original stays and is named', async () => {
  const opened = await started();
  const { world, call, workspace, folder, main, said, keep, oursWith, shown } = opened;
  await keep();
  world.outside.write(main, `${said.replace('Thanks', 'Thank you')}`);
  // Rewritten, so that both versions are saved.
  expect(await keep()).toMatchObject({ versions: 2 });
  expect((await oursWith(secret)).length).toBe(5);
  const { places } = await call('erase.preview', { workspace, target: { text: secret } });
  expect(places).toContainEqual({ place: 'copies', count: 5 });
  const outcome = await erase(opened, { text: secret });
  // There is no index here, so all of them were read.
  expect(outcome.left).toEqual(
    [main, `${folder}/6f1c/subagents/agent-1.jsonl`].map((path) => ({
      path,
      why: expect.stringContaining('does not change'),
      conversation: { id: `claude:${path}`, at: 0 },
    })),
  );
  expect(outcome.erased).toContainEqual({ place: 'copies', count: 5 });
  await world.until(async () => expect(await oursWith(secret)).toEqual([]));
  expect(world.text(main)).toContain('hunter2');

  world.outside.remove(main);
  expect(await shown()).toEqual(['Remember: the password is.', 'Thank you.']);
  const { kept } = await call('conversations.keeping', {});
  expect(kept).toMatchObject([{ title: 'Remember: the password is.', versions: 2, isLast: true }]);
});

test('reads the version before a rewrite as it was, and erases text from it too', async () => {
  const opened = await started();
  const { world, call, main, said, id, keep } = opened;
  const versions = async () => (await call('conversations.keeping', {})).kept[0]?.earlier ?? [];
  const texts = async (which: string) =>
    (await call('conversations.page', { id: which, limit: 10 })).items.map(({ blocks }) =>
      blocks.map((block) => 'text' in block && block.text).join(),
    );
  await keep();
  expect(await versions()).toEqual([]);
  world.outside.write(main, said + lineOf('More tea.'));
  await keep();
  expect(await versions()).toEqual([]);
  // Also before it is saved again.
  world.outside.write(main, lineOf('All was rewritten.'));
  expect(await versions()).toMatchObject([{ id: `kept:0:${id}` }]);
  await keep();
  const [earlier = { id: '', keptAt: 0 }, ...others] = await versions();
  expect(others).toEqual([]);
  expect(await texts(id)).toEqual(['All was rewritten.']);
  expect(await texts(earlier.id)).toEqual([`Remember: the password is ${secret}.`, 'Thanks.', 'More tea.']);
  expect(await call('conversations.about', { id: earlier.id })).toMatchObject({
    id: earlier.id,
    earlier: { of: id, keptAt: earlier.keptAt },
    deletedAt: null,
  });
  expect(await call('conversations.about', { id })).toMatchObject({ earlier: null });
  // It is saved already.
  await expect(call('conversations.keep', { id: earlier.id })).rejects.toMatchObject({ code: 'value_invalid' });
  await expect(call('conversations.about', { id: `kept:7:${id}` })).rejects.toMatchObject({ code: 'not_found' });
  await erase(opened, { text: secret });
  expect(await texts(earlier.id)).toEqual(['Remember: the password is.', 'Thanks.', 'More tea.']);
  world.outside.remove(main);
  expect(await texts(id)).toEqual(['All was rewritten.']);
  expect(await versions()).toMatchObject([{ id: earlier.id }]);
});

test('the next copy leaves out erased text, and continues where the last one ended', async () => {
  const opened = await started();
  const { world, main, said, keep, oursWith, shown } = opened;
  await keep();
  await erase(opened, { text: secret });
  expect(await keep()).toMatchObject({ versions: 1 });
  world.outside.write(main, said + lineOf('More tea.'));
  expect(await keep()).toMatchObject({ versions: 1 });
  expect(await oursWith(secret)).toEqual([]);
  world.outside.remove(main);
  expect(await shown()).toEqual(['Remember: the password is.', 'Thanks.', 'More tea.']);
});

test('a copy that nothing refers to stays, without the text', async () => {
  const opened = await started();
  const { world, keep, oursWith } = opened;
  await keep();
  const about = (await filesWith(world, 'originalTitle'))
    .concat(world.everyFile().map(({ path }) => path))
    .find((path) => path.endsWith('about.json'));
  world.outside.remove(about ?? '');
  await erase(opened, { text: secret });
  expect(await oursWith(secret)).toEqual([]);
  expect(await oursWith('Thanks.')).toHaveLength(1);
});
