import { cutTo } from '../../text/cut-to.ts';
import type { Line } from '../../text/lines.ts';
import {
  beginSection,
  type EntryForm,
  firstSubLevel,
  longestTitle,
  type OpenSection,
  type Section,
} from '../document.ts';

/** Line that is a heading to the lines below it: an item to those indented below, a label to the list that follows. */
type SubHeading = {
  readonly section: OpenSection;
  readonly index: number;
  readonly kind: 'item' | 'label';
  readonly indent: number;
  /** Form of the entries under a label: the first decides. */
  form: EntryForm | null;
};

/** Separator of the titles of a heading and of one below it. */
export const titleMark = ' › ';
/** Depth below which lists stay in their entry. */
const maxDepth = 6;

/** Creates the list of headings and sub-headings as they are read, with the open one. @param length of the text */
export function createSections(length: number) {
  const sections: OpenSection[] = [];
  let heading: { readonly section: OpenSection; readonly index: number } | null = null;
  const open: SubHeading[] = [];
  let reached = 0;

  function add(line: Line, title: string, level: number): { section: OpenSection; index: number } {
    const section = beginSection(line, { category: null, title, level, bodyEnd: length });
    sections.push(section);
    return { section, index: sections.length - 1 };
  }
  function end(): void {
    const ended = open.pop();
    if (ended) {
      ended.section.bodyEnd = Math.max(ended.section.bodyStart, reached);
    }
  }
  const innermost = () => open.at(-1) ?? heading;
  const each = (work: (section: OpenSection) => void): void => {
    for (const { section } of heading ? [heading, ...open] : open) {
      work(section);
    }
  };

  return {
    all: (): readonly Section[] => {
      while (open.length > 0) {
        end();
      }
      return sections;
    },
    current: () => ({ title: innermost()?.section.title ?? '', index: innermost()?.index ?? -1 }),
    mayNest: (): boolean => open.length < maxDepth,
    /** Returns the least indentation of lines under the innermost item, in columns. */
    base: (): number => {
      const item = open.findLast(({ kind }) => kind === 'item');
      return item ? item.indent + 2 : 0;
    },
    beginHeading(line: Line, title: string, level: number): void {
      while (open.length > 0) {
        end();
      }
      if (heading) {
        heading.section.bodyEnd = line.from;
      }
      heading = add(line, title, level);
    },
    begin(line: Line, title: string, kind: SubHeading['kind'], indent: number): void {
      const above = innermost()?.section.title ?? '';
      const whole =
        above === '' ? title : `${open.length > 0 ? above : cutTo(above, longestTitle)}${titleMark}${title}`;
      open.push({ ...add(line, whole, firstSubLevel + open.length), kind, indent, form: null });
    },
    /** Ends sub-headings that a line indented by so many columns can't be under. */
    endAbove(column: number): void {
      for (let top = open.at(-1); top && column < top.indent + (top.kind === 'item' ? 2 : 0); top = open.at(-1)) {
        end();
      }
    },
    /** Ends labels: each heads only one list, table, quote or block of code. @param form of the block that comes now */
    endLabels(form: EntryForm): void {
      for (let top = open.at(-1); top?.kind === 'label'; top = open.at(-1)) {
        top.form ??= form;
        if (top.form === form) {
          return;
        }
        end();
      }
    },
    hasOther: () => each((section) => (section.hasOtherText = true)),
    neverEnds: (from: number) => each((section) => (section.unclosedAt = from)),
    /** Notes the end of the block read last. */
    reach(at: number): void {
      reached = at;
      each((section) => {
        if (section.unclosedAt === null) {
          section.contentEnd = at;
        }
      });
    },
  };
}
