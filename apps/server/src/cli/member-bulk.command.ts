import { resolve } from 'node:path';
import type { Body } from '@sealflow/contract';
import { type Arguments, readArguments } from './arguments.util.ts';
import { performBulkAct, readObjects } from './bulk-act.util.ts';
import type { Command } from './command.types.ts';
import { resolveMemberIDs } from './name-lookup.client.ts';
import { findOption, requireOption, requirePositional } from './options.util.ts';
import { writePrivateFile } from './private-file.util.ts';
import { UsageError } from './usage.errors.ts';

type BulkBody = Body<'POST /api/v1/tenants/{tid}/admin/members/actions/bulk'>;

/** The act of a command. Unknown acts are rejected by the service. */
function readAction(kind: string, args: Arguments): BulkBody['action'] {
  if (kind === 'move') {
    args.requireText('org');
    return { kind, orgID: args.textOrNull('org') ?? null };
  }
  if (kind === 'add-role' || kind === 'remove-role') return { kind, roleID: args.requireText('role') };
  return { kind } as BulkBody['action'];
}

/** Acts on many members, and a file with all members. */
export const memberBulkCommands: readonly Command[] = [
  {
    name: 'member bulk',
    usage:
      'member bulk ACT --tenant ID (--people PERSON,… | --file FILE) [--org ID] [--role ID] [--yes] [--json]',
    summary: 'performs one act on many members, with a result for each',
    options: {
      tenant: { type: 'string' },
      people: { type: 'string' },
      file: { type: 'string' },
      org: { type: 'string' },
      role: { type: 'string' },
      yes: { type: 'boolean' },
    },
    details: [
      '  --people PERSON,…  usernames, phones, emails or ids in the tenant',
      '  --file FILE        one person on each line; - reads the standard input',
      '  --org ID           with move: the department; none for none',
      '  --role ID          with add-role and remove-role',
      '  --yes              confirms end, which ends memberships',
      '',
      'ACT is suspend, reactivate, end, end-sessions, request-reset, resend-invitation, move, add-role or remove-role.',
      'Each person has an own transaction and audit record; a repetition has the same result. Exit code 1: somebody failed.',
    ],
    run: async (invocation) => {
      const kind = requirePositional(invocation, 'ACT');
      const args = readArguments(invocation);
      const tid = args.requireText('tenant');
      const action = readAction(kind, args);
      if (kind === 'end' && !args.flag('yes')) throw new UsageError('end needs --yes');
      const names = await readObjects(args, 'people');
      const { call } = await invocation.service();
      const members = await resolveMemberIDs(call, { tid, names });
      return performBulkAct(members, (fids) =>
        call('POST /api/v1/tenants/{tid}/admin/members/actions/bulk', {
          params: { tid },
          body: { fids, action },
        }),
      );
    },
  },
  {
    name: 'member dump',
    usage:
      'member dump --tenant ID --out FILE [--keyword TEXT] [--org ID] [--role ID] [--state STATE] [--json]',
    summary: 'writes all members that match into a file',
    options: {
      tenant: { type: 'string' },
      out: { type: 'string' },
      keyword: { type: 'string' },
      org: { type: 'string' },
      role: { type: 'string' },
      state: { type: 'string' },
    },
    details: [
      'One JSON object for each member on each line, as in member list --json. The file is readable only by its owner.',
      'Cells of a table that is made from it must not begin with a formula.',
    ],
    run: async (invocation) => {
      const file = resolve(invocation.folder, requireOption(invocation, 'out'));
      const params = { tid: requireOption(invocation, 'tenant') };
      const query = {
        keyword: findOption(invocation, 'keyword'),
        orgID: findOption(invocation, 'org'),
        roleID: findOption(invocation, 'role'),
        state: findOption(invocation, 'state') as 'active' | undefined,
      };
      const { stream } = await invocation.service();
      const pieces = await stream('GET /api/v1/tenants/{tid}/admin/members-export', { params, query });
      const people = await writePrivateFile(
        file,
        pieces,
        (piece) => piece.filter((byte) => byte === 0x0a).length,
      );
      return { json: { file, people }, lines: [`${people} people in ${file}`] };
    },
  },
];
