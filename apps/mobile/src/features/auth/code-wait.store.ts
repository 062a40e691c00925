import { create } from 'zustand';
import type { PreferencesPort } from '../../platform/index.ts';

/** When the next code may be asked for, ms since 1970, by the number or address: the service counts these, not screens. */
type Waits = Readonly<Record<string, number>>;

export const useCodeWaits = create<{ readonly waits: Waits }>(() => ({ waits: {} }));

function parse(text: string | null): Waits {
  try {
    return text === null ? {} : (JSON.parse(text) as Waits);
  } catch {
    return {};
  }
}

/** Brings the waits of before a reload. */
export async function loadCodeWaits(preferences: PreferencesPort): Promise<void> {
  const kept = parse(await preferences.get('codeWaits'));
  useCodeWaits.setState(({ waits }) => ({ waits: { ...kept, ...waits } }));
}

/** Keeps a wait until its end; of those that are over nothing is kept, nor which numbers they were of. */
export async function keepCodeWait(
  preferences: PreferencesPort,
  { to, until, now }: { readonly to: string; readonly until: number; readonly now: number },
): Promise<void> {
  const { waits } = useCodeWaits.getState();
  const running = Object.entries({ ...waits, [to]: until }).filter(([, end]) => end > now);
  useCodeWaits.setState({ waits: Object.fromEntries(running) });
  await preferences.set('codeWaits', JSON.stringify(Object.fromEntries(running)));
}
