import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { call } from './call.ts';
import { describeMethods } from './describe-methods.ts';
import { type ExitCode, errorOf, exitCodeOf, exitCodes, exitCodesHelp } from './exit-codes.ts';
import type { Runtime } from './runtime.ts';
import { serve } from './serve.ts';

/**
 * Runs one command line.
 * @param args what follows the program's name
 * @returns the code to exit with; whatever was wrong has been said on standard error, as a sentence or as JSON.
 */
export async function runCommandLine(args: readonly string[], runtime: Runtime): Promise<ExitCode> {
  let speaksJson = false;
  const program = createProgram(runtime, () => {
    speaksJson = true;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) {
      // Help and version end this way, and so does nothing else.
      return exitCodes.done;
    }
    if (thrown instanceof CommanderError && thrown.code === 'commander.help') {
      // No command was named, and the help has been shown instead.
      return exitCodes.misused;
    }
    const error = errorOf(thrown);
    runtime.writeError(`${speaksJson || args[0] === 'call' ? JSON.stringify(error) : error.message}\n`);
    return exitCodeOf(error);
  }
}

function createProgram(runtime: Runtime, speakJson: () => void): Command {
  const program = new Command('contexture')
    .description('See, correct and keep what your assistant has learned about you.')
    .version(runtime.version)
    .exitOverride()
    .configureOutput({ writeOut: runtime.write, writeErr: runtime.writeError, outputError: () => {} })
    .addHelpText('after', exitCodesHelp);
  const writeJson = (value: unknown): void => runtime.write(`${JSON.stringify(value, null, 2)}\n`);

  program
    .command('serve')
    .description('Open Contexture in a browser, on this machine only.')
    .argument('[file-or-folder]', 'a workspace folder, its context file, or another markdown memory')
    .option('--port <number>', 'port to listen on (default: any free one)', asPort, 0)
    .option('--sample', 'show a copy of the sample instead', false)
    .option('--no-open', 'print the address and open no browser')
    .action(async (path: string | undefined, options: { port: number; sample: boolean; open: boolean }) => {
      if (path !== undefined && options.sample) {
        throw new InvalidArgumentError('Name a file or folder, or ask for the sample: not both.');
      }
      const start = options.sample ? ({ sample: true } as const) : path === undefined ? null : { path };
      await serve({ start, port: options.port, open: options.open }, runtime);
    });

  program
    .command('call')
    .description('Call one method on a workspace; the answer is JSON.')
    .argument('<method>', 'name of the method; “contexture methods” lists them')
    .argument('[json]', 'its parameters as a JSON object, or - to read them from standard input')
    .option('--workspace <folder>', 'workspace to open and to call the method on')
    .option('--start-empty', 'also where the folder holds no memory yet', false)
    .addHelpText('after', exitCodesHelp)
    .action(async (method: string, json: string | undefined, options: { workspace?: string; startEmpty: boolean }) => {
      speakJson();
      writeJson(await call({ method, json, workspace: options.workspace, startEmpty: options.startEmpty }, runtime));
    });

  program
    .command('methods')
    .description('Print all methods with their JSON schemas, as JSON.')
    .action(() => writeJson(describeMethods()));

  return program;
}

function asPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  }
  return port;
}
