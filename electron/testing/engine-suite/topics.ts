import { describe, expect, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { openIn } from '../engine-world.ts';
import { erase } from './erasing.ts';
import type { CreateWorld } from './starting.ts';

const index =
  '# Memory\n\n- [Short answers](short-answers.md) — prefers the conclusion first\n- [Tea](tea.md) — likes Assam\n- **Editor**: vim\n';
const short =
  '---\nname: Short answers\ndescription: prefers the conclusion first\ntype: feedback\n---\n\nSaid so twice.\n\nSee [[tea]] and [[work]].\n';
const tea =
  '---\nname: tea\ndescription: likes Assam\nmetadata:\n  type: user\n  originSessionId: 11-22\n---\n\nIn the morning.\n';
const stray = '---\nname: Sailing\ndescription: sails at weekends\ntype: user\n---\n\nOff Lisbon.\n';

/** A memory of several files: an index of lines, and beside it a file for each topic. */
export function topicTests(createWorld: CreateWorld): void {
  async function started(changed: Readonly<Record<string, string>> = {}) {
    const world = await createWorld();
    const folder = `${world.root}/.claude/projects/-home-maren-boat/memory`;
    const at = (name: string): string => `${folder}/${name}`;
    const first = { 'MEMORY.md': index, 'short-answers.md': short, 'tea.md': tea, 'stray.md': stray, ...changed };
    for (const [name, text] of Object.entries(first)) {
      world.outside.write(at(name), text);
    }
    const opened = await openIn({ root: at('MEMORY.md'), engine: world.engine });
    const { call, workspace, entries } = opened;
    const standing = () => Object.keys(first).map((name) => world.text(at(name)));
    const before = standing();
    const change = async (title: string, operation: (entry: ReturnType<typeof refOf>) => object) => {
      const entry = (await entries()).find(({ key }) => key === title);
      if (!entry) {
        throw new Error(`There is no entry “${title}”.`);
      }
      return call('context.change', { workspace, operations: [operation(refOf(entry)) as never] });
    };
    const topics = () => call('topics.list', { workspace });
    return { ...opened, world, at, change, topics, standing, before };
  }

  test('the list of all memories marks those in another form, or with lines and files that don’t match', async () => {
    const world = await createWorld();
    const home = world.ports.homeFolder ?? '';
    const hermes = `${home}/.hermes/memories/USER.md`;
    const folder = `${home}/.claude/projects/-gone-away-old-thing/memory`;
    world.outside.write(hermes, 'Name: Ann.\n\n§\nName: Ann.\n');
    world.outside.write(`${folder}/MEMORY.md`, '- [Tea](tea.md) — Assam\n');
    const { call } = await openIn({ root: `${folder}/MEMORY.md`, engine: world.engine });
    const needs = async () => {
      const { memories } = await call('memories.list', {});
      return [hermes, `${folder}/MEMORY.md`].map((path) => memories.find((memory) => memory.path === path)?.needs);
    };
    expect(await needs()).toEqual([['form'], ['topics']]);
    world.outside.write(`${folder}/tea.md`, 'Only Assam.\n');
    world.outside.write(hermes, 'Name: Ann.');
    expect(await needs()).toEqual([[], []]);
    world.outside.write(`${folder}/stray.md`, 'Nobody learns of this.\n');
    expect(await needs()).toEqual([[], ['topics']]);
  });

  describe('a memory of Claude Code', () => {
    test.each([
      ['a correction', 'edit'],
      ['a removal', 'delete'],
    ] as const)('undoes %s beside later writes of its program', async (_, op) => {
      const { call, workspace, world, at, change } = await started();
      const value = op === 'edit' ? { value: 'likes Darjeeling' } : {};
      const result = await change('Tea', (entry) => ({ op, entry, ...value }));
      const theirs = '- [Boat](boat.md) — is blue\n';
      world.outside.write(at('MEMORY.md'), `${world.text(at('MEMORY.md'))}${theirs}`);
      await call('context.undo', { workspace, change: result.change?.id ?? '' });
      expect(world.text(at('MEMORY.md'))).toBe(index + theirs);
    });

    test('shows its lines and topics, with problems between them', async () => {
      const { entries, summary, topics, call, workspace } = await started();
      expect(await summary()).toMatchObject({ format: 'claude', writable: true });
      expect((await entries()).map(({ key, value, topic }) => [key, value, topic])).toEqual([
        ['Short answers', 'prefers the conclusion first', 'short-answers.md'],
        ['Tea', 'likes Assam', 'tea.md'],
        ['Editor', 'vim', undefined],
      ]);
      const { topics: list, problems } = await topics();
      expect(list.map(({ file, type, session }) => [file, type, session])).toEqual([
        ['short-answers.md', 'feedback', null],
        ['stray.md', 'user', null],
        ['tea.md', 'user', '11-22'],
      ]);
      expect(problems).toEqual([
        { kind: 'unlisted', file: 'stray.md', name: 'Sailing' },
        { kind: 'dead_link', file: 'short-answers.md', link: 'work' },
      ]);
      const { text } = await call('topics.read', { workspace, file: 'tea.md' });
      expect(text).toBe('In the morning.');
    });

    test('is about a project or a thing if a topic’s type says so, unless the person says otherwise', async () => {
      const { world, at, entries, change, call, workspace, topics } = await started();
      const abouts = async () => (await entries()).map(({ flags }) => flags.about);
      expect(await abouts()).toEqual([null, null, null]);
      world.outside.write(at('tea.md'), tea.replace('type: user', 'type: reference'));
      await world.until(async () => expect(await abouts()).toEqual([null, { kind: 'thing', name: 'Tea' }, null]));
      const file = 'short-answers.md';
      const version = (await topics()).topics.find((topic) => topic.file === file)?.version ?? '';
      await call('topics.change', { workspace, file, version, type: 'project' });
      expect((await abouts())[0]).toEqual({ kind: 'project', name: 'Short answers' });
      const sarah = { kind: 'person', name: 'Sarah' };
      await change('Tea', (entry) => ({ op: 'about', entry, about: sarah }));
      expect((await abouts())[1]).toEqual(sarah);
      expect(world.text(at('MEMORY.md'))).toBe(index);
      await call('context.undo', { workspace });
      expect((await abouts())[1]).toEqual({ kind: 'thing', name: 'Tea' });
    });

    test('renames and rewords line and topic as one step, undone to the byte', async () => {
      const { world, at, change, call, workspace, standing, before } = await started();
      await change('Short answers', (entry) => ({ op: 'edit', entry, key: 'Brevity', value: 'the point first' }));
      expect(world.text(at('MEMORY.md'))).toBe(
        index.replace(
          '[Short answers](short-answers.md) — prefers the conclusion first',
          '[Brevity](short-answers.md) — the point first',
        ),
      );
      expect(world.text(at('short-answers.md'))).toBe(
        short
          .replace('name: Short answers', 'name: Brevity')
          .replace('prefers the conclusion first', 'the point first'),
      );
      await call('context.undo', { workspace });
      expect(standing()).toEqual(before);
    });

    test('reports a topic that still holds text removed from its line', async () => {
      const { change, world, at } = await started({
        'MEMORY.md': '- [Ship](ship.md) — the shop ships on 2026-12-01, by train\n',
        'ship.md': '---\nname: Ship\n---\n\nIt was agreed: 2026-12-01.\n',
      });
      const line = (day: string) => (entry: object) => ({
        op: 'edit',
        entry,
        value: `the shop ships on ${day}, by train`,
      });
      const { notes } = await change('Ship', line('2027-01-15'));
      expect(notes).toEqual([expect.stringContaining('The text of ship.md still says “2026-12-01”')]);
      expect(world.text(at('ship.md'))).toContain('agreed: 2026-12-01');
      expect((await change('Ship', line('2027-01-16'))).notes).toEqual([]);
    });

    test('corrects line and topic at once if both had the same text, as one step undone to the byte', async () => {
      const { call, workspace, entries, topics, world, at, standing, before } = await started({
        'tea.md': tea.replace('In the morning.', 'She likes Assam in the morning.'),
      });
      const version = (await topics()).topics.find(({ file }) => file === 'tea.md')?.version ?? '';
      const body = 'She likes Darjeeling in the morning.\n';
      const { notes, change } = await call('topics.change', { workspace, file: 'tea.md', version, body });
      expect(change?.label).toBe('Changed “Tea”');
      expect(notes).toEqual(['Its line says “Darjeeling” now, too.']);
      expect(world.text(at('MEMORY.md'))).toBe(index.replace('Assam', 'Darjeeling'));
      expect(world.text(at('tea.md'))).toBe(tea.replace('Assam', 'Darjeeling').replace('In the morning.\n', body));
      expect((await entries()).map(({ key, value }) => [key, value])).toContainEqual(['Tea', 'likes Darjeeling']);
      await call('context.undo', { workspace });
      expect(standing()).toEqual(before);
    });

    test('renames a topic’s file in line and file with the links to it, as one step undone to the byte', async () => {
      const { world, at, call, workspace, topics, entries, change, standing, before } = await started({
        'MEMORY.md': `${index}- [More tea](./tea.md) — green, too\r\n`,
        'stray.md': `${stray}\nSee [[Tea]], [[tea.md]], [tea](tea.md#when) and [[short-answers]], not [tea](sub/tea.md).\n`,
      });
      await change('Tea', (entry) => ({ op: 'pin', entry, pinned: true }));
      const [, known] = await entries();
      const { change: done } = await call('topics.rename', { workspace, file: 'tea.md', to: 'drinks.md' });
      expect(done?.label).toBe('Renamed “tea.md” to “drinks.md”');
      expect(world.text(at('tea.md'))).toBeNull();
      // Its name was that of its file, as in newer ones.
      expect(world.text(at('drinks.md'))).toBe(tea.replace('name: tea', 'name: drinks'));
      expect(world.text(at('MEMORY.md'))).toBe(
        `${index.replace('(tea.md)', '(drinks.md)')}- [More tea](./drinks.md) — green, too\r\n`,
      );
      expect(world.text(at('short-answers.md'))).toBe(short.replace('[[tea]]', '[[drinks]]'));
      expect(world.text(at('stray.md'))).toBe(
        `${stray}\nSee [[drinks]], [[drinks.md]], [tea](drinks.md#when) and [[short-answers]], not [tea](sub/tea.md).\n`,
      );
      expect((await topics()).problems.map(({ kind }) => kind)).toEqual(['unlisted', 'repeated', 'dead_link']);
      const [, renamed] = await entries();
      expect(renamed).toMatchObject({ id: known?.id, key: 'Tea', topic: 'drinks.md', flags: { pinned: true } });
      await call('context.undo', { workspace });
      expect(standing()).toEqual(before);
      expect(world.text(at('drinks.md'))).toBeNull();
      expect((await entries())[1]).toMatchObject({ topic: 'tea.md', flags: { pinned: true } });
      await call('context.redo', { workspace });
      expect(world.text(at('drinks.md'))).toContain('name: drinks');
    });

    test('keeps a topic’s name that differs from its file, and the links by it', async () => {
      const { world, at, call, workspace } = await started({
        'tea.md': `${tea}\nAs [[Short answers]] says, and [[short-answers]].\n`,
      });
      await call('topics.rename', { workspace, file: 'short-answers.md', to: 'brevity.md' });
      expect(world.text(at('brevity.md'))).toBe(short);
      expect(world.text(at('tea.md'))).toBe(`${tea}\nAs [[Short answers]] says, and [[brevity]].\n`);
    });

    test('refuses to rename a topic to a taken or empty name, or a missing topic', async () => {
      const { call, workspace, standing, before } = await started();
      const rename = (file: string, to: string) => call('topics.rename', { workspace, file, to });
      await expect(rename('tea.md', 'stray.md')).rejects.toMatchObject({ code: 'text_conflict' });
      for (const to of ['../x.md', 'a/b.md', '.x.md', 'x', 'MEMORY.md', 'x y.md', 'x(1).md', '']) {
        await expect(rename('tea.md', to), to).rejects.toMatchObject({ code: 'value_invalid' });
      }
      await expect(rename('none.md', 'x.md')).rejects.toMatchObject({ code: 'not_found' });
      expect((await rename('tea.md', 'tea.md')).change).toBeNull();
      expect(standing()).toEqual(before);
    });

    test('deletes a topic with its last line, and restores both on undo', async () => {
      const { world, at, change, call, workspace, topics, standing, before } = await started();
      await change('Tea', (entry) => ({ op: 'delete', entry }));
      expect(world.text(at('tea.md'))).toBeNull();
      expect(world.text(at('MEMORY.md'))).toBe(index.replace('- [Tea](tea.md) — likes Assam\n', ''));
      expect((await topics()).topics.map(({ file }) => file)).toEqual(['short-answers.md', 'stray.md']);
      await call('context.undo', { workspace });
      expect(standing()).toEqual(before);
      await call('context.redo', { workspace });
      expect(world.text(at('tea.md'))).toBeNull();
    });

    test('archives and restores lines with their topics', async () => {
      const { world, at, change, call, workspace, standing, before } = await started();
      await change('Short answers', (entry) => ({ op: 'archive', entry }));
      expect(world.text(at('short-answers.md'))).toBeNull();
      const { entries: archived } = await call('archive.entries', { workspace, query: 'twice' });
      expect(archived).toMatchObject([{ key: 'Short answers', topic: 'short-answers.md' }]);
      const [entry] = archived;
      const ref = { file: entry?.file ?? '', raw: entry?.raw ?? '', ordinal: 0 };
      await call('archive.restore', { workspace, items: [{ entry: ref }] });
      expect(standing()).toEqual(before);
      await call('context.undo', { workspace });
      await call('context.undo', { workspace });
      expect(standing()).toEqual(before);
    });

    test('archives and restores every byte, whatever the topic holds and however many lines it has', async () => {
      const { world, at, change, call, workspace, standing, before } = await started({
        'MEMORY.md':
          '# Memory\n\n- [Tea](tea.md) — likes Assam\n  and no other\n  - nor green\n- [Gone](gone.md) — its file is gone\n  for long\n',
        'tea.md': '---\r\nname: tea\r\n---\r\n \r\n~~~~ tea.md\n```sh\n<!-- open\n\n  \n# Not a heading',
      });
      for (const title of ['Tea', 'Gone']) {
        await change(title, (entry) => ({ op: 'archive', entry }));
        expect(world.text(at('MEMORY.md'))).not.toContain(title);
        const [archived] = (await call('archive.entries', { workspace, query: title })).entries;
        const ref = { file: archived?.file ?? '', raw: archived?.raw ?? '', ordinal: 0 };
        expect(archived?.value).not.toContain('~~~~~');
        await call('archive.restore', { workspace, items: [{ entry: ref }] });
        expect(standing()).toEqual(before);
        expect(world.text(at('gone.md'))).toBeNull();
      }
    });

    test.each([
      ['line ends of two characters', '---\r\nname: tea\r\n---\r\n\r\nIn the morning.  \r\n\r\n\t\r\n'],
      ['line ends of all kinds', 'one\rtwo\r\nthree\n\n\rfour\u2028five\r'],
      ['a byte order mark, and odd white space', '\uFEFF\u00a0---\n\u000b name: tea\f\n---\n \u3000\n\u200b\n\uFEFF'],
      ['nothing but white space', ' \r\n\t\n'],
      ['nothing at all', ''],
    ])('archives and restores a topic of %s, byte for byte', async (_, said) => {
      for (const memory of [index, index.replaceAll('\n', '\r\n'), `\uFEFF${index}`.trimEnd()]) {
        const { world, at, change, call, workspace, standing, before } = await started({
          'MEMORY.md': memory,
          'tea.md': said,
        });
        const bytes = () => world.everyFile().find(({ path }) => path === at('tea.md'))?.bytes;
        const [was] = [bytes()];
        await change('Short answers', (entry) => ({ op: 'archive', entry }));
        await change('Tea', (entry) => ({ op: 'archive', entry }));
        expect(world.text(at('tea.md'))).toBeNull();
        const { entries: archived } = await call('archive.entries', { workspace, query: '' });
        for (const key of ['Tea', 'Short answers']) {
          const found = archived.find((entry) => entry.key === key);
          const ref = { file: found?.file ?? '', raw: found?.raw ?? '', ordinal: 0 };
          await call('archive.restore', { workspace, items: [{ entry: ref }] });
        }
        expect(bytes()).toEqual(was);
        expect(standing().slice(1)).toEqual(before.slice(1));
        await call('context.undo', { workspace });
        await call('context.undo', { workspace });
        await call('context.undo', { workspace });
        await call('context.undo', { workspace });
        expect(standing()).toEqual(before);
        expect(bytes()).toEqual(was);
      }
    });

    test('says how a line outside of lists can be archived with its topic', async () => {
      const { change, standing, before } = await started({ 'MEMORY.md': '[Tea](tea.md) — likes Assam\n' });
      await expect(change('Tea', (entry) => ({ op: 'archive', entry }))).rejects.toMatchObject({
        code: 'section_unclear',
        message: expect.stringContaining('Put “- ” before it'),
      });
      expect(standing()).toEqual(before);
    });

    test('adds a line for an unlisted topic, and edits a topic’s text', async () => {
      const { world, at, call, workspace, topics, standing, before } = await started();
      await call('topics.mention', { workspace, file: 'stray.md' });
      expect(world.text(at('MEMORY.md'))).toContain('- [Sailing](stray.md) — sails at weekends\n');
      expect((await topics()).problems.filter(({ kind }) => kind === 'unlisted')).toEqual([]);
      const { version } = await call('topics.read', { workspace, file: 'tea.md' });
      const said = { workspace, file: 'tea.md', version, body: 'Never after noon.', type: 'feedback' };
      await call('topics.change', said);
      expect(world.text(at('tea.md'))).toBe(
        tea.replace('type: user', 'type: feedback').replace('In the morning', 'Never after noon'),
      );
      const theirs = tea.replace('In the morning', 'At noon');
      world.outside.write(at('tea.md'), theirs);
      await expect(call('topics.change', said)).rejects.toMatchObject({ code: 'text_conflict' });
      // The topic can be viewed at once after the message.
      expect((await call('topics.read', { workspace, file: 'tea.md' })).text).toBe('At noon.');
      world.outside.write(
        at('tea.md'),
        tea.replace('type: user', 'type: feedback').replace('In the morning', 'Never after noon'),
      );
      await call('context.undo', { workspace });
      await call('context.undo', { workspace });
      expect(standing()).toEqual(before);
    });

    test('restores a topic that another program deleted from the history, as one step', async () => {
      const { world, at, call, workspace, topics, standing, before } = await started();
      await expect(call('topics.putBack', { workspace, file: 'never.md' })).rejects.toMatchObject({
        code: 'version_unknown',
      });
      world.outside.remove(at('tea.md'));
      await world.until(async () => {
        const { problems } = await topics();
        expect(problems).toContainEqual(expect.objectContaining({ kind: 'missing', file: 'tea.md', kept: true }));
      });
      await call('topics.putBack', { workspace, file: 'tea.md' });
      expect(standing()).toEqual(before);
      await call('context.undo', { workspace });
      expect(world.text(at('tea.md'))).toBeNull();
    });

    test('previews what is then never read, moves an entry up to where it is read, and undoes that', async () => {
      const { world, at, call, workspace, summary, entries } = await started();
      const line = (n: number): string => `- [T${n}](t${n}.md) — hook ${n}\n`;
      const long = Array.from({ length: 205 }, (_, n) => line(n)).join('');
      world.outside.write(at('MEMORY.md'), long);
      await world.until(async () => {
        expect((await summary()).loaded).toMatchObject({ cutLine: 201, entries: 200 });
      });
      const last = (await entries()).at(-1);
      const operations = last ? [{ op: 'raise' as const, entry: refOf(last), to: 'heading' as const }] : [];
      const { cutBefore, cutAfter } = await call('context.preview', { workspace, operations });
      expect([cutBefore, cutAfter]).toEqual([5, 5]);
      const { change } = await call('context.change', { workspace, operations });
      expect(change?.label).toBe('Moved up “T204”');
      expect(world.text(at('MEMORY.md'))).toBe(line(204) + long.replace(line(204), ''));
      await call('context.undo', { workspace });
      expect(world.text(at('MEMORY.md'))).toBe(long);
      const added = await call('context.change', {
        workspace,
        operations: [{ op: 'add', category: null, key: null, value: 'new' }],
      });
      expect(added.notes).toEqual(['It is above the last line that your assistant reads, not at the end.']);
      expect(world.text(at('MEMORY.md'))?.split('\n')[199]).toBe('- new');
      await call('context.undo', { workspace });
      expect(world.text(at('MEMORY.md'))).toBe(long);
    });

    test('still leads to a topic whose file name holds erased text, and reports that', async () => {
      const opened = await started();
      const { at, call, workspace, standing, before } = opened;
      const text = 'short-answers';
      const left = [{ path: at('short-answers.md'), why: expect.stringContaining('Its name says it') }];
      const preview = await call('erase.preview', { workspace, target: { text } });
      expect(preview.syntax.map(({ line }) => line)).toEqual([3]);
      expect(preview.left).toEqual(left);
      expect((await erase(opened, { text })).left).toEqual(left);
      expect(standing()).toEqual(before);
    });

    test('keeps the line of a topic whose hook is erased', async () => {
      const opened = await started({ 'tea.md': 'In the morning.\n' });
      const { world, at } = opened;
      await erase(opened, { text: 'likes Assam' });
      expect(world.text(at('MEMORY.md'))).toBe(index.replace('— likes Assam', '—'));
      expect(world.text(at('tea.md'))).toBe('In the morning.\n');
    });

    test('is followed while its program writes, and erased everywhere', async () => {
      const opened = await started();
      const { world, at, call, workspace, topics } = opened;
      world.outside.write(at('tea.md'), tea.replace('In the morning', 'My code is hunter2'));
      await world.until(async () => {
        expect((await call('topics.read', { workspace, file: 'tea.md' })).text).toBe('My code is hunter2.');
      });
      const { change } = opened;
      await change('Tea', (entry) => ({ op: 'edit', entry, value: 'likes hunter2' }));
      await change('Tea', (entry) => ({ op: 'pin', entry, pinned: true }));
      // Erasing covers topics and notes, so none is named as left over.
      const { left: others, lines } = await call('erase.preview', { workspace, target: { text: 'hunter2' } });
      expect(others).toEqual([]);
      expect(lines.map(({ archive, before, after }) => [archive, before, after])).toEqual([
        [null, '- [Tea](tea.md) — likes hunter2', '- [Tea](tea.md) — likes'],
        ['tea.md', 'description: likes hunter2', 'description: likes'],
        ['tea.md', 'My code is hunter2.', 'My code is.'],
      ]);
      await erase(opened, { text: 'hunter2' });
      expect(world.text(at('tea.md'))).toContain('My code is');
      const left = world.everyFile().filter(({ bytes }) => new TextDecoder().decode(bytes).includes('hunter2'));
      expect(left.map(({ path }) => path)).toEqual([]);
      expect((await topics()).topics).toHaveLength(3);
    });
  });
}
