import { asLinkTarget, isSameName, linkTarget } from '../text/link-target.ts';
import { mentionedName } from './problems.ts';
import { writeTopic } from './topic.ts';

type TopicRename = {
  readonly file: string;
  readonly to: string;
  readonly name: string | null;
};

const withoutEnding = (file: string): string => file.replace(/\.md$/, '');

/** Links in a text: by a topic's name, or to its file. */
const links = /\[\[([^[\]\n]+)\]\]|\]\((<[^<>\n#]+|(?:\.\/)?[^()<>\s#]+)(#[^()\s>]*)?>?\)/g;

const fileOf = (path: string): string => linkTarget(path.startsWith('<') ? `${path}>` : path);

/** True if a text may have a link to a topic's file. */
export const leadsTo = (text: string, file: string): boolean =>
  [...text.matchAll(links)].some(
    ([, name, path]) =>
      (path !== undefined && isSameName(fileOf(path), file)) ||
      (name !== undefined && mentionedName(name.trim()) === mentionedName(file)),
  );

/** Replaces links to a renamed file in the text of another topic, or of the renamed one. */
export function relinked(text: string, { file, to, name }: TopicRename): string {
  const unchanged = name === withoutEnding(file) ? null : name;
  return text.replace(links, (link, mentioned?: string, path?: string) => {
    if (path !== undefined) {
      const written = path.startsWith('<') ? `<${to}` : asLinkTarget(to);
      return isSameName(fileOf(path), file)
        ? link.replace(path, () => (path.startsWith('./') ? `./${written}` : written))
        : link;
    }
    const title = mentioned?.trim() ?? '';
    if (mentionedName(title) !== mentionedName(file) || title === unchanged) {
      return link;
    }
    return `[[${title.endsWith('.md') ? to : withoutEnding(to)}]]`;
  });
}

/** Renames a topic in its text: it goes on to be named like its file, if it was. */
export function renamedTopic(text: string, renaming: TopicRename): string {
  const isCalledSo = renaming.name === withoutEnding(renaming.file);
  return relinked(isCalledSo ? writeTopic(text, { name: withoutEnding(renaming.to) }) : text, renaming);
}
