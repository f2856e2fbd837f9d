/** Setting for the days after which Claude Code deletes conversations; apart, so that the page doesn’t load its readers. */
export const claudeCleanup = { file: 'settings.json', setting: 'cleanupPeriodDays', defaultDays: 30 } as const;
