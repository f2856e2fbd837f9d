import type { Transport } from '#shared/contract/wire/protocol.ts';
import { desktopBridge, overBridge } from './bridge-transport.ts';
import { newCode } from './run-keys.ts';
import { connectWebSocket } from './web-connection.ts';

/** Opens a connection to the engine; rejects if it can't be had now. */
export type Connector = () => Promise<Transport>;

/** Whether this page can be opened in another window by an address. */
export const hasAddress = (): boolean => desktopBridge() === null;

/** An address that leads one more window to this run; null where there is no such thing. */
export async function newAddressOfThisRun(): Promise<string | null> {
  const code = hasAddress() ? await newCode() : null;
  return code === null ? null : `${location.origin}/#${code}`;
}

/** The one place that decides how this page reaches the engine: over the desktop window's bridge where there is one. */
export function chooseConnector(): Connector {
  const bridge = desktopBridge();
  return bridge === null ? connectWebSocket : async () => overBridge(bridge);
}
