import { create } from 'zustand';
import { type HelpPageId, helpPageOfCommand } from '#shared/help-pages.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { useCommands } from '../../services/commands/use-commands.ts';

const HelpDialog = loadedPart(() => import('./help-dialog.tsx'), 'HelpDialog');

const AboutContexture = loadedPart(() => import('./about-contexture.tsx'), 'AboutContexture');

const ReportDialog = loadedPart(() => import('./report-dialog.tsx'), 'ReportDialog');

const ShortcutHelp = loadedPart(() => import('../shortcut-help.tsx'), 'ShortcutHelp');

type HelpPage = 'shortcuts' | 'about' | 'report' | HelpPageId;

const useHelp = create<{ readonly page: HelpPage | null }>(() => ({ page: null }));

export const showHelp = (page: HelpPage): void => useHelp.setState({ page });

const close = (): void => useHelp.setState({ page: null });

export function Help() {
  const page = useHelp((state) => state.page);
  useCommands((command) => {
    const requested = command === 'help' ? 'shortcuts' : command === 'report' ? command : helpPageOfCommand(command);
    if (requested !== null) {
      showHelp(requested);
    }
    return requested !== null;
  });
  switch (page) {
    case null:
      return null;
    case 'about':
      return <AboutContexture onClose={close} />;
    case 'shortcuts':
      return <ShortcutHelp onClose={close} />;
    case 'report':
      return <ReportDialog onClose={close} />;
    default:
      return <HelpDialog first={page} onClose={close} />;
  }
}
