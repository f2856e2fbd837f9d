import { describe, expect, test } from 'vitest';
import { type About, sameAbout } from '#shared/entries/about.ts';
import { countWords, estimateOfWords } from '#shared/entries/token-estimate.ts';
import { openIn } from '../engine-world.ts';
import { erase } from './erasing.ts';
import { type CreateWorld, startOn } from './starting.ts';

const sarah: About = { kind: 'person', name: 'Sarah Chen' };
const acme: About = { kind: 'project', name: 'Acme' };

/** Entries about someone or something other than the person. */
export function aboutTests(createWorld: CreateWorld): void {
  async function started() {
    const begun = await startOn(createWorld);
    const { call, workspace, world, ref, entries } = begun;
    const mark = async (about: About | null, ...names: readonly string[]) => {
      const refs = await Promise.all(names.map(ref));
      return call('context.change', { workspace, operations: refs.map((entry) => ({ op: 'about', entry, about })) });
    };
    const text = (): string => world.text(world.contextPath) ?? '';
    const abouts = async (about: About | null) =>
      (await entries()).filter(({ flags }) => sameAbout(flags.about, about)).map(({ key, value }) => key ?? value);
    return { ...begun, mark, text, abouts };
  }

  describe('an entry about someone else', () => {
    test('names them in its line, in one step for several entries, which is undone as one', async () => {
      const { mark, text, abouts, call, workspace } = await started();
      const before = text();
      const { change } = await mark(acme, 'language', 'sleep_effect');
      expect(change?.label).toBe('About “Acme”: 2 entries');
      expect(text()).toContain('|undated|about=project:Acme] language: English');
      expect(await abouts(acme)).toEqual(['language', 'sleep_effect']);
      await mark(sarah, 'language');
      expect(text()).toContain('|undated|about=person:Sarah Chen] language: English');
      expect((await mark(null, 'language')).change?.label).toBe('No longer about anyone else: “language”');
      expect(await abouts(acme)).toEqual(['sleep_effect']);
      for (let time = 0; time < 3; time++) {
        await call('context.undo', { workspace });
      }
      // Beside the values that every change counts.
      const below = (all: string): string => all.slice(all.indexOf('# Global Context'));
      expect(below(text())).toBe(below(before));
    });

    test.each(['', ' ', 'a|b', 'a]b', 'x'.repeat(81), 'a\u0007b'])('is not about %j', async (name) => {
      const { mark, text } = await started();
      const before = text();
      await expect(mark({ kind: 'thing', name }, 'language')).rejects.toMatchObject({ code: 'value_invalid' });
      expect(text()).toBe(before);
    });

    test('keeps the subject when it is corrected, learned again, archived and restored', async () => {
      const { mark, call, workspace, ref, abouts, text } = await started();
      await mark(sarah, 'sleep_effect');
      const edit = { op: 'edit' as const, entry: await ref('sleep_effect'), value: 'sleeps late' };
      await call('context.change', { workspace, operations: [edit] });
      expect(await abouts(sarah)).toEqual(['sleep_effect']);
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      expect(text()).not.toContain('Sarah');
      const { entries } = await call('archive.entries', { workspace, query: 'sarah' });
      const [archived] = entries;
      expect(archived?.flags.about).toEqual(sarah);
      const item = { entry: { file: archived?.file ?? '', raw: archived?.raw ?? '', ordinal: 0 } };
      await call('archive.restore', { workspace, items: [item], makeRoom: false, allowOver: false });
      expect(await abouts(sarah)).toEqual(['sleep_effect']);
    });

    test('loses its subject once the name is erased everywhere', async () => {
      const { mark, abouts, text, ...opened } = await started();
      await mark(sarah, 'language');
      await erase(opened, { text: 'Sarah Chen' });
      expect(text()).not.toContain('Sarah');
      expect(await abouts(null)).toContain('language');
    });

    test('keeps the subject beside a memory whose form has no place for it, until the name is erased everywhere', async () => {
      const { world } = await started();
      const path = `${world.root}/.hermes/memories/MEMORY.md`;
      world.outside.write(path, 'Name: Maren\n§\nallergic to nuts');
      const opened = await openIn({ root: path, engine: world.engine });
      const { call, workspace, entries } = opened;
      const operations = [{ op: 'about' as const, entry: await opened.ref('allergic to nuts'), about: sarah }];
      await call('context.change', { workspace, operations });
      expect((await entries()).map(({ flags }) => flags.about)).toEqual([null, sarah]);
      await erase({ ...opened, world } as never, { text: 'Sarah Chen' });
      expect((await entries()).map(({ flags }) => flags.about)).toEqual([null, null]);
      expect(world.text(path)).toBe('Name: Maren\n§\nallergic to nuts');
    });
  });

  describe('entries about others', () => {
    test('are only named to assistants, outside the budget, if the person says so', async () => {
      const { mark, call, workspace, summary, find, text, world } = await started();
      await mark(sarah, 'language', 'sleep_effect');
      const whole = (await summary()).tokens;
      expect(whole).toMatchObject({ leftOut: null, total: estimateOfWords(countWords(text())) });
      const given = async () => (await call('assistant.read', { workspace })).text;
      expect(await given()).toContain('language: English (about Sarah Chen)');
      const { weight } = await find('language');
      await call('settings.write', { workspace, values: { recallAbout: true } });
      const left = (await summary()).tokens;
      expect(left.leftOut?.entries).toBe(2);
      expect(left.weight).toBe(whole.weight - weight - countWords((await find('sleep_effect')).raw));
      expect(left.total).toBe(estimateOfWords(left.weight));
      expect(left.segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(left.total);
      expect((await find('language')).weight).toBe(0);
      expect(await given()).toContain(
        '<global-context>\n[Known, but not listed here; recall_about(name) lists it: Sarah Chen (person, 2)]\n0--',
      );
      expect(await given()).not.toContain('English');
      // The estimate in the file counts the whole file, as other programs do.
      expect(text()).toContain(`token_estimate: ${whole.total}`);
      world.outside.write(world.contextPath, text().replace('|about=person:Sarah Chen] language', '] language'));
      await world.until(async () => expect((await summary()).tokens.leftOut?.entries).toBe(1));
    });

    test('are not left out of a memory that its own program reads', async () => {
      const { world } = await started();
      const path = `${world.root}/.hermes/memories/MEMORY.md`;
      world.outside.write(path, 'Name: Maren\n§\nallergic to nuts');
      const { call, workspace, ref, summary } = await openIn({ root: path, engine: world.engine });
      const operations = [{ op: 'about' as const, entry: await ref('allergic to nuts'), about: sarah }];
      await call('context.change', { workspace, operations });
      await call('settings.write', { workspace, values: { recallAbout: true } });
      expect((await summary()).tokens).toMatchObject({ leftOut: null, total: 30 });
      expect((await call('assistant.read', { workspace })).text).toContain('allergic to nuts');
    });
  });
}
