import type { Command } from 'commander';
import { call } from './call.ts';
import { describeMethods } from './describe-methods.ts';
import { exitCodesHelp } from './exit-codes.ts';
import type { Runtime } from './runtime.ts';

/** The commands for programs: every method of the contract. */
export function addContractCommands(program: Command, runtime: Runtime): void {
  const writeJson = (value: unknown): void => runtime.write(`${JSON.stringify(value, null, 2)}\n`);

  program
    .command('call')
    .description('Call one method on a workspace; the answer is JSON.')
    .argument('<method>', 'name of the method; “contexture methods” lists them')
    .argument('[json]', 'its parameters as a JSON object, or - to read them from standard input')
    .option('-w, --workspace <folder>', 'workspace to open and to call the method on')
    .option('--start-empty', 'also where the folder holds no memory yet', false)
    .addHelpText('after', exitCodesHelp)
    .action(async (method: string, json: string | undefined, options: { workspace?: string; startEmpty: boolean }) => {
      writeJson(await call({ method, json, workspace: options.workspace, startEmpty: options.startEmpty }, runtime));
    });

  program
    .command('methods')
    .description('Print all methods with their JSON schemas, as JSON.')
    .action(() => writeJson(describeMethods()));
}
