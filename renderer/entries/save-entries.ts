import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ReadyContext } from '../api/context-store.ts';
import { downloadName, saveFile } from '../services/save-file.ts';
import { type EntriesForm, exportEntries } from './export-entries.ts';

type Form = { readonly form: EntriesForm; readonly name: string; readonly ending: string; readonly type: string };

/** File formats all entries can be saved as, for other programs. */
export const entriesForms: readonly Form[] = [
  { form: 'markdown', name: 'Markdown', ending: 'md', type: 'text/markdown' },
  { form: 'json', name: 'JSON', ending: 'json', type: 'application/json' },
  { form: 'csv', name: 'CSV', ending: 'csv', type: 'text/csv' },
];

/** Saves all entries as a file, once all have been read. */
export function saveEntries(
  { name }: Workspace,
  { entries, summary }: ReadyContext,
  { form, ending, type }: Form,
): void {
  const file = new Blob([exportEntries(entries, form, summary.capabilities)], { type: `${type};charset=utf-8` });
  saveFile(file, `${downloadName(name, 'Memory')}.${ending}`);
}
