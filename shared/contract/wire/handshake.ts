/**
 * How a page and the web host prove to each other that they know the same key before either says anything, so that neither
 * talks to another program on the same port. The page names a key and a nonce; the host proves itself over it, and gives
 * a nonce of its own; the page proves itself over both. The key crosses in neither direction.
 */

export const subprotocol = 'contexture';

/** What the host sends first. */
export type HostGreeting = { readonly type: 'greeting'; readonly nonce: string; readonly proof: string };
/** What the page sends first. */
export type PageProof = { readonly type: 'proof'; readonly proof: string };
/** What the host sends to a page that came with a one-time code, in exchange for it. */
export type SessionGrant = { readonly type: 'session'; readonly name: string; readonly key: string };

/** The subprotocols that a page asks for beside ours. */
export const offeredKey = (name: string): string => `key.${name}`;
export const offeredNonce = (nonce: string): string => `nonce.${nonce}`;

/** What is signed with the key to prove oneself: by whom, and over both nonces. */
export const signedBy = (who: 'host' | 'page', ofPage: string, ofHost: string): string =>
  `contexture ${who} ${ofPage} ${ofHost}`;

/** What is signed with a session's key to make the key of a code for another window. */
export const signedForCode = (random: string): string => `contexture code ${random}`;

/** Why the host closes a connection before it is one: the codes of a WebSocket's end. */
export const closeCodes = { usedCode: 4001, notProven: 4002 } as const;
