/** Interface the preload script gives the page: a pipe for texts. A new connection replaces the last. */
export type DesktopBridge = {
  open(onMessage: (text: string) => void, onClose: () => void): void;
  send(text: string): void;
  close(): void;
  /** Path of a dropped file on this computer; empty if it is no file of the system's. */
  pathOf(file: object): string;
};

export const bridgeName = 'contexture';

/** Channels. Each carries the id of a connection, which the page chose; `message` also a text. */
export const bridgeChannels = {
  open: 'contexture:open',
  message: 'contexture:message',
  close: 'contexture:close',
} as const;
