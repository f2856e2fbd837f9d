import type { EntryView } from '#shared/contract/features/memory.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { sectionLabels } from '../../wording/names.ts';

export type VersionRow =
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'entry'; readonly entry: Pick<EntryView, 'key' | 'value'> }
  | { readonly kind: 'line'; readonly text: string };

export function rowsOfVersion({ entries, notUnderstood, sections }: MemoryDocument): VersionRow[] {
  const rows: VersionRow[] = [];
  let heading = '';
  let next = 0;
  for (const part of [...entries, ...notUnderstood].sort((a, b) => startOf(a) - startOf(b))) {
    let title = heading;
    for (let section = sections[next]; section && section.heading.from <= startOf(part); section = sections[++next]) {
      title = section.category === null ? section.title : sectionLabels[section.category];
    }
    if (title !== heading) {
      rows.push({ kind: 'heading', title });
      heading = title;
    }
    rows.push(
      'value' in part
        ? { kind: 'entry', entry: { key: part.key, value: part.value } }
        : { kind: 'line', text: part.text },
    );
  }
  return rows;
}

const startOf = (part: MemoryDocument['entries'][number] | MemoryDocument['notUnderstood'][number]): number =>
  'value' in part ? part.range.from : part.from;
