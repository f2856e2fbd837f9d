import { Command, CommanderError, Help, type Option } from 'commander';
import { jsonText } from './answer.ts';
import { addCommand } from './command.ts';
import { commands } from './commands.ts';
import { type ExitCode, errorOf, exitCodeOf, exitCodes, exitCodesHelp } from './exit-codes.ts';
import type { Runtime } from './runtime.ts';

/** Runs one command line. Errors go to standard error, as a sentence or as JSON. @param args after the program's name */
export async function runCommandLine(args: readonly string[], runtime: Runtime): Promise<ExitCode> {
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

/** True if the caller reads JSON. Looks at the words alone, because they may not parse as a command. */
const speaksJson = (args: readonly string[]): boolean => args[0] === 'call' || args.includes('--json');

function createProgram(args: readonly string[], runtime: Runtime, exitWith: (code: ExitCode) => void): Command {
  const program = new Command('contexture')
    .description('See, correct and keep what your assistant has learned about you.')
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
