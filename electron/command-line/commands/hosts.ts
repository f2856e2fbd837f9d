import { InvalidArgumentError, Option } from 'commander';
import { asNumber, type Call, type CommandRecord } from '../command.ts';

type ServeOptions = { readonly port: number; readonly sample: boolean; readonly open: boolean };

const asPort = asNumber('A port is a number from 0 to 65535.', (text) => /^\d+$/.test(text) && Number(text) <= 65_535);

export const serveCommand: CommandRecord = {
  name: 'serve',
  scope: 'process',
  about: 'Open Contexture in a browser, on this machine only.',
  arguments: [['[file-or-folder]', 'a workspace folder, its memory file, or another markdown memory']],
  options: [
    new Option('--port <number>', 'port to listen on').default(0, 'any free one').argParser(asPort),
    ['--sample', 'show a copy of the sample instead', false],
    ['--no-open', 'print the address and open no browser'],
  ],
  examples: ['serve ~/notes', 'serve --sample --no-open --port 4000'],
  async run({ options: { port, sample, open }, runtime }: Call<ServeOptions>, path: string | undefined) {
    if (path !== undefined && sample) {
      throw new InvalidArgumentError('Name a file or folder, or ask for the sample: not both.');
    }
    const start = sample ? ({ sample: true } as const) : path === undefined ? null : { path };
    // Load the libraries here: they take a moment, and no other command needs them.
    const { serve } = await import('./serve.ts');
    await serve({ start, port, open }, runtime);
    return undefined;
  },
};

export const mcp: CommandRecord = {
  name: 'mcp',
  scope: 'process',
  about: 'Serve an assistant over standard input and output, by the Model Context Protocol.',
  arguments: [['[folder]', 'the workspace folder (default: the current folder, if it holds a memory)']],
  options: [
    [
      '--agent',
      'also the tools of an agent program: its conversations (docs/conversations.md), state (docs/storages.md) and work (docs/work.md)',
      false,
    ],
  ],
  help: '\nIt is started by the assistant, from its settings:\n  contexture mcp /home/me/notes',
  async run({ options, runtime }: Call<{ readonly agent: boolean }>, folder: string | undefined) {
    const { version } = runtime;
    const stop = runtime.asksToStop();
    // Load the protocol's library here: it takes a moment, and no other command needs it.
    const { serveAssistant } = await import('#mcp/serve-assistant.ts');
    const { engine, log } = runtime.startEngine({ engine: { personLooks: false, personApproves: false } });
    // A named folder may begin empty; the folder the command happens to run in may not.
    const place = { folder: folder ?? '.', startEmpty: folder !== undefined, forAgentProgram: options.agent };
    try {
      await serveAssistant(engine, { ...place, version, stop, log, ...runtime.pipe() });
    } finally {
      await engine.close();
    }
    return undefined;
  },
};
