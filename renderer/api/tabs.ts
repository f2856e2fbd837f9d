import { newCode, randomText, takeGivenCode } from './run-keys.ts';

/** Tabs on one address hear each other here, and nobody else does: only what the host serves has this origin. */
const channel = 'contexture.tabs';

/** A tab without a key asks, by a text of its own; one that has a session answers with a code that is good once. */
type Said = { readonly asked: string; readonly code?: string };

/** How long a tab may take to answer, in milliseconds: one that lies behind others is slow. */
const answersWithin = 1000;

/** Gives codes to tabs that ask, from now on. Only while the host is known to be the one: another program could serve such a tab. */
export function giveCodes(): () => void {
  const tabs = new BroadcastChannel(channel);
  let isClosed = false;
  tabs.addEventListener('message', async ({ data }: MessageEvent<Said>) => {
    const code = data.code === undefined ? await newCode() : null;
    if (code !== null && !isClosed) {
      tabs.postMessage({ asked: data.asked, code } satisfies Said);
    }
  });
  return () => {
    isClosed = true;
    tabs.close();
  };
}

/** Asks other tabs for a code, and keeps the first that is given. Resolves to whether there was one. */
export function askForCode(): Promise<boolean> {
  const tabs = new BroadcastChannel(channel);
  const asked = randomText();
  return new Promise<boolean>((resolve) => {
    tabs.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if (data.asked === asked && data.code !== undefined) {
        resolve(takeGivenCode(data.code));
      }
    });
    tabs.postMessage({ asked } satisfies Said);
    setTimeout(() => resolve(false), answersWithin);
  }).finally(() => tabs.close());
}
