import { ContextureError } from '../contract/errors.ts';
import { type About, maxAboutName } from '../entries/about.ts';
import { cleanValue } from '../text/clean-value.ts';
import { isCalendarDate } from '../text/dates.ts';
import { firstControl } from '../text/visible-characters.ts';
import { isKeyLength } from './read-key.ts';

/** @throws `source_invalid` for a source that would break the bracket it is written in. */
export function checkSource(source: string): string {
  const cleaned = source.trim();
  refuseControls('source_invalid', cleaned, 'The source');
  if (cleaned === '' || /[|\]\r\n]/.test(cleaned) || hasLoneSurrogate(cleaned)) {
    throw new ContextureError(
      'source_invalid',
      `The source “${source}” can’t be written: it must not be empty or contain “|”, “]” or a line break. Nothing was changed.`,
      { source },
    );
  }
  return cleaned;
}

/** @throws `value_invalid` for a name that would break the bracket it is written in */
export function checkAbout({ kind, name }: About): About {
  const cleaned = name.trim().replace(/\s+/g, ' ');
  refuseControls('value_invalid', cleaned, 'The name of who or what it is about');
  if (cleaned === '' || cleaned.length > maxAboutName || /[|\]]/.test(cleaned) || hasLoneSurrogate(cleaned)) {
    const message = `“${name.slice(0, maxAboutName)}” can’t be who or what an entry is about: a name has 1 to ${maxAboutName} characters, and no “|” or “]”. Nothing was changed.`;
    throw new ContextureError('value_invalid', message);
  }
  return { kind, name: cleaned };
}

/** @throws `value_invalid` for a day that no calendar has */
export function checkDay(day: string): string {
  if (!isCalendarDate(day)) {
    throw new ContextureError('value_invalid', `${day} isn’t a day. Nothing was changed.`);
  }
  return day;
}

/** @param known text so far, whose control characters may stay @throws `value_invalid` if empty or not text */
export function checkValue(value: string, name: string, known = ''): string {
  const cleaned = cleanValue(value);
  if (cleaned.trim() === '') {
    throw new ContextureError(
      'value_invalid',
      `${name} needs a text. To remove the entry, delete it. Nothing was changed.`,
    );
  }
  if (hasLoneSurrogate(cleaned)) {
    throw new ContextureError(
      'value_invalid',
      `${name} has a broken character in its text. Type it again. Nothing was changed.`,
    );
  }
  refuseControls('value_invalid', cleaned, name, known);
  return cleaned;
}

/** Returns a name without white space around it. @throws `key_invalid` if no line could begin with it */
export function checkName(key: string): string {
  const cleaned = key.trim();
  const wrong = [
    cleaned === '' && 'it is empty.',
    /[\r\n]/.test(cleaned) && 'it has a line break.',
    !isKeyLength(cleaned) && 'it is longer than 64 characters.',
  ].find(Boolean);
  if (wrong) {
    throw refusedTextError(key, wrong);
  }
  refuseControls('key_invalid', cleaned, 'The name');
  if (hasLoneSurrogate(cleaned)) {
    throw otherReadingError(key);
  }
  return cleaned;
}

export const otherReadingError = (key: string): ContextureError =>
  refusedTextError(key, 'written to the file it would be read as something else.');

export const otherValueError = (value: string): ContextureError =>
  new ContextureError(
    'value_invalid',
    `“${value.slice(0, 60)}” would be read as something else than this entry’s text. Begin it with a word. Nothing was changed.`,
  );

function refusedTextError(key: string, why: string): ContextureError {
  const message = `“${key.slice(0, 80)}” can’t be a name: ${why} Nothing was changed.`;
  return new ContextureError('key_invalid', message, { key: key.slice(0, 200) });
}

/** Refuses control characters: nobody types them, and on a terminal they can mislead a reader. */
function refuseControls(
  code: 'value_invalid' | 'key_invalid' | 'source_invalid',
  text: string,
  what: string,
  known = '',
) {
  const control = firstControl(text, known);
  if (control !== null) {
    throw new ContextureError(code, `${what} has the control character ${control}. Leave it out. Nothing was changed.`);
  }
}

const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);
