import { useRef } from 'react';
import { useAsked } from '../../api/answers.ts';
import { workspaceNow } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { saveFile } from '../../services/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem, TextArea } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const fileName = 'contexture-report.txt';

/** Shows what a report of a problem says, before the person saves it. Nothing is sent. */
export function ReportDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const save = useRef<HTMLButtonElement>(null);
  const workspace = workspaceNow()?.id;
  const { answer, problem } = useAsked('once', () => call('app.report', workspace === undefined ? {} : { workspace }));
  const text = answer?.text ?? null;
  return (
    <Dialog
      wide
      title="Report a problem"
      description="This is all that the report says. It has none of your texts and no names of files. Nothing is sent: save it, and attach it where you report the problem."
      onClose={onClose}
      initialFocus={save}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            ref={save}
            look="primary"
            disabled={text === null}
            onClick={() => {
              saveFile(new Blob([text ?? ''], { type: 'text/plain' }), fileName);
              onClose();
            }}
          >
            Save…
          </Button>
        </>
      }
    >
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {text === null ? (
        problem === null && <Skeleton label="Writing the report" />
      ) : (
        <TextArea className="mono" aria-label="The report" readOnly rows={18} value={text} />
      )}
    </Dialog>
  );
}
