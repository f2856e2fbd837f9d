import { EventEmitter } from 'node:events';
import { guarded } from './guarded.ts';

/** Listening only: `handle` and the like are left out because the app must not use them. */
export const ipcMain = guarded('ipcMain', new EventEmitter());
