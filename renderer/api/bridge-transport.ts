import { bridgeName, type DesktopBridge } from '#shared/contract/wire/desktop-bridge.ts';
import { createEnd } from '#shared/contract/wire/in-process.ts';
import { encodeForHost } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';

/** Bridge from the desktop window's preload script; null in a browser. */
export function desktopBridge(): DesktopBridge | null {
  return (window as { readonly [bridgeName]?: DesktopBridge })[bridgeName] ?? null;
}

/** Opens a connection over the desktop window's bridge, closing any earlier one. */
export function overBridge(bridge: DesktopBridge): Transport {
  const end = createEnd();
  let open = true;
  bridge.open(
    (text) => end.deliver(JSON.parse(text)),
    () => {
      open = false;
      end.closed();
    },
  );
  return {
    ...end.transport,
    send(message) {
      // A message sent while the connection closes is answered by the close itself.
      if (open) {
        bridge.send(encodeForHost(message));
      }
    },
    close() {
      if (open) {
        bridge.close();
      }
    },
  };
}
