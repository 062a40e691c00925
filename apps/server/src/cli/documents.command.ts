import type { Answer } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { personHelp, resolveMemberID } from './name-lookup.client.ts';
import { renderDone, renderList, renderOne } from './render.util.ts';
import { pageOptions, tenantOption } from './shared-options.util.ts';
import { formatTime } from './table-text.util.ts';

type Registered = Answer<'GET /api/v1/tenants/{tid}/admin/documents'>['data'][number];
type Detail = Answer<'GET /api/v1/tenants/{tid}/admin/documents/{documentID}'>['data'];

const documentArgument = 'DOCUMENT-ID';
const documentParams = (args: Arguments) => ({
  tid: args.requireText('tenant'),
  documentID: args.argument(),
});

const toRecord = (one: Registered) => ({
  id: one.documentID,
  owner: one.ownerOID,
  classification: one.classificationID,
  type: one.mimeType,
  bytes: one.size,
  registered: formatTime(one.createAt),
  withdrawn: formatTime(one.withdrawnAt),
});

export const documentCommands: readonly Command[] = [
  createCallCommand({
    name: 'document list',
    summary: 'lists the registered documents of a tenant, newest first',
    options: {
      ...tenantOption,
      owner: { value: 'PERSON', about: 'only documents of this owner' },
      class: { value: 'ID', about: 'only this classification' },
      withdrawn: { value: 'yes|no', about: 'only withdrawn, or only other documents' },
      ...pageOptions,
    },
    details: personHelp,
    call: 'GET /api/v1/tenants/{tid}/admin/documents',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const name = args.text('owner');
      const withdrawn = args.yesNo('withdrawn');
      return {
        params: { tid },
        query: {
          ...args.page(),
          owner: name === undefined ? undefined : await resolveMemberID(call, { tid, name }),
          classification: args.text('class'),
          withdrawn: withdrawn === undefined ? undefined : String(withdrawn),
        },
      };
    },
    render: renderList(toRecord),
  }),
  createCallCommand({
    name: 'document show',
    summary: 'shows a registered document and its grants',
    argument: documentArgument,
    options: tenantOption,
    call: 'GET /api/v1/tenants/{tid}/admin/documents/{documentID}',
    buildRequest: (args) => ({ params: documentParams(args) }),
    render: renderOne((one: Detail) => ({
      ...toRecord(one),
      'sealed by': one.sealedBy,
      grants: one.grants.map(({ fid, until }) =>
        until === null ? fid : `${fid} until ${formatTime(until)}`,
      ),
    })),
  }),
  createCallCommand({
    name: 'document withdraw',
    aliases: ['documents withdraw'],
    summary: 'withdraws a document: no more use licences are issued for it',
    argument: documentArgument,
    options: tenantOption,
    details: ['Devices with a licence lose it at their next contact with the service.'],
    call: 'POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw',
    buildRequest: (args) => ({ params: documentParams(args) }),
    render: (_, args) =>
      renderDone({ documentID: args.argument(), withdrawn: true }, `${args.argument()} is withdrawn`),
  }),
  createCallCommand({
    name: 'document grant',
    summary: 'grants a person access to a document, permanently or until a time',
    argument: documentArgument,
    options: {
      ...tenantOption,
      to: { value: 'PERSON', about: 'who may open it', required: true },
      until: { value: 'TIME', about: 'such as 2027-01-31 or 2027-01-31T18:00Z' },
    },
    details: personHelp,
    call: 'POST /api/v1/tenants/{tid}/documents/{documentID}/grants',
    buildRequest: async (args, call) => {
      const params = documentParams(args);
      const fid = await resolveMemberID(call, { tid: params.tid, name: args.requireText('to') });
      return { params, body: { fid, until: args.timestamp('until') ?? null } };
    },
    render: (_, args) =>
      renderDone(
        { documentID: args.argument(), to: args.requireText('to'), until: args.timestamp('until') ?? null },
        `${args.requireText('to')} may open ${args.argument()}`,
      ),
  }),
  createCallCommand({
    name: 'document revoke',
    summary: 'revokes a grant',
    argument: documentArgument,
    options: { ...tenantOption, from: { value: 'PERSON', about: 'holder of the grant', required: true } },
    details: personHelp,
    call: 'DELETE /api/v1/tenants/{tid}/admin/documents/{documentID}/grants/{fid}',
    buildRequest: async (args, call) => {
      const params = documentParams(args);
      return {
        params: {
          ...params,
          fid: await resolveMemberID(call, { tid: params.tid, name: args.requireText('from') }),
        },
      };
    },
    render: (_, args) =>
      renderDone(
        { documentID: args.argument(), from: args.requireText('from'), revoked: true },
        `${args.requireText('from')} no longer has a grant for ${args.argument()}`,
      ),
  }),
  createCallCommand({
    name: 'document transfer',
    summary: 'transfers all registered documents of a leaving member to another member',
    argument: 'PERSON',
    options: { ...tenantOption, to: { value: 'PERSON', about: 'the new owner', required: true } },
    details: [
      ...personHelp,
      'The new owner can open them; the files themselves still name the former owner.',
    ],
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/transfer-documents',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const [fid, to] = [
        await resolveMemberID(call, { tid, name: args.argument() }),
        await resolveMemberID(call, { tid, name: args.requireText('to') }),
      ];
      return { params: { tid, fid }, body: { to } };
    },
    render: ({ data }) => ({ json: data, lines: [`${data.documents} documents transferred`] }),
  }),
];
