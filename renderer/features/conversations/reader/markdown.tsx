import { type ReactNode, useMemo } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import styles from '../../../ui/prose.module.css';
import { chunksOf } from '../../../ui/text-chunks.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';

type MarkdownTextProps = Readonly<{ text: string; found: readonly string[] }>;

/** Renders an assistant's Markdown without HTML, images or links to follow. Falls back to plain text. */
export function MarkdownText({ text, found }: MarkdownTextProps) {
  const shown = useMemo(() => read(text, found), [text, found]);
  return shown === null ? <PlainText text={text} found={found} /> : <div className={styles['prose']}>{shown}</div>;
}

export function PlainText({ text, found }: MarkdownTextProps) {
  return (
    <div className="as-written" dir="auto">
      <PlainPieces text={text} found={found} />
    </div>
  );
}

/** Most characters searched for matches in one text, from its beginning. */
const maxPiece = 3000;

/** Plain text of any length, split at line ends if possible, so that matches are marked in all of it. */
export function PlainPieces({ text, found }: MarkdownTextProps) {
  const pieces: ReactNode[] = [];
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.lastIndexOf('\n', from + maxPiece) + 1;
    const to = from + maxPiece >= text.length ? text.length : lineEnd > from ? lineEnd : from + maxPiece;
    pieces.push(<VisibleText key={from} text={text.slice(from, to)} found={found} />);
    from = to;
  }
  return pieces;
}

function read(text: string, found: readonly string[]): ReactNode {
  if (!isBounded(text)) {
    return null;
  }
  try {
    return Markdown({
      ...options,
      components: componentsFor(found),
      rehypePlugins: [[showAll, found]],
      children: text,
    });
  } catch {
    return null;
  }
}

/** Keeps as text whatever Markdown would hide: HTML, and the targets of links and footnotes. */
function keepsAll(this: { data(): object }): void {
  const extension = { disable: { null: ['htmlFlow', 'htmlText', 'definition', 'gfmFootnoteDefinition'] } };
  const data: { micromarkExtensions?: unknown[] } = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), extension];
}

const options: Options = {
  remarkPlugins: [remarkGfm, keepsAll],
  // Links can't be followed, so an address is only read.
  urlTransform: (url) => url,
};

/** Isolates texts with hidden characters or matches in a `bdi`, which shows both. */
const showAll = (found: readonly string[]) => (tree: Node) => mark(tree, found);

type Node = { type: string; value?: string; tagName?: string; properties?: object; children?: Node[] };

function mark({ children = [] }: Node, found: readonly string[]): void {
  for (const [index, child] of children.entries()) {
    if (child.type === 'text' && isMarked(child.value ?? '', found)) {
      children[index] = { type: 'element', tagName: 'bdi', properties: {}, children: [child] };
    } else {
      mark(child, found);
    }
  }
}

const isMarked = (text: string, found: readonly string[]): boolean =>
  chunksOf(text, found, false).some((chunk) => chunk.kind === 'hidden' || chunk.hit);

const componentsFor = (found: readonly string[]): Components => ({
  ...components,
  bdi: ({ children }) => <VisibleText text={String(children)} found={found} />,
});

const Heading = ({ children }: Readonly<{ children?: ReactNode }>) => <p className={styles['heading']}>{children}</p>;

/** Headings of a message are not headings of the page; an image is shown by its name. */
const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  img: ({ alt, src }) => (
    <span className="quiet">
      [image{alt ? `: ${alt}` : ''}
      {typeof src === 'string' && src !== '' && ` · ${src}`}]
    </span>
  ),
  a: ({ children, href = '' }) => (
    <>
      <span className={styles['link']}>{children}</span>
      {!isNamed(children, href) && (
        <>
          {' '}
          <VisibleText as="span" className="code" text={href} />
        </>
      )}
    </>
  ),
  input: ({ checked }) => (checked ? '☑' : '☐'),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in the keyboard's reach.
    <section className={styles['table']} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
};

/** True if a link's text is its own address. */
const isNamed = (children: ReactNode, href: string): boolean =>
  typeof children === 'string' && [children, `mailto:${children}`, `http://${children}`].includes(href);

/** Longer texts are shown as plain text: some take the square of their length to parse. */
const maxLength = 12_000;
/** Deepest nesting of quotes and lists on one line; those over several lines are bounded by the length. */
const maxDepth = 24;

/** True if a text is short and shallow enough to be parsed as Markdown. */
export const isBounded = (text: string): boolean =>
  text.length <= maxLength && !text.split('\n').some((line) => depthOf(line) > maxDepth);

/** Number of quotes and lists a line opens. */
const depthOf = (line: string): number =>
  (/^(?:\s*(?:>|[-+*]\s|\d+[.)]\s))*/.exec(line)?.[0].match(/\S+/g) ?? []).join('').length;
