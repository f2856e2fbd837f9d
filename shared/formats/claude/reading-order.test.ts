import { describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/changes.ts';
import { refOf } from '../../entries/entry.ts';
import { estimate } from '../../entries/measure.ts';
import { changeMemory } from '../change.ts';
import { entriesRead, loadedOf } from '../loaded.ts';
import { claudeFormat } from './format.ts';

const today = '2026-11-21';
const rules = { format: claudeFormat, today, limit: 2000, measure: estimate, fit: false };
const lines = (from: number, to: number, end = '\n'): string =>
  Array.from({ length: to - from + 1 }, (_, n) => `- [T${from + n}](t${from + n}.md) — hook ${from + n}${end}`).join(
    '',
  );

function planned(text: string, operationsOn: (named: (key: string) => ReturnType<typeof refOf>) => Operation[]) {
  const document = claudeFormat.read(text);
  const named = (key: string) => {
    const found = document.entries.find((entry) => entry.key === key || entry.value === key);
    if (!found) {
      throw new Error(`no ${key}`);
    }
    return refOf(found);
  };
  const plan = claudeFormat.plan(document, operationsOn(named), today, 'person');
  const { after } = changeMemory(document, plan, rules);
  const read = entriesRead(after.entries, loadedOf(after.text, claudeFormat.capabilities.loaded));
  return { text: after.text, notes: plan.notes, read: after.entries.slice(0, read).map(({ value }) => value) };
}

const add = (value: string, section?: string): Operation => ({
  op: 'add',
  category: null,
  key: null,
  value,
  ...(section === undefined ? {} : { section }),
});

describe('raising an entry', () => {
  test.each(['\n', '\r\n'])('moves its text unchanged to the top of its heading or file, with line ends %j', (end) => {
    const text = ['# Memory', '', '- one', '- two', '  more', '', '## Work', '', '- three', '- four', ''].join(end);
    expect(planned(text, (named) => [{ op: 'raise', entry: named('four'), to: 'heading' }]).text).toBe(
      text.replace(`- three${end}- four`, `- four${end}- three`),
    );
    expect(planned(text, (named) => [{ op: 'raise', entry: named('four'), to: 'top' }]).text).toBe(
      text.replace(`- four${end}`, '').replace('- one', `- four${end}- one`),
    );
    expect(planned(text, (named) => [{ op: 'raise', entry: named('two\nmore'), to: 'top' }]).text).toBe(
      text.replace(`- one${end}- two${end}  more`, `- two${end}  more${end}- one`),
    );
  });

  test('changes nothing if the entry is first or alone', () => {
    const text = '- one\n- two\n';
    expect(planned(text, (named) => [{ op: 'raise', entry: named('one'), to: 'top' }]).text).toBe(text);
    expect(planned('- one\n', (named) => [{ op: 'raise', entry: named('one'), to: 'heading' }]).text).toBe('- one\n');
  });

  test('keeps the first entry under its label before another form', () => {
    const text = 'Tea:\n- green\n\nRest.\n';
    expect(planned(text, (named) => [{ op: 'raise', entry: named('green'), to: 'top' }]).text).toBe(text);
  });

  test('puts several in the order given, and completes the last line’s end', () => {
    const { text } = planned('- one\n- two\n- three', (named) => [
      { op: 'raise', entry: named('three'), to: 'top' },
      { op: 'raise', entry: named('two'), to: 'top' },
    ]);
    expect(text.trimEnd()).toBe('- three\n- two\n- one');
  });

  test('moves an entry within the part that is read, and another out of it', () => {
    const { read } = planned(lines(1, 210), (named) => [{ op: 'raise', entry: named('T210'), to: 'heading' }]);
    expect([read.length, read[0], read.at(-1)]).toEqual([200, 'hook 210', 'hook 199']);
  });
});

test.each(['', ' ', 'a]b', null])('refuses %j as the title of an index line', (key) => {
  expect(() => planned(lines(1, 2), (named) => [{ op: 'edit', entry: named('T1'), key }])).toThrow(
    'its title can’t be empty or have brackets in it',
  );
});

describe('adding an entry', () => {
  test('puts it at the end without a note if the end is read', () => {
    const { text, notes } = planned(lines(1, 10), () => [add('new')]);
    expect([text, notes]).toEqual([`${lines(1, 10)}- new\n`, []]);
  });

  test('puts it last in the part that is read if the end is not', () => {
    const { read, text, notes } = planned(lines(1, 210), () => [add('new')]);
    expect([read.length, read.at(-1)]).toEqual([200, 'new']);
    expect(text).toBe(`${lines(1, 199)}- new\n${lines(200, 210)}`);
    expect(notes).toEqual([expect.stringContaining('above the last line')]);
    expect(planned(lines(1, 200), () => [add('new')]).read.at(-1)).toBe('new');
  });

  test('puts several within the part that is read', () => {
    const { read } = planned(lines(1, 210), () => [add('new'), add('newer'), add('a\nb')]);
    expect(read).toEqual(expect.arrayContaining(['new', 'newer', 'a\nb']));
  });

  test('respects a limit in bytes as well as in lines', () => {
    const long = Array.from({ length: 60 }, (_, n) => `- ${n} ${'ä'.repeat(300)}\n`).join('');
    const { read } = planned(long, () => [add('new')]);
    expect(read.at(-1)).toBe('new');
  });

  test('puts it under the requested heading, even one that is never read', () => {
    const text = `${lines(1, 205)}\n## Late\n\n- [A](a.md) — a\n`;
    const { read, notes, text: after } = planned(text, () => [add('new', 'Late')]);
    expect(after.endsWith('- new\n')).toBe(true);
    expect([read.includes('new'), notes]).toEqual([false, [expect.stringContaining('never reads it')]]);
  });

  test('also places entries of an assistant’s update', () => {
    const document = claudeFormat.read(lines(1, 210));
    const [update] = claudeFormat.checkUpdates([
      { category: 'fact', key: 'tea', value: 'green', confidence: 'certain', source: 'test' },
    ]);
    const { plan } = claudeFormat.planUpdates(document, update ? [update] : [], today);
    const { text } = changeMemory(document, { plan }, rules).after;
    expect(text.slice(0, loadedOf(text, claudeFormat.capabilities.loaded).to)).toContain('tea: green');
  });
});
