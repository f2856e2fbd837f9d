import type { IncomingHttpHeaders } from 'node:http';
import { subprotocol } from '#shared/contract/wire/handshake.ts';

/** Reason to refuse a request. The status is for programs, the message for people. */
export type Refusal = {
  readonly status: 401 | 403 | 404 | 503;
  readonly reason: 'host' | 'origin' | 'key' | 'path' | 'number';
  readonly message: string;
};

/** Name of the key that a page says it has, and the nonce that the host proves its own key with. */
export type ProofRequest = { readonly name: string; readonly nonce: string };

/**
 * Refuses a request that isn't meant for this host or doesn't come from its own page. A page of another site that had its
 * name resolved to this machine still names itself in `Host`, and its scripts name it in `Origin`.
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

export const noKey: Refusal = {
  status: 401,
  reason: 'key',
  message: 'This page has no key to this run. Open the address that Contexture printed.',
};

// A session's name has one part: with the part of a window's code it would be that code's key, good for ever.
const keyShape = /^key\.(code(?:\.[\w-]{1,64}){1,2}|session\.[\w-]{1,64})$/;
const nonceShape = /^nonce\.([\w-]{16,64})$/;

/** Reads a page's request from its subprotocols; null unless each part is there exactly once. */
export function readProofRequest(headers: IncomingHttpHeaders): ProofRequest | null {
  const [own, key, nonce, ...more] = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const name = keyShape.exec(key ?? '')?.[1];
  const pageNonce = nonceShape.exec(nonce ?? '')?.[1];
  return own === subprotocol && name !== undefined && pageNonce !== undefined && more.length === 0
    ? { name, nonce: pageNonce }
    : null;
}

function ownHosts(port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const withPort = names.map((name) => `${name}:${port}`);
  // Browsers leave out port 80.
  return port === 80 ? [...withPort, ...names] : withPort;
}
