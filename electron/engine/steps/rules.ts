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

/** Gives the rules as they are at each step. */
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
export async function presentMemory(input: StepInput, { format, layout }: Rules): Promise<MemoryDocument> {
  return (await input.document(layout.contextPath))?.document ?? format.read('');
}

/** Present memory, or its beginning. */
export async function memoryIn(input: StepInput, rules: Rules): Promise<MemoryDocument> {
  return rules.format.begin(await presentMemory(input, rules), rules.today);
}

/** Present archive file; null if there is none. */
export async function archiveIn(input: StepInput, { layout }: Rules, name: string): Promise<MemoryDocument | null> {
  return (await input.document(layout.archivePath(name)))?.document ?? null;
}

/** @throws `read_only` if entries that leave the memory have nowhere to go */
export function archiveFormatOf({ archive }: MemoryFormat): ArchiveFormat {
  if (archive === null) {
    throw new ContextureError('read_only', 'This memory has no archive.');
  }
  return archive;
}

/** Memory as a file of a step; none if it doesn't change. */
export function memoryFile({ layout }: Rules, before: MemoryDocument, after: MemoryDocument): StepFile[] {
  return after.text === before.text ? [] : [{ path: layout.contextPath, after, phase: 'changes' }];
}

export function archiveFile({ layout }: Rules, name: string, after: MemoryDocument, phase: Phase): StepFile {
  return { path: layout.archivePath(name), after, phase };
}
