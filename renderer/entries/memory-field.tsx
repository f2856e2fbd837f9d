import { readAllMemories } from '#shared/contract/reading/whole-memories.ts';
import { groupName, titleOf } from '#shared/wording/memories.ts';
import { workspaceNow } from '../api/app-store.ts';
import { call } from '../api/connection.ts';
import { Field, Select } from '../ui/field.tsx';

/** A memory that something can be written to. */
export type MemoryChoice = { readonly path: string; readonly label: string };

/** All on this computer but the one that is open. */
export async function otherMemories(): Promise<readonly MemoryChoice[]> {
  const own = workspaceNow();
  const all = await readAllMemories({ call });
  return all
    .filter(({ path, problem, readOnlyReason }) => problem === null && readOnlyReason === null && path !== own?.path)
    .map((memory) => {
      const { path, kind, assistant } = memory;
      return { path, label: `${groupName(assistant)}: ${[...new Set([titleOf(memory), kind])].join(', ')}` };
    });
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
