import { describe, expect, test } from 'vitest';
import type { Ports } from '#engine/ports.ts';
import { guidance } from '#shared/prompt/guidance.ts';
import { openIn, today } from '../engine-world.ts';
import { type CreateWorld, startOn } from './starting.ts';

/** The files an assistant reads before the memory. */
export function sourceTests(createWorld: CreateWorld): void {
  const started = async (memoryFiles: (root: string) => readonly string[]) => {
    const start = await startOn(createWorld);
    const { call, workspace, world } = start;
    world.outside.write(`${world.root}/AGENTS.md`, '# For agents\n\nBe brief.\n');
    world.outside.write(`${world.root}/empty.md`, ' \n');
    world.outside.replaceBytes(`${world.root}/binary.md`, Uint8Array.of(0xff, 0xfe, 0x00));
    const outside = world.root.replace(/[^/]*$/, 'elsewhere.md');
    world.outside.write(outside, 'from elsewhere\n');
    await call('settings.write', { workspace, values: { memoryFiles: [...memoryFiles(world.root)] } });
    const list = () => call('sources.list', { workspace });
    return { ...start, outside, list, files: async () => (await list()).files };
  };
  const outsideOf = (root: string): string => root.replace(/[^/]*$/, 'elsewhere.md');

  describe('memory files', () => {
    test('are listed in order, each with its kind or why it is not read', async () => {
      const { world, files } = await started((root) => [
        'missing.md',
        './AGENTS.md',
        `${root}/AGENTS.md`,
        './empty.md',
        './binary.md',
        './logs/context/global.md',
        './logs',
      ]);
      expect((await files()).map(({ state, name, problem }) => [name, state, problem === null])).toEqual([
        ['missing.md', 'missing', false],
        ['AGENTS.md', 'read', true],
        ['AGENTS.md', 'repeated', false],
        ['empty.md', 'empty', false],
        ['binary.md', 'unreadable', false],
        ['global.md', 'repeated', false],
        ['logs', 'unreadable', false],
      ]);
      expect((await files())[1]).toMatchObject({ place: `${world.root}/AGENTS.md`, bytes: 24, tokens: 10 });
    });

    test('are read in full, and nothing else is', async () => {
      const { call, workspace } = await started(() => ['./AGENTS.md']);
      const read = (path: string) => call('sources.read', { workspace, path });
      expect(await read('./AGENTS.md')).toEqual({ text: '# For agents\n\nBe brief.\n', total: 24 });
      await expect(read('./empty.md')).rejects.toMatchObject({ code: 'not_found' });
    });

    test('are read again when they change, come and go', async () => {
      const { world, call, workspace, files, of } = await started(() => ['./AGENTS.md', './later.md']);
      await call('workspaces.attend', { workspace, visible: true });
      world.outside.replace(`${world.root}/AGENTS.md`, 'Be very brief.\n');
      world.outside.write(`${world.root}/later.md`, 'later\n');
      await world.until(async () =>
        expect((await files()).map(({ state, tokens }) => [state, tokens])).toEqual([
          ['read', 7],
          ['read', 5],
        ]),
      );
      world.outside.remove(`${world.root}/AGENTS.md`);
      await world.until(async () => expect((await files())[0]).toMatchObject({ state: 'missing', tokens: 0 }));
      expect(of('sources.changed').length).toBeGreaterThan(1);
      await call('workspaces.attend', { workspace, visible: false });
    });

    test('outside the workspace are read only while the person approves that very place', async () => {
      const { world, call, workspace, files, outside } = await started((root) => [outsideOf(root)]);
      expect((await files())[0]).toMatchObject({ state: 'unapproved', bytes: null, tokens: 0, place: outside });
      await expect(call('sources.read', { workspace, path: outside })).rejects.toMatchObject({ code: 'not_found' });
      await call('sources.approve', { workspace, place: outside, approve: true });
      expect((await files())[0]).toMatchObject({ state: 'read', tokens: 6 });
      await world.restart();
      const again = await openIn(world);
      expect((await again.call('sources.list', { workspace })).files[0]).toMatchObject({ state: 'read' });
      await again.call('sources.approve', { workspace, place: outside, approve: false });
      expect((await again.call('sources.list', { workspace })).files[0]).toMatchObject({ state: 'unapproved' });
    });

    test('outside the workspace are not looked for before the person approves them', async () => {
      const listed = ['//server/share/notes.md', '~/missing.md', '/nowhere/notes.md'];
      const start = await startOn(createWorld);
      const { call, workspace, world } = start;
      const touched: string[] = [];
      for (const name of ['realPath', 'info', 'read', 'list'] as const) {
        const files = world.files as Record<typeof name, (path: string, ...rest: never[]) => unknown>;
        const real = files[name].bind(files);
        files[name] = (path, ...rest) => {
          touched.push(path);
          return real(path, ...rest);
        };
      }
      const outside = outsideOf(world.root);
      await call('settings.write', { workspace, values: { memoryFiles: [...listed, outside] } });
      const { files } = await call('sources.list', { workspace });
      expect(files.map(({ state }) => state)).toEqual(['unapproved', 'unapproved', 'unapproved', 'unapproved']);
      await world.restart();
      const again = await openIn(world);
      expect(touched.length).toBeGreaterThan(0);
      expect(touched.filter((path) => files.some(({ place }) => place === path))).toEqual([]);
      await again.call('sources.approve', { workspace, place: '/nowhere/notes.md', approve: true });
      expect((await again.call('sources.list', { workspace })).files[2]).toMatchObject({
        state: 'missing',
        outside: true,
      });
    });

    test.each(['command-line', 'assistant'])('can be approved in the app, and not through the %s', async (caller) => {
      const { world, workspace, files, outside } = await started((root) => [outsideOf(root)]);
      const { call } = await openIn(world, { caller });
      await expect(call('sources.approve', { workspace, place: outside, approve: true })).rejects.toMatchObject({
        code: 'no_permission',
      });
      expect((await files())[0]).toMatchObject({ state: 'unapproved' });
    });

    test('are approved by the person themselves, who is asked at the terminal when there is no page', async () => {
      const { world, call, workspace, files, outside } = await started((root) => [outsideOf(root)]);
      const approve = () => call('sources.approve', { workspace, place: outside, approve: true });
      const asked: string[] = [];
      const answer = (person: Ports['person']): void => void Object.assign(world.ports, { person });
      answer({ where: 'in the terminal', agrees: async (question) => asked.push(question) < 0 });
      await expect(approve()).rejects.toMatchObject({ code: 'cancelled' });
      expect(asked).toEqual([`Let assistants of ${world.root} read ${outside} before the memory?`]);
      answer(null);
      await expect(approve()).rejects.toMatchObject({
        code: 'no_permission',
        message: expect.stringContaining('can’t tell here whether it is you'),
      });
      expect((await files())[0]).toMatchObject({ state: 'unapproved' });
      // No question for files off the list, nor for withdrawing an approval.
      answer({ where: null, agrees: async (question) => asked.push(question) > 0 });
      await expect(call('sources.approve', { workspace, place: '/other', approve: true })).rejects.toMatchObject({
        code: 'not_found',
      });
      await approve();
      answer(null);
      await call('sources.approve', { workspace, place: outside, approve: false });
      expect(asked).toHaveLength(2);
    });

    test('come first for an assistant, each under its name, before the numbered lines of the memory', async () => {
      const { call, workspace, list } = await started((root) => ['./missing.md', './AGENTS.md', outsideOf(root)]);
      const { text, total, parts, fits, skipped } = await call('assistant.read', { workspace });
      expect(text).toContain(
        `[Context from AGENTS.md]\n\n# For agents\n\nBe brief.\n\n${guidance}\n\nToday’s date: ${today}`,
      );
      expect(text).toContain('\n5-- Best workouts on Wednesday evenings\n');
      expect(text).not.toContain('elsewhere');
      expect(parts.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
        'file AGENTS.md',
        'guidance guidance',
        'context global.md',
      ]);
      expect(skipped.map(({ name, state }) => [name, state])).toEqual([
        ['missing.md', 'missing'],
        ['elsewhere.md', 'unapproved'],
      ]);
      const listed = (await list()).files.filter(({ state }) => state === 'read');
      expect(parts[0]?.tokens).toBe(listed[0]?.tokens);
      expect([total, fits]).toEqual([text.length, text.length]);
    });

    test('are read once, however often and under whatever path they are listed', async () => {
      const { call, workspace, files } = await started((root) => ['./AGENTS.md', './AGENTS.md', `${root}/AGENTS.md`]);
      expect((await files()).map(({ state }) => state)).toEqual(['read', 'repeated', 'repeated']);
      const { parts, text } = await call('assistant.read', { workspace });
      expect(parts.filter(({ kind }) => kind === 'file')).toHaveLength(1);
      expect(text.split('Be brief.')).toHaveLength(2);
    });

    test('over the limit are a problem with advice', async () => {
      const { world, call, workspace, list } = await started(() => ['./long.md', './AGENTS.md']);
      expect((await list()).problem).toBeNull();
      world.outside.write(`${world.root}/long.md`, 'word '.repeat(1000));
      await call('settings.write', { workspace, values: { maxTokens: 1000 } });
      const { problem, tokens } = await list();
      expect(tokens.limit).toBe(1000);
      expect(tokens.total).toBeGreaterThan(1300 + tokens.context + tokens.guidance);
      expect(problem).toContain('over the limit of 1,000. The largest is long.md with 1,303.');
      expect(problem).toMatch(
        / Each: long\.md 1,303, AGENTS\.md 10, the memory [\d,]+\. Assistants get it up to the limit/,
      );
      expect((await call('assistant.read', { workspace })).problem).toBe(problem);
    });
  });
}
