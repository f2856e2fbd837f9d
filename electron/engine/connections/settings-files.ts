import { z } from 'zod';
import type { NamedServer, ServerCommand } from '#shared/connections/setting-form.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { SettingsFolder } from '#shared/programs/program.ts';
import type { ConnectedProgram } from '#shared/programs/programs.ts';
import { changedPart } from '#shared/text/changed-part.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { readBytes } from '../app-files/file-version.ts';
import type { Ports } from '../ports.ts';
import { createForeignFile } from './foreign-file.ts';

const replacedServer = {
  name: z.string(),
  /** The earlier connection; null if there was none. */
  before: z
    .strictObject({ command: z.string(), args: z.array(z.string()).readonly(), env: z.record(z.string(), z.string()) })
    .nullable(),
};

/** Our last change to a program’s settings, for undoing it; contains nothing that others wrote there. */
const writtenSchema = z.strictObject({
  path: z.string(),
  /** Hash of the file after it. */
  hash: z.string(),
  /** Text to put in place of `from` to `to` to restore the file; null if there was none. */
  inverse: z.strictObject({ from: z.int(), to: z.int(), insert: z.string() }).nullable(),
  ...replacedServer,
  /** Further connections that were changed with it. */
  others: z.array(z.strictObject(replacedServer)).default([]),
  /** Folders made for it, the innermost first: a program would seem to be used here because of them. */
  madeFolders: z.array(z.string()).default([]),
});
type WrittenChange = z.infer<typeof writtenSchema>;
const allWrittenSchema = z.record(z.string(), writtenSchema);

/** A connection to write under a name; null removes it. */
type ServerChange = { readonly name: string; readonly server: ServerCommand | null };
type ServerChanges = readonly [ServerChange, ...ServerChange[]];

/** Changes a text of settings; null if one of the changes can't be made. */
function withServers({ form }: ConnectedProgram, text: string, changes: readonly ServerChange[]): string | null {
  let changed: string | null = text;
  for (const { name, server } of changes) {
    if (changed !== null) {
      changed = server === null ? form.remove(changed, name) : form.put(changed, name, server);
    }
  }
  return changed;
}

/** Settings of programs: found, read, changed as little as possible, and restored. */
export function createSettingsFiles(ports: Ports) {
  const { files, paths } = ports;
  const foreign = createForeignFile(ports);
  const notesPath = paths.join(ports.dataFolder, 'connections.json');
  const underLock = <T>(work: () => Promise<T>): Promise<T> =>
    ports.lock.hold(paths.join(ports.dataFolder, 'connections.lock'), work);
  const readWritten = () => readAppJson(ports, notesPath, allWrittenSchema, {});

  async function note(program: ConnectedProgram, written: WrittenChange | null): Promise<void> {
    const { [program.id]: _, ...others } = await readWritten();
    await writeAppJson(ports, notesPath, written === null ? others : { ...others, [program.id]: written });
  }

  /** Makes changes that are undone together. */
  async function change(program: ConnectedProgram, [first, ...others]: ServerChanges): Promise<void> {
    const { path } = await findSettings(ports, program);
    await underLock(async () => {
      const madeFolders = await missingAbove(ports, path);
      let servers: readonly NamedServer[] = [];
      const make = (text: string): string | null => {
        servers = program.form.read(text) ?? [];
        return withServers(program, text, [first, ...others]);
      };
      const { before, after } = await foreign.rewrite(path, { isWhole: isWholeIn(program), make });
      const replaced = ({ name }: ServerChange) => ({
        name,
        before: servers.find((one) => one.name === name)?.server ?? null,
      });
      await note(program, {
        path,
        hash: ports.hash(ports.encodeText(after)),
        inverse: before === null ? null : inverseOf(before, after),
        ...replaced(first),
        others: others.map(replaced),
        madeFolders,
      });
    });
  }

  /** @returns the folders no longer needed, and when the file in them is gone */
  async function revertChange(
    program: ConnectedProgram,
  ): Promise<{ readonly madeFolders: readonly string[]; readonly gone: Promise<void> | null }> {
    const written = (await readWritten())[program.id];
    if (written === undefined) {
      const message = `Nothing that was written into the settings of ${program.label} is left to undo. Nothing was changed.`;
      throw new ContextureError('change_unknown', message);
    }
    const { path, hash, inverse, name, before, others, madeFolders } = written;
    const changesBack = [{ name, before }, ...others].map((one) => ({ name: one.name, server: one.before }));
    const withoutChange = (text: string): string | null => {
      if (inverse !== null && ports.hash(ports.encodeText(text)) === hash) {
        return text.slice(0, inverse.from) + inverse.insert + text.slice(inverse.to);
      }
      return withServers(program, text, changesBack);
    };
    const undoing = { isWhole: isWholeIn(program), make: withoutChange };
    if (inverse === null && (await readBytes(ports, await files.destination(path)))?.hash === hash) {
      const { gone } = await foreign.remove(path, hash, undoing);
      await note(program, null);
      return { madeFolders, gone };
    }
    await foreign.rewrite(path, undoing);
    await note(program, null);
    return { madeFolders: [], gone: null };
  }

  return {
    find: (program: ConnectedProgram) => findSettings(ports, program),
    text: foreign.text,
    /** Servers in its settings; null if these are not understood. @throws as reading them does */
    async servers(program: ConnectedProgram, path: string): Promise<readonly NamedServer[] | null> {
      return program.form.read(await foreign.text(path));
    },
    /** Servers in its settings, once its program is not writing them. @throws `busy` after two seconds */
    async wholeServers(program: ConnectedProgram, path: string): Promise<readonly NamedServer[] | null> {
      return program.form.read(await foreign.wholeText(path, isWholeIn(program)));
    },
    change,
    remove: (program: ConnectedProgram, name: string) => change(program, [{ name, server: null }]),
    canUndo: async (program: ConnectedProgram): Promise<boolean> => Object.hasOwn(await readWritten(), program.id),
    async undo(program: ConnectedProgram): Promise<void> {
      const { madeFolders, gone } = await underLock(() => revertChange(program));
      await (madeFolders.length === 0 ? null : gone);
      for (const folder of madeFolders) {
        if ((await files.list(folder)).length === 0) {
          await files.removeEmptyFolders(folder);
        }
      }
    },
  };
}
export type SettingsFiles = ReturnType<typeof createSettingsFiles>;

/** True for a text of settings that its program has written completely. */
const isWholeIn =
  ({ form }: ConnectedProgram) =>
  (text: string): boolean =>
    form.read(text) !== null;

function inverseOf(before: string, after: string): NonNullable<WrittenChange['inverse']> {
  const { from, to } = changedPart(before, after);
  const was = changedPart(after, before);
  return { from, to, insert: before.slice(was.from, was.to) };
}

/** Missing folders above a file, the innermost first. */
async function missingAbove({ files, paths }: Ports, path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = paths.dirname(path); (await files.info(folder)) === null; folder = paths.dirname(folder)) {
    missing.push(folder);
  }
  return missing;
}

/** Existing or future path of a program’s settings, and whether it is used here at all. */
async function findSettings(
  ports: Ports,
  { folders, file, knownBy }: ConnectedProgram,
): Promise<{ readonly path: string; readonly isFound: boolean }> {
  const { files, paths } = ports;
  const candidates = folders.map((folder) => folderOf(ports, folder)).filter((folder) => folder !== null);
  for (const folder of candidates) {
    const path = paths.join(folder, file);
    const sign = knownBy === undefined ? folder : paths.join(folder, knownBy);
    if ((await files.info(sign)) !== null || (await files.info(path)) !== null) {
      return { path, isFound: true };
    }
  }
  return { path: paths.join(candidates.at(-1) ?? ports.homeFolder, file), isFound: false };
}

function folderOf({ paths, homeFolder, variable }: Ports, folder: SettingsFolder): string | null {
  if ('home' in folder) {
    return paths.join(homeFolder, folder.home);
  }
  const value = variable(folder.variable);
  return value === null ? null : paths.join(paths.resolve(value), folder.below);
}
