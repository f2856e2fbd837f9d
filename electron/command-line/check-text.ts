import type { Diagnostic } from '#shared/contract/model.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';

/** Something amiss in a file, where a person or an editor would look for it: both counted from 1. */
export type Finding = Pick<Diagnostic, 'code' | 'severity' | 'message'> & {
  readonly file: string;
  readonly line: number;
  readonly column: number;
};

/** What is amiss in the text of a context file or an archive, in the order of the text. */
export function checkText(file: string, text: string): Finding[] {
  const { diagnostics } = isArchive(text) ? readArchive(text) : readContext(text);
  return [...diagnostics]
    .sort((one, other) => one.from - other.from)
    .map(({ code, severity, message, line, from }) => ({
      ...{ file, line, column: columnOf(text, from), code, severity, message },
    }));
}

/** Whether it is worth an exit code: a stored estimate that differs, for one, sets itself right. */
export function isAmiss({ severity }: Finding): boolean {
  return severity !== 'quiet';
}

export function findingLine({ file, line, column, code, message }: Finding): string {
  return `${file}:${line}:${column} ${code} ${message}`;
}

/** Only an archive says what it was archived from. */
function isArchive(text: string): boolean {
  return /^\uFEFF?---[ \t]*(?:\r\n|\r|\n)(?:(?!---)[^\r\n]*(?:\r\n|\r|\n))*?archived_from:/.test(text);
}

function columnOf(text: string, at: number): number {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  const line = text.slice(at === 0 ? 0 : start, at);
  return [...line.replace(/^\uFEFF/, '')].length + 1;
}
