import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Settings } from '#shared/contract/model.ts';
import { type Bytes, readVersion } from './file-version.ts';
import type { Ports } from './ports.ts';
import { defaultSettings, type ReadSettings, readSettings, writeSettings } from './settings.ts';

/** The settings of one workspace, as its `settings.yaml` has them now. */
export type WorkspaceSettings = {
  /** Null where the memory has none of its own. */
  readonly path: string | null;
  current(): ReadSettings;
  /** Reads the file if it has changed; true if anything is different now. */
  refresh(): Promise<boolean>;
  /** Sets values in the file; the workspace's lock must be held. @throws `settings_invalid`, `read_only` */
  write(values: Partial<Settings>): Promise<void>;
};

/** @param keep puts a version that was read or displaced into the history */
export function createWorkspaceSettings(
  ports: Ports,
  path: string | null,
  keep: (path: string, version: Bytes) => Promise<void>,
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
      if (version.hash !== seen) {
        // Reading goes on where the history can't be written; writing does not.
        await keep(path, version).catch(() => undefined);
      }
      return { seen: version.hash, current: readSettings(version.text) };
    } catch (error) {
      const { message } = toContextureError(error);
      return { seen: message, current: { settings: defaultSettings, problems: [message] } };
    }
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
    async write(values) {
      if (path === null) {
        throw new ContextureError('read_only', 'This memory has no settings of its own.');
      }
      const before = await readVersion(ports, path);
      const text = writeSettings(before?.text ?? '', values);
      if (text === (before?.text ?? '')) {
        return;
      }
      const { version } = await ports.files.replace(path, ports.encodeText(text));
      if (version) {
        await keep(path, version);
      }
    },
  };
}
