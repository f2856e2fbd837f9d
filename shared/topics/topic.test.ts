import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTopic, readTopic, writeTopic } from './topic.ts';

const older =
  '---\nname: Short answers\ndescription: "Prefers: the conclusion first"\ntype: feedback\n---\n\nSays so often.\n\nSee [[tea]] and [[work-hours]].\n';
const newer =
  '---\r\nname: tea\r\ndescription: Likes tea\r\nmetadata:\r\n  node_type: memory\r\n  type: user\r\n  originSessionId: 11-22\r\n  modified: 2026-05-01T08:00:00Z\r\n---\r\n\r\nAssam.\r\n';

test('reads older and newer topics alike', () => {
  expect(readTopic(older)).toEqual({
    name: 'Short answers',
    description: 'Prefers: the conclusion first',
    type: 'feedback',
    session: null,
    modified: null,
    body: 'Says so often.\n\nSee [[tea]] and [[work-hours]].',
    links: ['tea', 'work-hours'],
  });
  expect(readTopic(newer)).toMatchObject({
    type: 'user',
    session: '11-22',
    modified: '2026-05-01T08:00:00Z',
    body: 'Assam.',
  });
  expect(readTopic('just text')).toMatchObject({ name: null, body: 'just text' });
  expect(readTopic('---\n: [\n---\nx')).toMatchObject({ name: null, body: '---\n: [\n---\nx' });
});

test('reads values as written, not as YAML interprets them', () => {
  expect(readTopic('---\nname: 1e3\ndescription: 012\ntype: 2026-05-26\n---\nx')).toMatchObject({
    name: '1e3',
    description: '012',
    type: '2026-05-26',
  });
  expect(readTopic('---\nname: ~\ndescription: ""\n---\nx')).toMatchObject({ name: null, description: null });
});

test.each([
  ['a colon in a value', 'name: Rules: the root\ndescription: says: what\ntype: user', 'Rules: the root'],
  ['a name twice', 'name: One\nname: Two\ntype: user', 'Two'],
  ['a tab', 'name:\tTabbed\n\ttype: user', 'Tabbed'],
])('reads frontmatter that is no YAML for %s line by line, and refuses only changes to it', (_, head, name) => {
  const text = `---\n${head}\n---\n\nBody.\n`;
  expect(readTopic(text)).toMatchObject({ name, type: 'user', body: 'Body.' });
  expect(writeTopic(text, { body: 'New.' })).toBe(text.replace('Body.', 'New.'));
  expect(() => writeTopic(text, { name: 'Other' })).toThrow('can’t be read');
});

test.each(['1e3', '0x1F', '0o14', '6e10', '12e03', '2026-05-26', '1_000', '0b1', 'yes', 'N', '1.5'])(
  'quotes %s, so that every reader takes it for text',
  (value) => {
    const written = writeTopic(older, { name: value });
    expect(written).toContain(`name: "${value}"`);
    expect(readTopic(written).name).toBe(value);
  },
);

test('changes only the fields it is given', () => {
  expect(writeTopic(older, { description: 'The point first' })).toBe(
    older.replace('"Prefers: the conclusion first"', 'The point first'),
  );
  expect(writeTopic(newer, { type: 'project', body: 'Darjeeling.\nOr none.' })).toBe(
    newer.replace('type: user', 'type: project').replace('Assam.', 'Darjeeling.\r\nOr none.'),
  );
  expect(writeTopic('---\nname: a\n---\n', { body: 'b' })).toBe('---\nname: a\n---\n\nb\n');
  expect(writeTopic(older, { body: '' })).not.toContain('Says so often');
  expect(() => writeTopic('no top', { name: 'x' })).toThrow('can’t be read');
});

test('reads back any text it writes', () => {
  const said = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !/\p{C}/u.test(text));
  fc.assert(
    fc.property(fc.record({ name: said, description: said, type: said, body: said }), (topic) => {
      expect(readTopic(newTopic(topic))).toMatchObject(topic);
      const { session, modified, ...rest } = readTopic(writeTopic(newer, topic));
      expect([session, modified]).toEqual(['11-22', '2026-05-01T08:00:00Z']);
      expect(rest).toMatchObject(topic);
    }),
    { numRuns: 300, seed: 20261121 },
  );
});
