import type { TestIDs } from './isolation-world.ts';

const note = { note: '' };
const sealed = { size: 1, mimeType: 'text/plain', manifestSha256: '0'.repeat(64) };
const processOf = (fid = '') => ({
  stages: [{ rule: 'any_of', approvers: [fid] }],
  fileProcess: { by: 'service' },
});
const at = '/api/v1/tenants/{tid}';

/** Valid request bodies by operation, which reference the given IDs where possible. */
export const namings: Readonly<Record<string, (things: TestIDs) => object>> = {
  [`POST ${at}/user-flows`]: ({ uri, type }) => ({ type, title: 'x', description: '', files: [uri] }),
  [`PUT ${at}/flows/{flowID}`]: ({ uri, type }) => ({ type, title: 'x', description: '', files: [uri] }),
  [`POST ${at}/flows/{flowID}/actions/resubmit`]: ({ uri }) => ({
    title: 'x',
    description: '',
    files: [uri],
  }),
  [`POST ${at}/flows/{flowID}/comments`]: ({ fid, uri }) => ({
    text: 'x',
    mentions: [fid],
    files: [uri],
  }),
  [`POST ${at}/tasks/{taskID}/actions/add-approval`]: ({ fid }) => ({ approvers: [fid], ...note }),
  [`POST ${at}/tasks/{taskID}/actions/transfer`]: ({ fid }) => ({ assignee: fid, ...note }),
  [`POST ${at}/tasks/{taskID}/actions/return`]: () => ({ note: 'x' }),
  [`POST ${at}/tasks/actions/approve`]: ({ taskID }) => ({ tasks: [{ taskID }], ...note }),
  [`POST ${at}/tasks/actions/reject`]: ({ taskID }) => ({ tasks: [{ taskID }], ...note }),
  [`POST ${at}/user-documents`]: ({ ticket, fid }) => ({ ticket, ...sealed, recipients: [fid] }),
  [`POST ${at}/user-documents/actions/begin`]: ({ classificationID }) => ({ classificationID }),
  [`POST ${at}/user-documents/actions/find-withdrawn`]: ({ withdrawnID }) => ({ documentIDs: [withdrawnID] }),
  [`POST ${at}/user-documents/{documentID}/actions/print`]: () => ({ pages: 1, licenceIssuedAt: 0 }),
  [`POST ${at}/documents`]: ({ documentID }) => ({
    documentID,
    ownerOID: 'lh2004',
    classificationID: null,
    ...sealed,
  }),
  [`POST ${at}/documents/{documentID}/grants`]: ({ fid }) => ({ fid, until: null }),
  [`POST ${at}/admin/documents/{documentID}/actions/transfer`]: ({ fid }) => ({ to: fid }),
  [`POST ${at}/admin/people/actions/find-names`]: ({ fid }) => ({ fids: [fid] }),
  [`POST ${at}/admin/members/{fid}/actions/transfer-documents`]: ({ fid }) => ({ to: fid }),
  [`POST ${at}/admin/members/{fid}/actions/end`]: ({ fid }) => ({ successor: fid }),
  [`POST ${at}/admin/members/actions/bulk`]: ({ fid, orgID }) => ({
    fids: [fid],
    action: { kind: 'move', orgID },
  }),
  [`POST ${at}/admin/documents/actions/bulk`]: ({ documentID }) => ({
    documentIDs: [documentID],
    action: { kind: 'withdraw' },
  }),
  [`POST ${at}/admin/devices/actions/bulk`]: ({ fid, deviceID }) => ({
    devices: [{ fid, deviceID }],
    action: { kind: 'withdraw' },
  }),
  [`POST ${at}/admin/members/{fid}/actions/delete`]: () => ({ confirmation: 'another name' }),
  [`PUT ${at}/admin/processes/{type}/draft`]: ({ fid }) => ({ name: 'x', process: processOf(fid) }),
  [`POST ${at}/admin/processes/{type}/actions/simulate`]: ({ fid, documentID }) => ({
    applicant: fid,
    documentID,
    process: processOf(fid),
  }),
  [`POST ${at}/admin/tasks/{taskID}/actions/reassign`]: ({ fid }) => ({ assignee: fid, reason: 'x' }),
  [`POST ${at}/user-absences`]: ({ fid }) => ({ deputy: fid }),
  [`POST ${at}/admin/absences`]: ({ fid }) => ({ fid, deputy: fid }),
  [`POST ${at}/admin/messages`]: ({ fid }) => ({ type: 'text', title: 'x', text: 'x', fids: [fid] }),
  [`POST ${at}/admin/messages/actions/count-recipients`]: ({ fid }) => ({ fids: [fid] }),
  [`PUT ${at}/admin/members/{fid}`]: ({ orgID }) => ({ orgID }),
  [`PUT ${at}/admin/clearances/{fid}`]: () => ({ level: 0 }),
  [`PUT ${at}/admin/classifications/{classificationID}`]: () => ({ name: 'x' }),
  [`PUT ${at}/admin/organisations/{orgID}`]: ({ fid }) => ({ name: 'x', headFid: fid }),
  [`PUT ${at}/admin/roles/{roleID}`]: () => ({ name: 'x' }),
  [`POST ${at}/admin/roles`]: ({ roleID }) => ({ roleID, name: 'x', rights: [] }),
  [`POST ${at}/admin/organisations`]: ({ orgID }) => ({ orgID, name: 'x' }),
  [`POST ${at}/admin/imports`]: ({ importID }) => ({ importID, name: 'x', total: 1 }),
  [`POST ${at}/admin/imports/{importID}/rows`]: ({ fid }) => ({ rows: [{ row: 1, name: 'x', fid }] }),
  [`POST ${at}/admin/classifications`]: ({ classificationID }) => ({
    id: classificationID,
    name: 'x',
    level: 0,
  }),
  'PUT /api/v1/devices/{deviceID}/push': () => ({
    provider: 'fcm',
    token: 'x'.repeat(20),
    alias: 'x',
    tags: ['x'],
  }),
  'POST /api/v1/user-msg-sessions/{sessionID}/actions/read': () => ({ upTo: 1 }),
  [`POST ${at}/download/request-workflow-source-files/{flowID}`]: () => ({}),
};

/** Query strings by operation, which reference the given IDs. */
export const queries: Readonly<
  Record<string, readonly ((things: TestIDs) => Readonly<Record<string, string | undefined>>)[]>
> = {
  [`GET ${at}/admin/documents`]: [
    ({ fid }) => ({ owner: fid }),
    ({ classificationID }) => ({ classification: classificationID }),
  ],
  [`GET ${at}/admin/members`]: [
    ({ username }) => ({ account: username }),
    ({ username }) => ({ keyword: username }),
    ({ orgID }) => ({ orgID }),
    ({ roleID }) => ({ roleID }),
  ],
  [`GET ${at}/admin/flows`]: [({ fid }) => ({ applicant: fid }), ({ flowID }) => ({ keyword: flowID })],
  [`GET ${at}/admin/absences`]: [({ fid }) => ({ fid })],
  [`GET ${at}/admin/approvers`]: [({ username }) => ({ keyword: username }), ({ roleID }) => ({ roleID })],
  [`GET ${at}/audit`]: [
    ({ fid }) => ({ fid }),
    ({ documentID }) => ({ documentID }),
    ({ fid }) => ({ subject: fid }),
  ],
  [`GET ${at}/sealing-context`]: [
    ({ fid }) => ({ owner: fid }),
    ({ classificationID }) => ({ owner: 'lh2004', classification: classificationID }),
  ],
  [`GET ${at}/user-candidates`]: [({ username }) => ({ keyword: username })],
  [`GET ${at}/user-approver-choices`]: [
    ({ username }) => ({ type: 'file_out', stage: '1', keyword: username }),
  ],
  [`GET ${at}/user-deputies`]: [({ username }) => ({ keyword: username })],
  [`GET ${at}/user-flows`]: [({ flowID }) => ({ keyword: flowID })],
  [`GET ${at}/user-tasks`]: [({ taskID }) => ({ keyword: taskID })],
  'GET /api/v1/user-msg-sessions': [({ username }) => ({ keyword: username })],
};
