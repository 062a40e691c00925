import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { AccountServices } from '../accounts/administer-accounts.usecases.ts';
import { deleteCodesOf } from '../accounts/codes-of-account.usecases.ts';
import { type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import { deleteSubjects, type Subject } from '../audit/subjects.usecases.ts';
import { executorLeft } from '../workflow/executor-left.usecases.ts';
import { deleteAccount, selectOwnDevices, selectPlaces } from './erase-account.repository.ts';
import * as repository from './erase-member.repository.ts';

type ErasureServices = { readonly outbox: Outbox } & Pick<AccountServices, 'codeKey'>;

export interface ErasedPerson {
  /** Keys of objects that nothing names any more. */
  readonly objects: readonly string[];
}

interface Erasure {
  readonly tid: string;
  readonly fid: string;
  /** Who asked for it, in that tenant. */
  readonly actor: AuditActor;
  readonly at: Date;
  /** Undefined: one of its own. */
  readonly pseudonym?: string;
}

/**
 * Deletes what an organisation holds of a person. Acts that others rely on stay, under a pseudonym that leads nowhere: the
 * key of the pseudonym in records is destroyed with it. Open tasks are handed on, and the account goes on without this
 * organisation.
 *
 * @returns undefined where there is no such person.
 */
export async function eraseMember(
  { outbox }: { readonly outbox: Outbox },
  transaction: DatabaseTransaction,
  { tid, fid, actor, at, pseudonym = newPseudonym() }: Erasure,
): Promise<ErasedPerson | undefined> {
  // All messages of a large tenant are looked through.
  await sql`set local statement_timeout = 0`.execute(transaction);
  const member = await repository.lockMember(transaction, { tid, fid });
  if (!member) return undefined;
  // Before the key of the pseudonym goes: the record says that it was done, and nobody can tell to whom.
  await recordAct({ handle: transaction, actor, at }, { act: 'member.deleted', subject: fid });
  // Where no account accepted the invitation, nothing has the pseudonym as its account.
  const erased = { tid, fid, aid: member.aid ?? pseudonym, pseudonym, shownAs: shownAs(pseudonym) };
  await repository.insertStandIn(transaction, erased);
  await repository.deleteRequests(transaction, erased);
  await repository.deleteDrafts(transaction, erased);
  const objects = await repository.deleteOwnFiles(transaction, erased);
  await repository.replaceMember(transaction, erased);
  await repository.replaceInDocuments(transaction, erased);
  const addresses = [member.email, member.mobile_no, member.mobile_no?.replace('+86', '')];
  await repository.replaceAddresses(
    transaction,
    erased,
    addresses.filter((address) => address !== null && address !== undefined),
  );
  await repository.replaceInMessages(transaction, { ...erased, name: member.name });
  await repository.deleteOwnRows(transaction, erased);
  await repository.deleteMembership(transaction, erased);
  await deleteSubjects(transaction, [{ kind: 'member', tid, id: fid }]);
  await executorLeft({ outbox }, transaction, { tid, fid: pseudonym });
  return { objects };
}

/** Deletes a person everywhere: what each organisation holds, the account, its devices and its sessions. */
export async function eraseAccount(
  services: ErasureServices,
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<ErasedPerson> {
  const objects: string[] = [];
  // One stand-in for the person in all organisations, which has one place in each of them.
  const pseudonym = newPseudonym();
  const taken = new Set<string>();
  for (const { tid, fid } of await selectPlaces(transaction, aid)) {
    const erased = await eraseMember(services, transaction, {
      tid,
      fid,
      pseudonym: taken.has(tid) ? newPseudonym() : pseudonym,
      at,
      actor: { kind: 'service', tid },
    });
    taken.add(tid);
    objects.push(...(erased?.objects ?? []));
  }
  const devices = await selectOwnDevices(transaction, aid);
  await deleteCodesOf(services, transaction, aid);
  await deleteAccount(transaction, aid);
  await deleteSubjects(transaction, [
    { kind: 'account', tid: '', id: aid },
    ...devices.map((id): Subject => ({ kind: 'device', tid: '', id })),
  ]);
  return { objects };
}

const newPseudonym = () => `deleted-${randomUUID()}`;

/** The name has six characters of the pseudonym, so that two deleted people have different names. */
const shownAs = (pseudonym: string) => `已删除用户 Deleted user ${pseudonym.slice(8, 14)}`;
