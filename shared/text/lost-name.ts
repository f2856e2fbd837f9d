/** Name that schemas silently drop from checked values. */
export const lostName = '__proto__';

export const hasLostName = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, lostName) || Object.values(value).some(hasLostName));
