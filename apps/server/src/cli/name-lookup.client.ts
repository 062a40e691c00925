import type { Arguments } from './arguments.util.ts';
import type { OperatorService } from './operator-service.client.ts';
import { CommandError } from './usage.errors.ts';

type Call = OperatorService['call'];

/** Help for an argument or option that {@link resolveMemberID} resolves. */
export const personHelp = ['PERSON is an id in the tenant, or the username, phone or email of the account.'];

/** Resolves a username, phone or e-mail to the account id. Any other text is returned unchanged, as an id. */
export async function resolveAccountID(call: Call, name: string): Promise<string> {
  const { data } = await call('GET /api/v1/admin/accounts', { query: { account: name } });
  return data[0]?.aid ?? name;
}

/** Resolves a username, phone, e-mail or member id to the member id in the tenant. */
export async function resolveMemberID(
  call: Call,
  { tid, name }: { tid: string; name: string },
): Promise<string> {
  const { data } = await call('GET /api/v1/tenants/{tid}/admin/members', {
    params: { tid },
    query: { account: name },
  });
  if (data[0]) return data[0].fid;
  const found = await call('GET /api/v1/tenants/{tid}/admin/members/{fid}', {
    params: { tid, fid: name },
  }).catch((error: unknown) => {
    if (error instanceof CommandError) throw new CommandError(`${name}: ${error.message}`);
    throw error;
  });
  return found.data.fid;
}

/** The path parameters of a call about the member that the positional argument names. */
export async function resolveMemberParams(args: Arguments, call: Call) {
  const tid = args.requireText('tenant');
  return { params: { tid, fid: await resolveMemberID(call, { tid, name: args.argument() }) } };
}

export async function resolveMemberIDs(
  call: Call,
  { tid, names }: { tid: string; names: readonly string[] },
): Promise<string[]> {
  const fids: string[] = [];
  for (const name of names) fids.push(await resolveMemberID(call, { tid, name }));
  return fids;
}
