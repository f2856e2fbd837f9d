import { readYaml } from '../../text/read-yaml.ts';

/** Size above which settings are not read. */
const maxLength = 200_000;
const most = 1_000_000;

/** Settings file of Hermes, relative to the folder of its memories. */
export const settingsFile = ['..', 'config.yaml'] as const;

/** Reads the limit from Hermes's settings, in characters; null if unusable. @param name of the setting in `memory` */
export function configuredLimit(settings: string, name: string): number | null {
  const value = readYaml(settings, maxLength)?.document.getIn(['memory', name]);
  // It also takes a number in quotes.
  const limit = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value;
  return typeof limit === 'number' && Number.isInteger(limit) && limit > 0 && limit <= most ? limit : null;
}
