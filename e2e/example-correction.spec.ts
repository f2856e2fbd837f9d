import { afterChanges, expectFile, withLine } from './context-text.ts';
import { eventually } from './eventually.ts';
import { contextPath, exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { choices, correct, entryRow } from './review-page.ts';

// High enough for all of it.
test.use({ viewport: { width: 1280, height: 1100 } });

const texts = [
  'Unit preference, metric',
  'Response style, concise',
  'Language, English',
  'Typical active days, Monday, Wednesday, Friday',
  'Usual time of day, morning',
  'Preferred exercises, compound movements',
  'Records, Bench press: 185x5, Squat: 225x5, Deadlift: 315x3',
  'Current routine, push-pull-legs',
  'Training start date, 2024-03-15',
  'Performance tends to drop when sleep is below 7 hours',
  'Best workouts on Wednesday evenings',
  'Recovery seems faster with protein intake > 150g',
];

test('shows all 12 entries of the example, prose included, and writes nothing while reading', async ({
  page,
  workspace,
}) => {
  for (const text of texts) {
    await expect(entryRow(page, text)).toBeVisible();
  }
  await expect(choices(page)).toHaveCount(12);
  for (const section of ['Preferences', 'Patterns', 'Facts', 'Insights']) {
    await expect(page.getByRole('heading', { name: section, level: 3 })).toBeVisible();
  }
  expect(await workspace.read()).toBe(exampleContext);
  expect(workspace.exists('.contexture')).toBe(false);
});

const corrections: readonly {
  readonly of: string;
  readonly name: string;
  readonly text: string;
  /** Text in its row, if different from the file. */
  readonly reads?: string;
  readonly line: string;
  readonly instead: string;
}[] = [
  {
    of: 'an entry with a key',
    name: 'unit_preference',
    text: 'imperial',
    line: '- unit_preference: metric',
    instead: '- [2026-01-16|certain|user_correction|undated] unit_preference: imperial',
  },
  {
    of: 'an entry whose value is a list in braces',
    name: 'records',
    text: '{bench_press: 190x5}',
    reads: 'Records, Bench press: 190x5',
    line: '- records: {bench_press: 185x5, squat: 225x5, deadlift: 315x3}',
    instead: '- [2026-01-16|certain|user_correction|undated] records: {bench_press: 190x5}',
  },
  {
    of: 'a prose insight',
    name: 'Best workouts on Wednesday evenings',
    text: 'Best workouts on Thursday mornings',
    line: '- Best workouts on Wednesday evenings',
    instead: '- [2026-01-16|tentative|user_correction|undated] Best workouts on Thursday mornings',
  },
];

for (const { of, name, text, reads, line, instead } of corrections) {
  test(`writes a correction of ${of} to its line and the frontmatter values alone`, async ({ page, workspace }) => {
    await correct(page, name, text);
    await expect(entryRow(page, reads ?? text)).toBeVisible();
    await expect(page.getByText('Your assistant will see this the next time it starts.')).toBeVisible();
    await expectFile(workspace, afterChanges(1, withLine(exampleContext, line, instead)));
  });
}

const untidy = [
  '\uFEFF---\r\nlast_updated: 2026-01-16\r\nmood: "café" # keep\r\nversion:   3\r\ntoken_estimate: 9\r\n---\r\n',
  '\r\n\r\n# Notes\n<!-- not - an entry -->\r\nSome prose.   \n\n## PREFERENCES\n* language:   English  \r\n',
  '  - nested: one\r\n\n```\n- code: stays\n```\n## Hobbies\n+ sailing\r\n\r\n\r\n## insights (tentative)\n',
  '- likes tea\n-\n- [2026-13-40|sure] odd: date',
].join('');

test.describe('in an untidy file', () => {
  test.use({ startWith: { [contextPath]: untidy } });

  test('correcting an entry leaves mark, line ends, comments, unknown lines and the missing end', async ({
    page,
    workspace,
  }) => {
    await correct(page, 'likes tea', 'likes coffee');
    const corrected = untidy
      .replace('- likes tea', '- [2026-01-16|tentative|user_correction|undated] likes coffee')
      .replace('version:   3', 'version:   4');
    await eventually(async () => withoutCounts(await workspace.read())).toBe(withoutCounts(corrected));
    expect(await workspace.read()).toContain('version:   4\r\n');
  });
});

/** The text without the two frontmatter values that depend on the day and the words. */
function withoutCounts(text: string): string {
  return text.replace(/^(last_updated|token_estimate): \S+/gm, '$1: …');
}
