import type { Transport } from '#shared/contract/wire/protocol.ts';
import { desktopBridge, overBridge } from './bridge-transport.ts';
import { newCode } from './run-keys.ts';
import { connectWebSocket } from './web-connection.ts';

/** Opens a connection to the engine; rejects if there is none now. */
export type Connector = () => Promise<Transport>;

/** True if this page can be opened in another window by an address. */
export const hasAddress = (): boolean => desktopBridge() === null;

/** Address that opens another window on this run; null if there is none. */
export async function newAddressOfThisRun(): Promise<string | null> {
  const code = hasAddress() ? await newCode() : null;
  return code === null ? null : `${location.origin}/#${code}`;
}

/** The one place that decides how this page reaches the engine: over the desktop window's bridge if there is one. */
export function chooseConnector(): Connector {
  const bridge = desktopBridge();
  return bridge === null ? connectWebSocket : async () => overBridge(bridge);
}
