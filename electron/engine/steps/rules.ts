import { ContextureError } from '#shared/contract/errors.ts';
import type { ChangeRules } from '#shared/formats/change.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { ArchiveFormat, MemoryFormat } from '#shared/formats/format.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { Phase, StepFile, StepInput } from './step.ts';

/** What every step is computed by. */
export type Rules = Omit<ChangeRules, 'fit'> & {
  readonly layout: Pick<WorkspaceLayout, 'contextPath' | 'archivePath' | 'notesPath' | 'topicPath'>;
  /** For files without entries. */
  readonly text: Pick<Ports, 'decodeText' | 'encodeText'>;
};

/** The memory as it stands; an empty text where there is no file. */
export async function standingIn(input: StepInput, { format, layout }: Rules): Promise<MemoryDocument> {
  return (await input.document(layout.contextPath))?.document ?? format.read('');
}

/** The memory as it stands, or as it begins. */
export async function memoryIn(input: StepInput, rules: Rules): Promise<MemoryDocument> {
  return rules.format.begin(await standingIn(input, rules), rules.today);
}

/** An archive file as it stands; null if there is none. */
export async function archiveIn(input: StepInput, { layout }: Rules, name: string): Promise<MemoryDocument | null> {
  return (await input.document(layout.archivePath(name)))?.document ?? null;
}

/** @throws `read_only` where what leaves the memory has nowhere to go */
export function archiveFormatOf({ archive }: MemoryFormat): ArchiveFormat {
  if (archive === null) {
    throw new ContextureError('read_only', 'This memory has no archive.');
  }
  return archive;
}

/** The memory as a file of a step; none where it stays as it is. */
export function memoryFile({ layout }: Rules, before: MemoryDocument, after: MemoryDocument): StepFile[] {
  return after.text === before.text ? [] : [{ path: layout.contextPath, after, phase: 'changes' }];
}

export function archiveFile({ layout }: Rules, name: string, after: MemoryDocument, phase: Phase): StepFile {
  return { path: layout.archivePath(name), after, phase };
}
