import { readAllMemories } from '#shared/contract/reading/whole-memories.ts';
import { nameOf, namesApart } from '#shared/wording/memory-names.ts';
import { workspaceNow } from '../api/app-store.ts';
import { call } from '../api/connection.ts';
import { Field, Select } from '../ui/field.tsx';

/** A memory that something can be written to. */
export type MemoryChoice = { readonly path: string; readonly label: string };

/** All on this computer but the one that is open. */
export async function otherMemories(): Promise<readonly MemoryChoice[]> {
  const own = workspaceNow();
  const all = await readAllMemories({ call });
  const nameApart = namesApart(all, nameOf);
  return all
    .filter(({ path, problem, readOnlyReason }) => problem === null && readOnlyReason === null && path !== own?.path)
    .map((memory) => ({ path: memory.path, label: nameApart(memory) }));
}

type MemoryFieldProps = Readonly<{
  label: string;
  memories: readonly MemoryChoice[];
  value: string;
  onChange: (path: string) => void;
}>;

export function MemoryField({ label, memories, value, onChange }: MemoryFieldProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          options={memories.map((memory) => ({ value: memory.path, label: memory.label }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
