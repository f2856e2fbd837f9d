import { describe, expect, test } from 'vitest';
import { homes, written } from '../assistants-homes.ts';
import { openIn } from '../engine-world.ts';
import { putHomes } from './memories.ts';
import { type CreateWorld, context } from './starting.ts';

/** Other places with a text that is erased from one memory. */
export function memoriesHoldingTests(createWorld: CreateWorld): void {
  async function started(files: Readonly<Record<string, string>> = homes) {
    const world = await createWorld();
    const home = putHomes(world, files);
    world.outside.write(world.contextPath, context);
    return { ...(await openIn(world)), world, home };
  }

  describe('a text in other memories', () => {
    const held = async ({ call, workspace, home, world }: Awaited<ReturnType<typeof started>>, text: string) => {
      const { holding, unread } = await call('memories.holding', { workspace, texts: [text] });
      expect(unread).toEqual([]);
      return holding.map(({ memory, lines, first }) => [
        memory.path.replace(world.root, '.').replace(home, '~'),
        lines,
        first?.value ?? null,
      ]);
    };

    test('is found in topics, notes and archives of each, but not in the open one', async () => {
      const opened = await started({
        ...homes,
        'other/logs/context/global.md': context.replace('calms', 'smells of green tea'),
        'other/logs/context/archive/global-2026-05-03.md':
          '# Archived Context\n\n## Archived Facts\n- [2022-01-01] cup: green tea\n- more GREEN\n tea\n',
        'code/my-app/CLAUDE.md': '# About green tea\n\n- it is not said in an entry\n',
      });
      const { call, home, world } = opened;
      world.outside.replace(world.contextPath, context.replace('calms', 'likes green tea'));
      expect(await held(opened, 'green tea')).toEqual([
        ['~/.claude/projects/-gone-away-old-thing/memory/MEMORY.md', 1, 'likes green tea'],
        ['~/.openclaw/workspace/MEMORY.md', 1, 'drinks green tea at four'],
        ['~/code/my-app/CLAUDE.md', 1, null],
      ]);
      await call('workspaces.open', { path: `${home}/other` });
      expect(await held(opened, 'green tea')).toContainEqual(['~/other', 2, expect.stringContaining('green tea')]);
      expect(await held(opened, 'out on Fridays')).toEqual([
        [`~/.claude/projects/${written(home)}-code-my-app/memory/MEMORY.md`, 1, 'Deploys go out on Fridays at noon.'],
      ]);
      expect(await held(opened, 'nobody wrote this')).toEqual([]);
    });

    test('is not searched for in the topic files of the open memory', async () => {
      const { call, home } = await started();
      const path = `${home}/.claude/projects/${written(home)}-code-my-app/memory`;
      const { id: workspace } = await call('workspaces.open', { path });
      const { holding } = await call('memories.holding', { workspace, texts: ['Fridays'] });
      expect(holding).toEqual([]);
    });
  });
}
