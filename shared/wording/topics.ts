import type { TopicProblem } from '../contract/features/topics.ts';

/** Describes a problem between lines and files, in a sentence. */
export function problemInWords(problem: TopicProblem, assistant: string): string {
  switch (problem.kind) {
    case 'unlisted':
      return `No line leads to ${problem.file}, so ${assistant} never learns of it.`;
    case 'missing':
      return `“${problem.entry.key ?? problem.file}” leads to ${problem.file}, which is not there.`;
    case 'repeated':
      return `${problem.entries.length} lines lead to ${problem.file}.`;
    case 'against':
      return `“${problem.entry.key ?? problem.file}” says “${problem.said}”, and its text “${problem.instead}”.`;
    case 'dead_link':
      return `${problem.file} mentions [[${problem.link}]], which isn’t a topic.`;
    case 'unread':
      return `${problem.file} can’t be read. ${problem.why}`;
  }
}
