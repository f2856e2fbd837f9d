import { describe, expect, test } from 'vitest';
import { changedAlike } from './changed-alike.ts';

describe('a line where the text of its topic is corrected', () => {
  const text = 'Deploys happen only on Tuesdays, after the standup.';

  test.each([
    ['only on Tuesdays, after the standup', text.replace('Tues', 'Wednes'), 'only on Wednesdays, after the standup'],
    ['Tuesdays (see the plan)', text.replace('Tuesdays', 'Mondays at noon'), 'Mondays at noon (see the plan)'],
    ['after the standup', text.replace('the standup.', 'lunch.'), 'after lunch'],
  ])('“%s” changes alike', (line, after, changed) => {
    expect(changedAlike(line, text, after)).toBe(changed);
  });

  test.each([
    ['nothing of it in the line', 'as planned', text.replace('Tues', 'Wednes')],
    ['twice in the line', 'Tuesdays, only Tuesdays', text.replace('Tues', 'Wednes')],
    ['part of a word there', 'after the standups', text.replace('standup', 'retro')],
    ['something was only added', 'only on Tuesdays', `${text} Never on Fridays.`],
    ['something only went', 'after the standup', text.replace(', after the standup', '')],
    ['in other places, too', 'only on Tuesdays', 'Deploys happen only on Wednesdays. Tuesdays are for tests.'],
    ['another line came', 'only on Tuesdays', text.replace('Tuesdays', 'Tuesdays\nand Fridays')],
  ])('stays where %s', (_, line, after) => {
    expect(changedAlike(line, text, after)).toBeNull();
  });
});
