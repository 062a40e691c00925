import type { Right } from '@sealflow/contract/schemas';
import type { Member } from './access.port.ts';

/** Whether a person holds a right, or one of several, that nobody took away again. */
export function holds({ rights, deny }: Member, asked: Right | readonly Right[]): boolean {
  return [asked].flat().some((right) => rights.includes(right) && !deny.includes(right));
}
