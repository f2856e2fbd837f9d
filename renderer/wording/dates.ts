import { counted } from './counts.ts';
import { once } from './once.ts';

/** The page is in English, and so are its dates, in every country: the same form the history uses in the names of changes. */
export const locale = 'en-GB';

const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
const moment = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));

const msPerDay = 86_400_000;

/** Whole days from one calendar date to another; null if either is not one. */
export function daysBetween(from: string, to: string): number | null {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / msPerDay;
  return Number.isNaN(days) ? null : Math.round(days);
}

/** "3 days ago", "10 months ago"; the text itself if it is no real date. A future date means that a clock was wrong. */
export function ageInWords(date: string | null, today: string): string {
  if (date === null) {
    return 'date unknown';
  }
  const days = daysBetween(date, today);
  if (days === null) {
    return date;
  }
  if (days < -1) {
    return 'in the future';
  }
  if (days < 7) {
    return nearDays[days + 1] ?? `${days} days ago`;
  }
  if (days < 31) {
    return ago(days / 7, 'week', 'weeks');
  }
  if (days < 365) {
    return ago(days / 30.44, 'month', 'months');
  }
  return ago(days / 365.25, 'year', 'years');
}

const nearDays = ['tomorrow', 'today', 'yesterday'];

const ago = (time: number, one: string, many: string): string =>
  `${counted(Math.max(1, Math.trunc(time)), one, many)} ago`;

/** A calendar date: "3 May 2026". */
export function dateInWords(date: string | null): string {
  if (date === null) {
    return 'Date unknown';
  }
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? date : inThreeLetters(day().format(at));
}

const longMonth = once(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }));

/** `2026-03` → "March 2026"; the text itself if it is no real month. */
export function monthInWords(month: string): string {
  const at = Date.parse(`${month}-01T00:00:00Z`);
  return Number.isNaN(at) ? month : longMonth().format(at);
}

/** A day as a heading: "Today", "Yesterday", and the date of any other. */
export function dayInWords(date: string, today: string): string {
  const days = daysBetween(date, today);
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : dateInWords(date);
}

export const momentInWords = (milliseconds: number): string => inThreeLetters(moment().format(milliseconds));

/** British dates shorten all months to three letters but one, which would be wider than the others in a column. */
export const inThreeLetters = (date: string): string => date.replace('Sept', 'Sep');

const clock = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/** "14:05": the time of day of a moment. */
export const timeInWords = (milliseconds: number): string => clock().format(milliseconds);

export { dayOfMoment } from '#shared/text/dates.ts';
