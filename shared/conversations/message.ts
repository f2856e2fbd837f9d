import { z } from 'zod';

/** Checks an object by a schema, keeping the order of its fields. @param described the schema as JSON Schema */
export function inGivenOrder<Schema extends z.ZodObject>(
  schema: Schema,
  described: { readonly required: readonly string[]; readonly properties: Readonly<Record<string, object>> },
) {
  const checked = z.looseObject({}).check((given) => {
    for (const issue of schema.safeParse(given.value).error?.issues ?? []) {
      given.issues.push({ ...issue, input: given.value } as z.core.$ZodRawIssue);
    }
  });
  return checked.meta(described) as unknown as z.ZodType<z.infer<Schema>>;
}

/** Roles in a conversation of ours. Other programs may have more. */
export const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

/**
 * Message as an agent program gives it: its role, and any other fields, of which none is lost. Read here are `content`,
 * a text or blocks; `tool_calls`, each with its id in `id` or `tool_call_id`; and `tool_call_id` of a result. Programs
 * with blocks have calls and results among those. Its fields keep their order.
 */
export const messageSchema = inGivenOrder(z.looseObject({ role: z.string().min(1) }), {
  required: ['role'],
  properties: { role: { type: 'string', minLength: 1 } },
});
export type Message = z.infer<typeof messageSchema>;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const isId = (id: unknown): id is string => typeof id === 'string' && id !== '';

const blocksOf = ({ content }: Message, type: string): readonly Fields[] =>
  fieldsIn(content).filter((block) => block['type'] === type);

/** Lists the calls in `tool_calls` by their ids, null for one without. */
export const callsIn = ({ tool_calls }: Message): readonly (string | null)[] =>
  fieldsIn(tool_calls).map(({ id, tool_call_id }) => [id, tool_call_id].find(isId) ?? null);

/** Lists all calls of tools in a message, those among its blocks included. */
export const callsOf = (message: Message): readonly (string | null)[] =>
  message.role === 'assistant'
    ? [...callsIn(message), ...blocksOf(message, 'tool_use').map(({ id }) => (isId(id) ? id : null))]
    : [];

/** True if a message is a result of tools: no person said it, whatever its role. */
export const isResult = (message: Message): boolean =>
  message.role === 'tool' || blocksOf(message, 'tool_result').length > 0;

/** Lists the ids of the calls that a message has the results of. */
export const resultsOf = (message: Message): readonly string[] =>
  [message['tool_call_id'], ...blocksOf(message, 'tool_result').map(({ tool_use_id }) => tool_use_id)].filter(isId);

export const textOfContent = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content
          .map((block) => (isFields(block) && typeof block['text'] === 'string' ? block['text'] : json(block)))
          .join('\n')
      : json(content);

/** Joins all of a message that counts for its weight: its text, and its calls. */
export const weighedText = ({ content, tool_calls }: Message): string =>
  [textOfContent(content), ...fieldsIn(tool_calls).map(json)].join('\n');

const json = (value: unknown): string => (value === undefined || value === null ? '' : JSON.stringify(value));
