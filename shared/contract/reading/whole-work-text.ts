import type { Client } from '../wire/client.ts';

/** Reads the whole text of a file of a workflow, and its version. @param file its path in the folder of the workflow */
export async function readWholeWorkText(
  { call }: Pick<Client, 'call'>,
  workspace: string,
  id: string,
  file: string,
): Promise<{ readonly text: string; readonly version: string }> {
  for (;;) {
    const first = await call('work.text', { workspace, id, file });
    let { text } = first;
    let isSame = true;
    while (isSame && text.length < first.total) {
      const piece = await call('work.text', { workspace, id, file, from: text.length });
      isSame = piece.version === first.version && piece.text !== '';
      text += piece.text;
    }
    // A file written meanwhile is read again.
    if (isSame) {
      return { text, version: first.version };
    }
  }
}
