import type * as Electron from 'electron';
import type { AppProcess } from './app-process.ts';
import type { DesktopApp } from './desktop-app.ts';
import { eventually } from './eventually.ts';

type Running = { readonly app: AppProcess | null; readonly desktop: DesktopApp | null };

/**
 * Answers yes for the person where the app asks outside the page: in the terminal of the web host, in a dialog of the
 * desktop app.
 */
export async function agreeTo({ app, desktop }: Running, work: () => Promise<unknown>): Promise<void> {
  const before = app?.output().length ?? 0;
  await desktop?.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async ({ buttons = [] }: Electron.MessageBoxOptions) => ({
      response: buttons.indexOf('Allow'),
      checkboxChecked: false,
    })) as typeof dialog.showMessageBox;
  });
  await work();
  if (app !== null) {
    await eventually(() => app.output().slice(before)).toContain('Type yes');
    app.type('yes');
  }
}
