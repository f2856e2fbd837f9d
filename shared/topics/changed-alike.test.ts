import { describe, expect, test } from 'vitest';
import { changedAlike } from './changed-alike.ts';

describe('a line whose topic text is corrected', () => {
  const text = 'Deploys happen only on Tuesdays, after the standup.';

  test.each([
    ['only on Tuesdays, after the standup', text.replace('Tues', 'Wednes'), 'only on Wednesdays, after the standup'],
    ['Tuesdays (see the plan)', text.replace('Tuesdays', 'Mondays at noon'), 'Mondays at noon (see the plan)'],
    ['after the standup', text.replace('the standup.', 'lunch.'), 'after lunch'],
  ])('“%s” gets the same correction', (line, after, changed) => {
    expect(changedAlike(line, text, after)).toBe(changed);
  });

  test.each([
    ['the line has none of the text', 'as planned', text.replace('Tues', 'Wednes')],
    ['the line has it twice', 'Tuesdays, only Tuesdays', text.replace('Tues', 'Wednes')],
    ['it is part of a word there', 'after the standups', text.replace('standup', 'retro')],
    ['text was only added', 'only on Tuesdays', `${text} Never on Fridays.`],
    ['text was only removed', 'after the standup', text.replace(', after the standup', '')],
    ['other places also changed', 'only on Tuesdays', 'Deploys happen only on Wednesdays. Tuesdays are for tests.'],
    ['a line was added', 'only on Tuesdays', text.replace('Tuesdays', 'Tuesdays\nand Fridays')],
  ])('stays if %s', (_, line, after) => {
    expect(changedAlike(line, text, after)).toBeNull();
  });
});
