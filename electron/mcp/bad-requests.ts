import { CallToolRequestSchema, ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** A list of what a message lacks, as the library writes it into an error: JSON of zod's issues. */
const issuesSchema = z
  .array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])) }))
  .min(1);

/**
 * The answer to a call of a tool that is not there; null for any other message. The library finds tools by their names
 * in an object, which has names of its own.
 */
export function answerUnknownTool(message: JSONRPCMessage, tools: readonly string[]): JSONRPCMessage | null {
  const call = CallToolRequestSchema.safeParse(message);
  if (!call.success || !('id' in message) || message.id === undefined || tools.includes(call.data.params.name)) {
    return null;
  }
  const text = `There is no tool called “${call.data.params.name.slice(0, 100)}”. There are: ${tools.join(', ')}.`;
  return { jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text }], isError: true } };
}

/** The same message; what is wrong with a request in sentences, where the library hands on what its parser said. */
export function inSentences(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) {
    return message;
  }
  const issues = issuesIn(message.error.message);
  if (issues === null) {
    return message;
  }
  const each = issues.map(({ message: said, path }) => `${path.join('.')}: ${said}`);
  const error = { code: ErrorCode.InvalidParams, message: `That request can’t be understood: ${each.join('; ')}.` };
  return { ...message, error };
}

function issuesIn(text: string): z.infer<typeof issuesSchema> | null {
  try {
    return issuesSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
