import { asLinkTarget, isSameName, linkTarget } from '../text/link-target.ts';
import { mentionedName } from './problems.ts';
import { writeTopic } from './topic.ts';

type Renaming = {
  readonly file: string;
  readonly to: string;
  /** What the topic calls itself. */
  readonly name: string | null;
};

const withoutEnding = (file: string): string => file.replace(/\.md$/, '');

/** Links in a text: by a topic's name, or to its file. */
const links = /\[\[([^[\]\n]+)\]\]|\]\((<[^<>\n#]+|(?:\.\/)?[^()<>\s#]+)(#[^()\s>]*)?>?\)/g;

const fileOf = (path: string): string => linkTarget(path.startsWith('<') ? `${path}>` : path);

/** Whether a text may have a link to a topic's file. */
export const leadsTo = (text: string, file: string): boolean =>
  [...text.matchAll(links)].some(
    ([, name, path]) =>
      (path !== undefined && isSameName(fileOf(path), file)) ||
      (name !== undefined && mentionedName(name.trim()) === mentionedName(file)),
  );

/** The text of another topic, or of the one that is renamed, with links to the file by its new name. */
export function relinked(text: string, { file, to, name }: Renaming): string {
  const kept = name === withoutEnding(file) ? null : name;
  return text.replace(links, (link, mentioned?: string, path?: string) => {
    if (path !== undefined) {
      const written = path.startsWith('<') ? `<${to}` : asLinkTarget(to);
      return isSameName(fileOf(path), file)
        ? link.replace(path, () => (path.startsWith('./') ? `./${written}` : written))
        : link;
    }
    const said = mentioned?.trim() ?? '';
    if (mentionedName(said) !== mentionedName(file) || said === kept) {
      return link;
    }
    return `[[${said.endsWith('.md') ? to : withoutEnding(to)}]]`;
  });
}

/** The text of a topic whose file is renamed: it goes on to be called like that, if it was. */
export function renamedTopic(text: string, renaming: Renaming): string {
  const isCalledSo = renaming.name === withoutEnding(renaming.file);
  return relinked(isCalledSo ? writeTopic(text, { name: withoutEnding(renaming.to) }) : text, renaming);
}
