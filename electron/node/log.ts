import { existsSync } from 'node:fs';
import { join } from 'node:path';
import electronLog from 'electron-log/node';
import type { Ports } from '#engine/ports.ts';
import type { HostOptions } from '#shared/contract/wire/host.ts';
import { canWriteIn } from './system-calls.ts';

const maxBytes = 1024 * 1024;

/** Logs calls that failed. What a call said stays out; only our own mistakes are told in full. */
export const logsProblems =
  (log: Ports['log']): NonNullable<HostOptions['onProblem']> =>
  ({ method, error: { code, message } }) => {
    const said = `${method ?? 'A message'} failed with ${code}`;
    if (code === 'internal') {
      log('error', `${said}: ${message}`);
    } else {
      log('info', said);
    }
  };

// Whoever was made first says on the terminal what no log could be written to, whatever is asked of the others.
electronLog.transports.console.writeFn = () => {};

/**
 * A log in the data folder, at most two megabytes, readable by this person alone. Nothing goes to the terminal, where
 * it would mix with a command's answer. Callers never log what is in a file.
 */
export function createLog(dataFolder: string): Ports['log'] {
  const logger = electronLog.create({ logId: `contexture ${dataFolder}` });
  logger.transports.console.level = false;
  const { file } = logger.transports;
  // Otherwise it is looked for in the working directory, and without one there nothing is written at all.
  file.setAppName('contexture');
  file.resolvePathFn = () => join(dataFolder, 'logs', 'contexture.log');
  // It would say so on the terminal, at every line.
  file.level = canWriteIn(join(dataFolder, 'logs')) ? file.level : false;
  file.maxSize = maxBytes;
  file.format = '{y}-{m}-{d} {h}:{i}:{s}.{ms} {level} {text}';
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  return (level, message) => {
    // A data folder that somebody has taken away does not come back for a line of the log.
    if (existsSync(dataFolder)) {
      logger[level](message);
    }
  };
}
