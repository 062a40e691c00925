import type { Right } from '@sealflow/contract/schemas';
import type { Member } from './access.port.ts';

/** Whether a member has the right, or one of several, and it is not denied. */
export function holds({ rights, deny }: Member, asked: Right | readonly Right[]): boolean {
  return [asked].flat().some((right) => rights.includes(right) && !deny.includes(right));
}
