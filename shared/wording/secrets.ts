/** Notice that the text to save holds secrets, each in words: "a GitHub token". */
export const holdsSecrets = (secrets: readonly string[]): string => `Holds what looks like ${secrets.join(' and ')}`;
