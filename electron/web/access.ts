import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is turned away. The status is for programs, the message for people. */
export type Refusal = {
  readonly status: 401 | 403;
  readonly reason: 'host' | 'origin' | 'token';
  readonly message: string;
};

/** Subprotocol that the page and this host agree on. The token travels beside it as a second one. */
export const subprotocol = 'contexture';
const tokenPrefix = 'token.';

/** A new token of 256 random bits, made of characters that a URL and a WebSocket subprotocol can carry. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Whether a request is meant for this host and comes from its own page. A page of another site that had its name
 * resolved to this machine still names itself in `Host`, and its scripts name it in `Origin`.
 */
export function refuseAddress(headers: IncomingHttpHeaders, port: number): Refusal | null {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !ownHosts(port).includes(host)) {
    return { status: 403, reason: 'host', message: 'This address is not one that Contexture answers to.' };
  }
  const origin = headers.origin;
  if (origin !== undefined && origin !== `http://${host}`) {
    return { status: 403, reason: 'origin', message: 'Contexture answers to its own page only.' };
  }
  return null;
}

/** Null if the token given is the one of this run. */
export function refuseToken(given: string | null, expected: string): Refusal | null {
  if (given !== null && isSame(given, expected)) {
    return null;
  }
  return {
    status: 401,
    reason: 'token',
    message: 'The access token is missing or not the one of this run. Open the address that Contexture printed.',
  };
}

export function bearerToken(headers: IncomingHttpHeaders): string | null {
  return /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** The token among the subprotocols that a WebSocket asks for; null unless it asks for ours as well. */
export function subprotocolToken(headers: IncomingHttpHeaders): string | null {
  const asked = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const token = asked.find((name) => name.startsWith(tokenPrefix));
  return asked.includes(subprotocol) && token !== undefined ? token.slice(tokenPrefix.length) : null;
}

function ownHosts(port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const withPort = names.map((name) => `${name}:${port}`);
  // Port 80 is the one that a browser leaves out.
  return port === 80 ? [...withPort, ...names] : withPort;
}

/** In constant time; hashed first, so that the lengths are equal and tell nothing either. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
