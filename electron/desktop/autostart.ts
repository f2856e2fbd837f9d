import type { Ports } from '#engine/ports.ts';

/** The file by which a Linux desktop starts the app at login. */
export const autostartPath = ({ join }: Ports['paths'], configFolder: string | null, home: string): string =>
  join(configFolder || join(home, '.config'), 'autostart', 'contexture.desktop');

/** Desktop entry that runs a command at login (Desktop Entry Specification 1.5, “The Exec key”). */
export const autostartText = (command: readonly string[]): string =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Contexture', `Exec=${command.map(quoted).join(' ')}`, ''].join('\n');

/** Quotes an argument, then escapes it as a string of the file. */
const quoted = (argument: string): string =>
  `"${argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');
