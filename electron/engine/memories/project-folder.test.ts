import { expect, onTestFinished, test } from 'vitest';
import { homes, written } from '#testing/assistants-homes.ts';
import { putHomes } from '#testing/engine-suite/memories.ts';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';

test('names projects by the folder in a memory’s topics, or in conversations once those may be read', async () => {
  const lost = '.claude/projects/HOME-old-my-lost-app/memory';
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const home = putHomes(world, {
    ...homes,
    'code/my/app/README.md': '',
    [`${lost}/MEMORY.md`]: '- [Builds](builds.md) — of ~/old/my-lost-app2, -home-old\n',
    [`${lost}/builds.md`]: '---\nname: builds\n---\n\nRun make in `~/old/my_lost-app/src`.\n',
    '.claude/projects/-home-me-app/memory/MEMORY.md': '- Likes tea.\n',
    '.claude/projects/-srv-gone-app/memory/MEMORY.md': '- In /srv/gone.app.\n- Not in /srv/gone/app.\n',
  });
  const { call } = await openIn(world, { startEmpty: true });
  const folder = `${home}/code/my/app`;
  const said = { type: 'user', uuid: 'u1', cwd: `${folder}/src`, message: { role: 'user', content: 'Hi' } };
  const path = `${home}/.claude/projects/${written(folder)}/6f1c.jsonl`;
  world.outside.write(path, `${JSON.stringify(said)}\n`);
  const named = async () =>
    (await call('memories.list', { limit: 200 })).memories.flatMap(({ project }) => project ?? []);
  expect(await named()).toEqual(
    expect.arrayContaining([
      { name: 'code-my-app', path: null, isGuess: true },
      { name: 'my_lost-app', path: null, isGuess: true },
      { name: 'gone.app', path: null, isGuess: true },
      { name: 'app', path: null, isGuess: true },
    ]),
  );
  await call('conversations.approve', { place: 'claude', approved: true });
  expect(await named()).toContainEqual({ name: 'app', path: folder, isGuess: false });
  const opened = await call('workspaces.open', { path: `${home}/.claude/projects/${written(folder)}/memory` });
  expect(opened).toMatchObject({ name: 'Claude Code · app' });
});
