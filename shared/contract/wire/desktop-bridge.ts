/** What the preload script gives the page: a pipe for texts, nothing to call. A new connection replaces the last. */
export type DesktopBridge = {
  open(onMessage: (text: string) => void, onClose: () => void): void;
  send(text: string): void;
  close(): void;
  /** Where a dropped file is on this computer; empty if it is no file of the system's. */
  pathOf(file: object): string;
};

/** Name under which the page finds it. */
export const bridgeName = 'contexture';

/** Each carries the id of a connection, which the page chose; `message` a text beside it. */
export const bridgeChannels = {
  open: 'contexture:open',
  message: 'contexture:message',
  close: 'contexture:close',
} as const;
