/** True if a version is newer than another, in the order of semantic versioning. False if either is no version. */
export function isNewerVersion(version: string, other: string): boolean {
  const [a, b] = [partsOf(version), partsOf(other)];
  if (a === null || b === null) {
    return false;
  }
  const numbers = a.numbers.map((number, at) => number - (b.numbers[at] ?? 0));
  const difference = numbers.find((each) => each !== 0) ?? 0;
  return difference === 0 ? isLaterPreview(a.preview, b.preview) : difference > 0;
}

function partsOf(version: string): { readonly numbers: number[]; readonly preview: string } | null {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(version);
  return match && { numbers: match.slice(1, 4).map(Number), preview: match[4] ?? '' };
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** A version without a preview's name follows all its previews. */
function isLaterPreview(preview: string, other: string): boolean {
  return preview === '' || other === '' ? preview === '' && other !== '' : inOrder.compare(preview, other) > 0;
}
