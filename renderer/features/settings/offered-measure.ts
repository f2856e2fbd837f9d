import { create } from 'zustand';
import type { Settings } from '#shared/contract/features/settings.ts';
import { useView } from '../../api/navigation.ts';
import { offerMeasure } from '../../jumps.ts';

type Offered = { readonly offered: Settings['measure'] | null };

/** Another measure that was offered elsewhere: chosen in the settings, and saved once the person has seen its effect. */
export const useOfferedMeasure = create<Offered>(() => ({ offered: null }));

offerMeasure.answer((offered) => useOfferedMeasure.setState({ offered }));

export function withdrawOffer(): void {
  useOfferedMeasure.setState({ offered: null });
}

useView.subscribe(({ view }) => {
  if (view !== 'settings') {
    withdrawOffer();
  }
});
