import type { Right } from '@sealflow/contract/schemas';
import type { Member } from './access.port.ts';

/** Whether a member has the right, or one of several, and it is not denied. */
export function hasRight({ rights, deny }: Member, required: Right | readonly Right[]): boolean {
  return [required].flat().some((right) => rights.includes(right) && !deny.includes(right));
}
