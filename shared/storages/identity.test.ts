import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf, keyOf, knownIdentity, type SessionIdentity } from './identity.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const key = (prefix: string, identity: SessionIdentity): string => keyOf(prefix, identity, hash);

test('builds keys by the rule if it tells their owner', () => {
  expect(key('chat_history', { agent: 'support', user: 'ann' })).toBe('chat_history_support_ann');
  expect(key('state', { agent: 'Support-2', user: '', chat: '' })).toBe('state_Support-2_default');
  expect(key('state', { agent: 'support', user: 'ann', chat: 'monday' })).toBe('state_support_ann');
});

test('appends a mark to a key that another identity would share', () => {
  const others: readonly (readonly [string, SessionIdentity])[] = [
    ['state_support_ann', { agent: 'support', chat: 'ann' }],
    ['state_support_ann', { agent: 'x', group: 'support', user: 'ann' }],
    ['state_eu_support_ann', { agent: 'support', scope: 'eu', user: 'ann' }],
    ['state_support_default', { agent: 'support', user: 'default' }],
    ['state_support_a_b', { agent: 'support', user: 'a_b' }],
  ];
  for (const [joined, identity] of others) {
    expect(key('state', identity)).toMatch(new RegExp(`^${joined}~[0-9a-f]{24}$`));
  }
});

test('lets agents of one group share a key on purpose', () => {
  expect(key('state', { agent: 'a', group: 'team', user: 'ann' })).toBe(
    key('state', { agent: 'b', group: 'team', user: 'ann' }),
  );
});

/** Short texts that are likely to be equal once joined. */
const part = fc.oneof(
  fc.constantFrom('a', 'A', 'a_b', 'b', '_', 'default', 'ä', 'a.b', 'a-b', 'a b', '~', '/', '..'),
  fc.string({ maxLength: 3 }),
);
const maybe = fc.option(part, { nil: null });
const identities = fc.record({ agent: part, user: maybe, chat: maybe, group: maybe, scope: maybe });
const prefixes = fc.constantFrom('state', 'chat_history', 'chat');

/** Identities of storages, none of which may share a file with another. */
const whose = (prefix: string, identity: SessionIdentity): string => {
  const { agent, user, chat, group, scope } = knownIdentity(identity);
  return JSON.stringify([prefix, scope, group === null ? { agent } : { group }, user === null ? { chat } : { user }]);
};

test('gives different identities different keys and files, in characters that every disk allows', () => {
  fc.assert(
    fc.property(prefixes, identities, prefixes, identities, (prefix, one, otherPrefix, other) => {
      const keys = [key(prefix, one), key(otherPrefix, other)];
      const names = keys.map((of) => fileNameOf(of, hash));
      const isSame = whose(prefix, one) === whose(otherPrefix, other);
      expect(keys[0] === keys[1]).toBe(isSame);
      expect(names[0] === names[1]).toBe(isSame);
      expect(names[0]).toMatch(/^[a-z0-9_-]{1,100}$/);
    }),
    { numRuns: 5000 },
  );
});
