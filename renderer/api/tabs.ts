import { newCode, randomText, takeGivenCode } from './run-keys.ts';

/** Channel for tabs on one address, closed to others: only the host's pages have this origin. */
const channel = 'contexture.tabs';

/** A tab without a key sends a request with a text of its own; a tab with a session answers with a one-time code. */
type TabMessage = { readonly asked: string; readonly code?: string };

/** Longest wait for a tab's answer, in milliseconds: background tabs are slow. */
const answersWithin = 1000;

/**
 * Gives codes to tabs that request one, from now on. Only while the host is known to be the real one: another program could
 * serve such a tab.
 */
export function giveCodes(): () => void {
  const tabs = new BroadcastChannel(channel);
  let isClosed = false;
  tabs.addEventListener('message', async ({ data }: MessageEvent<TabMessage>) => {
    const code = data.code === undefined ? await newCode() : null;
    if (code !== null && !isClosed) {
      tabs.postMessage({ asked: data.asked, code } satisfies TabMessage);
    }
  });
  return () => {
    isClosed = true;
    tabs.close();
  };
}

/** Requests a code from other tabs, and keeps the first. Resolves to true if there was one. */
export function askForCode(): Promise<boolean> {
  const tabs = new BroadcastChannel(channel);
  const asked = randomText();
  return new Promise<boolean>((resolve) => {
    tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.asked === asked && data.code !== undefined) {
        resolve(takeGivenCode(data.code));
      }
    });
    tabs.postMessage({ asked } satisfies TabMessage);
    setTimeout(() => resolve(false), answersWithin);
  }).finally(() => tabs.close());
}
