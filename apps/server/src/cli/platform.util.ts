import { UsageError } from './usage.errors.ts';

export type Platform = 'android' | 'ios' | 'web';

/** @throws UsageError if the text is not a platform. */
export function parsePlatform(text: string): Platform {
  if (text === 'android' || text === 'ios' || text === 'web') return text;
  throw new UsageError('--platform must be android, ios or web');
}
