import { toContextureError } from '#shared/contract/errors.ts';
import { defaultSettings, type Settings } from '#shared/contract/features/settings.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { countInWords } from '#shared/text/counts.ts';
import { type FileVersion, type ReadVersion, readVersion } from '../app-files/file-version.ts';
import { replaceRecorded } from '../history/replace-recorded.ts';
import type { LockedTurn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type ReadSettings, readSettings, writeSettings } from './settings.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links' | 'keep' | 'lateWrites'>;

/** Milliseconds for which an emptied file may be one that another program is about to write. */
const mayBeHalfWrittenFor = 2000;

/** Settings that apply if the person set nothing. */
export const usualSettings = ({ capabilities: { budget } }: MemoryFormat): Settings => ({
  ...defaultSettings,
  tokenLimit: budget?.limit ?? defaultSettings.tokenLimit,
});

/** Label of a change. If only the limit changed, it has the earlier one, so that the person can go back. */
function labelOf({ tokenLimit }: Settings, values: Partial<Settings>): string {
  const next = Object.keys(values).length === 1 ? values.tokenLimit : undefined;
  return next === undefined
    ? 'Changed the settings'
    : `Changed the limit from ${countInWords(tokenLimit)} to ${countInWords(next)}`;
}

export type WorkspaceSettings = ReturnType<typeof createWorkspaceSettings>;

export function createWorkspaceSettings({ ports, layout, links, keep, lateWrites }: Needs) {
  const path = layout.settingsPath;
  const usual = usualSettings(layout.format);
  let current: ReadSettings = { settings: usual, problems: [] };
  /** Hash of the version read last, or the reason why it couldn't be read. */
  let seen: string | null = null;
  /** Hash of the version we wrote last. */
  let ours: string | null = null;
  /** Settings of that version, until it has been read again. */
  let unread: Settings | null = null;

  async function read(): Promise<{ seen: string | null; current: ReadSettings }> {
    const withheld = links.withheld(path);
    if (withheld) {
      return asBefore(withheld.message);
    }
    try {
      const version = await readVersion(ports, path);
      await links.checkInside(path);
      if (version === null) {
        return { seen: null, current: { settings: usual, problems: [] } };
      }
      if (version.hash === seen || mayBeHalfWritten(version)) {
        return { seen, current };
      }
      // Reading goes on if the history can't be written; writing does not.
      await keep(path, version).catch(() => undefined);
      unread = null;
      return { seen: version.hash, current: readSettings(version.text, usual) };
    } catch (error) {
      return asBefore(toContextureError(error).message);
    }
  }

  /** True if the file was emptied just now, by a program that may fill it again. */
  function mayBeHalfWritten({ text, hash, info }: ReadVersion): boolean {
    const age = ports.clock.now() - info.modifiedAt;
    return seen !== null && hash !== ours && text.trim() === '' && age >= 0 && age < mayBeHalfWrittenFor;
  }

  /** Keeps the settings that were last known: the usual limit could archive entries that the person's own would not. */
  function asBefore(problem: string): { seen: string; current: ReadSettings } {
    return {
      seen: problem,
      current: { settings: unread ?? current.settings, problems: [problem], listProblem: problem },
    };
  }

  async function put(path: string, before: FileVersion | null, text: string, action: string): Promise<void> {
    if (text === (before?.text ?? '')) {
      return;
    }
    const bytes = ports.encodeText(text);
    ours = ports.hash(bytes);
    await links.checkStill(path);
    const { version, late } = await replaceRecorded(
      ports,
      { path, like: layout.contextPath, before },
      bytes,
      (each, as) => keep(path, each, as === 'ours' ? { who: 'person', action } : {}),
    );
    unread = readSettings(text, usual).settings;
    if (version) {
      lateWrites.lookAgainAt(path, version, late);
    }
  }

  return {
    path,
    current: (): ReadSettings => current,
    /** Reads the file if it has changed; true if any setting did. */
    async refresh(): Promise<boolean> {
      const now = await read();
      const changed = now.seen !== seen;
      ({ seen, current } = now);
      return changed;
    },
    /** Sets values in the file, which take effect once they are read again. @throws `settings_invalid` */
    async write(_: LockedTurn, values: Partial<Settings>): Promise<void> {
      const before = await readVersion(ports, path);
      const text = before?.text ?? '';
      await put(path, before, writeSettings(text, values), labelOf(readSettings(text, usual).settings, values));
    },
    /** Present text of the file; empty if there is none. */
    textNow: async (): Promise<string> => {
      const isReadable = links.withheld(path) === null;
      return isReadable ? ((await readVersion(ports, path))?.text ?? '') : '';
    },
    writeText: async (_: LockedTurn, text: string, action: string): Promise<void> =>
      put(path, await readVersion(ports, path), text, action),
  };
}
