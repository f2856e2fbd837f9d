import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import type { ReadyContext } from '../api/context-store.ts';
import { downloadName, saveFile } from '../services/save-file.ts';
import { sectionLabels } from '../wording/names.ts';

type Form = { readonly form: EntriesForm; readonly name: string; readonly ending: string; readonly type: string };

/** File formats all entries can be saved as, for other programs. */
export const entriesForms: readonly Form[] = [
  { form: 'markdown', name: 'Markdown', ending: 'md', type: 'text/markdown' },
  { form: 'json', name: 'JSON', ending: 'json', type: 'application/json' },
  { form: 'csv', name: 'CSV', ending: 'csv', type: 'text/csv' },
];

export function saveEntries(
  { name }: Workspace,
  { entries, summary }: ReadyContext,
  { form, ending, type }: Form,
): void {
  const file = new Blob([exportEntries(entries, form, summary.capabilities)], { type: `${type};charset=utf-8` });
  saveFile(file, `${downloadName(name, 'Memory')}.${ending}`);
}

type EntriesForm = 'markdown' | 'json' | 'csv';

/** An exported entry: all its facts, under names anyone understands. */
type ExportedEntry = Pick<EntryView, 'category' | 'section' | 'key' | 'value' | 'confidence' | 'date' | 'source'> & {
  readonly flags: Pick<EntryView['flags'], 'about' | 'pinned'>;
};

type Knows = { readonly sections: boolean; readonly confidence: boolean };

/** Exports entries in file order. @param knows if the memory has sections rather than headings, and confidence */
export function exportEntries(entries: readonly ExportedEntry[], form: EntriesForm, knows: Knows): string {
  switch (form) {
    case 'markdown':
      return asMarkdown(entries, knows);
    case 'json':
      return `${JSON.stringify(
        entries.map((entry) => recordOf(entry, knows)),
        null,
        2,
      )}\n`;
    case 'csv':
      return asCsv(entries, knows);
  }
}

const sectionOf = ({ category, section }: ExportedEntry, { sections }: Knows): string =>
  sections ? sectionLabels[category ?? 'unsorted'] : section;

const recordOf = (entry: ExportedEntry, knows: Knows) => ({
  section: sectionOf(entry, knows),
  key: entry.key,
  value: entry.value,
  confidence: knows.confidence ? entry.confidence : null,
  learned: entry.date,
  source: entry.source,
  about: entry.flags.about?.name ?? null,
  pinned: entry.flags.pinned,
});

function asMarkdown(entries: readonly ExportedEntry[], knows: Knows): string {
  const lines: string[] = [];
  let last: string | null = null;
  for (const entry of entries) {
    const section = sectionOf(entry, knows);
    if (section !== last) {
      lines.push(...(lines.length === 0 ? [] : ['']), ...(section === '' ? [] : [`## ${section}`, '']));
      last = section;
    }
    const facts = [knows.confidence ? entry.confidence : null, entry.date].filter((fact) => fact !== null).join(', ');
    const subject = entry.key === null ? '' : `**${subjectFrom(entry.key)}**: `;
    const value = entry.value.replaceAll('\n', '\n  ');
    lines.push(`- ${subject}${value}${facts === '' ? '' : ` (${facts})`}`);
  }
  return `${lines.join('\n')}\n`;
}

const columns = ['section', 'key', 'value', 'confidence', 'learned', 'source', 'about', 'pinned'] as const;

/** CSV by RFC 4180. */
function asCsv(entries: readonly ExportedEntry[], knows: Knows): string {
  const rows = entries.map((entry) => {
    const record = recordOf(entry, knows);
    return columns.map((column) => cell(record[column]));
  });
  // The mark at the beginning tells a spreadsheet that it is UTF-8.
  return `\uFEFF${[columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}

function cell(value: string | boolean | null): string {
  const text = value === null ? '' : String(value);
  // A spreadsheet would run a cell that begins like this.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
