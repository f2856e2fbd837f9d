import { readYaml } from '../../text/read-yaml.ts';

/** Longer settings are not looked into. */
const maxLength = 200_000;
const most = 1_000_000;

/** Hermes's own settings, as seen from the folder of its memories. */
export const settingsFile = ['..', 'config.yaml'] as const;

/**
 * The limit that Hermes's settings say, in characters; null where they say none, or nothing it could be.
 * @param name of the setting in `memory`
 */
export function configuredLimit(settings: string, name: string): number | null {
  const value = readYaml(settings, maxLength)?.document.getIn(['memory', name]);
  // It takes a number in quotes as well.
  const limit = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value;
  return typeof limit === 'number' && Number.isInteger(limit) && limit > 0 && limit <= most ? limit : null;
}
