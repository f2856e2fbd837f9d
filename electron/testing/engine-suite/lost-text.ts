import { describe, expect, test } from 'vitest';
import { readContext } from '#shared/formats/context/read-document.ts';
import { type CreateWorld, startOn, uncounted } from './starting.ts';

const whole = `---
last_updated: 2026-01-16
version: 15
# kept by hand
owner: me
token_estimate: 45
---

# Global Context

Written by Quill, in the evenings.

## Preferences (certain)
<!-- ask before
changing these -->
- language: German

Rules:
1. Never guess.
2. Ask.

## Household
- rubbish: Tuesdays

> Quoted from the lease.

## Facts (certain)
- city: Lisbon
`;

/** Lost text outside of entries. */
export function lostTextTests(createWorld: CreateWorld): void {
  const started = async (text: string = whole) => {
    const start = await startOn(createWorld, text);
    const { call, workspace, world } = start;
    const cards = async () => {
      const { cards: all } = await call('cards.list', { workspace });
      return all.flatMap((card) => (card.kind === 'losses' ? [card] : []));
    };
    return {
      ...start,
      cards,
      told: async () => (await cards()).flatMap(({ texts }) => texts.map(({ part, text }) => `${part} ${text}`)),
      now: () => world.text(world.contextPath) ?? '',
      rewrite: async (after: string) => {
        world.outside.replace(world.contextPath, after);
        const version = world.ports.hash(world.ports.encodeText(after));
        await world.until(async () => expect((await start.summary()).version).toBe(version));
        await call('archive.files', { workspace });
      },
      settle: async (choice: 'put_back' | 'leave', losses?: string[]) => {
        const [card] = await cards();
        return call('cards.settle', { workspace, card: card?.id ?? '', choice, ...(losses && { losses }) });
      },
    };
  };

  const dropped = (...parts: string[]) => parts.reduce((text, part) => text.replace(part, ''), whole);

  describe('text beside the entries that another program leaves out', () => {
    test.each([
      ['prose', 'Written by Quill, in the evenings.\n\n', ['text Written by Quill, in the evenings.']],
      ['a title', '# Global Context\n\n', ['heading # Global Context']],
      ['a comment', '<!-- ask before\nchanging these -->\n', ['comment <!-- ask before\nchanging these -->']],
      [
        'a list that is none of entries',
        'Rules:\n1. Never guess.\n2. Ask.\n\n',
        ['text Rules:\n1. Never guess.\n2. Ask.'],
      ],
      [
        'keys and comments of the frontmatter',
        '# kept by hand\nowner: me\n',
        ['frontmatter # kept by hand\nowner: me'],
      ],
      ['a heading over entries', '## Household\n', ['heading ## Household']],
      ['a quotation', '> Quoted from the lease.\n\n', ['text > Quoted from the lease.']],
    ])('is reported, and restored to its place: %s', async (_, part, told) => {
      const start = await started();
      await start.rewrite(dropped(part));
      expect(await start.told()).toEqual(told);
      await start.settle('put_back');
      expect(uncounted(start.now())).toBe(uncounted(whole));
      expect(await start.cards()).toEqual([]);
      await start.call('context.undo', { workspace: start.workspace });
      expect(uncounted(start.now())).toBe(uncounted(dropped(part)));
    });

    test('is restored together with the entries of that write, all or some', async () => {
      const { rewrite, settle, cards, told, now } = await started();
      await rewrite(
        '---\nlast_updated: 2026-01-17\nversion: 16\ntoken_estimate: 9\n---\n\n## Preferences (certain)\n- language: German\n',
      );
      const [card] = await cards();
      expect(card).toMatchObject({ count: 2, textCount: 7 });
      const title = card?.texts.find(({ text }) => text === '# Global Context');
      await settle('put_back', [title?.id ?? '']);
      expect(await told()).toHaveLength(6);
      await settle('put_back');
      expect(await cards()).toEqual([]);
      const lines = (text: string) =>
        text.split('\n').filter((line) => line.trim() !== '' && !/^(last|version|token)/.test(line));
      expect(lines(now()).sort()).toEqual(lines(whole).sort());
      const sections = (text: string) => readContext(text).entries.map(({ section, raw }) => `${section} ${raw}`);
      expect(sections(now()).sort()).toEqual(sections(whole).sort());
    });

    test('stays left out if the person says so, and is not reported when it is only reworded', async () => {
      const { rewrite, settle, cards, now } = await started();
      await rewrite(
        whole
          .replace('Written by Quill, in the evenings.', 'Written by Quill, mostly in the evenings.')
          .replace('# Global Context', '# Global context')
          .replace('owner: me', 'owner: you')
          .replace('## Facts (certain)', '## Facts')
          .replace('1. Never guess.', '-   Never   guess.'),
      );
      expect(await cards()).toEqual([]);
      await rewrite(now().replace('> Quoted from the lease.\n', ''));
      const without = now();
      await settle('leave');
      expect(await cards()).toEqual([]);
      expect(now()).toBe(without);
    });

    test('is settled once it returns', async () => {
      const { rewrite, told } = await started();
      await rewrite(dropped('Rules:\n1. Never guess.\n2. Ask.\n\n'));
      await rewrite(dropped('1. Never guess.\n'));
      expect(await told()).toEqual(['text Rules:\n1. Never guess.\n2. Ask.']);
      await rewrite(whole);
      expect(await told()).toEqual([]);
    });
  });
}
