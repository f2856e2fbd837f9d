import type { Repair } from '#shared/contract/features/memory.ts';

export function repairInWords(repair: Repair, assistant: string | null): string {
  switch (repair) {
    case 'conflict':
      return 'Merge both versions';
    case 'form':
      return `Write it as ${assistant ?? 'the assistant'} does`;
    case 'frontmatter':
      return 'Repair the top of the file';
  }
}
