import type { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';

const maxBytes = 64 * 1024 * 1024;

/** Reads one of the app's own JSON files. A damaged one is set aside, never deleted, and the fallback is returned. */
export async function readAppJson<S extends z.ZodType>(
  ports: Ports,
  path: string,
  schema: S,
  fallback: z.output<S>,
  onSetAside: (aside: string) => void = () => {},
): Promise<z.output<S>> {
  const read = await ports.files.read(path, { maxBytes: maxBytes });
  if (read.state === 'absent') {
    return fallback;
  }
  const parsed = schema.safeParse(parseJson(ports.decodeText(read.bytes) ?? ''));
  if (parsed.success) {
    return parsed.data;
  }
  const aside = `${path}.damaged-${ports.newId().slice(0, 8)}`;
  try {
    await ports.files.store(aside, read.bytes);
    await ports.files.discard(path);
  } catch (error) {
    ports.log('warn', `${path} could be neither read nor set aside: ${toContextureError(error).message}`);
    return fallback;
  }
  ports.log('warn', `${path} could not be read; it was set aside as ${aside}.`);
  onSetAside(aside);
  return fallback;
}

export async function writeAppJson(ports: Ports, path: string, value: unknown): Promise<void> {
  await ports.files.store(path, ports.encodeText(`${JSON.stringify(value, null, 2)}\n`));
}
