/** Values that are not messages of the protocol, each with its fault. */
export const messagesOfNoProtocol: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 42],
  ['a text', 'call'],
  ['a list', []],
  ['an empty object', {}],
  ['no type', { id: 1, method: 'settings.read', params: {} }],
  ['an unknown type', { type: 'shutdown', id: 1 }],
  ['a type meant for the other side', { type: 'result', id: 1, result: {} }],
  ['no number', { type: 'call', method: 'settings.read', params: {} }],
  ['a number as text', { type: 'call', id: '1', method: 'settings.read', params: {} }],
  ['a negative number', { type: 'call', id: -1, method: 'settings.read', params: {} }],
  ['a broken number', { type: 'call', id: 1.5, method: 'settings.read', params: {} }],
  ['a number past what is exact', { type: 'call', id: 2 ** 60, method: 'settings.read', params: {} }],
  ['no parameters', { type: 'call', id: 1, method: 'settings.read' }],
  ['a method that is no text', { type: 'call', id: 1, method: ['settings.read'], params: {} }],
  ['a method with a name of 10,000 letters', { type: 'call', id: 1, method: 'm'.repeat(10_000), params: {} }],
  ['a key too many', { type: 'call', id: 1, method: 'settings.read', params: {}, as: 'root' }],
];

/** Nested lists: `[[[…]]]`. */
export function nestedArrays(depth: number): unknown {
  let nested: unknown = [];
  for (let level = 1; level < depth; level++) {
    nested = [nested];
  }
  return nested;
}
