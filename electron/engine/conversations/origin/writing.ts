import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../../ports.ts';
import type { Located } from '../catalogue.ts';
import { itemsBefore } from '../read-conversation.ts';
import type { Slice } from '../read-lines.ts';

const writingTools = ['Write', 'Edit', 'MultiEdit'];
const itemsAtOnce = 200;

/**
 * What the person said before the assistant last wrote a topic file, by its place in the conversation. Nothing says that it
 * was written because of that, so it is a conclusion. Null where the file was not written there.
 */
export async function findWriting(ports: Ports, found: Located, file: string): Promise<number | null> {
  let before: number | null = found.bytes;
  let written = false;
  while (before !== null) {
    const page: Slice = await itemsBefore(ports, found, before, itemsAtOnce);
    for (const item of page.items.toReversed()) {
      if (written && item.author === 'person') {
        return item.at;
      }
      written ||= writes(item, file);
    }
    before = page.before;
  }
  return null;
}

const writes = ({ blocks }: ConversationItem, file: string): boolean =>
  blocks.some((block) => {
    const input = block.kind === 'call' && writingTools.includes(block.name) ? parseJson(block.input) : null;
    const path = typeof input === 'object' && input !== null && 'file_path' in input ? input.file_path : null;
    return typeof path === 'string' && path.replaceAll('\\', '/').endsWith(`/memory/${file}`);
  });
