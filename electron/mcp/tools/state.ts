import { z } from 'zod';
import { identityFields } from '#shared/contract/features/storages.ts';
import { jsonObjectSchema } from '#shared/contract/fields.ts';
import type { Session } from '../session.ts';
import { asJson, callsInOrder, type ToolServer } from './tool-server.ts';

/** Registers the tools for state that an agent program keeps between its runs. Answers are JSON. */
export function registerStateTools(server: ToolServer, session: Session): void {
  const workspace = session.workspace.id;
  const call = callsInOrder(session);

  server.registerTool(
    'state_get',
    {
      title: 'What is kept',
      description:
        'What the state of an agent says under a name, or all of it. It is kept for a user, a chat or a group, whichever is named.',
      inputSchema: z.strictObject({ ...identityFields, name: z.string().optional() }),
      annotations: { readOnlyHint: true },
    },
    async (request) => asJson(await call('storages.getState', { workspace, ...request })),
  );

  server.registerTool(
    'state_set',
    {
      title: 'Keep something',
      description:
        'Sets names in the state of an agent to JSON values; null takes a name away, all others stay. The person sees what is kept, and can change it.',
      inputSchema: z.strictObject({ ...identityFields, values: jsonObjectSchema }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    async (request) => {
      const assistant = server.assistantName();
      const { key } = await call('storages.setState', { workspace, ...request, assistant });
      return asJson({ key });
    },
  );
}
