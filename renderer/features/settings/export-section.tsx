import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { ReadyContext } from '../../api/context-store.ts';
import { entriesForms, saveEntries } from '../../entries/save-entries.ts';
import { showExport } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsSection } from './section.tsx';

/** True if a link led the person here to save all entries. */
const useExportWanted = create<{ readonly isWanted: boolean }>(() => ({ isWanted: false }));
showExport.answer(() => useExportWanted.setState({ isWanted: true }));

type ExportProps = Readonly<{
  workspace: Workspace;
  context: ReadyContext;
  /** True once the content above it is there, so that it moves no more. */
  isBelowAll: boolean;
}>;

export function ExportSection({ workspace, context, isBelowAll }: ExportProps) {
  const isWanted = useExportWanted((state) => state.isWanted);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isWanted && isBelowAll) {
      first.current?.closest('section')?.scrollIntoView({ block: 'center' });
      first.current?.focus({ preventScroll: true });
      useExportWanted.setState({ isWanted: false });
    }
  }, [isWanted, isBelowAll]);
  return (
    <SettingsSection name="Export">
      <p>All that this memory knows, for other programs or on paper. The archive is not in it.</p>
      <div className="row wrap">
        {entriesForms.map((form, at) => (
          <Button
            key={form.form}
            ref={at === 0 ? first : undefined}
            onClick={() => saveEntries(workspace, context, form)}
          >
            Save as {form.name}
          </Button>
        ))}
        <Button onClick={() => window.print()}>Print…</Button>
      </div>
    </SettingsSection>
  );
}
