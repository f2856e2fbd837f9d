import type { Command } from 'commander';
import { registerArchive, registerRestore } from './commands/archive.ts';
import { registerPrompt } from './commands/assistant.ts';
import { registerImport } from './commands/bring-in.ts';
import { registerCheck } from './commands/check.ts';
import { registerConnect } from './commands/connect.ts';
import { registerCall, registerMethods } from './commands/contract.ts';
import { registerConversations } from './commands/conversations.ts';
import { registerMcp, registerServe } from './commands/hosts.ts';
import { registerMemories } from './commands/memories.ts';
import {
  registerAdd,
  registerApply,
  registerEdit,
  registerRemove,
  registerSearch,
  registerShow,
} from './commands/memory.ts';
import { registerReadAs } from './commands/read-as.ts';
import { registerScan } from './commands/scan.ts';
import { registerStorages } from './commands/storages.ts';
import { registerTwins } from './commands/twins.ts';
import { registerUndo } from './commands/undo.ts';
import { registerWork } from './commands/work.ts';
import type { CommandHost } from './runtime.ts';

/** Commands in the order of the help. A command is added in its feature's file and by a line here. */
export const commands: readonly ((program: Command, host: CommandHost) => void)[] = [
  registerMemories,
  registerShow,
  registerSearch,
  registerPrompt,
  registerCheck,
  registerReadAs,
  registerScan,
  registerTwins,
  registerAdd,
  registerApply,
  registerImport,
  registerEdit,
  registerRemove,
  registerArchive,
  registerRestore,
  registerUndo,
  registerConversations,
  registerStorages,
  registerWork,
  registerConnect,
  registerServe,
  registerMcp,
  registerCall,
  registerMethods,
];
