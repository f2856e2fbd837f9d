import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { findRoundedNumber, roundedNumberMessage } from '#shared/formats/workflow/json-numbers.ts';
import { parseJson } from '#shared/text/parse-json.ts';

/** Problems of a message as the library writes them into an error: JSON of zod's issues. */
const issuesSchema = z
  .array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])) }))
  .min(1);

type OfferedNames = { readonly tools: readonly string[]; readonly prompts: readonly string[] };

/**
 * Answers a request for an unknown tool or prompt; null for any other. The library looks names up in a plain object, so
 * `toString` would count as a tool.
 */
export function answerUnknown(message: JSONRPCMessage, { tools, prompts }: OfferedNames): JSONRPCMessage | null {
  if (!('id' in message) || message.id === undefined) {
    return null;
  }
  const { id } = message;
  const tool = CallToolRequestSchema.safeParse(message).data?.params.name;
  if (tool !== undefined && !tools.includes(tool)) {
    const text = `There is no tool called “${shortened(tool)}”. There are: ${tools.join(', ')}.`;
    return refusedCall(id, text);
  }
  const prompt = GetPromptRequestSchema.safeParse(message).data?.params.name;
  if (prompt !== undefined && !prompts.includes(prompt)) {
    const text = `There is no prompt called “${shortened(prompt)}”. There is: ${prompts.join(', ')}.`;
    return { jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidParams, message: text } };
  }
  return null;
}

/**
 * Answers a call about a workflow in which a number would be rounded; null for any other message.
 * @param text text of the message as it came
 */
export function answerRounded(message: JSONRPCMessage, text: string): JSONRPCMessage | null {
  const name = CallToolRequestSchema.safeParse(message).data?.params.name;
  const number = name?.startsWith('work_') === true ? findRoundedNumber(text) : null;
  return 'id' in message && message.id !== undefined && number !== null
    ? refusedCall(message.id, roundedNumberMessage(number))
    : null;
}

const refusedCall = (id: RequestId, text: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }], isError: true },
});

const shortened = (name: string): string => name.slice(0, 100);

/** Rewrites problems of a request as sentences, if the library passed on its parser's output. */
export function inSentences(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) {
    return message;
  }
  if (message.error.message === 'Invalid URL') {
    const text = 'That is not a resource’s address. One is contexture://start; resources/list names them all.';
    return { ...message, error: { code: ErrorCode.InvalidParams, message: text } };
  }
  const issues = issuesSchema.safeParse(parseJson(message.error.message)).data;
  if (issues === undefined) {
    return message;
  }
  const problems = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const error = { code: ErrorCode.InvalidParams, message: `That request can’t be understood: ${problems.join('; ')}.` };
  return { ...message, error };
}
