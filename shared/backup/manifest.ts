import { z } from 'zod';
import { isBackupPath, isDataName } from './paths.ts';

/** Version of the layout of a backup file. A later one is not read. */
export const backupVersion = 1;

/** Name in the backup file of the list of its files. It is written last, so a file that was cut off has none. */
export const manifestName = 'manifest.json';

export const backupRoles = [
  'memory',
  'topic',
  'archive',
  'notes',
  'settings',
  'conversation',
  'storage',
  'workflow',
  'history',
  'data',
  'saved',
  'app',
] as const;
const roleSchema = z.enum(backupRoles);
/** Kind of a file in a backup. `data` is kept beside a memory in the data folder; `app` is for all memories. */
export type BackupRole = z.infer<typeof roleSchema>;

const fileSchema = z.strictObject({
  path: z.string().refine(isBackupPath),
  role: roleSchema,
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since 1970. */
  modifiedAt: z.number(),
  /** Name in the ZIP of a file that was read again because it changed meanwhile. */
  zipName: z.string().optional(),
});
export type BackupFile = z.infer<typeof fileSchema>;

const memorySchema = z.strictObject({
  name: z.string(),
  /** Its folder, or for a memory that is one file, that file. */
  path: z.string(),
  isFile: z.boolean(),
  /** Name of its folder in the data folder. */
  data: z.string().refine(isDataName),
  /** Folder of workflows, from the memory’s folder. */
  workFolder: z.string(),
});
export type BackupMemory = z.infer<typeof memorySchema>;

export const manifestSchema = z.strictObject({
  format: z.literal('contexture-backup'),
  version: z.literal(backupVersion),
  /** Version of the app that wrote it. */
  app: z.string(),
  createdAt: z.number(),
  home: z.string(),
  memories: z.array(memorySchema),
  connections: z.array(z.strictObject({ program: z.string(), name: z.string(), place: z.string().nullable() })),
  /** Files that are not in it, and why. */
  leftOut: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  files: z.array(fileSchema),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Enough of a manifest of any version to say which one it is. */
export const anyManifestSchema = z.object({ format: z.literal('contexture-backup'), version: z.number() });
