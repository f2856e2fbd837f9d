import { type Command, InvalidArgumentError, Option } from 'commander';
import { examples } from '../change-entries.ts';
import type { CommandHost } from '../runtime.ts';

export function registerServe(program: Command, { runtime }: CommandHost): void {
  program
    .command('serve')
    .description('Open Contexture in a browser, on this machine only.')
    .argument('[file-or-folder]', 'a workspace folder, its context file, or another markdown memory')
    .addOption(new Option('--port <number>', 'port to listen on').default(0, 'any free one').argParser(asPort))
    .option('--sample', 'show a copy of the sample instead', false)
    .option('--no-open', 'print the address and open no browser')
    .addHelpText('after', examples('serve ~/notes', 'serve --sample --no-open --port 4000'))
    .action(async (path: string | undefined, options: { port: number; sample: boolean; open: boolean }) => {
      if (path !== undefined && options.sample) {
        throw new InvalidArgumentError('Name a file or folder, or ask for the sample: not both.');
      }
      const start = options.sample ? ({ sample: true } as const) : path === undefined ? null : { path };
      // Load the libraries here: they take a moment, and no other command needs them.
      const { serve } = await import('./serve.ts');
      await serve({ start, port: options.port, open: options.open }, runtime);
    });
}

function asPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  }
  return port;
}

export function registerMcp(program: Command, { runtime }: CommandHost): void {
  program
    .command('mcp')
    .description('Serve an assistant over standard input and output, by the Model Context Protocol.')
    .argument('[folder]', 'the workspace folder (default: the current folder, if it holds a memory)')
    .option(
      '--agent',
      'also the tools of an agent program: its conversations (docs/conversations.md), state (docs/storages.md) and work (docs/work.md)',
      false,
    )
    .addHelpText('after', '\nIt is started by the assistant, from its settings:\n  contexture mcp /home/me/notes')
    .action(async (folder: string | undefined, options: { readonly agent: boolean }) => {
      const { version } = runtime;
      const stop = runtime.asksToStop();
      // Load the protocol's library here: it takes a moment, and no other command needs it.
      const { serveAssistant } = await import('#mcp/serve-assistant.ts');
      const { engine, log } = runtime.startEngine({ engine: { personLooks: false, personApproves: false } });
      // A named folder may begin empty; the folder the command happens to run in may not.
      const place = {
        folder: folder ?? '.',
        startEmpty: folder !== undefined,
        forAgentProgram: options.agent,
      };
      try {
        await serveAssistant(engine, { ...place, version, stop, log, ...runtime.pipe() });
      } finally {
        await engine.close();
      }
    });
}
