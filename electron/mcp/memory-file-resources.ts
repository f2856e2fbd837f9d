import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { createSerialQueue } from '#engine/workspace/serial-queue.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { labelledFile } from '#shared/prompt/assistant-text.ts';
import type { Session } from './session.ts';

const prefix = 'contexture://memory-files/';

/** Names a file that is read before the memory, by its path as the settings have it. */
const uriOf = ({ path }: Pick<MemoryFile, 'path'>): string => `${prefix}${encodeURIComponent(path)}`;

/**
 * The files that are read before the memory, as resources: those that can be read, in the order of the list.
 * @param tellChanged called with the URI of one that reads differently
 */
export async function registerMemoryFiles(
  server: McpServer,
  session: Session,
  tellChanged: (uri: string) => void,
): Promise<void> {
  const { client, workspace } = session;
  const enqueue = createSerialQueue();
  let known = await readable(session);

  server.registerResource(
    'memory-file',
    new ResourceTemplate(`${prefix}{path}`, {
      list: async () => ({
        resources: (await readable(session)).map((file) => ({
          uri: uriOf(file),
          name: file.name,
          title: `Context from ${file.name}`,
          mimeType: 'text/plain',
        })),
      }),
    }),
    {
      title: 'Files read before the memory',
      description:
        'What the person lets every assistant read first: each under “[Context from NAME]”, as it stands in contexture://start. TOML and JSON keep their own notation, which says their structure.',
    },
    async ({ href }) => {
      const file = (await readable(session)).find((candidate) => uriOf(candidate) === href);
      if (file === undefined) {
        throw new McpError(
          ErrorCode.InvalidParams,
          `${href.slice(0, 200)} is not one of the files that are read here.`,
        );
      }
      const text = labelledFile(file.name, await readWhole(session, file.path));
      return { contents: [{ uri: href, mimeType: 'text/plain', text }] };
    },
  );

  client.on('sources.changed', (event) => {
    if (event.workspace === workspace.id) {
      void enqueue(async () => {
        const before = known;
        known = await readable(session);
        if (before.map(uriOf).join() !== known.map(uriOf).join() && server.isConnected()) {
          server.sendResourceListChanged();
        }
        const signs = new Set(before.map(signOf));
        for (const file of known.filter((candidate) => !signs.has(signOf(candidate)))) {
          tellChanged(uriOf(file));
        }
        // The line to the engine may be gone by now, and then nobody is left to be told.
      }).catch(() => {});
    }
  });
}

async function readable({ client, workspace }: Session): Promise<MemoryFile[]> {
  const { files } = await client.call('sources.list', { workspace: workspace.id });
  return files.filter(({ state }) => state === 'read');
}

/** Whether a URI names a file on the list, be it one that is not there yet. */
export async function isListed({ client, workspace }: Session, uri: string): Promise<boolean> {
  const { files } = await client.call('sources.list', { workspace: workspace.id });
  return files.some((file) => uriOf(file) === uri);
}

/** Differs where a file does. */
const signOf = ({ path, bytes, modifiedAt }: MemoryFile): string => `${path} ${bytes} ${modifiedAt}`;

/** @throws `not_found` for what is not on the list */
async function readWhole({ client, workspace }: Session, path: string): Promise<string> {
  let text = '';
  for (;;) {
    const piece = await client.call('sources.read', { workspace: workspace.id, path, from: text.length });
    text += piece.text;
    if (piece.text === '' || text.length >= piece.total) {
      return text;
    }
  }
}
