import { describe, expect, test } from 'vitest';
import { openIn } from '../engine-world.ts';
import { edit, erase, type OpenWorld } from './erasing.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

/** A text that is also file syntax: a date, a flag, a section, a value. */
export function erasingSyntaxTests(createWorld: CreateWorld): void {
  const started = (text = context): Promise<OpenWorld> => startOn(createWorld, text);
  const said = `${context}- plans: goes to the Insights fair in 2026, pinned to the wall\n`;

  describe('erasing a text that is also syntax', () => {
    test.each([
      ['2026', 'goes to the Insights fair in, pinned to the wall'],
      ['pinned', 'goes to the Insights fair in 2026, to the wall'],
      ['Insights', 'goes to the fair in 2026, pinned to the wall'],
      ['last_updated', null],
      ['user_correction', null],
      ['certain', null],
      ['tentative', null],
    ])('leaves %j alone as syntax, and announces that in the preview', async (text, left) => {
      const opened = await started(said);
      const { world, call, workspace, entries } = opened;
      const known = (await entries()).map(({ category, date, confidence, flags }) => ({
        category,
        date,
        confidence,
        flags,
      }));
      const preview = await call('erase.preview', { workspace, target: { text } });
      expect(preview.syntaxCount).toBe(said.split('\n').filter((line) => line.includes(text)).length - (left ? 1 : 0));
      expect(preview.lines.map(({ after }) => after)).toEqual(left === null ? [] : [`- plans: ${left}`]);
      const { left: notErased } = await erase(opened, { text });
      expect(notErased).toEqual([]);
      expect(uncounted(world.text(world.contextPath))).toBe(
        uncounted(said.replace(/^- plans: .*$/m, left === null ? '$&' : `- plans: ${left}`)),
      );
      expect(
        (await entries()).map(({ category, date, confidence, flags }) => ({ category, date, confidence, flags })),
      ).toEqual(known);
      expect((await call('erase.returned', { workspace })).returned).toEqual([]);
      expect((await call('erase.preview', { workspace, target: { text } })).places).toEqual([]);
    });

    test.each([
      ['a whole line', '- [2025-12-01|tentative|post_query] sleep_effect: performance drops below 7 hours', ''],
      [
        'the end of a bracket and the text after it',
        'tentative|post_query] sleep_effect: performance',
        '- [2025-12-01| drops below 7 hours\n',
      ],
      ['a name and its value', 'sleep_effect: performance drops below 7 hours', ''],
    ])('removes %s, which is more than syntax', async (_, text, left) => {
      const opened = await started();
      const { world, call, workspace } = opened;
      expect((await call('erase.preview', { workspace, target: { text } })).syntaxCount).toBe(0);
      await erase(opened, { text });
      const line = '- [2025-12-01|tentative|post_query] sleep_effect: performance drops below 7 hours\n';
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context.replace(line, left)));
    });

    test('removes it from syntax too if the person chooses that, as the preview shows', async () => {
      const opened = await started(said);
      const { world, call, workspace } = opened;
      const preview = await call('erase.preview', { workspace, target: { text: 'pinned' }, syntax: true });
      expect(preview).toMatchObject({ syntax: [], syntaxCount: 0 });
      expect(preview.lines.map(({ before, after }) => [before, after])).toContainEqual([
        '- [2025-11-01|tentative|post_query|pinned] tea: calms',
        '- [2025-11-01|tentative|post_query|] tea: calms',
      ]);
      await erase(opened, { text: 'pinned' }, true);
      const text = world.text(world.contextPath) ?? '';
      expect(preview.lines.every(({ after }) => after === null || text.includes(after))).toBe(true);
      expect(text).not.toContain('pinned');
    });

    test('keeps marks, decisions, undo steps and settings readable that use the same words', async () => {
      const opened = await started(said);
      const { world, call, workspace, ref, summary } = opened;
      world.outside.write(`${world.root}/.contexture/settings.yaml`, '# over 3000 is too much\ntoken_limit: 3000\n');
      await call('workspaces.attend', { workspace, visible: true });
      await world.until(async () =>
        expect((await call('settings.read', { workspace })).settings.tokenLimit).toBe(3000),
      );
      await edit(opened, 'language', 'German');
      await call('context.apply', {
        workspace,
        updates: [{ ...update('language', 'Welsh', 'preference'), confidence: 'tentative' }],
      });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      await call('context.apply', {
        workspace,
        updates: [update('sleep_effect', 'changed by tea')],
        assistant: 'Otto',
      });
      const marks = (await summary()).marks;
      const labels = async ({ call: ask }: Pick<OpenWorld, 'call'>) =>
        (await ask('history.list', { workspace })).lines.filter(
          (line) => line.type === 'version' && line.who === 'outside' && line.kind === 'context',
        );
      const before = (await labels(opened)).map(({ label }) => label);
      const words =
        '2026 2025 pinned changed superseded insight preference tentative 3000 token_limit outside person assistant';
      const others = 'added done undone read held heading comment confirmed';
      for (const text of `${words} ${others}`.split(' ')) {
        await erase(opened, { text });
      }
      expect((await summary()).marks).toEqual(marks);
      expect((await call('cards.list', { workspace })).cards).toMatchObject([
        { kind: 'held', theirs: { value: 'Welsh' } },
      ]);
      expect(world.text(`${world.root}/.contexture/settings.yaml`)).toBe('# over is too much\ntoken_limit: 3000\n');
      await world.restart();
      const again = await openIn(world);
      expect((await labels(again)).map(({ label }) => label)).toEqual(before);
      expect((await again.summary()).marks).toEqual(marks);
      expect((await again.call('cards.list', { workspace })).total).toBe(1);
      for (const line of (await again.call('history.list', { workspace })).lines.filter(
        ({ type }) => type === 'version',
      )) {
        expect(line).toMatchObject({ available: true });
      }
      expect(world.everyFile().filter(({ path }) => path.includes('damaged'))).toEqual([]);
    });
  });
}
