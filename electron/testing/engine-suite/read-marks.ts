import { describe, expect, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { openIn, type World } from '../engine-world.ts';
import { type CreateWorld, context, startOn, update } from './starting.ts';

const line = '- language: English';
const says = (value: string): string => context.replace(line, `- language: ${value}`);
const earlier = { category: 'preference', key: 'language', value: 'English', confidence: 'certain' };
const none = { new: 0, changed: 0, superseded: 0, removed: 0 };

/** Changes by others since the person last looked, marked as seen one by one. */
export function markTests(createWorld: CreateWorld): void {
  const started = () => startOn(createWorld);

  describe('changes by others since the person last looked', () => {
    test('show the earlier text, however often it changes, and after a restart', async () => {
      const { world, find } = await started();
      world.outside.replace(world.contextPath, says('French'));
      await world.until(async () => expect(await find('language')).toMatchObject({ mark: 'changed', earlier }));
      world.outside.replace(world.contextPath, says('Polish'));
      await world.until(async () => expect(await find('language')).toMatchObject({ value: 'Polish', earlier }));
      await world.restart();
      world.outside.write(world.contextPath, says('Dutch'));
      const again = await openIn(world);
      expect(await again.find('language')).toMatchObject({ mark: 'changed', value: 'Dutch', earlier });
    });

    test('are marked as seen one by one, in every interface and for good', async () => {
      const { world, workspace, call, find } = await started();
      const other = await openIn(world, { caller: 'other' });
      world.outside.replace(world.contextPath, `${says('French')}- cat: Minka\n- cat: Minka\n`.replace('tea', 'rum'));
      await world.until(async () => expect(await find('language')).toMatchObject({ mark: 'changed' }));
      const duplicate = { ...refOf(await find('cat')), ordinal: 1 };
      await call('context.markSeen', { workspace, entries: [refOf(await find('language')), duplicate] });
      expect(other.of('context.changed').at(-1)?.summary.marks).toMatchObject({ changed: 0, new: 2, removed: 1 });
      await world.restart();
      const again = await openIn(world);
      expect((await again.summary()).marks).toEqual({ ...none, new: 2, removed: 1 });
      const cats = (await again.entries()).filter(({ key }) => key === 'cat');
      expect(cats.map(({ mark }) => mark)).toEqual(['new', null]);
      expect(await again.find('language')).not.toHaveProperty('earlier');
    });

    test('are not seen if the entry changed again before the person said so', async () => {
      const { world, workspace, call, find } = await started();
      world.outside.replace(world.contextPath, says('French'));
      await world.until(async () => expect(await find('language')).toMatchObject({ mark: 'changed' }));
      const seen = refOf(await find('language'));
      world.outside.replace(world.contextPath, says('Polish'));
      await world.until(async () => expect(await find('language')).toMatchObject({ value: 'Polish' }));
      await call('context.markSeen', { workspace, entries: [seen] });
      expect(await find('language')).toMatchObject({ mark: 'changed', earlier });
    });

    test('are not seen if they came after the ones the person marked', async () => {
      const { world, workspace, call, find, summary } = await started();
      world.outside.replace(world.contextPath, says('French').replace('- Best workouts on Wednesday evenings\n', ''));
      await world.until(async () => expect((await summary()).marks).toEqual({ ...none, changed: 1, removed: 1 }));
      const seen = { entries: [refOf(await find('language'))], removed: 1 };
      world.outside.replace(
        world.contextPath,
        says('French')
          .replace(/- (Best|.*tea).*\n/g, '')
          .replace('km', 'miles'),
      );
      await world.until(async () => expect((await summary()).marks).toEqual({ ...none, changed: 2, removed: 2 }));
      await call('context.markSeen', { workspace, ...seen });
      expect((await summary()).marks).toEqual({ ...none, changed: 1, removed: 1 });
    });

    test('are no removal once the person has restored the entry, also after a restart', async () => {
      const { world, summary } = await started();
      const two = context.replace(/- (Best|.*tea).*\n/g, '');
      world.outside.replace(world.contextPath, two);
      await world.until(async () => expect((await summary()).marks).toEqual({ ...none, removed: 2 }));
      await world.restart();
      const again = await openIn(world);
      const { lines } = await again.call('history.list', { workspace: again.workspace });
      const position = lines[0]?.position ?? 0;
      const changes = await again.call('history.changes', { workspace: again.workspace, position });
      for (const [left, entry] of [
        [1, changes.removed[0]],
        [0, changes.removed[1]],
      ] as const) {
        const asked = { workspace: again.workspace, position, from: 'before' as const };
        await again.call('history.bringBack', { ...asked, entry: refOf(entry as NonNullable<typeof entry>) });
        expect((await again.summary()).marks).toEqual({ ...none, removed: left });
      }
    });

    test('made at the moment of marking are compared with the seen text', async () => {
      const { world, workspace, call, find } = await started();
      world.outside.replace(world.contextPath, says('French'));
      await world.until(async () => expect(await find('language')).toMatchObject({ mark: 'changed' }));
      const seen = refOf(await find('language'));
      world.outside.replace(world.contextPath, says('Polish'));
      await call('context.markSeen', { workspace, entries: [seen] });
      await world.until(async () => expect(await find('language')).toMatchObject({ value: 'Polish', mark: 'changed' }));
    });

    test('mark an overwritten correction as such, until it is seen or corrected again', async () => {
      const { world, workspace, call, find, ref, summary } = await started();
      await call('settings.write', { workspace, values: { holdAgainstCorrections: false } });
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'Irish' }],
      });
      await call('context.apply', { workspace, updates: [update('language', 'French', 'preference')] });
      const replaced = { mark: 'superseded', earlier: { ...earlier, value: 'Irish' } };
      expect(await find('language')).toMatchObject(replaced);
      await call('context.apply', { workspace, updates: [update('language', 'Polish', 'preference')] });
      expect(await find('language')).toMatchObject({ value: 'Polish', ...replaced });
      expect((await summary()).marks).toEqual({ ...none, superseded: 1 });
      await world.restart();
      const again = await openIn(world);
      expect(await again.find('language')).toMatchObject({ value: 'Polish', ...replaced });
      const entry = await again.ref('language');
      await again.call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'Irish' }] });
      expect(await again.find('language')).toMatchObject({ mark: null });
      expect((await again.summary()).marks).toEqual(none);
    });

    test('show the person’s correction when others keep calling theirs a correction', async () => {
      const { world, find } = await started();
      for (const value of ['imperial', 'nautical']) {
        world.outside.replace(world.contextPath, context.replace('metric', value));
        await world.until(async () => expect(await find('unit_preference')).toMatchObject({ value }));
      }
      expect(await find('unit_preference')).toMatchObject({ mark: 'superseded', earlier: { value: 'metric' } });
    });

    test('mark a correction that was only moved or redated as changed', async () => {
      const { world, find } = await started();
      world.outside.replace(world.contextPath, context.replace('2026-01-16|certain|user', '2026-02-01|likely|user'));
      await world.until(async () =>
        expect(await find('unit_preference')).toMatchObject({ mark: 'changed', earlier: { confidence: 'certain' } }),
      );
    });

    test('are remembered from the notes of an older version too', async () => {
      const { world } = await started();
      await world.restart();
      const marks = [{ line: `preference ${line}`, mark: 'changed' }];
      const hash = world.ports.hash(world.ports.encodeText(context));
      world.outside.replace(seenPath(world), JSON.stringify({ hash, marks, removed: 2 }));
      const again = await openIn(world);
      expect((await again.summary()).marks).toEqual({ ...none, changed: 1, removed: 2 });
    });
  });
}

/** Folder of the marks of a workspace that has not been written to yet. */
function seenPath({ ports, root }: World): string {
  const name = `path-${ports.hash(ports.encodeText(root)).slice(0, 24)}`;
  return ports.paths.join(ports.dataFolder, 'workspaces', name, 'seen.json');
}
