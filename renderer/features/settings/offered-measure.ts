import { create } from 'zustand';
import type { Settings } from '#shared/contract/features/settings.ts';
import { go, useView } from '../../api/navigation.ts';

type Offered = { readonly offered: Settings['measure'] | null };

/** Another measure that was offered elsewhere: chosen in the settings, and saved once the person has seen its effect. */
export const useOfferedMeasure = create<Offered>(() => ({ offered: null }));

export function offerMeasure(offered: Settings['measure']): void {
  useOfferedMeasure.setState({ offered });
  go('settings');
}

export function undoRedoOffer(): void {
  useOfferedMeasure.setState({ offered: null });
}

useView.subscribe(({ view }) => {
  if (view !== 'settings') {
    undoRedoOffer();
  }
});
