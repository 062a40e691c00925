import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { AccountServices } from '../accounts/administration/administer-accounts.usecases.ts';
import { deleteAccountCodes } from '../accounts/contacts/contact-proof.usecases.ts';
import { type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import { deleteSubjects, type Subject } from '../audit/subjects.usecases.ts';
import { enqueueExecutorLeft } from '../workflow/executor-left.usecases.ts';
import { deleteAccount, selectErasableMemberships, selectOwnDevices } from './erase-account.repository.ts';
import * as repository from './erase-member.repository.ts';
import * as replacement from './replace-member.repository.ts';

type ErasureServices = { readonly outbox: Outbox } & Pick<AccountServices, 'codeKey'>;

export interface ErasedPerson {
  /** Keys of objects without any reference. */
  readonly objects: readonly string[];
}

interface Erasure {
  readonly tid: string;
  readonly fid: string;
  /** The actor in that tenant who requested the erasure. */
  readonly actor: AuditActor;
  readonly at: Date;
  /** Default: a new pseudonym. */
  readonly pseudonym?: string;
}

/**
 * Deletes the data that an organisation stores about a person. Acts that other people rely on stay under a pseudonym
 * that cannot be resolved: the key of the person's pseudonym in audit records is destroyed too. Open tasks are
 * reassigned. The account stays without this organisation.
 *
 * @returns undefined where the person does not exist.
 */
export async function eraseMember(
  { outbox }: { readonly outbox: Outbox },
  transaction: DatabaseTransaction,
  { tid, fid, actor, at, pseudonym = createPseudonym() }: Erasure,
): Promise<ErasedPerson | undefined> {
  // Scanning all messages of a large tenant may exceed the default timeout.
  await sql`set local statement_timeout = 0`.execute(transaction);
  const member = await repository.lockMember(transaction, { tid, fid });
  if (!member) return undefined;
  // Recorded before the key of the pseudonym is destroyed: the record proves the deletion without identifying the
  // person.
  await recordAct({ handle: transaction, actor, at }, { act: 'member.deleted', subject: fid });
  // An invitation that was not accepted has no account; no row has the pseudonym as its account.
  const erased = { tid, fid, aid: member.aid ?? pseudonym, pseudonym, displayName: displayName(pseudonym) };
  await repository.insertPlaceholder(transaction, erased);
  await repository.deleteRequests(transaction, erased);
  await repository.deleteDrafts(transaction, erased);
  const objects = await repository.deleteOwnFiles(transaction, erased);
  await replacement.replaceMember(transaction, erased);
  await replacement.replaceInJson(transaction, erased);
  const addresses = [member.email, member.mobile_no, member.mobile_no?.replace('+86', '')];
  await replacement.replaceAddresses(
    transaction,
    erased,
    addresses.filter((address) => address !== null && address !== undefined),
  );
  await replacement.replaceInMessages(transaction, { ...erased, name: member.name });
  await repository.deleteImportedRows(transaction, erased);
  await repository.deleteOwnRows(transaction, erased);
  await repository.deleteMembership(transaction, erased);
  await deleteSubjects(transaction, [{ kind: 'member', tid, id: fid }]);
  await enqueueExecutorLeft({ outbox }, transaction, { tid, fid: pseudonym });
  return { objects };
}

/** Deletes a person completely: the data of each organisation, the account, its devices and its sessions. */
export async function eraseAccount(
  services: ErasureServices,
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<ErasedPerson> {
  const objects: string[] = [];
  // One placeholder for the person in all organisations. It can have only one membership in each of them.
  const pseudonym = createPseudonym();
  const usedTenants = new Set<string>();
  for (const { tid, fid } of await selectErasableMemberships(transaction, aid)) {
    const erased = await eraseMember(services, transaction, {
      tid,
      fid,
      pseudonym: usedTenants.has(tid) ? createPseudonym() : pseudonym,
      at,
      actor: { kind: 'service', tid },
    });
    usedTenants.add(tid);
    objects.push(...(erased?.objects ?? []));
  }
  const devices = await selectOwnDevices(transaction, aid);
  await deleteAccountCodes(services, transaction, aid);
  await deleteAccount(transaction, aid);
  await deleteSubjects(transaction, [
    { kind: 'account', tid: '', id: aid },
    ...devices.map((id): Subject => ({ kind: 'device', tid: '', id })),
  ]);
  return { objects };
}

const createPseudonym = () => `deleted-${randomUUID()}`;

/** The name contains six characters of the pseudonym, so that two deleted people have different names. */
const displayName = (pseudonym: string) => `已删除用户 Deleted user ${pseudonym.slice(8, 14)}`;
