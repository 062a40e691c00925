import type { ApplicationType, FlowDetails } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { badRequest } from '../../infra/http/bad-request.errors.ts';
import { findAccount } from '../accounts/accounts.usecases.ts';
import { findClassification } from '../documents/classifications.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';

/** The applicant and the time of the application, from which the defaults are derived. */
export interface Applicant {
  readonly tid: string;
  readonly fid: string;
  readonly aid: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Resolve = (db: DatabaseHandle, applicant: Applicant, given: FlowDetails) => Promise<FlowDetails>;

/** How long an authorization lasts if the application names no end. */
const authorization = 30 * 86_400_000;

const mail: Resolve = async (db, applicant, given) => ({
  ...given,
  to: [...new Set(given.to ?? [await ownAddress(db, applicant)])],
});
const nothing: Resolve = async () => ({});

const resolvers: { readonly [Type in ApplicationType]: Resolve } = {
  file_decryption: nothing,
  trusted_mail_send: mail,
  gateway_trusted_mail_send: mail,
  mail_out: mail,
  trusted_mailbox_application: async (db, applicant, { email }) => ({
    email: email ?? (await ownAddress(db, applicant)),
  }),
  file_to_classification: async (db, { tid }, { classificationID: id = null }) => {
    const found = await findClassification(db, { tid, id });
    if (!found) throw new ServiceError('key.classification_not_found');
    return { classificationID: found.id };
  },
  file_authorization: async (db, { tid, fid, at }, given) => {
    const { fids = [fid], until = at + authorization } = given;
    if (until !== null && until <= at) throw badRequest('body.details.until');
    const wanted = [...new Set(fids)];
    const members = await listMembers(db, { tid, fids: wanted });
    const active = members.filter(({ state }) => state === 'active');
    if (active.length < wanted.length) throw new ServiceError('work.approvers_invalid');
    return { fids: wanted, until };
  },
  file_to_transparent: nothing,
  file_out: nothing,
  file_watermark_removal: nothing,
  file_marking: async (_db, _applicant, given) =>
    Object.values(given).some((value) => value !== undefined) ? given : { watermark: true },
};

/**
 * The details of an application, with defaults for the fields that it omits.
 * @throws ServiceError `work.no_email` if the default is the applicant's own address and the account has none,
 * `key.classification_not_found`, `work.approvers_invalid` for people who are not active in the tenant.
 */
export function resolveDetails(
  db: DatabaseHandle,
  applicant: Applicant,
  { type, given }: { type: ApplicationType; given: FlowDetails },
): Promise<FlowDetails> {
  return resolvers[type](db, applicant, given);
}

/** The names of the people and of the classification that details refer to, by their ids. */
export async function namesInDetails(
  db: DatabaseHandle,
  tid: string,
  { fids, classificationID }: FlowDetails,
): Promise<Record<string, string>> {
  const members = fids ? await listMembers(db, { tid, fids }) : [];
  const found =
    classificationID === undefined ? undefined : await findClassification(db, { tid, id: classificationID });
  return Object.fromEntries([
    ...members.map(({ fid, name }) => [fid, name] as const),
    ...(found ? [[found.id, found.name] as const] : []),
  ]);
}

async function ownAddress(db: DatabaseHandle, { aid }: Applicant): Promise<string> {
  const email = (await findAccount(db, aid))?.email;
  if (!email) throw new ServiceError('work.no_email');
  return email;
}

/** A mutable deep copy for a response body, whose type is not readonly. */
export function copyOf(details: FlowDetails): {
  -readonly [Key in keyof FlowDetails]: Mutable<FlowDetails[Key]>;
} {
  return structuredClone(details) as ReturnType<typeof copyOf>;
}
type Mutable<Value> = Value extends readonly string[] ? string[] : Value;
