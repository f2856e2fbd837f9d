import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file with any content. */
export type AnyFile = { readonly path: string; readonly bytes: Uint8Array };

/** Every file in a folder and below, hidden ones too. */
export function filesIn(folder: string): AnyFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

/** The paths of a world's files that contain a text. */
export const filesWith = (
  {
    everyFile,
    ports,
  }: {
    everyFile(): readonly AnyFile[];
    readonly ports: { readonly decompress: (bytes: Uint8Array) => Promise<Uint8Array> };
  },
  text: string,
): Promise<string[]> => filesContaining(everyFile(), ports.decompress, text);

/**
 * Paths of the files that contain a text: byte by byte as UTF-8, as JSON writes it, compressed, inside JSON values, and
 * across line ends. It shares no code with what it checks.
 */
export async function filesContaining(
  files: readonly AnyFile[],
  decompress: (bytes: Uint8Array) => Promise<Uint8Array>,
  text: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const { path, bytes } of files) {
    const plain = path.endsWith('.gz') ? await decompress(bytes) : bytes;
    if (isIn(Buffer.from(plain).toString('utf8'), text)) {
      found.push(path);
    }
  }
  return found;
}

function isIn(content: string, text: string): boolean {
  const escaped = JSON.stringify(text).slice(1, -1);
  return [content, ...textsInJson(content)].some(
    (each) => each.includes(text) || each.includes(escaped) || unwrapped(each).includes(unwrapped(text)),
  );
}

const unwrapped = (text: string): string => text.replace(/\s+/g, ' ');

/** Every text in JSON, or in lines of JSON; none for other files. */
function textsInJson(content: string): string[] {
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
