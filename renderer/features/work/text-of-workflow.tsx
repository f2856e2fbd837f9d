import { readWholeWorkText } from '#shared/contract/reading/texts.ts';
import { problemsInText } from '#shared/formats/workflow/text-problems.ts';
import { call } from '../../api/connection.ts';
import type { TextSource, TextVersion } from '../../memory-text/edited-text.ts';
import { TextPane } from '../../memory-text/text-pane.tsx';
import { noteUnsavedWorkflow } from './work-store.ts';

type Props = Readonly<{ workspace: string; id: string; title: string; now: TextVersion; writable: boolean }>;

/** Whole workflow as JSON, updated as agents change it, for when the fields are not enough or it is damaged. */
export function TextOfWorkflow({ now, ...given }: Props) {
  return <TextPane source={sourceOf(given)} now={now} gone="An agent or another app removed it." />;
}

function sourceOf({ workspace, id, title, writable }: Omit<Props, 'now'>): TextSource {
  return {
    workspace,
    file: `workflow ${id}`,
    title,
    writable,
    read: () => readWholeWorkText({ call }, workspace, id, 'context.json'),
    save: (version, edits) => call('work.editText', { workspace, id, version, edits }),
    saveOver: async (theirs, text) => {
      const { version, text: before } = theirs ?? (await readWholeWorkText({ call }, workspace, id, 'context.json'));
      return call('work.editText', { workspace, id, version, edits: [{ from: 0, to: before.length, insert: text }] });
    },
    onDirty: (isDirty) => noteUnsavedWorkflow(id, isDirty),
    check: problemsInText,
  };
}
