import type { CommandGroup, CommandRecord } from './command.ts';
import { archive, restoreCommand } from './commands/archive.ts';
import { prompt } from './commands/assistant.ts';
import { backup, removeEverything, restoreBackup } from './commands/backup.ts';
import { importList } from './commands/bring-in.ts';
import { check } from './commands/check.ts';
import { connect } from './commands/connect.ts';
import { callMethod, listMethods } from './commands/contract.ts';
import { conversations } from './commands/conversations.ts';
import { digest } from './commands/digest.ts';
import { mcp, serveCommand } from './commands/hosts.ts';
import { memories } from './commands/memories.ts';
import { add, apply, editCommand, remove, searchCommand, show } from './commands/memory.ts';
import { readAs } from './commands/read-as.ts';
import { report } from './commands/report.ts';
import { scan } from './commands/scan.ts';
import { storages } from './commands/storages.ts';
import { twins } from './commands/twins.ts';
import { undo } from './commands/undo.ts';
import { work } from './commands/work.ts';

/** Commands in the order of the help. */
export const commands: readonly (CommandRecord | CommandGroup)[] = [
  memories,
  digest,
  show,
  searchCommand,
  prompt,
  check,
  readAs,
  scan,
  twins,
  add,
  apply,
  importList,
  editCommand,
  remove,
  archive,
  restoreCommand,
  undo,
  conversations,
  storages,
  work,
  connect,
  backup,
  restoreBackup,
  removeEverything,
  report,
  serveCommand,
  mcp,
  callMethod,
  listMethods,
];
