import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeName } from '#shared/contract/wire/desktop-bridge.ts';
import { createBridge } from './desktop/bridge.ts';

contextBridge.exposeInMainWorld(bridgeName, createBridge(ipcRenderer, webUtils));
