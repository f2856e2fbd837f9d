import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { applySplices } from '#shared/contract/reading/entry-splices.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import { openIn, type World } from '../engine-world.ts';
import { type CreateWorld, startOn, update } from './starting.ts';

/** Few words and many tokens, oldest first. */
const insights = Array.from(
  { length: 12 },
  (_, n) => `- [2026-01-${String(n + 10)}] 他每周三晚上去健身房锻炼身体，然后回家做饭，电话00491511234567${n + 10}`,
);
const context = [
  ...['---', 'last_updated: 2026-01-16', 'version: 15', 'token_estimate: 1', '---', ''],
  ...['## Preferences', '- language: Chinese', '', '## Insights', ...insights, ''],
].join('\n');
const limit = 400;

const estimated = (text: string): number => estimateOfWords(countWords(text));

/** Measures the budget by a real token count. */
export function measureTests(createWorld: CreateWorld): void {
  const started = async () => {
    const begun = await startOn(createWorld, context);
    await begun.call('settings.write', { workspace: begun.workspace, values: { tokenLimit: limit } });
    return begun;
  };
  const textOf = (world: World): string => world.text(world.contextPath) ?? '';

  describe('the measure of the budget', () => {
    test('is the estimate, until the person chooses the count, whose effect is previewed', async () => {
      const { world, call, workspace } = await started();
      const { summary } = await call('context.read', { workspace });
      expect(summary.tokens).toMatchObject({ measure: 'estimate', problem: null, total: estimated(context) });
      const effect = await call('settings.preview', { workspace, values: { measure: 'count' } });
      expect(effect).toMatchObject({ tokensBefore: estimated(context), tokensAfter: countTokens(context), limit });
      expect(effect.tokensAfter).toBeGreaterThan(limit);
      await call('settings.write', { workspace, values: { measure: 'count' } });
      const counted = await call('context.read', { workspace });
      expect(counted.summary.tokens).toMatchObject({ measure: 'count', problem: null, total: countTokens(context) });
      expect(counted.summary.tokens.segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(countTokens(context));
      // Switching archives nothing: archiving is offered.
      expect(textOf(world)).toBe(context);
      const { archived } = await call('context.archiveOverflow', { workspace });
      expect(archived.map(({ raw }) => raw)).toEqual(effect.wouldLeave.map(({ raw }) => raw));
      expect(archived.map(({ raw }) => raw)).toEqual(insights.slice(0, archived.length));
    });

    test('decides what is archived, exactly as many as the tokenizer requires', async () => {
      const { world, call, workspace } = await started();
      await call('settings.write', { workspace, values: { measure: 'count' } });
      const { archived } = await call('context.apply', { workspace, updates: [update('tea', '喜欢绿茶')] });
      const after = textOf(world);
      expect(countTokens(after)).toBeLessThanOrEqual(limit);
      const last = archived.at(-1)?.raw ?? '';
      expect(countTokens(after.replace('## Insights\n', `## Insights\n${last}\n`))).toBeGreaterThan(limit);
      expect(archived.map(({ raw }) => raw)).toEqual(insights.slice(0, archived.length));
      // The value in the file is the format's, whatever is measured.
      expect(after).toContain(`token_estimate: ${estimated(after)}\n`);
      await call('settings.write', { workspace, values: { measure: 'estimate' } });
      const more = await call('context.apply', { workspace, updates: [update('coffee', '喜欢咖啡')] });
      expect(more.archived).toEqual([]);
    });

    test('updates the weights of entries for followers, in every process on the workspace', async () => {
      const { world, call, workspace, events } = await started();
      const other = await openIn(world.another());
      const before = await call('context.read', { workspace });
      const from = events.length;
      await call('settings.write', { workspace, values: { measure: 'count' } });
      let followed: readonly EntryView[] = before.entries;
      for (const event of events.slice(from)) {
        if (event.event === 'context.changed') {
          followed = applySplices(followed, event.data.splices);
        }
      }
      const { entries } = await call('context.read', { workspace });
      expect(followed).toEqual(entries);
      expect(entries.map(({ weight }) => weight)).toEqual(entries.map(({ raw }) => countTokens(`${raw}\n`)));
      await world.until(async () => {
        const theirs = await other.call('context.read', { workspace: other.workspace });
        expect(theirs.summary.tokens).toMatchObject({ measure: 'count', total: countTokens(context) });
        expect(theirs.entries.map(({ weight }) => weight)).toEqual(entries.map(({ weight }) => weight));
      });
    });

    test('applies in another process from the next change on, with the limit', async () => {
      const { world, call, workspace } = await started();
      const beside = world.another();
      const other = await openIn(beside);
      const learn = (key: string) => other.call('context.apply', { workspace, updates: [update(key, '喜欢绿茶')] });
      await call('settings.write', { workspace, values: { measure: 'count' } });
      expect((await learn('tea')).archived).not.toEqual([]);
      expect(countTokens(textOf(world))).toBeLessThanOrEqual(limit);
      await call('settings.write', { workspace, values: { tokenLimit: 300 } });
      await learn('coffee');
      expect(countTokens(textOf(world))).toBeLessThanOrEqual(300);
      await beside.engine().close();
    });

    test('falls back to the estimate when the tokenizer is missing, and reports that', async () => {
      const { world } = await started();
      const ports = world.ports as { tokenizer: World['ports']['tokenizer'] };
      let asked = 0;
      ports.tokenizer = async () => {
        asked += 1;
        throw new Error('gone');
      };
      await world.restart();
      const { call, workspace } = await openIn(world);
      await call('context.apply', { workspace, updates: [update('tea', '喜欢绿茶')] });
      // Two megabytes that are loaded on request only.
      expect(asked).toBe(0);
      const text = textOf(world);
      await expect(call('settings.preview', { workspace, values: { measure: 'count' } })).rejects.toMatchObject({
        code: 'unavailable',
      });
      await call('settings.write', { workspace, values: { measure: 'count' } });
      const { summary } = await call('context.read', { workspace });
      expect(summary.tokens).toMatchObject({ measure: 'estimate', total: estimated(text) });
      expect(summary.tokens.problem).toContain('could not be loaded');
      const { settings, problems } = await call('settings.read', { workspace });
      expect([settings.measure, problems]).toEqual(['count', [summary.tokens.problem]]);
      await call('settings.write', { workspace, values: { measure: 'estimate' } });
      expect((await call('context.read', { workspace })).summary.tokens.problem).toBeNull();
    });
  });
}
