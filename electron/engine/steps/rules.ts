import { ContextureError } from '#shared/contract/errors.ts';
import type { ChangeRules } from '#shared/formats/change.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { ArchiveFormat, MemoryFormat } from '#shared/formats/format.ts';
import type { Ports } from '../ports.ts';
import type { Phase, StepFile, StepInput } from './step.ts';

/** Basis for computing every step. */
export type Rules = Omit<ChangeRules, 'fit'> & {
  readonly layout: {
    readonly contextPath: string;
    /** Null if the format has a place for notes. */
    readonly notesPath: string | null;
    archivePath(name: string): string;
    topicPath(file: string): string | null;
  };
  /** Converts texts of files without entries. */
  readonly text: Pick<Ports, 'decodeText' | 'encodeText'>;
};

export function createRules(
  ports: Pick<Ports, 'decodeText' | 'encodeText' | 'clock'>,
  layout: Rules['layout'] & { readonly format: MemoryFormat },
  limit: () => number,
  measure: () => Rules['measure'],
): () => Rules {
  const { format } = layout;
  return () => ({ format, layout, text: ports, today: ports.clock.today(), limit: limit(), measure: measure() });
}

/** Present memory; an empty text if there is no file. */
export const presentMemory = async (input: StepInput, { format, layout }: Rules): Promise<MemoryDocument> =>
  (await input.document(layout.contextPath))?.document ?? format.read('');

/** Present memory, or its beginning. */
export const memoryIn = async (input: StepInput, rules: Rules): Promise<MemoryDocument> =>
  rules.format.begin(await presentMemory(input, rules), rules.today);

export const archiveIn = async (input: StepInput, { layout }: Rules, name: string): Promise<MemoryDocument | null> =>
  (await input.document(layout.archivePath(name)))?.document ?? null;

/** @throws `read_only` if entries that leave the memory have nowhere to go */
export function archiveFormatOf({ archive }: MemoryFormat): ArchiveFormat {
  if (archive === null) {
    throw new ContextureError('read_only', 'This memory has no archive.');
  }
  return archive;
}

/** Memory as a file of a step; none if it doesn't change. */
export const memoryFile = ({ layout }: Rules, before: MemoryDocument, after: MemoryDocument): StepFile[] =>
  after.text === before.text ? [] : [{ path: layout.contextPath, after, phase: 'changes' }];

export function archiveFile({ layout }: Rules, name: string, after: MemoryDocument, phase: Phase): StepFile {
  return { path: layout.archivePath(name), after, phase };
}
