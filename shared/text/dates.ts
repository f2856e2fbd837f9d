const zero = 48;

/** True if a text is `YYYY-MM-DD` and such a day exists. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return false;
  }
  const numberAt = (from: number, to: number): number => {
    let number = 0;
    for (let at = from; at < to; at++) {
      number = number * 10 + text.charCodeAt(at) - zero;
    }
    return number;
  };
  const [year, month, day] = [numberAt(0, 4), numberAt(5, 7), numberAt(8, 10)];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Local calendar day of a moment, `YYYY-MM-DD`. @param milliseconds since 1970 */
export function dayOfMoment(milliseconds: number): string {
  const moment = new Date(milliseconds);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Reads a time written as ISO 8601, or as seconds or milliseconds since 1970, as milliseconds. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) && value > 0 ? Math.round(value < 1e11 ? value * 1000 : value) : null;
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
