import { create } from 'zustand';
import type { PreferencesPort } from '../../../platform/index.ts';

/**
 * When the next code can be requested, ms since 1970, by phone number or address. The service counts per
 * address, so the wait is independent of screens.
 */
type Waits = Readonly<Record<string, number>>;

export const useCodeWaits = create<{ readonly waits: Waits }>(() => ({ waits: {} }));

function parseWaits(text: string | null): Waits {
  try {
    return text === null ? {} : (JSON.parse(text) as Waits);
  } catch {
    return {};
  }
}

/** Restores the waits after a reload. */
export async function loadCodeWaits(preferences: PreferencesPort): Promise<void> {
  const stored = parseWaits(await preferences.get('codeWaits'));
  useCodeWaits.setState(({ waits }) => ({ waits: { ...stored, ...waits } }));
}

/** Stores a wait. Expired waits are deleted, together with the addresses they belong to. */
export async function storeCodeWait(
  preferences: PreferencesPort,
  { to, until, now }: { readonly to: string; readonly until: number; readonly now: number },
): Promise<void> {
  const { waits } = useCodeWaits.getState();
  const active = Object.entries({ ...waits, [to]: until }).filter(([, end]) => end > now);
  useCodeWaits.setState({ waits: Object.fromEntries(active) });
  await preferences.set('codeWaits', JSON.stringify(Object.fromEntries(active)));
}
