import type { World } from './engine-world.ts';

/**
 * Paths of the files of a workspace and of the app's data in which a text stands: byte by byte as UTF-8, as JSON writes
 * it, in what was compressed, in what JSON says, and across the ends of lines. Reads the files by itself, so that it does
 * not share a mistake with what it checks.
 */
export async function filesWith(world: Pick<World, 'everyFile' | 'ports'>, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { path, bytes } of world.everyFile()) {
    const plain = path.endsWith('.gz') ? await world.ports.decompress(bytes) : bytes;
    if (standsIn(Buffer.from(plain).toString('utf8'), text)) {
      found.push(path);
    }
  }
  return found;
}

function standsIn(content: string, text: string): boolean {
  const escaped = JSON.stringify(text).slice(1, -1);
  return [content, ...saidIn(content)].some(
    (each) => each.includes(text) || each.includes(escaped) || unwrapped(each).includes(unwrapped(text)),
  );
}

const unwrapped = (text: string): string => text.replace(/\s+/g, ' ');

/** Every text in JSON, or in lines of JSON; none where it is neither. */
function saidIn(content: string): string[] {
  const said: string[] = [];
  for (const part of [content, ...content.split('\n')]) {
    try {
      JSON.parse(part, (_, value: unknown) => {
        if (typeof value === 'string') {
          said.push(value);
        }
        return value;
      });
    } catch {
      // Not JSON.
    }
  }
  return said;
}
