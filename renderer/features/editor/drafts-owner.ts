const key = 'contexture.drafts';

/** Names this window or tab over reloads, so that what is typed in two of them is kept apart. */
export function ownerOfDrafts(): string {
  const known = sessionStorage.getItem(key);
  const owner = known ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  if (known === null) {
    sessionStorage.setItem(key, owner);
  }
  return owner;
}
