import { describe, expect, test } from 'vitest';
import type { LossesDecision } from '#shared/contract/features/decisions.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { type CreateWorld, startOn } from './starting.ts';

const head = '---\nlast_updated: 2026-01-16\nversion: 15\ntoken_estimate: 45\n---\n\n# Global Context\n';

const twins = `${head}
## Facts (certain)
- city: Lisbon
- [2026-01-16|certain|observer|pinned] city: Lisbon
- [2026-01-16|certain|observer|pinned] city: Lisbon
- street: Rua Augusta
`;

const kept = `${head}
## Insights (tentative)
- [2025-12-01|tentative|user_correction] sleep_effect: drops below 7 hours
- [2025-12-01|likely|observer|confirmed] walks: in the evening
- [2025-12-01|tentative|observer|pinned] tea: calms
- [2025-12-01|tentative|observer] coffee: wakes
- Best workouts on Wednesday evenings
`;

/** Losses by another program: reported and put back. */
export function lossTests(createWorld: CreateWorld): void {
  const started = async (text: string) => {
    const start = await startOn(createWorld, text);
    const { call, workspace, world } = start;
    const losses = async (): Promise<LossesDecision[]> =>
      (await call('cards.list', { workspace })).cards.flatMap((card) => (card.kind === 'losses' ? [card] : []));
    return {
      ...start,
      losses,
      told: async () =>
        (await losses()).flatMap(({ items }) => items.map(({ what, yours }) => `${what} ${yours.key ?? yours.value}`)),
      now: () => world.text(world.contextPath) ?? '',
      /** Writes the file as another program, and waits until losses are determined. */
      rewrite: async (after: string) => {
        world.outside.replace(world.contextPath, after);
        const raws = readContext(after).entries.map(({ raw }) => raw);
        await world.until(async () => expect((await start.entries()).map(({ raw }) => raw)).toEqual(raws));
        await call('archive.files', { workspace });
      },
      putAllBack: async () => {
        for (const { id } of await losses()) {
          await call('cards.settle', { workspace, card: id, choice: 'put_back' });
        }
      },
    };
  };

  describe('an answered decision returns', () => {
    const overwritten = kept.replace('drops below 7 hours', 'does not matter');

    test('when putting back is undone, and not after redo', async () => {
      const { call, workspace, rewrite, losses, told, now } = await started(kept);
      await rewrite(overwritten);
      expect(await told()).toEqual(['overwritten sleep_effect']);
      const [card] = await losses();
      const { change } = await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
      expect(now()).toContain('drops below 7 hours');
      expect(await told()).toEqual([]);
      const undone = await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(now()).toContain('does not matter');
      expect(await told()).toEqual(['overwritten sleep_effect']);
      await call('context.undo', { workspace, change: undone.change?.id ?? '' });
      expect(now()).toContain('drops below 7 hours');
      expect(await told()).toEqual([]);
    });

    test('when accepting is taken back, once', async () => {
      const { call, workspace, rewrite, losses, told, now } = await started(kept);
      await rewrite(overwritten);
      const [card] = await losses();
      const answer = { workspace, card: card?.id ?? '' };
      await call('cards.settle', { ...answer, choice: 'leave' });
      expect(await told()).toEqual([]);
      await call('cards.reopen', answer);
      expect(await losses()).toEqual([card]);
      await expect(call('cards.reopen', answer)).rejects.toMatchObject({ code: 'card_unknown' });
      await call('cards.settle', { ...answer, choice: 'put_back' });
      expect(now()).toContain('drops below 7 hours');
      expect(await told()).toEqual([]);
    });
  });

  describe('with several identical entries', () => {
    test('all that go and return unchanged are settled', async () => {
      const { rewrite, told, now } = await started(twins);
      await rewrite(head);
      expect(await told()).toHaveLength(4);
      await rewrite(twins);
      expect(await told()).toEqual([]);
      expect(now()).toBe(twins);
    });

    test.each([
      ['two come back without their pins', (text: string) => text.replaceAll('|pinned]', ']')],
      ['two come back without brackets', (text: string) => text.replace(/\[[^\]]*\] /g, '')],
      ['one comes back', (text: string) => text.replace(/(- \[.*\n){2}/, '')],
      ['none comes back', () => head],
      ['each comes back with other words', (text: string) => text.replaceAll('Lisbon', 'Porto')],
    ])('%s, and all are restored', async (_, edit) => {
      const { rewrite, putAllBack, told, now } = await started(twins);
      await rewrite(head);
      await rewrite(edit(twins));
      await putAllBack();
      expect(await told()).toEqual([]);
      const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));
      expect(
        lines(now())
          .filter((line) => line.includes('Lisbon'))
          .sort(),
      ).toEqual(
        lines(twins)
          .filter((line) => line.includes('Lisbon'))
          .sort(),
      );
    });
  });

  const household = `${head}\n## Household\n- rubbish: Tuesdays\n- Water the ferns\n\n## Facts (certain)\n- city: Lisbon\n`;

  test('restores entries under their heading, and the heading with them if it is gone', async () => {
    const { rewrite, putAllBack, told, now } = await started(household);
    await rewrite(`${head}\n## Facts (certain)\n`);
    await putAllBack();
    expect(await told()).toEqual([]);
    const { entries } = readContext(now());
    expect(entries.map(({ section, raw }) => `${section}: ${raw}`).sort()).toEqual([
      'Facts (certain): - city: Lisbon',
      'Household: - Water the ferns',
      'Household: - rubbish: Tuesdays',
    ]);
  });

  test('restores the others when one can’t be restored', async () => {
    const uneven = '## Insights\n- tea: calms\n - coffee: wakes\n';
    const text = `${head}\n## Facts (certain)\n- city: Lisbon\n- street: Rua Augusta\n\n${uneven}  text\n   - naps: help\n`;
    const { call, workspace, rewrite, losses, told, now } = await started(text);
    await rewrite(`${head}\n## Facts (certain)\n- city: Lisbon\n\n${uneven}`);
    const [card] = await losses();
    const { notes } = await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
    expect(now()).toContain('- street: Rua Augusta\n');
    expect(notes.join()).toContain('1 of them can’t be restored');
    expect(await told()).toEqual(['dropped naps']);
  });

  test('a program that changes white space with each write makes no second entry, however often it is restored', async () => {
    const text = `${head}\n## Insights (tentative)\n- Picks up kids at 3:30\n- [2026-01-16|certain|user_correction] Leaves at 7:15 sharp\n`;
    const spaced = (of: string) => of.replace(/(\d):(\d\d)(?!\d)/g, '$1: $2');
    const { rewrite, putAllBack, told, now } = await started(text);
    for (let n = 0; n < 3; n++) {
      await rewrite(spaced(now()));
      expect(await told()).toEqual(['overwritten Leaves at 7:15 sharp']);
      await putAllBack();
      expect(await told()).toEqual([]);
      expect(readContext(now()).entries).toHaveLength(2);
    }
    expect(now()).toContain('user_correction] Leaves at 7:15 sharp\n');
  });

  const archive = (...lines: string[]) =>
    `---\narchived_from: global.md\narchived_date: 2026-11-20\nreason: size_management\n---\n\n# Archived Context (2026-11-20)\n\n## Archived Insights\n${lines.map((line) => `- [2025-12-01] ${line}\n`).join('')}`;

  describe('another program that archives', () => {
    test('is reported for what the person corrected, confirmed or pinned, and putting that back removes it from the archive', async () => {
      const { world, call, workspace, rewrite, told, putAllBack, now } = await started(kept);
      const path = world.archivePath('2026-11-20');
      const moved = ['sleep_effect: drops below 7 hours', 'walks: in the evening', 'tea: calms', 'coffee: wakes'];
      world.outside.write(path, archive(...moved));
      await rewrite(`${head}\n## Insights (tentative)\n- Best workouts on Wednesday evenings\n`);
      expect((await told()).sort()).toEqual(['archived sleep_effect', 'archived tea', 'archived walks']);
      await putAllBack();
      expect(await told()).toEqual([]);
      for (const line of kept.split('\n').filter((each) => /^- .*(sleep|walks|tea)/.test(each))) {
        expect(now().split('\n')).toContain(line);
      }
      expect(world.text(path)).toBe(archive('coffee: wakes'));
      await call('context.undo', { workspace });
      expect(world.text(path)).toContain('tea: calms');
      expect(now()).not.toContain('tea: calms');
    });

    test('leaves no records of unprotected entries, so that nothing grows', async () => {
      const many = Array.from({ length: 40 }, (_, n) => `learned_${n}: something said on day ${n}`);
      const text = `${head}\n## Insights (tentative)\n${many.map((line) => `- ${line}\n`).join('')}`;
      const { world, rewrite, told } = await started(text);
      const cardsFile = () =>
        world
          .everyFile()
          .filter(({ path }) => path.endsWith('cards.json'))
          .map(({ bytes }) => bytes.length);
      for (let left = 30; left >= 0; left -= 10) {
        world.outside.write(world.archivePath('2026-11-20'), archive(...many.slice(left)));
        await rewrite(
          `${head}\n## Insights (tentative)\n${many
            .slice(0, left)
            .map((line) => `- ${line}\n`)
            .join('')}`,
        );
        expect(await told()).toEqual([]);
      }
      expect(Math.max(...cardsFile())).toBeLessThan(100);
    });

    test('settles an archived entry that returns to its archive', async () => {
      const { world, call, workspace, told, losses } = await started(twins);
      const path = world.archivePath('2026-11-20');
      const whole = archive('coffee: wakes', 'naps: help', 'walks: help too');
      const kept = () => call('history.list', { workspace });
      const before = await kept();
      const write = async (text: string, seen: () => Promise<void>) => {
        world.outside.write(path, text);
        await call('archive.files', { workspace });
        await world.until(seen);
      };
      // Only removal after it was stored can be reported.
      await write(whole, async () => expect((await kept()).bytes).toBeGreaterThan(before.bytes));
      await write(archive('coffee: wakes'), async () =>
        expect(await told()).toEqual(['dropped naps', 'dropped walks']),
      );
      const without = await kept();
      await write(whole, async () => {
        expect(await losses()).toEqual([]);
        expect((await kept()).total).toBe(without.total + 1);
      });
      world.outside.remove(path);
      await world.until(async () => expect(await losses()).toMatchObject([{ count: 3 }]));
    });
  });
}
