import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { categorySchema, confidenceSchema } from '#shared/entries/entry.ts';
import { longestContent } from './content.ts';
import { search } from './searching.ts';
import type { Session } from './session.ts';
import { append, applyAll, remove, replace } from './writing.ts';

const content = z
  .string()
  .max(longestContent, { error: `a line has at most ${longestContent} characters: put down what matters, in short` })
  .describe('What the line says, in plain words: “key: value”, or a sentence.');
const line = z.int().min(0).describe('The number before “--” of the line, as shown in this connection.');
const category = categorySchema.describe(
  'preference and fact are never archived for size; pattern and insight are, oldest first.',
);
const confidence = confidenceSchema.describe('certain only if the person said so.');
const update = z.strictObject({
  category,
  key: z.string().max(200).describe('What it goes by; the same category and key overwrites what was known.'),
  value: content,
  confidence,
  source: z.string().max(200).optional().describe('Where you know it from, in a few words; your name is added.'),
});
const maxUpdates = 1000;
const from = z
  .int()
  .min(0)
  .describe('How many of what is found to pass over: the answer says where its next page begins.');

export const toolNames = [
  'append_context',
  'replace_context',
  'delete_context',
  'apply_updates',
  'search_context',
] as const;
const [appending, replacing, deleting, applying, searching] = toolNames;

const local = { openWorldHint: false };
const changes = { ...local, readOnlyHint: false };

/** The tools by which an assistant keeps the context. @param name what the assistant calls itself */
export function registerTools(server: McpServer, session: Session, name: () => string): void {
  const assistant = () => ({ session, name: name() });

  server.registerTool(
    appending,
    {
      title: 'Add a line',
      description:
        'Adds one thing that any assistant should know about this person. An insight, likely, unless you say otherwise. “key: value” under a category and key that is known overwrites that line. Answers with the line’s number and whether it will soon leave for the archive.',
      inputSchema: z.strictObject({ content, category: category.optional(), confidence: confidence.optional() }),
      annotations: { ...changes, destructiveHint: false, idempotentHint: true },
    },
    async ({ content, category, confidence }) => said(await append(assistant(), content, { category, confidence })),
  );

  server.registerTool(
    replacing,
    {
      title: 'Rewrite a line',
      description:
        'Lets a line say something else. Its category, first date, confidence and flags stay. What the person corrected and is certain of is not overwritten: it waits for their choice.',
      inputSchema: z.strictObject({ line, content }),
      annotations: { ...changes, destructiveHint: true, idempotentHint: true },
    },
    async ({ line, content }) => said(await replace(assistant(), session.address(line), content)),
  );

  server.registerTool(
    deleting,
    {
      title: 'Delete a line',
      description:
        'Removes a line that no longer holds. It stays as an empty line, so that no number shifts. The person’s history keeps it.',
      inputSchema: z.strictObject({ line }),
      annotations: { ...changes, destructiveHint: true, idempotentHint: false },
    },
    async ({ line }) => said(await remove(assistant(), session.address(line))),
  );

  server.registerTool(
    applying,
    {
      title: 'Add or overwrite several',
      description:
        'Puts down several things at once: all, or none if one is not valid. The same category and key overwrites in place and keeps the first date. If the context grows over its limit, the oldest insights and then patterns go to the archive.',
      inputSchema: z.strictObject({ updates: z.array(update).min(1).max(maxUpdates) }),
      annotations: { ...changes, destructiveHint: true, idempotentHint: true },
    },
    async ({ updates }) => said(await applyAll(assistant(), updates)),
  );

  server.registerTool(
    searching,
    {
      title: 'Search',
      description:
        'Finds lines in which all words of the query occur, with their numbers; an empty query lists every line, page by page. With archives: true also what was archived.',
      inputSchema: z.strictObject({
        query: z.string().max(1000),
        archives: z.boolean().optional(),
        from: from.optional(),
      }),
      annotations: { ...local, readOnlyHint: true },
    },
    async ({ query, archives, from }) =>
      said(await session.enqueue(() => search(session, { query, archives: archives ?? false, from: from ?? 0 }))),
  );
}

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
