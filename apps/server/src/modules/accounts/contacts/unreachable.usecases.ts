import type { DatabaseHandle } from '../../../infra/database/index.ts';
import * as repository from './unreachable.repository.ts';

/** How many active members of a tenant have no verified contact, so that no code reaches them. */
export const countUnreachable: (db: DatabaseHandle, tid: string) => Promise<number> =
  repository.countMembersWithoutContact;
