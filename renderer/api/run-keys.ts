import { type HostGreeting, signedBy, signedForCode } from '#shared/contract/wire/handshake.ts';

/** A key that page and host both have, by its name. Only the name is ever sent. */
export type RunKey = { readonly name: string; readonly key: string };

const storedAs = { code: 'contexture.code', session: 'contexture.session' } as const;

/** Code in this page's address, good once; null if there is none. */
export const codeInAddress = (): RunKey | null => read(/^#(code(?:\.[\w-]+){2,3})$/.exec(location.hash)?.[1] ?? null);

/** Moves the code out of the address and into this tab, until it is exchanged. */
function takeCode(): void {
  const code = codeInAddress();
  if (code !== null) {
    sessionStorage.setItem(storedAs.code, written(code));
    history.replaceState(null, '', location.pathname + location.search);
  }
}

/** Takes a code from another tab; false if the text is none. */
export function takeGivenCode(text: string): boolean {
  const code = /^code(?:\.[\w-]+){2,3}$/.test(text) ? read(text) : null;
  if (code !== null) {
    sessionStorage.setItem(storedAs.code, written(code));
  }
  return code !== null;
}

/** Keys of this tab, in the order to try them: a new code comes first, as it may be for another run. */
export function knownKeys(): readonly RunKey[] {
  takeCode();
  return [storedAs.code, storedAs.session].flatMap((place) => read(sessionStorage.getItem(place)) ?? []);
}

export function keepSession(session: RunKey): void {
  sessionStorage.setItem(storedAs.session, written(session));
  sessionStorage.removeItem(storedAs.code);
}

export const forgetCode = (): void => sessionStorage.removeItem(storedAs.code);

/** Creates a code for another window from this tab's session; null without a session. */
export async function newCode(): Promise<string | null> {
  const session = read(sessionStorage.getItem(storedAs.session));
  if (session === null) {
    return null;
  }
  const random = randomText();
  return `code.${session.name.replace('session.', '')}.${random}.${await sign(session, signedForCode(random))}`;
}

export const isProofOfHost = async (key: RunKey, ofPage: string, { nonce, proof }: HostGreeting): Promise<boolean> =>
  proof === (await sign(key, signedBy('host', ofPage, nonce)));

export const proofOfPage = (key: RunKey, ofPage: string, { nonce }: HostGreeting): Promise<string> =>
  sign(key, signedBy('page', ofPage, nonce));

export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(18)));

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function sign({ key }: RunKey, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.importKey('raw', bytesOf(key), algorithm, false, ['sign']);
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', signing, bytesOf(text))));
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const written = ({ name, key }: RunKey): string => `${name}.${key}`;

function read(text: string | null): RunKey | null {
  const at = text?.lastIndexOf('.') ?? -1;
  return text === null || at < 0 ? null : { name: text.slice(0, at), key: text.slice(at + 1) };
}
