import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { countInWords } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';

export function findingPlace({ place, file, line }: Pick<FoundInFile, 'place' | 'file' | 'line'>): string {
  if (place === 'storage') {
    return `Agent data: ${file.replace(/\.json$/, '')}`;
  }
  const name = { memory: 'This memory', topic: file, source: file, archive: `The ${archiveInWords(file)}` }[place];
  return `${name}, line ${countInWords(line)}`;
}
