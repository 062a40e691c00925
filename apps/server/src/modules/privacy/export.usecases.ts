import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import { selectPseudonyms } from '../audit/subjects.usecases.ts';
import { listMemberships } from '../tenants/administer-members.usecases.ts';
import { requireAdministeredMember } from '../tenants/administered-members.usecases.ts';
import { type ExportedRow, type PartPage, readAccountParts, readMemberParts } from './export.repository.ts';
import type { PrivacyServices } from './privacy.types.ts';

/**
 * Exports the data of the requesting account: the account, and each organisation with a current or former membership,
 * by kind. The export is recorded. Times are milliseconds since 1970.
 *
 * @returns the JSON in chunks. Each chunk is read on demand, so that memory use does not grow with the amount of data.
 */
export async function exportAccount(
  { accounts: { db, clock } }: PrivacyServices,
  { aid, deviceID }: { aid: string; deviceID: string | null },
): Promise<AsyncIterable<string>> {
  const now = clock();
  // The export of an account is not recorded in the audit chains of organisations.
  const actor = { kind: 'account', tid: null, aid, deviceID } as const;
  await recordAct({ handle: db, actor, at: new Date(now) }, { act: 'account.exported' });
  const names = await selectPseudonyms(db, { kind: 'account', tid: '', id: aid });
  const members = await listMemberships(db, aid);
  return exportText(db, { now, account: readAccountParts(db, { aid, names }), members });
}

/**
 * Exports the data that an organisation stores about one of its people, without the account, which does not belong to
 * the organisation. The export is recorded.
 * @returns as {@link exportAccount}.
 * @throws ServiceError `login.user_not_found`.
 */
export async function exportMember(
  { accounts: { db, clock } }: PrivacyServices,
  actor: AuditActor & { tid: string },
  fid: string,
): Promise<AsyncIterable<string>> {
  const now = clock();
  const { tid } = actor;
  await requireAdministeredMember(db, { tid, fid });
  await recordAct({ handle: db, actor, at: new Date(now) }, { act: 'member.exported', subject: fid });
  return exportText(db, { now, account: [], members: [{ tid, fid }] });
}

type PartPages = AsyncIterable<PartPage> | Iterable<PartPage>;

async function* exportText(
  db: DatabaseHandle,
  {
    now,
    account,
    members,
  }: { now: number; account: PartPages; members: readonly { tid: string; fid: string }[] },
): AsyncGenerator<string> {
  yield `{"exportedAt":${now},"account":`;
  yield* partsText(account);
  yield ',"organisations":[';
  for (const [index, { tid, fid }] of members.entries()) {
    if (index > 0) yield ',';
    const names = await selectPseudonyms(db, { kind: 'member', tid, id: fid });
    yield* partsText(readMemberParts(db, { tid, fid, names }));
  }
  yield ']}';
}

/** An object with the rows of each part as an array under its name. */
async function* partsText(pages: PartPages): AsyncGenerator<string> {
  let open: { name: string; isEmpty: boolean } | undefined;
  yield '{';
  for await (const { name, rows } of pages) {
    if (open?.name !== name) {
      yield `${open ? '],' : ''}${JSON.stringify(name)}:[`;
      open = { name, isEmpty: true };
    }
    if (rows.length === 0) continue;
    yield `${open.isEmpty ? '' : ','}${rows.map(rowText).join(',')}`;
    open.isEmpty = false;
  }
  yield open ? ']}' : '}';
}

const rowText = (row: ExportedRow): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.getTime() : value]),
    ),
  );
