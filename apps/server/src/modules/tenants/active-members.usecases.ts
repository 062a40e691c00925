import type { DatabaseHandle } from '../../infra/database/index.ts';
import * as repository from './active-members.repository.ts';

/** How many active members with an account a tenant has. */
export const countActiveMembers: (db: DatabaseHandle, tid: string) => Promise<number> =
  repository.countActiveMembers;
