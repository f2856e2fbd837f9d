import { create } from 'zustand';
import { type HelpPageId, helpPageOfCommand } from '#shared/help-pages.ts';
import { lazyPart } from '../../api/lazy-part.tsx';
import { useCommands } from '../../services/commands/use-commands.ts';

const HelpDialog = lazyPart(() => import('./help-dialog.tsx'), 'HelpDialog');

const ShortcutHelp = lazyPart(() => import('../shortcut-help.tsx'), 'ShortcutHelp');

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
  return page === 'shortcuts' ? <ShortcutHelp onClose={close} /> : <HelpDialog first={page} onClose={close} />;
}
