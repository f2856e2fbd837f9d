import { eraseFromJson } from '../text/erase-json.ts';
import type { Eraser } from '../text/eraser.ts';
import { IdentityStorage } from './identity-storage.ts';

/** Fields that identify a storage: without them its existence and owner would be unknown. */
const identity = new Set(['agentName', 'chatName', 'userId', 'group', 'scope', 'key']);

/** True for the name of a file that lists the storages of an agent. */
export const listsKeys = (file: string): boolean => file.startsWith(`${IdentityStorage.prefix}_`);

/** Erases from the text of a storage. @param file the name of its file */
export const eraseFromStorage = (file: string, text: string, eraser: Eraser): string =>
  eraseFromJson(text, eraser, listsKeys(file) ? identity : undefined);
