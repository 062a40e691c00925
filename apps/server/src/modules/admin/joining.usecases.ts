import { parseEmail, parsePhone } from '@sealflow/domain/identifiers';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { findAccountByIdentifier, findAccountByName } from '../accounts/accounts.usecases.ts';
import {
  type AccountForm,
  createAdministeredAccount,
} from '../accounts/administration/administer-accounts.usecases.ts';
import { emailAddress, normalizePhone } from '../accounts/contacts/addresses.usecases.ts';
import { assertNewPerson, type Invitee } from '../tenants/invitations.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import type { ActionContext } from './audited-action.usecases.ts';

/** The way in which a person joins a tenant. */
export interface Joining {
  /** Null until the invitation is accepted. */
  aid: string | null;
  /** The addressee of the invitation; null for a direct member. */
  invitee: Invitee | null;
  oneTimePassword: string | null;
}

interface JoiningRequest {
  actor: Actor;
  form: { account: string } | { newAccount: AccountForm };
}

/**
 * Decides how a person joins the actor's tenant. The response to a tenant's administrator depends on the tenant's own
 * people only, so that it does not reveal which accounts exist.
 * @throws ServiceError `admin.member_exists`, `admin.already_invited`, `admin.password_not_allowed`,
 * `admin.username_taken`, `login.user_not_found` for the operator and where memberships are direct.
 */
export function decideJoining(
  services: AdminServices,
  context: ActionContext,
  { actor, form }: JoiningRequest,
): Promise<Joining> {
  return 'account' in form
    ? decideJoiningByName(services, context, { actor, name: form.account })
    : decideJoiningByNewAccount(services, context, { actor, form: form.newAccount });
}

async function decideJoiningByName(
  { membership }: AdminServices,
  { transaction, at }: ActionContext,
  { actor, name }: { actor: Actor; name: string },
): Promise<Joining> {
  const invitee = parseInvitee(name);
  const invitation = { aid: null, invitee, oneTimePassword: null };
  const newPerson = { tid: actor.tid, invitee, now: at };
  if (membership === 'direct') {
    const account = await findAccountByName(transaction, name);
    if (!account) throw new ServiceError('login.user_not_found');
    return { aid: account.aid, invitee: null, oneTimePassword: null };
  }
  if (actor.kind === 'operator') {
    const found = await findAccountByIdentifier(transaction, name);
    if (!found) throw new ServiceError('login.user_not_found');
    if (found.isOwnIdentifier) return { aid: found.account.aid, invitee: null, oneTimePassword: null };
  }
  await assertNewPerson(transaction, newPerson);
  return invitation;
}

async function decideJoiningByNewAccount(
  { passwords, membership }: AdminServices,
  { transaction, at, record }: ActionContext,
  { actor, form }: { actor: Actor; form: AccountForm },
): Promise<Joining> {
  const { username, mobileNo, email, password, oneTimePassword: isOneTime } = form;
  const { tid } = actor;
  const isOperator = actor.kind === 'operator';
  if (!isOperator && (password !== undefined || isOneTime))
    throw new ServiceError('admin.password_not_allowed');
  const invitee = {
    username: null,
    mobileNo: normalizePhone(mobileNo),
    email: email && emailAddress(email).text,
  };
  if (!isOperator) await assertNewPerson(transaction, { tid, invitee, now: at });
  const { account, oneTimePassword } = await createAdministeredAccount(transaction, form, {
    now: at.getTime(),
    passwords,
    managedBy: tid,
  });
  await record({ act: 'account.created', subject: account.aid });
  const isDirect = isOperator || membership === 'direct';
  return {
    aid: account.aid,
    invitee: isDirect ? null : { ...invitee, username },
    oneTimePassword,
  };
}

/** Parses a phone number, an e-mail address or, otherwise, a username. */
export function parseInvitee(name: string): Invitee {
  const noContacts = { username: null, mobileNo: null, email: null };
  if (parsePhone(name) !== null) return { ...noContacts, mobileNo: normalizePhone(name) };
  if (parseEmail(name) !== null) return { ...noContacts, email: emailAddress(name).text };
  return { ...noContacts, username: name };
}
