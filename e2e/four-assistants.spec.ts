import { homes, written } from '#testing/assistants-homes.ts';
import { eventually } from './eventually.ts';
import { expect, test } from './fixtures.ts';
import { correct } from './review-page.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ startOn: 'nothing', startWith: 'nothing', homeWith: 'four assistants' });

type Correction = {
  readonly assistant: string;
  /** Name of the memory on the start page. */
  readonly memory: string;
  readonly file: string;
  readonly entry: string;
  readonly from: string;
  readonly to: string;
};

const corrections: readonly Correction[] = [
  {
    assistant: 'Claude Code',
    memory: 'my-app',
    file: '.claude/projects/HOME-code-my-app/memory/MEMORY.md',
    entry: 'Deploys',
    from: 'on Fridays',
    to: 'on Mondays',
  },
  {
    assistant: 'Hermes',
    memory: 'Memory',
    file: '.hermes/memories/MEMORY.md',
    entry: 'Uses vim.',
    from: 'Uses vim.',
    to: 'Uses Helix.',
  },
  {
    assistant: 'OpenClaw',
    memory: 'Memory',
    file: '.openclaw/workspace/MEMORY.md',
    entry: 'drinks green tea at four',
    from: 'at four',
    to: 'at five',
  },
  {
    assistant: 'Codex',
    memory: 'Summary',
    file: '.codex/memories/memory_summary.md',
    entry: 'pnpm, not npm',
    from: 'pnpm, not npm',
    to: 'npm, not pnpm',
  },
];

for (const { assistant, memory, file, entry, from, to } of corrections) {
  test(`leads in two clicks from the first start to a correction in the memory of ${assistant}, with nothing else changed`, async ({
    page,
    homeFolder,
  }) => {
    const home = workspaceFolderAt(homeFolder);
    const texts = () =>
      Promise.all(Object.keys(homes).map((name) => home.read(name.replace('HOME', written(homeFolder)))));
    const before = await texts();
    const place = Object.keys(homes).indexOf(file);
    const expected = before.map((text, index) => (index === place ? text.replace(from, to) : text));

    await page.getByRole('region', { name: assistant }).getByRole('button', { name: memory }).first().click();
    await correct(page, entry, entry.includes(from) ? entry.replace(from, to) : to);
    await eventually(texts).toEqual(expected);
    await expect(page.getByRole('textbox', { name: /^Text of/ })).toBeHidden();
    await page.keyboard.press('Control+z');
    await eventually(texts).toEqual(before);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}
