/** Timeout of `vi.waitFor` and `vi.waitUntil`, long enough for a busy machine. */
export const patiently = { timeout: 60_000, interval: 5 };
