import { describe, expect, it } from 'vitest';
import type { FileInfo, Files } from '#engine/ports.ts';

/** One implementation of `Files` under test, in its own world. */
export type FilesSubject = {
  readonly files: Files;
  /** An empty folder that exists. */
  readonly folder: string;
  /** Another program on the same files. */
  readonly outside: {
    /** Rewrites in place or creates the file. */
    write(path: string, text: string): void;
    /** Renames another file over it. */
    replace(path: string, text: string): void;
    /** Creates something there that is neither file nor folder. */
    makeOther(path: string): void;
    /** Writes into the version of `path` superseded last, through a handle from before. */
    growSuperseded(path: string, text: string): void;
    /** Names of everything in the folder, hidden files too, sorted. */
    names(folder: string): string[];
  };
  /** Lets this much time pass for the implementation. */
  passTime(ms: number): Promise<void>;
};

const maxBytes = 1000;
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);

/** Behaviour of every implementation of `Files`. */
export function filesSuite(name: string, create: () => Promise<FilesSubject>): void {
  describe(`${name} as Files`, () => {
    const at = async () => {
      const subject = await create();
      return { ...subject, file: `${subject.folder}/global.md` };
    };
    const readText = async (files: Files, path: string) => {
      const read = await files.read(path, { maxBytes });
      return read.state === 'present' ? text(read.bytes) : null;
    };

    describe('read', () => {
      it('reports absent for a missing file or folder', async () => {
        const { files, folder } = await at();
        expect(await files.read(`${folder}/none.md`, { maxBytes })).toEqual({ state: 'absent' });
        expect(await files.read(`${folder}/no/where.md`, { maxBytes })).toEqual({ state: 'absent' });
      });

      it('returns the bytes unchanged, with hash and facts of the same version', async () => {
        const { files, file, outside } = await at();
        outside.write(file, '\uFEFF# A\r\nb');
        const read = await files.read(file, { maxBytes });
        expect(read).toMatchObject({ state: 'present', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
        expect(await readText(files, file)).toBe('\uFEFF# A\r\nb');
        expect(read).toHaveProperty('info', withoutKind(await files.info(file)));
      });

      it('refuses a file over the limit with its size, and takes one of exactly the limit', async () => {
        const { files, file, outside } = await at();
        outside.write(file, 'x'.repeat(1000));
        expect(await readText(files, file)).toHaveLength(1000);
        outside.write(file, 'x'.repeat(1001));
        await expect(files.read(file, { maxBytes })).rejects.toMatchObject({
          code: 'too_large',
          details: { size: 1001 },
        });
      });

      it('refuses a folder and anything that is no file, without waiting', async () => {
        const { files, folder, outside } = await at();
        await files.makeFolder(`${folder}/sub`);
        outside.makeOther(`${folder}/pipe`);
        await expect(files.read(`${folder}/sub`, { maxBytes })).rejects.toMatchObject({ code: 'not_a_file' });
        await expect(files.read(`${folder}/pipe`, { maxBytes })).rejects.toMatchObject({ code: 'not_a_file' });
      });
    });

    describe('info, list and realPath', () => {
      it('distinguish files, folders and other things', async () => {
        const { files, folder, file, outside } = await at();
        outside.write(file, 'abc');
        outside.makeOther(`${folder}/pipe`);
        await files.makeFolder(`${folder}/sub/below`);
        const kinds = (await files.list(folder)).map(({ name, kind }) => `${name} ${kind}`).sort();
        expect(kinds).toEqual(['global.md file', 'pipe other', 'sub folder']);
        expect(await files.info(file)).toMatchObject({ kind: 'file', size: 3 });
        expect(await files.info(`${folder}/sub`)).toMatchObject({ kind: 'folder' });
        expect(await files.realPath(file)).toBe(file);
      });

      it('resolve a path, also of something missing', async () => {
        const { files, folder, file, outside } = await at();
        outside.write(file, 'abc');
        expect(await files.destination(file)).toBe(file);
        expect(await files.destination(`${folder}/none/below.md`)).toBe(`${folder}/none/below.md`);
      });

      it('return nothing for something missing', async () => {
        const { files, folder, file } = await at();
        expect(await files.info(file)).toBeNull();
        expect(await files.realPath(file)).toBeNull();
        expect(await files.list(`${folder}/none`)).toEqual([]);
        expect(await files.list(folder)).toEqual([]);
      });

      it('preserve the identity when a file is rewritten in place, and change it when another takes its name', async () => {
        const { files, file, outside } = await at();
        outside.write(file, 'one');
        const first = await files.info(file);
        outside.write(file, 'two');
        const rewritten = await files.info(file);
        outside.replace(file, 'three');
        const replaced = await files.info(file);
        expect(rewritten?.identity).toBe(first?.identity);
        expect(replaced?.identity).not.toBe(first?.identity);
      });
    });

    describe('replace', () => {
      it('creates the file and its folder, and supersedes nothing', async () => {
        const { files, folder } = await at();
        const file = `${folder}/logs/context/global.md`;
        const { version, late, inPlace, info } = await files.replace(file, bytes('new'));
        expect({ version, inPlace, late: await late }).toEqual({ version: null, inPlace: null, late: null });
        expect(await readText(files, file)).toBe('new');
        expectFacts(info, await files.info(file));
      });

      it('returns the superseded version, with facts about the new file', async () => {
        const { files, file, outside } = await at();
        outside.write(file, 'theirs');
        const before = await files.read(file, { maxBytes });
        const { version, info } = await files.replace(file, bytes('ours'));
        expect(text(version?.bytes)).toBe('theirs');
        expect(version?.hash).toBe(before.state === 'present' && before.hash);
        expect(await readText(files, file)).toBe('ours');
        expectFacts(info, await files.info(file));
      });

      it('writes an empty file', async () => {
        const { files, file, outside } = await at();
        outside.write(file, 'theirs');
        await files.replace(file, bytes(''));
        expect(await readText(files, file)).toBe('');
      });

      it('leaves no other file after the second check of the superseded version', async () => {
        const { files, folder, file, outside, passTime } = await at();
        await files.replace(file, bytes('one'));
        const { late } = await files.replace(file, bytes('two'));
        await passTime(2000);
        expect(await late).toBeNull();
        expect(outside.names(folder)).toEqual(['global.md']);
        expect((await files.list(folder)).map(({ name }) => name)).toEqual(['global.md']);
      });

      it('reports later what a program wrote into the superseded file', async () => {
        const { files, folder, file, outside, passTime } = await at();
        outside.write(file, 'half');
        const { late } = await files.replace(file, bytes('ours'));
        outside.growSuperseded(file, 'half and the rest');
        await passTime(2000);
        expect(text((await late) ?? undefined)).toBe('half and the rest');
        expect(await readText(files, file)).toBe('ours');
        expect(outside.names(folder)).toEqual(['global.md']);
      });

      it('refuses to replace a folder or anything that is no file', async () => {
        const { files, folder, outside } = await at();
        await files.makeFolder(`${folder}/sub`);
        outside.makeOther(`${folder}/pipe`);
        for (const path of [`${folder}/sub`, `${folder}/pipe`]) {
          await expect(files.replace(path, bytes('x'))).rejects.toMatchObject({ code: 'not_a_file' });
          await expect(files.remove(path)).rejects.toMatchObject({ code: 'not_a_file' });
        }
        expect(outside.names(folder)).toEqual(['pipe', 'sub']);
      });
    });

    describe('remove', () => {
      it('deletes the file and returns its contents', async () => {
        const { files, folder, file, outside, passTime } = await at();
        outside.write(file, 'theirs');
        const { version, late } = await files.remove(file);
        expect(text(version?.bytes)).toBe('theirs');
        expect(await files.read(file, { maxBytes })).toEqual({ state: 'absent' });
        await passTime(2000);
        expect(await late).toBeNull();
        expect(outside.names(folder)).toEqual([]);
      });

      it('accepts a missing file', async () => {
        const { files, file } = await at();
        expect(await files.remove(file)).toMatchObject({ version: null, inPlace: null });
      });
    });

    describe('files only Contexture writes', () => {
      it('are copied from others at any size, with the hash of the copy', async () => {
        const { files, folder, outside } = await at();
        for (const content of ['', 'one\ntwo', 'x'.repeat(3 * 1024 * 1024 + 1)]) {
          outside.write(`${folder}/theirs`, content);
          const copied = await files.storeCopy(`${folder}/theirs`, `${folder}/deep/ours`);
          const read = await files.read(`${folder}/deep/ours`, { maxBytes: 4 * 1024 * 1024 });
          expect(read).toMatchObject({ state: 'present', hash: copied?.hash });
          expect(copied?.bytes).toBe(content.length);
          expect(read.state === 'present' && text(read.bytes) === content).toBe(true);
        }
        expect(await files.storeCopy(`${folder}/none`, `${folder}/deep/ours`)).toBeNull();
        expect(await files.info(`${folder}/deep/ours`)).toMatchObject({ size: 3 * 1024 * 1024 + 1 });
        expect(await files.leftovers(`${folder}/deep`)).toEqual([]);
      });

      it('are written part by part, whole or not at all', async () => {
        const { files, folder } = await at();
        async function* parts(fails: boolean) {
          yield new TextEncoder().encode('green ');
          if (fails) {
            throw new Error('cut off');
          }
          yield new TextEncoder().encode('tea');
        }
        const stored = await files.storeParts(`${folder}/deep/ours`, parts(false));
        const read = await files.read(`${folder}/deep/ours`, { maxBytes: 100 });
        expect(read).toMatchObject({ state: 'present', hash: stored.hash });
        expect(stored.bytes).toBe(9);
        await expect(files.storeParts(`${folder}/deep/ours`, parts(true))).rejects.toThrow();
        expect(await files.read(`${folder}/deep/ours`, { maxBytes: 100 })).toEqual(read);
        expect(await files.leftovers(`${folder}/deep`)).toEqual([]);
      });

      it('are read in parts, from any place, also those of others', async () => {
        const { files, folder, outside } = await at();
        outside.write(`${folder}/theirs`, 'green tea');
        const part = async (from: number, length: number) => {
          const read = await files.readPart(`${folder}/theirs`, from, length);
          return read === null ? null : text(read.bytes);
        };
        expect(await part(0, 5)).toBe('green');
        expect(await part(6, 100)).toBe('tea');
        expect(await part(9, 1)).toBe('');
        expect(await part(100, 1)).toBe('');
        expect(await files.readPart(`${folder}/none`, 0, 1)).toBeNull();
      });

      it('are stored whole, over existing ones, in folders created on the way', async () => {
        const { files, folder, outside } = await at();
        const path = `${folder}/data/history/a`;
        await files.store(path, bytes('one'));
        await files.store(path, bytes('two'));
        expect(await readText(files, path)).toBe('two');
        expect(outside.names(`${folder}/data/history`)).toEqual(['a']);
      });

      it('can be discarded, even when missing', async () => {
        const { files, folder } = await at();
        await files.store(`${folder}/a`, bytes('one'));
        await files.discard(`${folder}/a`);
        await files.discard(`${folder}/a`);
        await files.discard(`${folder}/no/such`);
        expect(await files.info(`${folder}/a`)).toBeNull();
      });

      it('grow line by line, each complete even after one that was cut short', async () => {
        const { files, folder, outside } = await at();
        const path = `${folder}/data/log`;
        await files.appendLine(path, 'one');
        await files.appendLine(path, 'two');
        expect(await readText(files, path)).toBe('one\ntwo\n');
        outside.write(path, 'one\ntw');
        await files.appendLine(path, 'three');
        expect(await readText(files, path)).toBe('one\ntw\nthree\n');
      });

      it('grow line by line in a person’s folder too, up to a limit, and report the place', async () => {
        const { files, folder, outside } = await at();
        const path = `${folder}/logs/conversations/one.jsonl`;
        const add = (...lines: string[]) => files.append(path, lines, { maxBytes: 30 });
        expect(await add('one', 'two')).toEqual({ from: 0, to: 8 });
        expect(await add('3 é')).toEqual({ from: 8, to: 13 });
        outside.write(path, 'one\ntw');
        expect(await add('three')).toEqual({ from: 7, to: 13 });
        expect(await readText(files, path)).toBe('one\ntw\nthree\n');
        await expect(add('x'.repeat(17))).rejects.toMatchObject({ code: 'too_large' });
        expect(await add('x'.repeat(16))).toEqual({ from: 13, to: 30 });
        await files.makeFolder(`${folder}/sub`);
        await expect(files.append(`${folder}/sub`, ['one'], { maxBytes: 30 })).rejects.toMatchObject({
          code: 'not_a_file',
        });
      });

      it('move with their folder, unless it is missing or the new place is taken', async () => {
        const { files, folder } = await at();
        await files.store(`${folder}/a/deep/x`, bytes('x'));
        await files.store(`${folder}/b/y`, bytes('y'));
        await files.renameFolder(`${folder}/none`, `${folder}/c`);
        await files.renameFolder(`${folder}/a`, `${folder}/b`);
        expect(await readText(files, `${folder}/a/deep/x`)).toBe('x');
        await files.renameFolder(`${folder}/a`, `${folder}/new/c`);
        expect(await readText(files, `${folder}/new/c/deep/x`)).toBe('x');
        expect(await files.info(`${folder}/a`)).toBeNull();
        expect(await readText(files, `${folder}/b/y`)).toBe('y');
      });
    });

    it('removes folders as far as they are empty', async () => {
      const { files, folder, outside } = await at();
      await files.makeFolder(`${folder}/a/empty/deep`);
      outside.write(`${folder}/a/kept/.hidden`, 'theirs');
      await files.makeFolder(`${folder}/b/c`);
      await files.removeEmptyFolders(`${folder}/a`);
      await files.removeEmptyFolders(`${folder}/b`);
      await files.removeEmptyFolders(`${folder}/none`);
      expect(await files.info(`${folder}/a/empty`)).toBeNull();
      expect(await readText(files, `${folder}/a/kept/.hidden`)).toBe('theirs');
      expect(await files.info(`${folder}/b`)).toBeNull();
    });

    it('settles in an empty folder, and sweeps away nothing of a person’s', async () => {
      const { files, folder, file, outside } = await at();
      await files.settle(file);
      outside.write(file, 'theirs');
      outside.write(`${folder}/.hidden`, 'theirs');
      outside.write(`${folder}/global.md.tmp`, 'theirs');
      expect(await files.sweep(folder)).toEqual([]);
      expect(await files.sweep(`${folder}/none`)).toEqual([]);
      expect(outside.names(folder)).toEqual(['.hidden', 'global.md', 'global.md.tmp']);
    });
  });
}

/** The facts returned by a write are from before the file took its name, which counts as a change to it. */
function expectFacts(info: FileInfo, found: Awaited<ReturnType<Files['info']>>): void {
  const { size, modifiedAt, identity } = info;
  expect(found).toMatchObject({ size, modifiedAt, identity });
  expect(info.changedAt).toBeLessThanOrEqual(found?.changedAt ?? 0);
}

function withoutKind(info: Awaited<ReturnType<Files['info']>>): unknown {
  if (info === null) {
    return null;
  }
  const { kind: _, ...facts } = info;
  return facts;
}
