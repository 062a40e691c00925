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

type DetailsResolver = (db: DatabaseHandle, applicant: Applicant, input: FlowDetails) => Promise<FlowDetails>;

/** How long an authorization lasts if the application names no end. */
const defaultAuthorizationMs = 30 * 86_400_000;

const resolveMail: DetailsResolver = async (db, applicant, input) => ({
  ...input,
  to: [...new Set(input.to ?? [await ownAddress(db, applicant)])],
});
const resolveNone: DetailsResolver = async () => ({});

const resolverByType: { readonly [Type in ApplicationType]: DetailsResolver } = {
  file_decryption: resolveNone,
  trusted_mail_send: resolveMail,
  gateway_trusted_mail_send: resolveMail,
  mail_out: resolveMail,
  trusted_mailbox_application: async (db, applicant, { email }) => ({
    email: email ?? (await ownAddress(db, applicant)),
  }),
  file_to_classification: async (db, { tid }, { classificationID: id = null }) => {
    const found = await findClassification(db, { tid, id });
    if (!found) throw new ServiceError('key.classification_not_found');
    return { classificationID: found.id };
  },
  file_authorization: async (db, { tid, fid, at }, input) => {
    const { fids = [fid], until = at + defaultAuthorizationMs } = input;
    if (until !== null && until <= at) throw badRequest('body.details.until');
    const uniqueFids = [...new Set(fids)];
    const members = await listMembers(db, { tid, fids: uniqueFids });
    const active = members.filter(({ state }) => state === 'active');
    if (active.length < uniqueFids.length) throw new ServiceError('work.approvers_invalid');
    return { fids: uniqueFids, until };
  },
  file_to_transparent: resolveNone,
  file_out: resolveNone,
  file_watermark_removal: resolveNone,
  file_marking: async (_db, _applicant, input) =>
    Object.values(input).some((value) => value !== undefined) ? input : { watermark: true },
};

/**
 * The details of an application, with defaults for the fields that it omits.
 * @throws ServiceError `work.no_email` if the default is the applicant's own address and the account has none,
 * `key.classification_not_found`, `work.approvers_invalid` for people who are not active in the tenant.
 */
export function resolveDetails(
  db: DatabaseHandle,
  applicant: Applicant,
  { type, input }: { type: ApplicationType; input: FlowDetails },
): Promise<FlowDetails> {
  return resolverByType[type](db, applicant, input);
}

/** The names of the people and of the classification that details refer to, by their ids. */
export async function resolveDetailNames(
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
export function mutableCopyOf(details: FlowDetails): {
  -readonly [Key in keyof FlowDetails]: Mutable<FlowDetails[Key]>;
} {
  return structuredClone(details) as ReturnType<typeof mutableCopyOf>;
}
type Mutable<Value> = Value extends readonly string[] ? string[] : Value;
