import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { answerUnknown, inSentences } from './bad-requests.ts';

const calling = (params: unknown): JSONRPCMessage =>
  ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }) as JSONRPCMessage;

describe('a call', () => {
  test.each(['toString', 'constructor', '__proto__', 'forget'])(
    'is answered with the existing tools when it names %s',
    (name) => {
      expect(
        answerUnknown(calling({ name, arguments: {} }), { tools: ['append_context'], prompts: ['p'] }),
      ).toMatchObject({
        id: 7,
        result: { isError: true, content: [{ text: `There is no tool called “${name}”. There are: append_context.` }] },
      });
    },
  );

  test('is answered with the existing prompt when it names a missing one', () => {
    const request = { jsonrpc: '2.0' as const, id: 7, method: 'prompts/get', params: { name: 'toString' } };
    expect(answerUnknown(request, { tools: [], prompts: ['p'] })).toMatchObject({
      error: { code: -32602, message: 'There is no prompt called “toString”. There is: p.' },
    });
    expect(answerUnknown(request, { tools: [], prompts: ['toString'] })).toBeNull();
  });

  test.each([
    ['of an existing tool', { name: 'append_context' }],
    ['with an invalid name', { name: 7 }],
  ])('%s is left to the library', (_, params) => {
    expect(answerUnknown(calling(params), { tools: ['append_context'], prompts: ['p'] })).toBeNull();
  });
});

describe('an error', () => {
  const error = (message: string): JSONRPCMessage => ({ jsonrpc: '2.0', id: 7, error: { code: -32603, message } });

  test('becomes a sentence when it comes from the library’s parser, and the fault of the request', () => {
    const issues = [
      { expected: 'record', code: 'invalid_type', path: ['params', 'arguments'], message: 'expected record' },
    ];
    expect(inSentences(error(JSON.stringify(issues, null, 2)))).toMatchObject({
      id: 7,
      error: { code: -32602, message: 'That request can’t be understood: params.arguments: expected record.' },
    });
  });

  test.each(['There is no such file.', '[]', '[1]', '{"path": []}'])('stays unchanged with the text %s', (message) => {
    expect(inSentences(error(message))).toEqual(error(message));
  });
});
