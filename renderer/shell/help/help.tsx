import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { type HelpPageId, helpPageOfCommand } from '#shared/help-pages.ts';
import { loadPart } from '../../api/connection.ts';
import { useCommands } from '../../services/commands/use-commands.ts';

const HelpDialog = lazy(() =>
  loadPart(() => import('./help-dialog.tsx')).then((module) => ({ default: module.HelpDialog })),
);

const ShortcutHelp = lazy(() =>
  loadPart(() => import('../shortcut-help.tsx')).then((module) => ({ default: module.ShortcutHelp })),
);

type HelpPage = 'shortcuts' | HelpPageId;

const useHelp = create<{ readonly page: HelpPage | null }>(() => ({ page: null }));

export const showHelp = (page: HelpPage): void => useHelp.setState({ page });

const close = (): void => useHelp.setState({ page: null });

/** The keys or a page of the help, with or without an open memory. */
export function Help() {
  const page = useHelp((state) => state.page);
  useCommands((command) => {
    const asked = command === 'help' ? 'shortcuts' : helpPageOfCommand(command);
    if (asked !== null) {
      showHelp(asked);
    }
    return asked !== null;
  });
  if (page === null) {
    return null;
  }
  return (
    <Suspense fallback={null}>
      {page === 'shortcuts' ? <ShortcutHelp onClose={close} /> : <HelpDialog first={page} onClose={close} />}
    </Suspense>
  );
}
