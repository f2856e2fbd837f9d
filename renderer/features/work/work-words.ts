import { momentInWords } from '../../wording/dates.ts';
import { statusNames } from '../../wording/workflows.ts';

export const filterNames = {
  ...statusNames,
  unsure: 'Low confidence',
  check: 'Has problems',
  long: 'Begun over a day ago',
  unfinished: 'Not finished',
  archived: 'Archived',
};

/** "3 min 20 s", "450 ms". */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < 1000) {
    return `${Math.round(milliseconds)} ms`;
  }
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes > 0 ? [`${minutes} min`] : []),
    ...(hours === 0 && rest > 0 ? [`${rest} s`] : []),
  ].join(' ');
}

/** A file's time in words; unchanged if it isn't a time. */
export function whenInWords(text: string | null): string {
  const moment = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(moment) ? (text ?? 'Unknown') : momentInWords(moment);
}
