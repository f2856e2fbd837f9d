import type { Result } from '#shared/contract/contract.ts';
import { useAttempt } from '../../api/answers.ts';
import { copyText } from '../../services/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { humanised } from '../../wording/workflows.ts';
import { pathOfFile, takeFileOff } from './take-out.ts';
import { listIn, objectIn } from './timeline.ts';
import styles from './work-page.module.css';
import { WorkSection } from './work-reader.tsx';

type FileFinding = Result<'work.check'>['findings'][number];
type Context = NonNullable<Result<'work.show'>['context']>;

const kinds = { created: 'Made', modified: 'Changed', deleted: 'Deleted', references: 'Used' } as const;
type Kind = keyof typeof kinds;

const aboutFiles = ['file_missing', 'file_outside'];

type FilesProps = Readonly<{
  workspace: string;
  id: string;
  context: Context;
  findings: readonly FileFinding[];
  mayChange: boolean;
}>;

export function WorkflowFiles({ workspace, id, context, findings, mayChange }: FilesProps) {
  const files = objectIn(context, 'files');
  const { busy, problem, attempt } = useAttempt();
  const takeOff = (kind: Kind, path: string): Promise<void> => attempt(() => takeFileOff(workspace, id, kind, path));
  const all = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    listIn(files, kind).map((value, index) => {
      const path = pathOfFile(value);
      const finding = findings.find((each) => each.path === `files.${kind}.${index}` && aboutFiles.includes(each.type));
      return { kind, index, path, finding };
    }),
  );
  return all.length === 0 ? null : (
    <WorkSection title="Files">
      <ul className="ruled">
        {all.map(({ kind, index, path, finding }) => (
          <li key={`${kind} ${index}`} className="words breaks">
            <VisibleText as="span" className="code" dir="auto" text={path} />
            <span className="detail">{kinds[kind]}</span>
            {finding?.type === 'file_missing' && (
              <>
                <span className="fails">Missing.</span>
                <VisibleText as="span" className="detail" text={finding.mend} />
              </>
            )}
            {finding?.type === 'file_outside' && (
              <span className="detail">Outside this folder, so Contexture doesn’t look for it</span>
            )}
            <span className="row at-end">
              {finding?.type === 'file_missing' && mayChange && (
                <Button look="link" disabled={busy} onClick={() => void takeOff(kind, path)}>
                  Remove from the list
                </Button>
              )}
              <Button look="link" aria-label={`Copy the path ${path}`} onClick={() => copyText(path, 'Path copied.')}>
                Copy path
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </WorkSection>
  );
}

/** Steps and inputs with the names used elsewhere on the page. */
const inWords = (message: string): string =>
  message.replace(/“([a-z0-9]+(?:_[a-z0-9]+)*)”/g, (_, name: string) => `“${humanised(name)}”`);

export function Findings({ findings }: Readonly<{ findings: readonly FileFinding[] }>) {
  const shown = findings.filter(({ severity, type }) => severity !== 'info' && !aboutFiles.includes(type));
  return shown.length === 0 ? null : (
    <WorkSection title="Checks">
      <ul className="ruled">
        {shown.map(({ type, severity, path, message, mend }) => (
          <li key={`${type} ${path} ${message}`} className={styles['finding']} data-severity={severity}>
            <VisibleText as="p" text={inWords(message)} />
            <VisibleText as="p" className="detail" text={mend} />
          </li>
        ))}
      </ul>
    </WorkSection>
  );
}
