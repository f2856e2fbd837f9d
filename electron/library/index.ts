/** What agents keep, for those who write agents in JavaScript: the library of the package. */
export { ContextureError } from '#shared/contract/errors.ts';
export { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
export type { ContextEvents, ContextListeners, ContextSaved } from '#shared/storages/context.ts';
export { Context } from '#shared/storages/context.ts';
export type { StorageClass } from '#shared/storages/driven-storage.ts';
export { memoryDriver, type StorageDriver } from '#shared/storages/driver.ts';
export type { SessionIdentity } from '#shared/storages/identity.ts';
export { StateStorage } from '#shared/storages/state-storage.ts';
export { Storage } from '#shared/storages/storage.ts';
export { defineStorage, ValueStorage } from '#shared/storages/value-storage.ts';
export { type AgentContext, type CreateContextOptions, createContext, type DriverChoice } from './create-context.ts';
