import type { IpcRenderer, WebUtils } from 'electron';
import { bridgeChannels, type DesktopBridge } from '#shared/contract/wire/desktop-bridge.ts';

type Connection = { readonly id: string; readonly onMessage: (text: string) => void; readonly onClose: () => void };

/** Creates the page's side of the pipe. Both ends check what may pass, not the bridge. */
export function createBridge(
  ipc: Pick<IpcRenderer, 'on' | 'send'>,
  webUtils: Pick<WebUtils, 'getPathForFile'>,
): DesktopBridge {
  let connection: Connection | null = null;

  ipc.on(bridgeChannels.message, (_event, id: unknown, text: string) => {
    // Messages to an earlier page or connection may still arrive for a moment.
    if (id === connection?.id) {
      connection?.onMessage(text);
    }
  });
  ipc.on(bridgeChannels.close, (_event, id: unknown) => {
    if (id === connection?.id) {
      end()?.onClose();
    }
  });

  function end(): Connection | null {
    const ended = connection;
    connection = null;
    return ended;
  }

  return {
    open(onMessage, onClose) {
      end()?.onClose();
      connection = { id: globalThis.crypto.randomUUID(), onMessage, onClose };
      ipc.send(bridgeChannels.open, connection.id);
    },
    send(text) {
      if (connection !== null) {
        ipc.send(bridgeChannels.message, connection.id, text);
      }
    },
    close() {
      const ended = end();
      if (ended !== null) {
        ipc.send(bridgeChannels.close, ended.id);
        ended.onClose();
      }
    },
    pathOf: (file) => webUtils.getPathForFile(file as never),
  };
}
