import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Answer } from '@sealflow/contract';
import { createStatementReader } from '../infra/tokens/statements.util.ts';
import { readArchive } from '../modules/archives/archive-file.usecases.ts';
import { readKeySet } from './audit-verify.command.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command, CommandOutput, Invocation } from './command.types.ts';
import { findOption, requireOption, requirePositional } from './options.util.ts';
import { writePrivateFile } from './private-file.util.ts';
import { renderList } from './render.util.ts';
import { pageOptions, tenantOption } from './shared-options.util.ts';
import { formatTime } from './table-text.util.ts';
import { CommandError, UsageError } from './usage.errors.ts';

type Verification = Answer<'POST /api/v1/admin/tenants/{tid}/archives/actions/verify'>['data'];

const faultTexts: Readonly<Record<Verification['faults'][number]['fault'], string>> = {
  missing: 'is missing from the object store',
  changed: 'was changed',
  swapped: 'is another archive',
  signature: 'is not signed by a key of the service',
  order: 'does not follow the archive before it',
  unrecorded: 'has no audit record',
  removed: 'is in the audit log, but not in the database',
};

/** Archives of deleted applications, and their verification with and without the service. */
export const archiveCommands: readonly Command[] = [
  createCallCommand({
    name: 'archive list',
    summary: 'lists the archives of deleted applications of a tenant, oldest first',
    options: { ...tenantOption, ...pageOptions },
    details: ['tenant change ID --archive-applications yes archives applications before they are deleted.'],
    call: 'GET /api/v1/admin/tenants/{tid}/archives',
    buildRequest: (args) => ({ params: { tid: args.requireText('tenant') }, query: args.page() }),
    render: renderList(({ number, archiveID, createdAt, applications, size, file }) => ({
      number,
      id: archiveID,
      created: formatTime(createdAt),
      applications,
      bytes: size,
      file,
    })),
  }),
  {
    name: 'archive verify',
    usage: 'archive verify --tenant ID [--json]  or  archive verify --file FILE [--jwks FILE] [--json]',
    summary: 'verifies all archives of a tenant, or one file, and names the bad ones',
    options: { tenant: { type: 'string' }, file: { type: 'string' }, jwks: { type: 'string' } },
    details: [
      'Exit code 1 if a file is missing, changed, swapped or not signed, if an archive was removed, or if the audit chain is broken.',
      'A file is an exported archive, or an object of the store. It is verified without the service. --jwks is a copy of',
      '/.well-known/jwks.json of the service: without it, the signature is not verified.',
    ],
    run: async (invocation) => {
      const [tid, file] = [findOption(invocation, 'tenant'), findOption(invocation, 'file')];
      if ((tid === undefined) === (file === undefined))
        throw new UsageError('expected exactly one of --tenant and --file');
      if (tid !== undefined && findOption(invocation, 'jwks')) throw new UsageError('--jwks requires --file');
      return file === undefined ? verifyTenant(invocation, tid ?? '') : verifyFile(invocation, file);
    },
  },
  {
    name: 'archive export',
    usage: 'archive export ARCHIVE --tenant ID --out FILE [--json]',
    summary: 'exports an archive of applications into a file that can be verified without the service',
    options: { tenant: { type: 'string' }, out: { type: 'string' } },
    details: [
      'One application per line, as JSON, then the signed manifest. The last line is not signed: it has the ids behind the pseudonyms',
      'of people whose data was not deleted. The file is readable only by its owner.',
    ],
    run: async (invocation) => {
      const archiveID = requirePositional(invocation, 'ARCHIVE');
      const tid = requireOption(invocation, 'tenant');
      const file = resolve(invocation.folder, requireOption(invocation, 'out'));
      const { stream } = await invocation.service();
      const chunks = await stream('GET /api/v1/admin/tenants/{tid}/archives/{archiveID}/export', {
        params: { tid, archiveID },
      });
      const bytes = await writePrivateFile(file, chunks, (chunk) => chunk.length);
      return { json: { file, bytes }, lines: [`${bytes} bytes in ${file}`] };
    },
  },
];

async function verifyTenant(invocation: Invocation, tid: string): Promise<CommandOutput> {
  const { call } = await invocation.service();
  const { data: json } = await call('POST /api/v1/admin/tenants/{tid}/archives/actions/verify', {
    params: { tid },
  });
  const { archives, applications, faults, chainBrokenAt } = json;
  const lines = faults.map(
    ({ archiveID, number, file, fault }) =>
      `archive ${number ?? archiveID} ${faultTexts[fault]} (${fault})${file === null ? '' : `: ${file}`}`,
  );
  if (chainBrokenAt !== null) lines.push(`audit chain BROKEN at ${chainBrokenAt}: see audit verify`);
  if (lines.length > 0) return { json, lines, isFailure: true };
  return { json, lines: [`${archives} archives with ${applications} applications, all unchanged`] };
}

async function verifyFile(invocation: Invocation, name: string): Promise<CommandOutput> {
  const keys = findOption(invocation, 'jwks');
  const reader =
    keys === undefined
      ? undefined
      : createStatementReader(await readKeySet(resolve(invocation.folder, keys)));
  const bytes = await readFile(resolve(invocation.folder, name)).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  const found = await readArchive(bytes, reader);
  if (typeof found === 'string')
    return {
      json: { file: name, fault: found },
      lines: [`${name} ${faultTexts[found]} (${found})`],
      isFailure: true,
    };
  const { tid, number, applications } = found.claims;
  const signed = reader ? 'signature valid' : 'signature not verified';
  return {
    json: { file: name, fault: null, ...found.claims },
    lines: [`archive ${number} of ${tid}: ${applications} applications, unchanged, ${signed}`],
  };
}
