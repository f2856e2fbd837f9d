import { bridgeName, type DesktopBridge } from '#shared/contract/wire/desktop-bridge.ts';
import { encodeForHost } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';

/** What the desktop window's preload script put here; null in a browser. */
export function desktopBridge(): DesktopBridge | null {
  return (window as { readonly [bridgeName]?: DesktopBridge })[bridgeName] ?? null;
}

/** Opens a connection over the desktop window's bridge. The one before it, if there was any, is closed. */
export function overBridge(bridge: DesktopBridge): Transport {
  const messages = new Set<(message: unknown) => void>();
  const closes = new Set<() => void>();
  let open = true;

  bridge.open(
    (text) => {
      const message: unknown = JSON.parse(text);
      for (const listener of messages) {
        listener(message);
      }
    },
    () => {
      open = false;
      for (const listener of closes) {
        listener();
      }
      messages.clear();
      closes.clear();
    },
  );

  return {
    send(message) {
      // Anything sent while the connection closes is answered by the close itself.
      if (open) {
        bridge.send(encodeForHost(message));
      }
    },
    onMessage(listener) {
      messages.add(listener);
      return () => messages.delete(listener);
    },
    onClose(listener) {
      closes.add(listener);
      return () => closes.delete(listener);
    },
    close() {
      if (open) {
        bridge.close();
      }
    },
  };
}
