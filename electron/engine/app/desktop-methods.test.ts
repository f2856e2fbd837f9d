import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createEngine } from '../engine.ts';
import type { DesktopShell } from '../ports.ts';

const context = { caller: 'window-1', cancelled: () => false, progress: () => {} };
const folder = '/home/person/notes';
const archive = `${folder}/logs/context/archive`;

async function engineOn(desktopShell: DesktopShell | null) {
  const ports = createMemoryPorts();
  const engine = createEngine({ ...ports, desktopShell });
  await ports.files.store(`${folder}/logs/context/global.md`, ports.encodeText('## Facts\n- a: b\n'));
  await ports.files.store(`${archive}/global-2026-01-01.md`, ports.encodeText(''));
  const { id } = await engine.call('workspaces.open', { path: folder, startEmpty: false }, context);
  return {
    engine,
    workspace: id,
    remove: () => ports.files.discard(`${folder}/logs/context/global.md`),
    store: (name: string) => ports.files.store(`${ports.dataFolder}/${name}`, ports.encodeText('')),
  };
}

describe('on a desktop', () => {
  const revealed: string[] = [];
  const opened: string[] = [];
  const desktopShell: DesktopShell = {
    choose: async (caller, kind) => `/chosen/by/${caller}/${kind}`,
    reveal: (path) => revealed.push(path),
    openFile: async (path) => void opened.push(path),
  };

  it('announces both abilities, and opens the chooser at the window that asked', async () => {
    const { engine } = await engineOn(desktopShell);
    expect((await engine.call('app.start', {}, context)).abilities).toEqual({ choose: true, reveal: true });
    expect(await engine.call('workspaces.choose', { kind: 'file' }, context)).toEqual({
      path: '/chosen/by/window-1/file',
    });
  });

  it('shows the context file, an archive file, or the folder they would be in', async () => {
    const { engine, workspace, remove } = await engineOn(desktopShell);
    revealed.length = 0;
    await engine.call('workspaces.reveal', { workspace }, context);
    await engine.call('workspaces.reveal', { workspace, archive: 'global-2026-01-01.md' }, context);
    await engine.call('workspaces.reveal', { workspace, archive: 'global-1999-01-01.md' }, context);
    await remove();
    await engine.call('workspaces.reveal', { workspace }, context);
    expect(revealed).toEqual([`${folder}/logs/context/global.md`, `${archive}/global-2026-01-01.md`, folder, folder]);
  });

  it('opens the log, or says that there is none', async () => {
    const { engine, store } = await engineOn(desktopShell);
    await expect(engine.call('app.openLog', {}, context)).rejects.toMatchObject({ code: 'not_found' });
    await store('logs/contexture.log');
    await engine.call('app.openLog', {}, context);
    expect(opened).toEqual(['/home/person/.local/share/contexture/logs/contexture.log']);
  });

  it.each(['../../../secret.txt', '..', '.', 'sub/file.md', '/etc/passwd'])(
    'shows nothing outside the archive: %s',
    async (name) => {
      const { engine, workspace } = await engineOn(desktopShell);
      revealed.length = 0;
      await expect(engine.call('workspaces.reveal', { workspace, archive: name }, context)).rejects.toMatchObject({
        code: 'outside_workspace',
      });
      expect(revealed).toEqual([]);
    },
  );
});

describe('without a desktop', () => {
  it('announces neither ability, and refuses both', async () => {
    const { engine, workspace } = await engineOn(null);
    expect((await engine.call('app.start', {}, context)).abilities).toEqual({ choose: false, reveal: false });
    for (const call of [
      engine.call('workspaces.choose', { kind: 'folder' }, context),
      engine.call('workspaces.reveal', { workspace }, context),
      engine.call('app.openLog', {}, context),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'unavailable', retry: false });
    }
    expect(await engine.call('app.mayClose', { may: true }, context)).toEqual({});
  });
});
