import { describe, expect, test } from 'vitest';
import type { Decision } from '#shared/contract/features/decisions.ts';
import { openIn } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted } from './starting.ts';

const corrected = context.replace(
  '- language: English',
  '- [2026-01-16|certain|user_correction: I moved] language: German\n- [2026-01-17|certain|observer|pinned] city: Bern',
);

const learned = (value: string, confidence: 'certain' | 'likely' | 'tentative' = 'likely') => ({
  category: 'preference' as const,
  key: 'language',
  value,
  confidence,
  source: 'observer',
});

/** The output of an older manager: without entries that have no key, and without brackets. */
const rewrittenByAnOldManager = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('- ') || /^- (\[[^\]]*\] )?\w+:/.test(line))
    .map((line) => line.replace(/^- \[[^\]]*\] /, '- '))
    .join('\n');

/** Changes that wait for the person's decision, and their outcome. */
export function cardTests(createWorld: CreateWorld): void {
  const started = async (text: string = corrected) => {
    const start = await startOn(createWorld, text);
    const { call, workspace, world } = start;
    return {
      ...start,
      cards: async (): Promise<Decision[]> => (await call('cards.list', { workspace })).cards,
      now: () => world.text(world.contextPath),
      /** Size of the history in bytes. */
      versions: async () => (await call('history.list', { workspace })).bytes,
    };
  };

  describe('an update no surer than the person’s correction', () => {
    test('waits for them while the rest is applied, and survives a restart', async () => {
      const { world, call, workspace, find, now, cards } = await started();
      const other = { ...learned('tea'), key: 'drink' };
      const result = await call('context.apply', {
        workspace,
        assistant: 'Claude',
        updates: [learned('French'), other],
      });
      expect(result.held).toEqual([learned('French')]);
      expect(result.notes.join()).toContain('“language” to “German”, which stays');
      expect(now()).toContain('user_correction: I moved] language: German\n');
      expect(await find('drink')).toMatchObject({ value: 'tea' });
      const card = { kind: 'held', name: 'Claude', theirs: { value: 'French' }, yours: { value: 'German' } };
      expect(await cards()).toMatchObject([card]);
      await world.restart();
      const again = await openIn(world);
      expect((await again.call('cards.list', { workspace })).cards).toMatchObject([card]);
      const { lines } = await again.call('history.list', { workspace });
      expect(lines.map(({ label }) => label)).toContain(
        'Held for you: Claude would have said “language: French” (likely)',
      );
    });

    test('alone writes nothing, and only the latest of several waits', async () => {
      const { call, workspace, now, cards } = await started();
      await call('context.apply', { workspace, updates: [learned('French')] });
      await call('context.apply', { workspace, updates: [learned('Dutch')] });
      expect(now()).toBe(corrected);
      expect(await cards()).toMatchObject([{ theirs: { value: 'Dutch' } }]);
    });

    test.each([
      ['take', ['language: French'], ['language: German']],
      ['keep', ['language: German'], ['language: French']],
      ['keep_both', ['language: German', 'language: French'], []],
    ] as const)('can be answered with “%s”, once', async (choice, stand, gone) => {
      const { call, workspace, now, cards } = await started();
      await call('context.apply', { workspace, updates: [learned('French')] });
      const [card] = await cards();
      const answer = { workspace, card: card?.id ?? '', choice };
      const { change } = await call('cards.settle', answer);
      for (const line of stand) {
        expect(now()).toContain(line);
      }
      for (const line of gone) {
        expect(now()).not.toContain(line);
      }
      expect(await cards()).toEqual([]);
      await expect(call('cards.settle', answer)).rejects.toMatchObject({ code: 'card_unknown' });
      if (change) {
        await call('context.undo', { workspace, change: change.id });
        expect(uncounted(now())).toBe(uncounted(corrected));
      } else {
        await call('cards.reopen', { workspace, card: answer.card });
      }
      expect(await cards()).toEqual([card]);
    });

    test('is answered once, even by two windows at the same moment', async () => {
      const { call, workspace, now, cards } = await started();
      await call('context.apply', { workspace, updates: [learned('French')] });
      const [card] = await cards();
      const answer = { workspace, card: card?.id ?? '', choice: 'keep_both' as const };
      const [first, second] = await Promise.allSettled([call('cards.settle', answer), call('cards.settle', answer)]);
      expect(first).toMatchObject({ status: 'fulfilled' });
      expect(second).toMatchObject({ status: 'rejected', reason: { code: 'card_unknown' } });
      expect(now()?.match(/language: French/g)).toHaveLength(1);
    });

    test('with the same text changes nothing', async () => {
      const { call, workspace, now, cards } = await started();
      const { held, change } = await call('context.apply', { workspace, updates: [learned('German')] });
      expect([held, change]).toEqual([[], null]);
      expect(now()).toBe(corrected);
      expect(await cards()).toEqual([]);
    });

    test('stops waiting once the person enters the same text', async () => {
      const { call, workspace, ref, cards } = await started();
      await call('context.apply', { workspace, updates: [learned('French')] });
      const operations = [{ op: 'edit' as const, entry: await ref('language'), value: 'French' }];
      await call('context.change', { workspace, operations });
      expect(await cards()).toEqual([]);
    });

    test('stops waiting once a surer update replaces the correction, which is reported', async () => {
      const { call, workspace, cards } = await started(
        corrected.replace('certain|user_correction: I', 'tentative|user_correction: I'),
      );
      await call('context.apply', { workspace, updates: [learned('French')] });
      expect(await cards()).toMatchObject([{ kind: 'held' }]);
      await call('context.apply', { workspace, updates: [learned('Spanish', 'certain')] });
      const texts = { yours: { value: 'German' }, theirs: { value: 'Spanish' } };
      expect(await cards()).toMatchObject([{ kind: 'losses', items: [{ what: 'overwritten', ...texts }] }]);
    });

    test('is shown beside the person’s last text, whatever another program made of that', async () => {
      const { world, call, workspace, cards, find } = await started();
      await call('context.apply', { workspace, updates: [learned('French')] });
      world.outside.replace(world.contextPath, corrected.replace('language: German', 'language: Dutch'));
      await world.until(async () => expect(await find('language')).toMatchObject({ value: 'Dutch' }));
      await world.until(async () => expect(await cards()).toHaveLength(2));
      expect((await cards()).find(({ kind }) => kind === 'held')).toMatchObject({ yours: { value: 'German' } });
    });

    test('is applied and reported if the person does not want updates held', async () => {
      const { call, workspace, find, cards } = await started();
      await call('settings.write', { workspace, values: { holdAgainstCorrections: false } });
      await call('context.apply', { workspace, updates: [learned('French')] });
      expect(await find('language')).toMatchObject({ value: 'French', source: 'observer' });
      expect(await cards()).toMatchObject([{ kind: 'losses', items: [{ what: 'overwritten' }] }]);
    });
  });

  describe('another program that writes the file', () => {
    test('drops prose, dates, pins and corrections: each is reported and can be restored', async () => {
      const { world, call, workspace, now, cards } = await started();
      world.outside.replace(world.contextPath, rewrittenByAnOldManager(corrected));
      await world.until(async () => expect(await cards()).toHaveLength(1));
      const [card] = await cards();
      expect(card).toMatchObject({ kind: 'losses' });
      const items = card?.kind === 'losses' ? card.items : [];
      expect(items.map(({ what, yours }) => `${what} ${yours.key ?? yours.value}`).sort()).toEqual([
        'dropped Best workouts on Wednesday evenings',
        'unmarked language',
        'unmarked unit_preference',
        'unpinned city',
        'unpinned tea',
      ]);
      const { change } = await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
      for (const { yours } of items) {
        expect(now()?.split('\n')).toContain(yours.raw);
      }
      expect(await cards()).toEqual([]);
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(now()).not.toContain('pinned');
    });

    test('drops an entry while Contexture is closed: it is reported at the next start, and restored to its place', async () => {
      const { world, workspace } = await started(context);
      await world.restart();
      world.outside.replace(world.contextPath, context.replace(/^.*Best workouts.*\n/m, ''));
      const again = await openIn(world);
      const { cards } = await again.call('cards.list', { workspace });
      expect(cards).toMatchObject([{ items: [{ what: 'dropped', theirs: null }], count: 1 }]);
      await again.call('cards.settle', { workspace, card: cards[0]?.id ?? '', choice: 'put_back' });
      const place = (text: string | null) => text?.split('\n').findIndex((line) => line.includes('Best workouts'));
      expect(place(world.text(world.contextPath))).toBe(place(context));
      await world.restart();
      const third = await openIn(world);
      expect((await third.call('cards.list', { workspace })).cards).toEqual([]);
    });

    test('overwrites a correction: both texts are shown, and one can be accepted', async () => {
      const { world, call, workspace, cards, now } = await started();
      world.outside.replace(world.contextPath, corrected.replace('language: German', 'language: French'));
      await world.until(async () => expect(await cards()).toHaveLength(1));
      const [card] = await cards();
      const texts = { yours: { value: 'German' }, theirs: { value: 'French' } };
      expect(card).toMatchObject({ items: [{ what: 'overwritten', ...texts }] });
      const answer = await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'leave' });
      expect(answer.change).toBeNull();
      expect(now()).toContain('language: French');
      expect(await cards()).toEqual([]);
    });

    test('writes on and on: lost text stays the person’s words, through all versions', async () => {
      const { world, call, workspace, cards, now, find } = await started();
      const over = (language: string) => corrected.replace(/^.*language: .*$/m, `- language: ${language}`);
      for (const language of ['French', 'Dutch']) {
        world.outside.replace(world.contextPath, over(language));
        await world.until(async () => expect(await find('language')).toMatchObject({ value: language }));
      }
      world.outside.replace(world.contextPath, corrected.replace(/^.*language: .*\n/m, ''));
      await world.until(async () =>
        expect(await cards()).toMatchObject([{ items: [{ what: 'dropped', yours: { value: 'German' } }] }]),
      );
      const [card] = await cards();
      await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
      expect(now()).toContain('user_correction: I moved] language: German\n');
    });

    test('changes pinned words: they come back, since a pin never passes to another text', async () => {
      const { world, call, workspace, cards, find } = await started();
      world.outside.replace(
        world.contextPath,
        corrected.replace('observer|pinned] city: Bern', 'observer] city: Basel'),
      );
      await world.until(async () => expect(await cards()).toMatchObject([{ items: [{ what: 'overwritten' }] }]));
      const [card] = await cards();
      await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
      expect(await find('city')).toMatchObject({ value: 'Bern', flags: { pinned: true } });
    });

    test('loses nothing by moving an entry to the archive', async () => {
      const { world, cards, call, workspace, summary } = await started(context);
      const line = /^.*(Best workouts.*)$/m.exec(context);
      world.outside.write(
        world.archivePath('2026-11-20'),
        `# Archived Context (2026-11-20)\n\n## Archived Insights\n- [2026-01-01] ${line?.[1]}\n`,
      );
      world.outside.replace(world.contextPath, context.replace(/^.*Best workouts.*\n/m, ''));
      await world.until(async () => expect((await summary()).marks.removed).toBe(1));
      expect(await cards()).toEqual([]);
      await call('archive.files', { workspace });
    });

    test.each([
      ['a line of an archive', (text: string) => text.replace(/^- oats.*\n/m, ''), 1],
      ['an archive file', () => null, 2],
    ])('removes %s: it is reported, and can be restored', async (_, change, count) => {
      const { world, call, workspace, cards, versions } = await started(context);
      const path = world.archivePath('2026-05-03');
      const archive = '# Archived Context (2026-05-03)\n\n## Archived Insights\n- [2024-01-01] naps: help\n- oats\n';
      world.outside.write(path, archive);
      const before = await versions();
      await call('archive.files', { workspace });
      await world.until(async () => expect(await versions()).not.toBe(before));
      const text = change(archive);
      if (text === null) {
        world.outside.remove(path);
      } else {
        world.outside.replace(path, text);
      }
      await world.until(async () =>
        expect(await cards()).toMatchObject([{ archive: 'global-2026-05-03.md', count, by: null }]),
      );
      const [card] = await cards();
      await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
      expect(world.text(path)).toBe(archive);
      expect(await cards()).toEqual([]);
    });

    test('leaves no decision about an overwritten entry once the person edits that entry', async () => {
      const { world, call, workspace, cards, ref } = await started();
      world.outside.replace(world.contextPath, corrected.replace('language: German', 'language: French'));
      await world.until(async () => expect(await cards()).toHaveLength(1));
      const operations = [{ op: 'edit' as const, entry: await ref('language'), value: 'Italian' }];
      await call('context.change', { workspace, operations });
      expect(await cards()).toEqual([]);
    });
  });

  test('reports what an assistant removes of the person’s corrections and pins, and nothing else', async () => {
    const { call, workspace, cards, ref, now } = await started();
    const remove = async (name: string) =>
      call('context.change', {
        workspace,
        assistant: 'Claude',
        operations: [{ op: 'delete', entry: await ref(name) }],
      });
    await remove('usual_time_of_day');
    expect(await cards()).toEqual([]);
    await remove('language');
    await remove('city');
    expect(await cards()).toMatchObject([
      { by: 'Claude', items: [{ what: 'dropped', yours: { key: 'city' } }] },
      { by: 'Claude', items: [{ what: 'dropped', yours: { key: 'language' } }] },
    ]);
    for (const card of await cards()) {
      await call('cards.settle', { workspace, card: card.id, choice: 'put_back' });
    }
    expect(now()).toContain('user_correction: I moved] language: German\n');
    expect(now()).toContain('observer|pinned] city: Bern\n');
  });

  test('reports a correction that another program makes less sure, and keeps holding updates against it', async () => {
    const { world, call, workspace, cards, now } = await started();
    world.outside.replace(
      world.contextPath,
      corrected.replace('certain|user_correction: I', 'tentative|user_correction: I'),
    );
    await world.until(async () => expect(await cards()).toMatchObject([{ items: [{ what: 'lowered' }] }]));
    const [card] = await cards();
    await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
    expect(now()).toContain('certain|user_correction: I moved] language: German\n');
  });

  test('changes by another process of ours for the person are no loss', async () => {
    const { world, workspace, cards, entries } = await started();
    const other = await openIn(world.another(), { caller: 'other' });
    const entry = await other.ref('language');
    await other.call('context.change', { workspace: other.workspace, operations: [{ op: 'delete', entry }] });
    await world.until(async () => expect((await entries()).some(({ key }) => key === 'language')).toBe(false));
    expect(await cards()).toEqual([]);
    expect(workspace).toBe(other.workspace);
  });
}
