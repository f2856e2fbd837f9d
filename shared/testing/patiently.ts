/** How long `vi.waitFor` and `vi.waitUntil` look for what has to come, on a machine that may be busy with other work. */
export const patiently = { timeout: 60_000, interval: 5 };
