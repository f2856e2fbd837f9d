type TitleParts = { readonly memory: string | null; readonly isDirty: boolean; readonly waiting: number };

let shown: TitleParts = { memory: null, isDirty: false, waiting: 0 };

/** Changes parts of the page’s title: the open memory, a mark for unsaved text, and the number of things that wait. */
export function showInTitle(change: Partial<TitleParts>): void {
  shown = { ...shown, ...change };
  const { memory, isDirty, waiting } = shown;
  const title = memory === null ? 'Contexture' : `${memory} — Contexture`;
  document.title = `${isDirty ? '• ' : ''}${waiting === 0 ? '' : `(${waiting}) `}${title}`;
}
