import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import { membershipsOf, requireAdministeredMember } from '../tenants/administer-members.usecases.ts';
import { type ExportedRow, selectAccountParts, selectMemberParts } from './export.repository.ts';
import type { PrivacyServices } from './privacy.port.ts';

type Parts = Record<string, ExportedRow[]>;

/** Everything that the service holds of a person, by kind; moments as milliseconds since 1970. */
export interface PersonExport {
  exportedAt: number;
  account: Parts;
  /** One for each organisation that the person is or was of. */
  organisations: Parts[];
}

/** What the service holds of whoever asks, on record. */
export async function exportOwn(
  { accounts: { db, clock } }: PrivacyServices,
  { aid, deviceID }: { aid: string; deviceID: string | null },
): Promise<PersonExport> {
  const now = clock();
  // An export of the own account is not recorded in the chains of organisations.
  const actor = { kind: 'account', tid: null, aid, deviceID } as const;
  await recordAct({ handle: db, actor, at: new Date(now) }, { act: 'account.exported' });
  const places = await membershipsOf(db, aid);
  const organisations: Parts[] = [];
  for (const { tid, fid } of places) organisations.push(await memberPartsOf(db, { tid, fid }));
  return { exportedAt: now, account: readable(await selectAccountParts(db, aid)), organisations };
}

/**
 * What an organisation holds of one of its people, on record; nothing of the account, which is not the organisation's.
 * @throws ServiceError `login.user_not_found`.
 */
export async function exportMember(
  { accounts: { db, clock } }: PrivacyServices,
  actor: AuditActor & { tid: string },
  fid: string,
): Promise<PersonExport> {
  const now = clock();
  const { tid } = actor;
  await requireAdministeredMember(db, { tid, fid });
  await recordAct({ handle: db, actor, at: new Date(now) }, { act: 'member.exported', subject: fid });
  return { exportedAt: now, account: {}, organisations: [await memberPartsOf(db, { tid, fid })] };
}

async function memberPartsOf(db: DatabaseHandle, which: { tid: string; fid: string }): Promise<Parts> {
  return readable(await selectMemberParts(db, which));
}

function readable(parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, rows]) => [
      name,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.getTime() : value]),
        ),
      ),
    ]),
  );
}
