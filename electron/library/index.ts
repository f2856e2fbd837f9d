/** Library of the package, for agents written in JavaScript to keep their storages. */
export { ContextureError } from '#shared/contract/errors.ts';
export type { Message } from '#shared/conversations/message.ts';
export { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
export type { ContextEvents, ContextListeners, ContextSaved, RemovalResult } from '#shared/storages/context.ts';
export { Context } from '#shared/storages/context.ts';
export type { StorageClass } from '#shared/storages/driven-storage.ts';
export { type KeptFor, memoryDriver, type StorageDriver, type StoredText } from '#shared/storages/driver.ts';
export type { SessionIdentity } from '#shared/storages/identity.ts';
export { type LearnedFact, type MemoryEntry, MemoryStorage } from '#shared/storages/memory-storage.ts';
export { StateStorage } from '#shared/storages/state-storage.ts';
export { type SaveOutcome, Storage } from '#shared/storages/storage.ts';
export { defineStorage, ValueStorage } from '#shared/storages/value-storage.ts';
export { type AgentContext, type CreateContextOptions, createContext } from './create-context.ts';
export type { DriverChoice } from './drivers.ts';
export { laragentFiles } from './laragent-files.ts';
