import { readPages } from '#shared/contract/reading/pages.ts';
import { memoryName, namesApart } from '#shared/wording/memory-names.ts';
import { workspaceNow } from '../api/app-store.ts';
import { call } from '../api/connection.ts';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { SelectField } from '../ui/field.tsx';

type MemoryChoice = { readonly path: string; readonly label: string };

export async function otherMemories(): Promise<readonly MemoryChoice[]> {
  const own = workspaceNow();
  const { memories: all } = await readPages(call, 'memories.list', 'memories', {});
  const nameApart = namesApart(all, memoryName);
  return all
    .filter(({ path, problem, readOnlyReason }) => problem === null && readOnlyReason === null && path !== own?.path)
    .map((memory) => ({ path: memory.path, label: nameApart(memory) }));
}

type MemoryFieldProps = Readonly<{
  label: string;
  memories: readonly MemoryChoice[];
  value: string | null;
  onChange: (path: string) => void;
}>;

/** Most options shown at once; more become a list. */
const mostInSight = 8;

/** Default choice: none, if the person has to choose among several visible ones. */
export const firstChoice = (memories: readonly MemoryChoice[]): string | null =>
  memories.length === 1 || memories.length > mostInSight ? (memories[0]?.path ?? null) : null;

export function MemoryField({ label, memories, value, onChange }: MemoryFieldProps) {
  const options = memories.map((memory) => ({ value: memory.path, label: memory.label }));
  if (memories.length <= mostInSight) {
    return <ChoiceGroup label={label} stacked value={value} options={options} onChoose={onChange} />;
  }
  return <SelectField label={label} value={value ?? ''} options={options} onChange={onChange} />;
}
