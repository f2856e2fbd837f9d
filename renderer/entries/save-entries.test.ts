import { expect, test } from 'vitest';
import { exportEntries } from './save-entries.ts';

const entry = (key: string | null, value: string, more: object = {}) => ({
  category: 'preference' as const,
  section: 'Notes',
  key,
  value,
  confidence: 'certain' as const,
  date: '2026-01-16',
  source: null,
  flags: { pinned: false, about: null },
  ...more,
});
const all = { sections: true, confidence: true };

test('Markdown has a list for each section', () => {
  const entries = [entry('unit_preference', 'metric'), entry(null, 'two\nlines', { category: 'fact', date: null })];
  expect(exportEntries(entries, 'markdown', all)).toBe(
    '## Preferences\n\n- **Unit preference**: metric (certain, 2026-01-16)\n\n## Facts\n\n- two\n  lines (certain)\n',
  );
  expect(exportEntries(entries.slice(0, 1), 'markdown', { sections: false, confidence: false })).toBe(
    '## Notes\n\n- **Unit preference**: metric (2026-01-16)\n',
  );
});

test('JSON has a record for each entry', () => {
  expect(
    JSON.parse(exportEntries([entry('tea', 'green', { flags: { pinned: true, about: null } })], 'json', all)),
  ).toEqual([
    {
      section: 'Preferences',
      key: 'tea',
      value: 'green',
      confidence: 'certain',
      learned: '2026-01-16',
      source: null,
      about: null,
      pinned: true,
    },
  ]);
});

test('CSV quotes values as needed, and a spreadsheet computes none', () => {
  const entries = [entry('tea', 'green, "strong"\nor none'), entry(null, '=HYPERLINK("x")', { date: null })];
  expect(exportEntries(entries, 'csv', { sections: false, confidence: true })).toBe(
    '\uFEFFsection,key,value,confidence,learned,source,about,pinned\r\n' +
      'Notes,tea,"green, ""strong""\nor none",certain,2026-01-16,,,false\r\n' +
      'Notes,,"\'=HYPERLINK(""x"")",certain,,,,false\r\n',
  );
});
