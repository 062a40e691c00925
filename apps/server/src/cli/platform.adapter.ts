import { UsageError } from './usage.errors.ts';

export type Platform = 'android' | 'ios' | 'web';

/** @throws UsageError where it is none. */
export function platformOf(text: string): Platform {
  if (text === 'android' || text === 'ios' || text === 'web') return text;
  throw new UsageError('--platform is android, ios or web');
}
