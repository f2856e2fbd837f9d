import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Watcher } from '#engine/ports.ts';
import { patiently } from '#shared/testing/patiently.ts';

/** One implementation of `Watcher` under test. */
export type WatcherSubject = {
  readonly watcher: Watcher;
  /** An empty folder that exists. */
  readonly folder: string;
  /** Another program. */
  readonly outside: {
    write(path: string, text: string): void;
    append(path: string, text: string): void;
    /** Renames another file over it. */
    replace(path: string, text: string): void;
    /** Removes a file or a folder with all in it. */
    remove(path: string): void;
    makeFolder(path: string): void;
  };
};

type Hint = 'file' | 'archive';

/**
 * Behaviour of every implementation of `Watcher`. Hints may come more often than needed, so only their coming is
 * tested.
 */
export function watcherSuite(name: string, create: () => Promise<WatcherSubject>): void {
  describe(`${name} as Watcher`, () => {
    const start = async (prepare: 'all' | 'nothing' = 'all') => {
      const subject = await create();
      const workspace = `${subject.folder}/logs/context`;
      const [file, archive] = [`${workspace}/global.md`, `${workspace}/archive`];
      if (prepare === 'all') {
        subject.outside.makeFolder(archive);
        subject.outside.write(file, 'one');
      }
      const hints: Hint[] = [];
      const watch = subject.watcher.watch({ files: [file], folders: [workspace], archive }, (what) => hints.push(what));
      onTestFinished(() => watch.close());
      await watch.check();

      /** Repeats the change until a hint comes: the watches of some systems need a moment to start. */
      const expectHint = async (what: Hint, deed: () => void) => {
        await vi.waitFor(async () => {
          hints.length = 0;
          deed();
          await vi.waitFor(() => expect(hints).toContain(what), { timeout: 400, interval: 5 });
        }, patiently);
      };
      return { ...subject, ...subject.outside, workspace, file, archive, hints, watch, expectHint };
    };

    it('hints when the file is rewritten in place', async () => {
      const { write, file, expectHint } = await start();
      await expectHint('file', () => write(file, 'two'));
    });

    it('hints each time another file is renamed over it, and when that one is written to', async () => {
      const { replace, append, file, expectHint } = await start();
      for (const text of ['two', 'three', 'four']) {
        await expectHint('file', () => replace(file, text));
      }
      await expectHint('file', () => append(file, ' and more'));
    });

    it('hints when the file is deleted, recreated and written to', async () => {
      const { remove, write, append, file, expectHint } = await start();
      await expectHint('file', () => {
        remove(file);
        write(file, 'again');
      });
      await expectHint('file', () => append(file, ' and more'));
    });

    it('hints when a file is added to the folder', async () => {
      const { write, workspace, expectHint } = await start();
      let count = 0;
      await expectHint('file', () => {
        count += 1;
        write(`${workspace}/${count}.md`, 'new');
      });
    });

    it('hints at the archive when a file is added, changed or deleted there', async () => {
      const { write, remove, archive, expectHint } = await start();
      await expectHint('archive', () => write(`${archive}/global-2026-01-16.md`, 'one'));
      await expectHint('archive', () => write(`${archive}/global-2026-01-16.md`, 'two'));
      await expectHint('archive', () => {
        write(`${archive}/global-2026-01-17.md`, 'one');
        remove(`${archive}/global-2026-01-17.md`);
      });
    });

    it('hints at an archive folder that appears later, and at changes in it', async () => {
      const { remove, makeFolder, write, archive, expectHint } = await start();
      await expectHint('archive', () => {
        remove(archive);
        makeFolder(archive);
        write(`${archive}/global-2026-01-16.md`, 'one');
      });
      await expectHint('archive', () => write(`${archive}/global-2026-01-17.md`, 'two'));
    });

    it('notices a folder that was deleted and came back, after a check', async () => {
      const { remove, makeFolder, write, workspace, file, archive, watch, hints, expectHint } = await start();
      remove(workspace);
      await watch.check();
      makeFolder(archive);
      write(file, 'again');
      hints.length = 0;
      await watch.check();
      await vi.waitFor(() => expect(hints).toContain('file'), patiently);
      await expectHint('file', () => write(file, 'and again'));
      await expectHint('archive', () => write(`${archive}/global-2026-01-16.md`, 'one'));
    });

    it('notices folders that did not exist when the watch began, after a check', async () => {
      const { makeFolder, write, file, archive, watch, expectHint } = await start('nothing');
      makeFolder(archive);
      write(file, 'first');
      await watch.check();
      await expectHint('file', () => write(file, 'second'));
      await expectHint('archive', () => write(`${archive}/global-2026-01-16.md`, 'one'));
    });

    it('is silent once it is closed', async () => {
      const { write, file, watch, hints } = await start();
      await watch.close();
      hints.length = 0;
      write(file, 'two');
      await watch.check();
      await new Promise((resolve) => setImmediate(resolve));
      expect(hints).toEqual([]);
    });
  });
}
