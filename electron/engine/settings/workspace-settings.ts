import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { defaultSettings, type Settings } from '#shared/contract/features/settings.ts';
import { type Bytes, type FileVersion, readVersion } from '../app-files/file-version.ts';
import { replaceKept } from '../history/replace-kept.ts';
import type { Displaced, Ports } from '../ports.ts';
import type { Locked } from '../workspace/access.ts';
import { type ReadSettings, readSettings, writeSettings } from './settings.ts';

/** The settings of one workspace, as its `settings.yaml` has them now. */
export type WorkspaceSettings = {
  /** Null where the memory has none of its own. */
  readonly path: string | null;
  current(): ReadSettings;
  /** Reads the file if it has changed; true if anything is different now. */
  refresh(): Promise<boolean>;
  /** Sets values in the file, which count once they are read again. @throws `settings_invalid`, `read_only` */
  write(locked: Locked, values: Partial<Settings>): Promise<void>;
  /** The file as it is now; empty if there is none. */
  textNow(): Promise<string>;
  /** Makes the file read like that. True if it did not. @throws `read_only` */
  writeText(locked: Locked, text: string, action: string): Promise<boolean>;
};

/**
 * @param keep puts a version that was read, displaced or written into the history
 * @param onDisplaced told of each version that was displaced, and later of what another program made of it there
 */
export function createWorkspaceSettings(
  ports: Ports,
  path: string | null,
  keep: (path: string, version: Bytes, action?: string) => Promise<void>,
  onDisplaced: (path: string, displaced: Bytes, late: Displaced['late']) => void,
): WorkspaceSettings {
  let current: ReadSettings = { settings: defaultSettings, problems: [] };
  /** Hash of what was read last, or why it could not be. */
  let seen: string | null = null;

  async function read(): Promise<{ seen: string | null; current: ReadSettings }> {
    if (path === null) {
      return { seen: null, current };
    }
    try {
      const version = await readVersion(ports, path);
      if (version === null) {
        return { seen: null, current: { settings: defaultSettings, problems: [] } };
      }
      if (version.hash === seen) {
        return { seen, current };
      }
      // Reading goes on where the history can't be written; writing does not.
      await keep(path, version).catch(() => undefined);
      return { seen: version.hash, current: readSettings(version.text) };
    } catch (error) {
      // What was set still is, as far as anyone knows: the usual limit could archive what the person's own would not.
      const { message } = toContextureError(error);
      return { seen: message, current: { settings: current.settings, problems: [message], listProblem: message } };
    }
  }

  async function put(path: string, before: FileVersion | null, text: string, action: string): Promise<boolean> {
    if (text === (before?.text ?? '')) {
      return false;
    }
    const { version, late } = await replaceKept(ports, path, before, ports.encodeText(text), (each, as) =>
      keep(path, each, as === 'ours' ? action : undefined),
    );
    if (version) {
      onDisplaced(path, version, late);
    }
    return true;
  }

  function ownPath(): string {
    if (path === null) {
      throw new ContextureError('read_only', 'This memory has no settings of its own.');
    }
    return path;
  }

  async function textNow(): Promise<string> {
    return path === null ? '' : ((await readVersion(ports, path))?.text ?? '');
  }

  return {
    path,
    current: () => current,
    async refresh() {
      const found = await read();
      const changed = found.seen !== seen;
      ({ seen, current } = found);
      return changed;
    },
    async write(_, values) {
      const before = await readVersion(ports, ownPath());
      await put(ownPath(), before, writeSettings(before?.text ?? '', values), 'Changed the settings');
    },
    textNow,
    writeText: async (_, text, action) => put(ownPath(), await readVersion(ports, ownPath()), text, action),
  };
}
