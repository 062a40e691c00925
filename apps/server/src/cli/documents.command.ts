import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, sayOne, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { personNamed } from './names.adapter.ts';
import { momentOf } from './table.adapter.ts';
import type { Take } from './take.adapter.ts';

type Registered = Answer<'GET /api/v1/tenants/{tid}/admin/documents'>['data'][number];
type Detail = Answer<'GET /api/v1/tenants/{tid}/admin/documents/{documentID}'>['data'];

const document = 'DOCUMENT-ID';
const whoIs = ['PERSON is an id in the tenant, or the username, phone or e-mail of the account.'];
const theDocument = (take: Take) => ({ tid: take.need('tenant'), documentID: take.argument() });

const sheet = (one: Registered) => ({
  id: one.documentID,
  owner: one.ownerOID,
  classification: one.classificationID,
  type: one.mimeType,
  bytes: one.size,
  registered: momentOf(one.createAt),
  withdrawn: momentOf(one.withdrawnAt),
});

export const documentCommands: readonly Command[] = [
  callCommand({
    name: 'document list',
    summary: 'lists the registered documents of a tenant, newest first',
    options: {
      ...tenantOption,
      owner: { value: 'PERSON', about: 'only documents of this owner' },
      class: { value: 'ID', about: 'only this classification' },
      withdrawn: { value: 'yes|no', about: 'only withdrawn, or only other documents' },
      ...pageOptions,
    },
    details: whoIs,
    call: 'GET /api/v1/tenants/{tid}/admin/documents',
    ask: async (take, call) => {
      const tid = take.need('tenant');
      const name = take.text('owner');
      const withdrawn = take.yesNo('withdrawn');
      return {
        params: { tid },
        query: {
          ...take.page(),
          owner: name === undefined ? undefined : await personNamed(call, { tid, name }),
          classification: take.text('class'),
          withdrawn: withdrawn === undefined ? undefined : String(withdrawn),
        },
      };
    },
    say: sayList(sheet),
  }),
  callCommand({
    name: 'document show',
    summary: 'shows a registered document and its grants',
    argument: document,
    options: tenantOption,
    call: 'GET /api/v1/tenants/{tid}/admin/documents/{documentID}',
    ask: (take) => ({ params: theDocument(take) }),
    say: sayOne((one: Detail) => ({
      ...sheet(one),
      'sealed by': one.sealedBy,
      grants: one.grants.map(({ fid, until }) => (until === null ? fid : `${fid} until ${momentOf(until)}`)),
    })),
  }),
  callCommand({
    name: 'document withdraw',
    aliases: ['documents withdraw'],
    summary: 'withdraws a document: no more use licences are issued for it',
    argument: document,
    options: tenantOption,
    details: ['Devices with a licence lose it at their next contact with the service.'],
    call: 'POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw',
    ask: (take) => ({ params: theDocument(take) }),
    say: (_, take) =>
      sayDone({ documentID: take.argument(), withdrawn: true }, `${take.argument()} is withdrawn`),
  }),
  callCommand({
    name: 'document grant',
    summary: 'grants a person access to a document, permanently or until a time',
    argument: document,
    options: {
      ...tenantOption,
      to: { value: 'PERSON', about: 'who may open it', required: true },
      until: { value: 'TIME', about: 'such as 2027-01-31 or 2027-01-31T18:00Z' },
    },
    details: whoIs,
    call: 'POST /api/v1/tenants/{tid}/documents/{documentID}/grants',
    ask: async (take, call) => {
      const params = theDocument(take);
      const fid = await personNamed(call, { tid: params.tid, name: take.need('to') });
      return { params, body: { fid, until: take.moment('until') ?? null } };
    },
    say: (_, take) =>
      sayDone(
        { documentID: take.argument(), to: take.need('to'), until: take.moment('until') ?? null },
        `${take.need('to')} may open ${take.argument()}`,
      ),
  }),
  callCommand({
    name: 'document revoke',
    summary: 'revokes a grant',
    argument: document,
    options: { ...tenantOption, from: { value: 'PERSON', about: 'holder of the grant', required: true } },
    details: whoIs,
    call: 'DELETE /api/v1/tenants/{tid}/admin/documents/{documentID}/grants/{fid}',
    ask: async (take, call) => {
      const params = theDocument(take);
      return {
        params: { ...params, fid: await personNamed(call, { tid: params.tid, name: take.need('from') }) },
      };
    },
    say: (_, take) =>
      sayDone(
        { documentID: take.argument(), from: take.need('from'), revoked: true },
        `${take.need('from')} no longer has a grant for ${take.argument()}`,
      ),
  }),
  callCommand({
    name: 'document transfer',
    summary: 'transfers all registered documents of a leaving person to another',
    argument: 'PERSON',
    options: { ...tenantOption, to: { value: 'PERSON', about: 'the new owner', required: true } },
    details: [...whoIs, 'The new owner can open them; the files themselves still name the former owner.'],
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/transfer-documents',
    ask: async (take, call) => {
      const tid = take.need('tenant');
      const [fid, to] = [
        await personNamed(call, { tid, name: take.argument() }),
        await personNamed(call, { tid, name: take.need('to') }),
      ];
      return { params: { tid, fid }, body: { to } };
    },
    say: ({ data }) => ({ json: data, lines: [`${data.documents} documents transferred`] }),
  }),
];
