import type { MemoryDocument } from '#shared/formats/document.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { Topics } from '../topics/topics.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { ScannedText } from './locate.ts';

type Needs = Pick<WorkspaceParts, 'layout'> & {
  readonly contextFile: Pick<ContextFile, 'document'>;
  readonly topics: Pick<Topics, 'list'>;
  readonly memoryFiles: { read(): readonly { readonly path: string; readonly text: string }[] };
};

/** Texts to scan: the memory, its topics, and the files read before it. */
export function textsToScan({ layout, contextFile, topics, memoryFiles }: Needs): ScannedText[] {
  const document = contextFile.document();
  const textIn = (place: ScannedText['place'], file: string, text: string, read: MemoryDocument | null = null) => ({
    place,
    file,
    text,
    document: read,
  });
  return [
    textIn('memory', layout.contextName, document.text, document),
    ...topics.list().flatMap(({ file, read }) => (read ? [textIn('topic', file, read.text)] : [])),
    ...memoryFiles.read().map(({ path, text }) => textIn('source', path, text)),
  ];
}
