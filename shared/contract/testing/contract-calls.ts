import { describe, expect, it } from 'vitest';
import { ContextureError } from '../errors.ts';
import { type Bench, settingsAnswer } from './bench.ts';

/** Calls, answers and errors. */
export function describeCalls(bench: Bench): void {
  describe('calls', () => {
    it('carry parameters there and the answer back', async () => {
      await expect(bench.client.call('settings.read', { workspace: 'w1' })).resolves.toEqual(settingsAnswer);
      expect(bench.service.calls).toEqual([
        { method: 'settings.read', params: { workspace: 'w1' }, caller: bench.connection.caller },
      ]);
    });

    it('arrive with defaults filled in', async () => {
      const perCategory = { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 };
      const nothing = { revision: 1, reading: null, total: 0, entries: [], files: [], layout: null };
      bench.service.answer('archive.entries', () => ({ ...nothing, perCategory }));
      await bench.client.call('archive.entries', { workspace: 'w1' });
      expect(bench.service.calls[0]?.params).toEqual({
        workspace: 'w1',
        query: '',
        categories: [],
        files: [],
        offset: 0,
        limit: 200,
        read: 'all',
        layout: false,
      });
    });

    it('keep any text as it is', async () => {
      const path = 'C:\\x\u0000\u2028\u2029\u202e"\'</script>\r\n\ud83d\ude00\ufeffé\u0301';
      bench.service.answer('workspaces.forget', () => ({}));
      await bench.client.call('workspaces.forget', { path });
      expect(bench.service.calls[0]?.params).toEqual({ path });
    });

    it('hand over copies, never the service’s own objects', async () => {
      const answer = await bench.client.call('settings.read', { workspace: 'w1' });
      answer.settings.tokenLimit = 1;
      expect(settingsAnswer.settings.tokenLimit).toBe(2000);
    });

    it('match answers to calls in any order', async () => {
      bench.service.answer('workspaces.browse', async ({ folder }) => {
        await new Promise((resolve) => setTimeout(resolve, Number(folder) % 7));
        return { folder: folder ?? '', parent: null, opens: false, hidden: 0, items: [] };
      });
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, index) => bench.client.call('workspaces.browse', { folder: String(index) })),
      );
      expect(answers.map((answer) => answer.folder)).toEqual(answers.map((_, index) => String(index)));
    });
  });

  describe('errors', () => {
    it('cross as data, with code, details and retry', async () => {
      bench.service.answer('settings.read', () => {
        throw new ContextureError('busy', 'Someone else is writing.', { waited: 5000 }, { retry: true });
      });
      const error = await bench.failureOf(bench.client.call('settings.read', { workspace: 'w1' }));
      expect(error.toData()).toEqual({
        code: 'busy',
        message: 'Someone else is writing.',
        details: { waited: 5000 },
        retry: true,
      });
    });

    it('become `internal` if unexpected', async () => {
      bench.service.answer('settings.read', () => {
        throw new TypeError('boom');
      });
      const error = await bench.failureOf(bench.client.call('settings.read', { workspace: 'w1' }));
      expect(error.code).toBe('internal');
      expect(error.stack).not.toContain('service.answer');
    });

    it.each([
      ['of the wrong form', { settings: 'none' }],
      ['with more than was declared', { ...settingsAnswer, more: 1 }],
      ['that are nothing at all', undefined],
    ])('report answers %s', async (_, answer) => {
      bench.service.answer('settings.read', () => answer as never);
      const error = await bench.failureOf(bench.client.call('settings.read', { workspace: 'w1' }));
      expect(error.code).toBe('internal');
    });

    it('report answers that can’t cross', async () => {
      bench.service.answer('settings.read', () => ({ big: 1n }) as never);
      const error = await bench.failureOf(bench.client.call('settings.read', { workspace: 'w1' }));
      expect(error.code).toBe('internal');
    });
  });
}
