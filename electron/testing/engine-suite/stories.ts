import { describe, expect, test } from 'vitest';
import type { Operation } from '#shared/contract/changes.ts';
import type { Result } from '#shared/contract/contract.ts';
import { type CreateWorld, startOn, update } from './starting.ts';

/** An entry from version to version: every text, its author, and its absences. */
export function storyTests(createWorld: CreateWorld): void {
  type Opened = Awaited<ReturnType<typeof startOn>>;
  type Story = Result<'history.story'>;
  const change = async ({ call, workspace, ref }: Opened, name: string, said: Partial<Operation>) =>
    call('context.change', { workspace, operations: [{ ...said, entry: await ref(name) } as Operation] });
  const told = ({ steps }: Pick<Story, 'steps'>) =>
    steps.map(({ what, who, entry }) => `${what} ${who} ${entry.value}`);
  const story = async ({ call, workspace, ref }: Opened, name: string): Promise<Story> =>
    call('history.story', { workspace, entry: await ref(name) });

  describe('a change in the history', () => {
    test('is undone alone when another program made it, and later changes stay', async () => {
      const opened = await startOn(createWorld);
      const { world, call, workspace, find } = opened;
      const text = world.text(world.contextPath) ?? '';
      world.outside.replace(world.contextPath, text.replace('language: English', 'language: French'));
      await world.until(async () => expect(await find('language')).toMatchObject({ value: 'French' }));
      await change(opened, 'tea', { op: 'edit', value: 'green' });
      const { lines } = await call('history.list', { workspace });
      const [mine, theirs] = lines;
      expect(mine).toMatchObject({ undo: { change: expect.any(String) } });
      expect(theirs).toMatchObject({ who: 'outside', undo: 'version' });
      const position = theirs?.position ?? 0;
      const { texts } = await call('history.texts', { workspace, positions: [position] });
      expect(texts[0]?.entries.map(({ before, after }) => [before?.value, after?.value])).toEqual([
        ['English', 'French'],
      ]);
      await call('history.undo', { workspace, position });
      expect(await find('language')).toMatchObject({ value: 'English' });
      expect(await find('tea')).toMatchObject({ value: 'green' });
      await call('context.undo', { workspace });
      expect(await find('language')).toMatchObject({ value: 'French' });
    });
  });

  describe('the story of an entry', () => {
    test('has every text by every author, through moves, marks, the archive and back', async () => {
      const opened = await startOn(createWorld);
      const { world, call, workspace, find } = opened;
      await change(opened, 'language', { op: 'edit', value: 'German' });
      await change(opened, 'language', { op: 'move', category: 'fact' });
      await change(opened, 'language', { op: 'pin', pinned: true });
      await change(opened, 'tea', { op: 'delete' });
      await change(opened, 'language', { op: 'archive' });
      const { entries } = await call('archive.entries', { workspace });
      const { file, raw, ordinal } = entries.find(({ value }) => value === 'German') ?? {
        file: '',
        raw: '',
        ordinal: 0,
      };
      await call('archive.restore', { workspace, items: [{ entry: { file, raw, ordinal } }] });
      const text = world.text(world.contextPath) ?? '';
      world.outside.replace(world.contextPath, text.replace('language: German', 'language: French'));
      await world.until(async () => expect(await find('language')).toMatchObject({ value: 'French' }));
      const { steps, next } = await story(opened, 'language');
      expect(next).toBeNull();
      expect(told({ steps })).toEqual([
        'reworded outside French',
        'came person German',
        'archived person German',
        'reworded person German',
        'known outside English',
      ]);
      expect(steps[3]?.before?.value).toBe('English');
      await world.restart();
    });

    test('covers an archived entry, starting with its text in the archive', async () => {
      const opened = await startOn(createWorld);
      const { call, workspace } = opened;
      await change(opened, 'language', { op: 'edit', value: 'German' });
      await change(opened, 'language', { op: 'archive' });
      await change(opened, 'tea', { op: 'edit', value: 'green' });
      const { entries } = await call('archive.entries', { workspace });
      const archived = entries.find(({ value }) => value === 'German');
      const { category = null, key = null, raw = '', ordinal = 0, value = '', date = null } = archived ?? {};
      const entry = { category, key, raw, ordinal };
      const gone = { ...entry, value, date, confidence: 'certain' as const, tokens: 0 };
      const from = { position: Number.MAX_SAFE_INTEGER, entry: gone, isGone: true };
      expect(told(await call('history.story', { workspace, entry, from }))).toEqual([
        'archived person German',
        'reworded person German',
        'known outside English',
      ]);
    });

    test('begins with who learned it, and never includes another entry’s', async () => {
      const opened = await startOn(createWorld);
      const { call, workspace } = opened;
      await call('context.apply', { workspace, updates: [update('drink', 'black tea', 'fact')], assistant: 'Otto' });
      await change(opened, 'drink', { op: 'edit', value: 'coffee' });
      const { steps } = await story(opened, 'drink');
      expect(told({ steps })).toEqual(['reworded person coffee', 'came assistant black tea']);
      expect(steps[1]).toMatchObject({ name: 'Otto', before: null });
      expect(told(await story(opened, 'tea'))).toEqual(['known outside calms']);
    });

    test('continues from where a page stopped', async () => {
      const opened = await startOn(createWorld);
      const { call, workspace, ref } = opened;
      for (let turn = 0; turn < 5; turn++) {
        await change(opened, 'tea', { op: 'edit', value: `tea ${turn}` });
      }
      const whole = await story(opened, 'tea');
      expect(whole.steps).toHaveLength(6);
      const steps: Story['steps'][number][] = [];
      let from: Story['next'] = null;
      do {
        const page: Story = await call('history.story', {
          workspace,
          entry: await ref('tea'),
          versions: 1,
          ...(from && { from }),
        });
        steps.push(...page.steps);
        from = page.next;
      } while (from !== null);
      expect(steps).toEqual(whole.steps);
    });

    test('is empty for a missing entry', async () => {
      const { call, workspace, ref } = await startOn(createWorld);
      const entry = { ...(await ref('tea')), raw: '- never: there' };
      expect(await call('history.story', { workspace, entry })).toEqual({ steps: [], next: null });
    });
  });
}
