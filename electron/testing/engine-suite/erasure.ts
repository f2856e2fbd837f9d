import { describe, expect, test } from 'vitest';
import { filesWith } from '../byte-search.ts';
import { openIn, type World } from '../engine-world.ts';
import { edit, erase, keepDraft, type OpenWorld as Opened, secret, withSecret } from './erasing.ts';
import { type CreateWorld, context, interfere, startOn, uncounted, update } from './starting.ts';

const dataOf = (world: World): string =>
  `${world.ports.dataFolder}/workspaces/${world.text(`${world.root}/.contexture/id`)?.trim()}`;

const nameIn = (line: string): string | undefined => /(?:^|[\]-] )([a-z_#]+)(?:: |$| )/.exec(line)?.[1];

/** Erasing a text everywhere, and noticing its return. */
export function erasingTests(createWorld: CreateWorld): void {
  const started = (text = withSecret): Promise<Opened> => startOn(createWorld, text);

  describe('erasing everywhere', () => {
    test('removes every byte of it from context, archives, history, undo, drafts, marks, settings and logs', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      world.outside.write(
        world.archivePath('2026-05-03'),
        `---\narchived_from: global.md\n---\n\n# Archived Context (2026-05-03)\n\n## Archived Facts\n- [2022-01-01|certain|observer] routine: full body\n- [2022-01-01|certain|observer] old_hint: it was ${secret}, then\n`,
      );
      world.outside.write(`${world.root}/.contexture/settings.yaml`, `# ${secret}\ntoken_limit: 3000\n`);
      await keepDraft(opened, 'draft-of-one-window', `${secret} typed\n`);
      await call('context.apply', { workspace, updates: [update('hint', `the word is ${secret}!`)] });
      await edit(opened, 'bank_password', 'other');
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('hint') }] });
      await call('context.undo', { workspace });
      await edit(opened, 'bank_password', secret);
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('hint') }] });
      world.ports.log('info', `said ${secret}`);
      const preview = await call('erase.preview', { workspace, target: { text: secret } });
      expect(Object.fromEntries(preview.places.map(({ place, count }) => [place, count]))).toMatchObject({
        context: 1,
        archive: 2,
        history: expect.any(Number),
        undo: expect.any(Number),
        drafts: 1,
        settings: 1,
      });
      const { lines } = preview;
      expect(
        lines.map(({ place, archive, before, after }) => [place, archive !== null, nameIn(before), after]),
      ).toEqual([
        ['context', false, 'bank_password', null],
        ['settings', false, '#', '#'],
        ['archive', true, 'hint', expect.stringContaining('hint: the word is!')],
        ['archive', true, 'old_hint', expect.stringContaining('old_hint: it was, then')],
      ]);
      expect(await filesWith(world, secret)).not.toEqual([]);
      const { left } = await erase(opened, { text: secret });
      expect(left).toEqual([]);
      await world.until(async () => expect(await filesWith(world, secret)).toEqual([]));
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect(world.text(world.archivePath('2026-05-03'))).toContain('old_hint: it was, then');
      expect((await call('erase.preview', { workspace, target: { text: secret } })).places).toEqual([]);
    });

    test('is one change in the history, for all its files', async () => {
      const opened = await started();
      const { world, call, workspace } = opened;
      world.outside.write(
        world.archivePath('2026-05-03'),
        `# Archived Context\n\n## Archived Facts\n- [2022-01-01] pw: it was ${secret}, then\n`,
      );
      await erase(opened, { text: secret });
      const { lines } = await call('history.list', { workspace });
      const ofErasure = lines.filter(({ label }) => label === 'Erased a text everywhere');
      expect(ofErasure).toHaveLength(2);
      expect(new Set(ofErasure.map(({ at }) => at)).size).toBe(1);
    });

    test('removes only the chosen part of an entry with more text', async () => {
      const opened = await started(context.replace('calms', 'calms; the safe opens with 47-11-08 left'));
      await erase(opened, { text: '47-11-08' });
      // It can't be undone, and nothing offers that.
      const { lines } = await opened.call('history.list', { workspace: opened.workspace });
      expect(lines[0]).toMatchObject({ label: 'Erased a text everywhere', undo: null });
      expect(uncounted(opened.world.text(opened.world.contextPath))).toBe(
        uncounted(context.replace('calms', 'calms; the safe opens with left')),
      );
    });

    test('finds it wrapped, with other line ends, and outside of entries', async () => {
      const text = context
        .replace('- language: English', '- language: English\n- phrase: correct horse\n    battery staple\n- 2nd: x')
        .replace('# Global Context', '# Global Context\n\nNot for you: correct  horse battery\nstaple, ever.');
      const opened = await started(text.replaceAll('\n', '\r\n'));
      await erase(opened, { text: 'correct horse battery staple' });
      const after = opened.world.text(opened.world.contextPath) ?? '';
      expect(after).toContain('Not for you: , ever.\r\n');
      expect(after).toContain('- language: English\r\n- 2nd: x\r\n');
      expect(await filesWith(opened.world, 'correct horse battery staple')).toEqual([]);
    });

    test('removes what labels show of a long text, too', async () => {
      const long = 'the recovery words are alpha bravo charlie delta echo foxtrot golf hotel';
      const opened = await started(context.replace('- Best', `- ${long}\n- Best`));
      const { world, call, workspace, ref } = opened;
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref(long) }] });
      expect(await filesWith(world, 'the recovery words')).not.toEqual([]);
      await erase(opened, { text: long });
      expect(await filesWith(world, 'the recovery words')).toEqual([]);
      const { lines } = await call('history.list', { workspace });
      expect(lines.map(({ label }) => label)).toContain('Deleted “…”');
    });

    test('refuses a text that is too short, and changes nothing', async () => {
      const opened = await started();
      await expect(erase(opened, { text: ' tea ' })).rejects.toMatchObject({ code: 'value_invalid' });
      expect(opened.world.text(opened.world.contextPath)).toBe(withSecret);
    });

    test('can be cancelled until it writes', async () => {
      const { world, workspace } = await started();
      const before = world.everyFile();
      const context = { caller: 'test', cancelled: () => true, progress: () => undefined };
      const params = { workspace, target: { text: secret }, syntax: false, word: 'erase' } as const;
      await expect(world.engine().call('erase.carryOut', params, context)).rejects.toMatchObject({ code: 'cancelled' });
      expect(world.text(world.contextPath)).toBe(withSecret);
      expect(world.everyFile().map(({ path }) => path)).toEqual(expect.arrayContaining(before.map(({ path }) => path)));
      expect(await filesWith(world, secret)).not.toEqual([]);
    });

    test('can’t be undone, and leaves every other change undoable', async () => {
      const opened = await started();
      const { world, call, workspace, ref, summary } = opened;
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('bank_password') }] });
      await erase(opened, { text: secret });
      expect((await summary()).undoRedo.undo?.label).toBe('Deleted “tea”');
      await call('context.undo', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      await expect(call('context.undo', { workspace })).rejects.toMatchObject({ code: 'change_unknown' });
    });

    test('keeps the other effects of a change', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      const operations = [
        { op: 'delete' as const, entry: await ref('bank_password') },
        { op: 'delete' as const, entry: await ref('tea') },
      ];
      await call('context.change', { workspace, operations });
      await erase(opened, { text: secret });
      await call('context.undo', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });

    test('leaves no empty decision', async () => {
      const opened = await started();
      const { world, call, workspace } = opened;
      const without = withSecret.replace(/^.*bank_password.*\n/m, '');
      world.outside.replace(world.contextPath, without);
      await world.until(async () => expect((await call('cards.list', { workspace })).total).toBe(1));
      await erase(opened, { text: secret });
      expect((await call('cards.list', { workspace })).total).toBe(0);
    });

    test('keeps every version, readable and with its other text', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      await edit(opened, 'language', 'German');
      const before = await call('history.list', { workspace });
      await erase(opened, { text: secret });
      const { lines } = await call('history.list', { workspace });
      expect(lines.length).toBe(before.lines.length + 1);
      for (const line of lines) {
        expect(line).toMatchObject({ available: true });
      }
      const deleted = lines.find(({ label }) => label === 'Deleted “tea”');
      const { removed, counts } = await call('history.changes', { workspace, position: deleted?.position ?? 0 });
      expect(removed.map(({ key }) => key)).toEqual(['tea']);
      expect(counts).toEqual({ added: 0, changed: 0, removed: 1 });
      const first = lines.at(-1);
      await call('history.restore', { workspace, position: first?.position ?? 0 });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });

    test('leaves an earlier save of the whole text undoable', async () => {
      const opened = await started();
      const { world, call, workspace, summary } = opened;
      const from = withSecret.indexOf('calms');
      const edits = [{ from, to: from + 5, insert: 'soothes' }];
      await call('text.save', { workspace, version: (await summary()).version, edits });
      await erase(opened, { text: secret });
      await call('context.undo', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });

    test('keeps the rest of a draft', async () => {
      const opened = await started();
      const { call, workspace } = opened;
      await keepDraft(opened, 'draft-of-one-window', 'mine\n');
      await erase(opened, { text: secret });
      const { draft } = await call('text.claimDraft', { workspace, owner: 'draft-of-one-window' });
      expect(draft?.text).toBe(`mine\n${context}`);
      await expect(call('text.read', { workspace, version: draft?.version ?? '' })).resolves.toMatchObject({
        text: context,
      });
    });

    test('covers every file of ours, including files of later versions', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const held = {
        held: [
          { updates: [update('pw', secret), update('a', 'b')], path: `${world.root}/${secret}`, note: `“${secret}”` },
        ],
      };
      const path = `${dataOf(world)}/held.json`;
      await world.files.store(path, world.ports.encodeText(JSON.stringify(held)));
      const damaged = `${dataOf(world)}/seen.json.damaged-1`;
      await world.files.store(damaged, world.ports.encodeText(JSON.stringify(held).slice(0, -4)));
      await erase(opened, { text: secret });
      const [first] = JSON.parse(world.text(path) ?? '').held;
      expect(first.updates.map(({ key }: { key: string }) => key)).toEqual(['a']);
      expect(first.note).toBe('“…”');
      expect(world.text(damaged)).not.toContain('hunter2-ünïque \\"x\\""');
    });

    test('removes waiting decisions with the text, and no others', async () => {
      const opened = await started();
      const { world, call, workspace } = opened;
      await edit(opened, 'language', 'German');
      await edit(opened, 'bank_password', `${secret} indeed`);
      const less = { confidence: 'tentative' };
      const updates = [
        { ...update('language', 'Welsh', 'preference'), ...less },
        { ...update('bank_password', secret, 'preference'), ...less },
      ];
      await call('context.apply', { workspace, updates });
      const without = (world.text(world.contextPath) ?? '').replace(/^.*(sleep_effect|bank_password).*\n/gm, '');
      world.outside.replace(world.contextPath, without);
      await world.until(async () => expect((await call('cards.list', { workspace })).total).toBe(2));
      await erase(opened, { text: secret });
      expect(await filesWith(world, secret)).toEqual([]);
      const { cards } = await call('cards.list', { workspace });
      const named = cards.map((card) =>
        card.kind === 'held' ? card.theirs.key : card.items.map(({ yours }) => yours.key),
      );
      expect(named).toEqual(expect.arrayContaining(['language', ['bank_password', 'sleep_effect']]));
      expect(cards).toHaveLength(2);
    });

    test('removes it from what another program writes meanwhile', async () => {
      const opened = await started();
      const { world } = opened;
      interfere(world, () => {
        const theirs = (world.text(world.contextPath) ?? '').replace('calms', 'soothes');
        world.outside.replace(world.contextPath, theirs);
      });
      await erase(opened, { text: secret });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context.replace('calms', 'soothes')));
      expect(await filesWith(world, secret)).toEqual([]);
    });

    test('names the files with it that an assistant reads beside the memory', async () => {
      const opened = await started();
      const { world, call, workspace } = opened;
      const beside = `${world.root}/AGENTS.md`;
      world.outside.write(beside, `Log in with ${secret}.\n`);
      await call('settings.write', { workspace, values: { memoryFiles: ['AGENTS.md'] } });
      const { left } = await erase(opened, { text: secret });
      expect(left).toEqual([{ path: beside, why: expect.stringContaining('does not change it') }]);
    });

    test('names the files of others that contain it, and leaves them alone', async () => {
      const opened = await started();
      const { world } = opened;
      const copy = `${world.root}/logs/context/global.md.bak`;
      world.outside.write(copy, withSecret);
      const { left } = await erase(opened, { text: secret });
      expect(left).toEqual([{ path: copy, why: expect.stringContaining('not a file of Contexture') }]);
      expect(world.text(copy)).toBe(withSecret);
    });

    test('continues past a file that can’t be written, and reports it', async () => {
      const opened = await started();
      const { world } = opened;
      const archive = world.archivePath('2026-05-03');
      world.outside.write(archive, `# Archived Context\n\n## Archived Facts\n- [2022-01-01] pw: ${secret}\n`);
      const { replace } = world.files;
      (world.files as { replace: World['files']['replace'] }).replace = async (path, bytes) => {
        if (path === archive) {
          throw new Error('This account may not write there.');
        }
        return replace(path, bytes);
      };
      const { left, erased } = await erase(opened, { text: secret });
      expect(erased.map(({ place }) => place)).not.toContain('archive');
      expect(left).toEqual([{ path: archive, why: expect.stringContaining('may not write there') }]);
      expect(await filesWith(world, secret)).toEqual([archive]);
    });

    test('completes when the engine ends meanwhile, and is not reported as interrupted', async () => {
      const { world, call, workspace } = await started();
      let isClosed = false;
      const erasing = call('erase.carryOut', { workspace, target: { text: secret }, syntax: false, word: 'erase' });
      void world
        .engine()
        .close()
        .then(() => {
          isClosed = true;
        });
      await world.until(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        expect(isClosed).toBe(true);
      });
      expect((await erasing).erased).not.toEqual([]);
      await world.restart();
      const again = await openIn(world);
      const { interrupted } = await again.call('erase.returned', { workspace: again.workspace });
      expect(interrupted).toBeNull();
    });

    test('is offered again at the next start after an interruption, without storing the text', async () => {
      const opened = await started();
      const { world } = opened;
      const { discard } = world.files;
      const files = world.files as { discard: World['files']['discard'] };
      files.discard = async (path) => {
        if (path.endsWith('erasing.json') || path.endsWith('.gz')) {
          throw new Error('The power went.');
        }
        return discard(path);
      };
      await expect(erase(opened, { text: secret })).rejects.toThrow('The power went.');
      expect(await filesWith(world, secret)).not.toEqual([]);
      files.discard = discard;
      await world.restart();
      const again = { world, ...(await openIn(world)) };
      const { interrupted } = await again.call('erase.returned', { workspace: again.workspace });
      await erase(again, { fingerprint: interrupted?.id ?? '' });
      expect(await filesWith(world, 'hunter2-ünïque')).toEqual([]);
      expect((await again.call('erase.returned', { workspace: again.workspace })).interrupted).toBeNull();
    });
  });

  describe('an erased text that comes back', () => {
    const erased = async () => {
      const opened = await started();
      await erase(opened, { text: secret });
      return opened;
    };
    const returned = async ({ call, workspace }: Opened) =>
      (await call('erase.returned', { workspace })).returned.map(({ who, category, file }) => [who, category, file]);

    test('is reported when another program writes it, in any formatting, over restarts', async () => {
      const opened = await erased();
      const { world, workspace, of } = opened;
      expect(await returned(opened)).toEqual([]);
      const text = (world.text(world.contextPath) ?? '').replace('calms', "said “Hunter2-ÜNÏQUE 'X'”.");
      world.outside.replace(world.contextPath, text);
      await world.until(async () =>
        expect(await returned(opened)).toEqual([['outside', 'insight', 'logs/context/global.md']]),
      );
      expect(of('erase.changed').length).toBeGreaterThan(0);
      expect(await filesWith(world, 'Hunter2-ÜNÏQUE')).not.toEqual([]);
      await world.restart();
      const again = { world, ...(await openIn(world)) };
      expect(await returned(again)).toHaveLength(1);
      const [back] = (await again.call('erase.returned', { workspace })).returned;
      const target = { fingerprint: back?.id ?? '' };
      const preview = await again.call('erase.preview', { workspace, target });
      expect(preview.texts).toEqual(["Hunter2-ÜNÏQUE 'X"]);
      await erase(again, target);
      expect(await returned(again)).toEqual([]);
      expect(await filesWith(world, 'Hunter2-ÜNÏQUE')).toEqual([]);
    });

    test('is reported when an assistant or the person brings it back', async () => {
      const opened = await erased();
      const { call, workspace } = opened;
      await call('context.apply', { workspace, updates: [update('pw', `it is (${secret})`)], assistant: 'Otto' });
      expect((await call('erase.returned', { workspace })).returned).toMatchObject([
        { who: 'assistant', name: 'Otto', category: 'insight' },
      ]);
    });

    test('blocks nobody, and is no longer reported once it may stay', async () => {
      const opened = await erased();
      const { world, call, workspace } = opened;
      await call('context.apply', { workspace, updates: [update('pw', secret)] });
      const [back] = (await call('erase.returned', { workspace })).returned;
      await call('erase.keep', { workspace, id: back?.id ?? '' });
      expect(await returned(opened)).toEqual([]);
      await edit(opened, 'pw', `${secret} now`);
      expect(await returned(opened)).toEqual([]);
      expect(world.text(world.contextPath)).toContain(secret);
    });

    test('is not reported in another memory it was never erased from, until somebody writes it there', async () => {
      const opened = await started();
      const { world, call } = opened;
      const folder = `${world.ports.homeFolder}/other`;
      const path = `${folder}/logs/context/global.md`;
      world.outside.write(path, withSecret);
      await erase(opened, { text: secret });
      const { id } = await call('workspaces.open', { path: folder });
      const there = async () => (await call('erase.returned', { workspace: id })).returned.map(({ who }) => who);
      await call('context.read', { workspace: id });
      expect(await there()).toEqual([]);
      world.outside.replace(path, withSecret.replace('calms', `it is ${secret}`));
      await world.until(async () => expect(await there()).toEqual(['outside']));
    });

    test('is reported even before the memory it was erased from is opened', async () => {
      const { world } = await erased();
      await world.engine().close();
      world.outside.replace(world.contextPath, withSecret);
      await world.restart();
      expect(await returned({ world, ...(await openIn(world)) })).toHaveLength(1);
    });

    test('is not confused with similar text', async () => {
      const opened = await erased();
      const { call, workspace } = opened;
      await call('context.apply', { workspace, updates: [update('pw', 'hunter2 ünïque'), update('b', 'unique x')] });
      expect(await returned(opened)).toEqual([]);
    });
  });
}
