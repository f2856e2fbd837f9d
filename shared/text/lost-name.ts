/** Schemas leave this name out of what they check without a word. */
export const lostName = '__proto__';

/** Whether a value has that name, wherever in it. */
export const hasLostName = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, lostName) || Object.values(value).some(hasLostName));
