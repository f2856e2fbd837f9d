import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ElectronLog from 'electron-log/node';
import type { Ports } from '#engine/ports.ts';
import type { HostOptions } from '#shared/contract/wire/host.ts';
import { canWriteIn } from './system-calls.ts';

const maxBytes = 1024 * 1024;

/** Logs calls that failed, without what they said; only our own mistakes are logged in full. */
export const logsProblems =
  (log: Ports['log']): NonNullable<HostOptions['onProblem']> =>
  ({ method, error: { code, message } }) => {
    const summary = `${method ?? 'A message'} failed with ${code}`;
    if (code === 'internal') {
      log('error', `${summary}: ${message}`);
    } else {
      log('info', summary);
    }
  };

type Logger = ReturnType<typeof ElectronLog.create>;

/**
 * Creates a log in the data folder, at most two megabytes, readable by this person alone. It never writes to the terminal,
 * where it would mix with a command's answer. Callers never log what is in a file.
 */
export function createLog(dataFolder: string): Ports['log'] {
  const canWrite = canWriteIn(join(dataFolder, 'logs'));
  let logger: Logger | null = null;
  return (level, message) => {
    // Don't make a data folder again that somebody removed.
    if (existsSync(dataFolder)) {
      logger ??= loggerIn(dataFolder, canWrite);
      logger[level](message);
    }
  };
}

/** Loads the library at the first message: it takes a moment, and most commands log nothing. */
function loggerIn(dataFolder: string, canWrite: boolean): Logger {
  const electronLog: typeof ElectronLog = createRequire(import.meta.url)('electron-log/node');
  // The first logger reports on the terminal when a log can't be written, whatever level the others have.
  electronLog.transports.console.writeFn = () => {};
  const logger = electronLog.create({ logId: `contexture ${dataFolder}` });
  logger.transports.console.level = false;
  const { file } = logger.transports;
  // Without a name it looks for a package in the working directory, and writes nothing if there is none.
  file.setAppName('contexture');
  file.resolvePathFn = () => join(dataFolder, 'logs', 'contexture.log');
  // Turn off a log that can't be written, which would say so on the terminal at every line.
  file.level = canWrite ? file.level : false;
  file.maxSize = maxBytes;
  file.format = '{y}-{m}-{d} {h}:{i}:{s}.{ms} {level} {text}';
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  return logger;
}
