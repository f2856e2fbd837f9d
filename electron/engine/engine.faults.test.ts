import { describe, expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { createMemoryWorld, openIn, today, type World } from '#testing/engine-world.ts';

/** Each file operation of each kind of change fails in turn, before or after it took effect. */

const context = `---
last_updated: 2026-01-16
version: 15
token_estimate: 450
---

## Facts (certain)
- house: has a garden with old apple trees and a small shed behind it
- language: English

## Insights (tentative)
- [2025-12-01|tentative|post_query] sleep_effect: performance drops below 7 hours
- Best workouts on Wednesday evenings
- [2025-11-01|tentative|post_query|pinned] tea: calms
`;
const archive = `---
archived_from: global.md
archived_date: 2026-05-03
reason: size_management
---

# Archived Context (2026-05-03)

## Archived Insights
- [2025-08-01|likely|weekly] naps: help on Sundays
- [2025-09-01|likely|weekly] rain: makes her sing
`;
const archiveDate = '2026-05-03';

type Opened = Awaited<ReturnType<typeof openIn>>;
const changes: readonly { name: string; run: (opened: Opened) => Promise<unknown> }[] = [
  {
    name: 'an edit',
    run: async ({ call, workspace, ref }) =>
      call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      }),
  },
  {
    name: 'an archival',
    run: async ({ call, workspace, ref }) =>
      call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] }),
  },
  {
    name: 'a restore that makes room',
    run: async ({ call, workspace }) =>
      call('archive.restore', {
        workspace,
        makeRoom: true,
        items: [
          {
            entry: {
              file: `global-${archiveDate}.md`,
              raw: '- [2025-08-01|likely|weekly] naps: help on Sundays',
              ordinal: 0,
            },
          },
        ],
      }),
  },
];

async function start(): Promise<{ world: World; opened: Opened }> {
  const world = await createMemoryWorld();
  world.outside.write(world.contextPath, context);
  world.outside.write(world.archivePath(archiveDate), archive);
  world.outside.write(`${world.root}/.contexture/settings.yaml`, 'token_limit: 100\n');
  return { world, opened: await openIn(world) };
}

/** Text of every entry in any file. */
function everywhere(world: World): string[] {
  const archives = [archiveDate, today].flatMap(
    (date) => readArchive(world.text(world.archivePath(date)) ?? '').entries,
  );
  const live = readContext(world.text(world.contextPath) ?? '').entries;
  return [...live, ...archives].map(({ key, value }) => `${key}: ${value}`).sort();
}

describe.each(changes)('$name', ({ run }) => {
  test.each([
    { when: 'before', stays: false, and: 'and not again' },
    { when: 'after', stays: false, and: 'and not again' },
    { when: 'before', stays: true, and: 'and then there is no room to put anything back' },
  ] as const)('fails $when each operation, $and, without losing or doubling an entry', async ({ when, stays }) => {
    const clean = await start();
    clean.world.files.setFault(null);
    await run(clean.opened);
    const calls = clean.world.files.calls.length;
    const [old, done] = [everywhere((await start()).world), everywhere(clean.world)];
    expect(calls).toBeGreaterThan(5);

    for (let call = 1; call <= calls; call++) {
      const { world, opened } = await start();
      world.files.setFault({ call, when, stays, error: new ContextureError('io_failed', 'The disk failed.') });
      const acknowledged = await run(opened).then(
        () => true,
        () => false,
      );
      world.files.setFault(null);
      const what = `call ${call}: ${clean.world.files.calls[call - 1]}`;
      await world.restart();
      const again = await openIn(world);
      const found = everywhere(world);
      expect([old, done], what).toContainEqual(found);
      if (acknowledged) {
        expect(found, what).toEqual(done);
      }
      // The app keeps working.
      await again.call('context.change', {
        workspace: again.workspace,
        operations: [{ op: 'pin', entry: await again.ref('house'), pinned: true }],
      });
    }
  });
});
