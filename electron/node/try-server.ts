import type { TriedServer } from '#engine/ports.ts';
import type { ServerCommand } from '#shared/connections/setting-form.ts';
import { ContextureError } from '#shared/contract/errors.ts';

/** Milliseconds without an answer after which a server is of no use to a program either. */
const patience = 30_000;
/** Maximum characters kept of a failing server's error output. */
const maxSaid = 1000;

/** Starts a server for assistants as a program would: in the home folder, with few variables. Ends it before returning. */
export async function tryServer(server: ServerCommand, homeFolder: string, version: string): Promise<TriedServer> {
  // Load the client on demand, since most runs never need it.
  const [{ Client }, { getDefaultEnvironment, StdioClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/stdio.js'),
  ]);
  const transport = new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...getDefaultEnvironment(), ...server.env },
    cwd: homeFolder,
    stderr: 'pipe',
  });
  let errorOutput = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString('utf8')).slice(-maxSaid);
  });
  const client = new Client({ name: 'Contexture trial', version });
  try {
    await client.connect(transport, { timeout: patience });
    const { tools } = await client.listTools(undefined, { timeout: patience });
    return { tools: tools.map(({ name }) => name), version: client.getServerVersion()?.version ?? '' };
  } catch (error) {
    const reason = tellingLine(errorOutput) || (error instanceof Error ? error.message : String(error));
    const message = `It did not start as a server for assistants: ${reason}`;
    throw new ContextureError('unavailable', message, { command: server.command, said: errorOutput });
  } finally {
    await client.close();
  }
}

/** Finds the line with the reason; the rest of a stack trace only helps the server's programmers. */
function tellingLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.join(' ').trim();
}
