import type { searchAllWork } from '#shared/contract/reading/work.ts';
import { oneLine } from '#shared/prompt/line-text.ts';

export const idHelp = 'its workflow_id, as “contexture work list” has it';

/** Lists findings in workflows, each with its place as `FILE:LINE`. */
export function workFoundLines({
  found,
  unread,
  isWhole,
  elsewhere,
}: Awaited<ReturnType<typeof searchAllWork>>): string[] {
  const ownLines = found.map(({ id, file, at, line, shown: value }) =>
    oneLine(line === 0 ? `${id}  ${file}` : `${id}  ${file}:${line}  ${at}  ${value}`),
  );
  return [
    ...(found.length === 0 ? [] : ['', `In workflows (${isWhole ? '' : 'the first '}${found.length})`, ...ownLines]),
    ...(elsewhere.length === 0
      ? []
      : [
          '',
          `In workflows of other programs (${elsewhere.length})`,
          ...elsewhere.map(({ name, assistant, file, line, at, shown: value }) =>
            oneLine(`${name ?? 'unnamed'}, ${assistant}  ${file}:${line}  ${at}  ${value}`),
          ),
        ]),
    ...unread.map(({ path, problem }) => oneLine(`${path} could not be searched. ${problem}`)),
  ];
}
