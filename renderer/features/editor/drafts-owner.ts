const key = 'contexture.drafts';

/** Names this window or tab over reloads, so that what is typed in two of them is kept apart. */
export function ownerOfDrafts(): string {
  const known = sessionStorage.getItem(key);
  const owner = known ?? crypto.randomUUID();
  if (known === null) {
    sessionStorage.setItem(key, owner);
  }
  return owner;
}
