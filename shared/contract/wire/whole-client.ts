import { events, methods } from '../contract.ts';
import { type Client, createClientOf } from './client.ts';
import type { Transport } from './protocol.ts';

export const createClient = (transport: Transport, onProblem?: (message: string) => void): Client =>
  createClientOf({ methods, events }, transport, onProblem);
