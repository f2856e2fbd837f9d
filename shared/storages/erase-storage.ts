import { eraseFromJson } from '../text/erase-json.ts';
import type { Eraser } from '../text/eraser.ts';
import { IdentityStorage } from './identity-storage.ts';

/** By these a storage is found again: without them nobody would know that it is kept, or for whom. */
const identity = new Set(['agentName', 'chatName', 'userId', 'group', 'scope', 'key']);

/** Whether a file, by its name, says which storages an agent has. */
export const listsKeys = (file: string): boolean => file.startsWith(`${IdentityStorage.prefix}_`);

/** The text of a storage without what is erased. @param file the name of its file */
export const eraseFromStorage = (file: string, text: string, eraser: Eraser): string =>
  eraseFromJson(text, eraser, listsKeys(file) ? identity : undefined);
