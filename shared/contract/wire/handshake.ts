/**
 * Mutual proof by a page and the web host that they know the same key before either says anything, so that neither
 * talks to another program on the same port. The page names a key and a nonce; the host proves itself over it, and
 * gives its own nonce; the page proves itself over both. The key is never sent.
 */

export const subprotocol = 'contexture';

export type HostGreeting = { readonly type: 'greeting'; readonly nonce: string; readonly proof: string };
export type PageProof = { readonly type: 'proof'; readonly proof: string };
/** Session that the host sends a page in exchange for a one-time code. */
export type SessionGrant = { readonly type: 'session'; readonly name: string; readonly key: string };

/** Subprotocols that a page requests in addition to ours. */
export const offeredKey = (name: string): string => `key.${name}`;
export const offeredNonce = (nonce: string): string => `nonce.${nonce}`;

/** Text signed with the key as proof: the role, and both nonces. */
export const signedBy = (who: 'host' | 'page', ofPage: string, ofHost: string): string =>
  `contexture ${who} ${ofPage} ${ofHost}`;

/** Text signed with a session's key to make the key of a code for another window. */
export const signedForCode = (random: string): string => `contexture code ${random}`;

/** Reasons the host closes a connection before it is established: WebSocket close codes. */
export const closeCodes = { usedCode: 4001, notProven: 4002 } as const;
