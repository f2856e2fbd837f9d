import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { createSerialQueue } from '#engine/serial-queue.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { wholeText } from '#shared/contract/reading/texts.ts';
import { labelledFile } from '#shared/prompt/assistant-text.ts';
import type { Session } from '../session.ts';
import { startResource } from './texts.ts';

const filesUri = 'contexture://memory-files/';

/** Registers the readable files of the start text as resources, in the order of the list. */
export async function registerFiles(server: McpServer, session: Session, tellChanged: (uri: string) => void) {
  server.registerResource(
    'memory-file',
    new ResourceTemplate(`${filesUri}{path}`, {
      list: async () => ({
        resources: (await readableFiles(session)).map((file) => ({
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
        'What the person lets every assistant read first: each under “[Context from NAME]”, as in contexture://start. TOML and JSON keep their own notation, which says their structure.',
    },
    async ({ href }) => {
      const file = (await readableFiles(session)).find((candidate) => uriOf(candidate) === href);
      if (file === undefined) {
        const message = `${href.slice(0, 200)} is not one of the files that are read here.`;
        throw new McpError(ErrorCode.InvalidParams, message);
      }
      const text = labelledFile(file.name, await readWhole(session, file.path));
      return { contents: [{ uri: href, mimeType: 'text/plain', text }] };
    },
  );
  const tellList = (): void => void (server.isConnected() && server.sendResourceListChanged());
  await followFiles(session, tellList, (file) => {
    tellChanged(uriOf(file));
    tellChanged(startResource.uri);
  });
}

/**
 * @param onList called when the readable files change
 * @param onFile called with each file whose content changes
 */
async function followFiles(session: Session, onList: () => void, onFile: (file: MemoryFile) => void): Promise<void> {
  const { client, workspace } = session;
  const enqueue = createSerialQueue();
  let files = await readableFiles(session);
  client.on('sources.changed', (event) => {
    if (event.workspace === workspace.id) {
      void enqueue(async () => {
        const before = files;
        files = await readableFiles(session);
        if (before.map(uriOf).join() !== files.map(uriOf).join()) {
          onList();
        }
        const signs = new Set(before.map(signOf));
        for (const file of files.filter((candidate) => !signs.has(signOf(candidate)))) {
          onFile(file);
        }
        // Ignore failures: the connection to the engine may be gone by now, and nobody is left to report to.
      }).catch(() => {});
    }
  });
}

async function readableFiles({ client, workspace }: Session): Promise<MemoryFile[]> {
  const { files } = await client.call('sources.list', { workspace: workspace.id });
  return files.filter(({ state }) => state === 'read');
}

/** True if a URI names a file on the list, which may not exist yet. */
export async function isListed({ client, workspace }: Session, uri: string): Promise<boolean> {
  const { files } = await client.call('sources.list', { workspace: workspace.id });
  return files.some((file) => uriOf(file) === uri);
}

const uriOf = ({ path }: Pick<MemoryFile, 'path'>): string => `${filesUri}${encodeURIComponent(path)}`;

/** Makes a text that differs if the file does. */
const signOf = ({ path, bytes, modifiedAt }: MemoryFile): string => `${path} ${bytes} ${modifiedAt}`;

/** @throws `not_found` for a file that is not on the list */
async function readWhole({ client, workspace }: Session, path: string): Promise<string> {
  const read = (from: number) => client.call('sources.read', { workspace: workspace.id, path, from });
  return wholeText(await read(0), async (from) => (await read(from)).text);
}
