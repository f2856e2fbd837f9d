import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { counted, countInWords } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';

/** @param counts secrets, lines with hidden characters, instructions */
export function findingsInWords([secrets = 0, hidden = 0, instructions = 0]: readonly number[]): string {
  const parts = [
    secrets > 0 && counted(secrets, 'secret', 'secrets'),
    hidden > 0 && counted(hidden, 'line with hidden characters', 'lines with hidden characters'),
    instructions > 0 && counted(instructions, 'instruction to an assistant', 'instructions to an assistant'),
  ].filter((part) => part !== false);
  const last = parts.at(-1) ?? '';
  const found = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
  return `Found here: ${found}.`;
}

export function findingPlace({ place, file, line }: Pick<FoundInFile, 'place' | 'file' | 'line'>): string {
  if (place === 'storage') {
    return `Agent data: ${file.replace(/\.json$/, '')}`;
  }
  const name = { memory: 'This memory', topic: file, source: file, archive: `The ${archiveInWords(file)}` }[place];
  return `${name}, line ${countInWords(line)}`;
}
