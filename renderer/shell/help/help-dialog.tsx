import { useEffect, useMemo, useRef, useState } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { type HelpPageId, helpPages } from '#shared/help-pages.ts';
import { useAsked } from '../../api/answers.ts';
import { loadPart } from '../../api/connection.ts';
import { OutsideLink } from '../../entries/outside-link.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem, SelectField } from '../../ui/field.tsx';
import prose from '../../ui/prose.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './help-dialog.module.css';
import { anchorOf, type HelpPlace, helpPlaceOf } from './help-pages.ts';

const texts = import.meta.glob<string>(
  ['../../../docs/{using,assistants,conversations,storages,work,scan,twins,command-line}.md'],
  { query: '?raw', import: 'default' },
);

const textOf = (page: HelpPageId): Promise<string> =>
  loadPart(() => texts[`../../../docs/${page}.md`]?.() ?? Promise.reject(new Error(`There is no page ${page}.`)));

type HelpDialogProps = Readonly<{ first: HelpPageId; onClose: () => void }>;

/** The pages of docs/, each loaded when it is read. */
export function HelpDialog({ first, onClose }: HelpDialogProps) {
  const [place, setPlace] = useState<HelpPlace>({ page: first, section: null });
  const { page, section } = place;
  const { answer: text, problem } = useAsked(page, () => textOf(page));
  const top = useRef<HTMLDivElement>(null);
  const article = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is read from its beginning, a section from its heading.
  useEffect(() => {
    const headings = [...(article.current?.querySelectorAll('h4, h5') ?? [])];
    const heading = headings.find(({ textContent }) => section !== null && anchorOf(textContent) === section);
    (heading ?? top.current)?.scrollIntoView();
  }, [text, place]);
  const components = useMemo(() => componentsFor(page, setPlace), [page]);
  return (
    <Dialog wide title="Help" onClose={onClose}>
      <div ref={top} />
      <SelectField
        label="Page"
        value={page}
        options={helpPages.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(chosen) => setPlace({ page: chosen, section: null })}
      />
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {text === null ? (
        problem === null && <Skeleton label="Loading the page" />
      ) : (
        <article ref={article} className={classNames(prose['prose'], styles['page'])}>
          <Markdown remarkPlugins={[remarkGfm]} components={components}>
            {text}
          </Markdown>
        </article>
      )}
    </Dialog>
  );
}

/** Links lead to other pages and sections of the help, or out once that is agreed to; what is only in the repository is named. */
const componentsFor = (from: HelpPageId, show: (place: HelpPlace) => void): Components => ({
  h1: ({ children }) => <h3 className={styles['title']}>{children}</h3>,
  h2: ({ children }) => <h4 className={prose['heading']}>{children}</h4>,
  h3: ({ children }) => <h5 className={prose['heading']}>{children}</h5>,
  img: () => null,
  a: ({ href = '', children }) => {
    const place = helpPlaceOf(href, from);
    if (place !== null) {
      return (
        <Button look="link" onClick={() => show(place)}>
          {children}
        </Button>
      );
    }
    return /^https?:/.test(href) ? <OutsideLink href={href}>{children}</OutsideLink> : <span>{children}</span>;
  },
});
