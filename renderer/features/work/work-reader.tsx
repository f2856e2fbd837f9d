import type { ReactNode } from 'react';
import type { Problem } from '../../api/connection.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { runFirst, useCommands } from '../../services/commands/use-commands.ts';
import { ReaderHead } from '../../ui/reader-head.tsx';
import { Unread } from '../../ui/unread.tsx';
import { backToWork } from './work-store.ts';

export type WorkViewProps = Readonly<{ workspace: string; id: string; writable: boolean }>;

type WorkReaderProps = Readonly<{
  /** Title, details below it and actions; null until the workflow is read. */
  head: Readonly<{ title: string; detail: readonly string[]; actions?: ReactNode }> | null;
  /** Reason it can’t be read, and a way to try again. */
  problem?: Problem | null;
  onRetry?: () => void;
  /** Handlers of keys; Escape is handled here. */
  commands: { readonly [C in Command]?: () => unknown };
  children: ReactNode;
}>;

export function WorkReader({ head, problem = null, onRetry = doNothing, commands, children }: WorkReaderProps) {
  useCommands((command) => runFirst(command, { escape: backToWork, ...commands }));
  return head === null ? (
    <div className="scroller">
      <Unread label="Reading the workflow" failed="It can’t be shown" problem={problem} onRetry={onRetry} />
    </div>
  ) : (
    <div className="pane">
      <ReaderHead onBack={backToWork} title={head.title} detail={head.detail}>
        {head.actions}
      </ReaderHead>
      {children}
    </div>
  );
}

const doNothing = (): void => undefined;

export const WorkSection = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <section aria-label={title} className="stack-2">
    <h2>{title}</h2>
    {children}
  </section>
);
