import type { Client } from '../wire/client.ts';

/** Reads the whole text of a storage and its version; null for both if there is none. */
export async function readStorageText(call: Client['call'], workspace: string, file: string) {
  for (;;) {
    const first = await call('storages.read', { workspace, file });
    let text = first.text ?? '';
    let isSame = true;
    while (isSame && text.length < first.total) {
      const piece = await call('storages.read', { workspace, file, from: text.length });
      isSame = piece.version === first.version && piece.text !== '';
      text += piece.text ?? '';
    }
    // A storage saved meanwhile is read again.
    if (isSame) {
      return { text: first.text === null ? null : text, version: first.version };
    }
  }
}
