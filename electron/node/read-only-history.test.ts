import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startOn } from '#testing/engine-suite/starting.ts';
import { createNodeWorld } from '#testing/engine-world.ts';

/** Makes a folder and everything in it read-only, or writable again. */
function setReadOnly(folder: string, on: boolean): void {
  chmodSync(folder, on ? 0o500 : 0o700);
  for (const item of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    chmodSync(join(item.parentPath, item.name), item.isDirectory() ? (on ? 0o500 : 0o700) : on ? 0o400 : 0o600);
  }
}

// Root may write anywhere; detecting that is tested with faulty ports too.
test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a read-only history folder is reported, changes go on with the person’s consent, and it is used once it is writable',
  async () => {
    const { world, call, workspace, ref, summary, of } = await startOn(createNodeWorld);
    const remove = async (name: string) =>
      call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref(name) }] });
    await remove('tea');
    const workspaces = join(world.ports.dataFolder, 'workspaces');
    const history = join(workspaces, readdirSync(workspaces)[0] ?? '', 'history');
    setReadOnly(history, true);
    onTestFinished(() => setReadOnly(history, false));

    await expect(remove('language')).rejects.toMatchObject({
      code: 'not_recorded',
      message: expect.stringContaining('Allow this account to write there.'),
    });
    expect(world.text(world.contextPath)).toContain('language: English');
    await call('history.goWithout', { workspace });
    await remove('language');
    expect(world.text(world.contextPath)).not.toContain('language: English');
    expect((await summary()).problem).toMatchObject({ code: 'not_recorded' });

    setReadOnly(history, false);
    await call('workspaces.attend', { workspace, visible: true });
    await world.until(() => expect(of('context.changed').at(-1)?.summary.problem).toBeNull());
    await remove('sleep_effect');
    const { lines } = await call('history.list', { workspace });
    expect(lines.map(({ label }) => label).slice(0, 2)).toEqual([
      'Deleted “sleep_effect”',
      'Changed while nothing could be recorded',
    ]);
  },
);
