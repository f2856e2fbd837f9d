import { existsSync } from 'node:fs';
import { Command, CommanderError, Help, type Option } from 'commander';
import { jsonText } from './answer.ts';
import { addCommand } from './command.ts';
import { serveCommand } from './commands/hosts.ts';
import { commands } from './commands.ts';
import { type ExitCode, errorOf, exitCodeOf, exitCodes, exitCodesHelp } from './exit-codes.ts';
import type { Runtime } from './runtime.ts';

/**
 * Runs one command line. Reports errors on standard error, as a sentence or as JSON.
 * @param given arguments after the program's name; without a command they are those of `serve`
 */
export async function runCommandLine(given: readonly string[], runtime: Runtime): Promise<ExitCode> {
  const args = namesCommand(given) ? given : [serveCommand.name, ...given];
  let code: ExitCode = exitCodes.done;
  const program = createProgram(args, runtime, (exitCode) => {
    code = exitCode;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) {
      // Help and version end this way, and no other command.
      return exitCodes.done;
    }
    if (thrown instanceof CommanderError && thrown.code === 'commander.help') {
      // No command was named, and the help has been shown instead.
      return exitCodes.misused;
    }
    const error = errorOf(thrown);
    runtime.writeError(`${speaksJson(args) ? jsonText(error) : error.message}\n`);
    return exitCodeOf(error);
  }
}

/** False for no argument, options of `serve` alone, and a file or folder to open. */
function namesCommand([first]: readonly string[]): boolean {
  if (first === undefined) {
    return false;
  }
  if (first.startsWith('-')) {
    return ['-h', '--help', '-V', '--version'].includes(first);
  }
  return first === 'help' || commands.some(({ name }) => name === first) || !existsSync(first);
}

/** True if the caller reads JSON. Looks at the words alone, because they may not parse as a command. */
const speaksJson = (args: readonly string[]): boolean => args[0] === 'call' || args.includes('--json');

function createProgram(args: readonly string[], runtime: Runtime, exitWith: (code: ExitCode) => void): Command {
  const program = new Command('contexture')
    .description('See, correct and keep what your assistant has learned about you.')
    .usage('[file-or-folder] | <command> [options]')
    .addHelpText('before', 'Without a command, Contexture opens in your browser, on this machine only.\n')
    .version(runtime.version)
    .exitOverride()
    .configureOutput({ writeOut: runtime.write, writeErr: runtime.writeError, outputError: () => {} })
    .configureHelp({ optionDescription })
    .addHelpText('after', exitCodesHelp);
  // Parsers of other commands take a moment to make.
  const matching = commands.filter(({ name }) => name === args[0]);
  for (const command of matching.length > 0 ? matching : commands) {
    addCommand(program, command, { runtime, exitWith });
  }
  return program;
}

/** Describes an option, without saying that a flag is off by default. */
const optionDescription = (option: Option): string =>
  new Help().optionDescription(option).replace(/ \(default: false\)$/, '');
