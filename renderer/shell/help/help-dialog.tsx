import { useEffect, useMemo, useRef, useState } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { type HelpPageId, helpPages } from '#shared/help-pages.ts';
import { useAsked } from '../../api/answers.ts';
import { loadPart } from '../../api/connection.ts';
import { OutsideLink } from '../../entries/outside-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './help-dialog.module.css';
import { helpPageOf } from './help-pages.ts';

const texts = import.meta.glob<string>(
  ['../../../docs/{using,assistants,conversations,storages,work,scan,twins,command-line}.md'],
  { query: '?raw', import: 'default' },
);

const textOf = (page: HelpPageId): Promise<string> =>
  loadPart(() => texts[`../../../docs/${page}.md`]?.() ?? Promise.reject(new Error(`There is no page ${page}.`)));

type HelpDialogProps = Readonly<{ first: HelpPageId; onClose: () => void }>;

/** The pages of docs/, each loaded when it is read. */
export function HelpDialog({ first, onClose }: HelpDialogProps) {
  const [page, setPage] = useState(first);
  const { answer: text, problem } = useAsked(page, () => textOf(page));
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is read from its beginning.
  useEffect(() => {
    top.current?.scrollIntoView();
  }, [text]);
  const components = useMemo(() => componentsFor(setPage), []);
  return (
    <Dialog wide title="Help" onClose={onClose}>
      <div ref={top} />
      <Field label="Page">
        {(ids) => (
          <Select
            {...ids}
            value={page}
            options={helpPages.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setPage}
          />
        )}
      </Field>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {text === null ? (
        problem === null && <Skeleton label="Loading the page" />
      ) : (
        <article className={styles['page']}>
          <Markdown remarkPlugins={[remarkGfm]} components={components}>
            {text}
          </Markdown>
        </article>
      )}
    </Dialog>
  );
}

/** Links lead to other pages of the help, or out once that is agreed to; what is only in the repository is named. */
const componentsFor = (show: (page: HelpPageId) => void): Components => ({
  h1: ({ children }) => <h3 className={styles['title']}>{children}</h3>,
  h2: ({ children }) => <h4 className={styles['heading']}>{children}</h4>,
  h3: ({ children }) => <h5 className={styles['heading']}>{children}</h5>,
  img: () => null,
  a: ({ href = '', children }) => {
    const page = helpPageOf(href);
    if (page !== null) {
      return (
        <Button look="link" onClick={() => show(page)}>
          {children}
        </Button>
      );
    }
    return /^https?:/.test(href) ? <OutsideLink href={href}>{children}</OutsideLink> : <span>{children}</span>;
  },
});
