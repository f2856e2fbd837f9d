import type { IpcRenderer, WebUtils } from 'electron';
import { bridgeChannels, type DesktopBridge } from '#shared/contract/wire/desktop-bridge.ts';

type Line = { readonly id: string; readonly onMessage: (text: string) => void; readonly onClose: () => void };

/** The page's side of the pipe. It decides nothing: what may pass is checked at both ends. */
export function createBridge(
  ipc: Pick<IpcRenderer, 'on' | 'send'>,
  webUtils: Pick<WebUtils, 'getPathForFile'>,
): DesktopBridge {
  let line: Line | null = null;

  ipc.on(bridgeChannels.message, (_event, id: unknown, text: string) => {
    // What was sent to a page or a line before this one is still on its way for a moment.
    if (id === line?.id) {
      line?.onMessage(text);
    }
  });
  ipc.on(bridgeChannels.close, (_event, id: unknown) => {
    if (id === line?.id) {
      end()?.onClose();
    }
  });

  function end(): Line | null {
    const ended = line;
    line = null;
    return ended;
  }

  return {
    open(onMessage, onClose) {
      end()?.onClose();
      line = { id: globalThis.crypto.randomUUID(), onMessage, onClose };
      ipc.send(bridgeChannels.open, line.id);
    },
    send(text) {
      if (line !== null) {
        ipc.send(bridgeChannels.message, line.id, text);
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
