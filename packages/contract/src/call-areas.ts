import type { ErrorPrefix } from '@sealflow/domain/errors';
import type { CallId } from './index.ts';

type ErrorAreas = readonly [ErrorPrefix, ...ErrorPrefix[]];
type AdminCall = Extract<CallId, `${string}/admin/${string}`>;

/**
 * The error areas of each call (section 8 of the specification). A message without a code is matched with the wordings
 * of these areas, in order. Calls under `/admin/` have the area `admin`. The table contains no schemas, so that clients
 * can read it at run time.
 */
const errorAreas: Readonly<Record<Exclude<CallId, AdminCall>, ErrorAreas>> = {
  'POST /api/v1/auth/token': ['login'],
  'POST /api/v1/auth/refresh-token': ['login'],
  'POST /api/v1/auth/logout': ['login'],
  'GET /api/v1/tenants/{tid}/current-user': ['login'],
  'GET /api/v1/auth/password-rules': ['login'],
  'POST /api/v1/auth/vcode': ['vcode'],
  'POST /api/v1/auth/vemail': ['vemail'],
  'POST /api/v1/auth/update-password': ['login'],
  'GET /api/v1/account/contacts': ['login'],
  'POST /api/v1/auth/verify-contact': ['login'],
  'PUT /api/v1/auth/update-phone': ['login'],
  'GET /api/v1/invitations': ['login'],
  'POST /api/v1/invitations/{invitationID}/actions/accept': ['login'],
  'POST /api/v1/invitations/{invitationID}/actions/decline': ['login'],
  'GET /api/v1/account/preferences': ['login'],
  'PUT /api/v1/account/preferences': ['admin', 'login'],
  'GET /api/v1/account/second-factor': ['login'],
  'POST /api/v1/account/totp/actions/enrol': ['login'],
  'POST /api/v1/account/totp/actions/confirm': ['login'],
  'POST /api/v1/account/totp/actions/remove': ['login'],
  'POST /api/v1/account/recovery-codes/actions/replace': ['login'],
  'POST /api/v1/account/actions/step-up': ['login'],
  'POST /api/v1/setup/actions/check': ['admin', 'login'],
  'POST /api/v1/setup/actions/enrol-totp': ['admin', 'login'],
  'POST /api/v1/setup/actions/create-operator': ['admin', 'login'],
  'GET /api/v1/account/agreements': ['login'],
  'POST /api/v1/account/agreements/{agreement}/actions/agree': ['login'],
  'GET /api/v1/account/export': ['login'],
  'GET /api/v1/account/deletion': ['login'],
  'POST /api/v1/account/actions/delete': ['login'],
  'GET /api/v1/devices': ['login'],
  'DELETE /api/v1/devices/{deviceID}': ['login'],
  'GET /.well-known/jwks.json': ['login'],

  'PUT /api/v1/devices/{deviceID}/push': ['push', 'login'],
  'DELETE /api/v1/devices/{deviceID}/push': ['push', 'login'],
  'GET /api/v1/push/vapid-key': ['push'],
  'GET /api/v1/push/badge': ['push'],
  'GET /api/v1/push/settings': ['push'],
  'PUT /api/v1/push/settings': ['push'],

  'GET /api/v1/eula': ['app'],
  'GET /api/v1/privacy-policy': ['app'],
  'GET /api/v1/environment': ['config'],
  'GET /api/v1/config-params/{name}': ['config'],
  'GET /api/v1/location/convert': ['location'],
  'GET /api/v1/speech/token': ['app'],
  'GET /api/v1/events': ['message', 'work'],

  'GET /api/v1/releases/{platform}/latest': ['update'],
  'GET /api/v1/releases/{platform}/bundle/latest': ['update'],
  'GET /api/v1/releases/files/{uri}': ['update', 'file'],

  'GET /api/v1/user-msg-sessions': ['message'],
  'GET /api/v1/user-msg-sessions/{sessionID}/msgs': ['message'],
  'POST /api/v1/user-msg-sessions/{sessionID}/actions/read': ['message'],

  'POST /api/v1/tenants/{tid}/file-token': ['file'],
  'POST /api/v1/files': ['file'],
  'GET /api/v1/uploads/{uploadKey}': ['file'],
  'GET /api/v1/files/{uri}': ['file'],
  'DELETE /api/v1/files/{uri}': ['file'],
  'GET /api/v1/files/{uri}/receipt': ['file'],

  'POST /api/v1/tenants/{tid}/files/{uri}/actions/render': ['file', 'key'],

  'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}': ['work', 'file'],
  'GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}': ['work', 'file'],
  'GET /api/v1/tenants/{tid}/download-files/{downloadID}': ['work', 'file'],
  'POST /api/v1/tenants/{tid}/download-files/{downloadID}/actions/received': ['work', 'file'],
  'GET /api/v1/download-files/{downloadID}': ['work', 'file'],
  'POST /api/v1/download-files/{downloadID}/actions/received': ['work', 'file'],

  'GET /api/v1/tenants/{tid}/flow-types': ['work'],
  'GET /api/v1/tenants/{tid}/user-flows': ['work'],
  'POST /api/v1/tenants/{tid}/user-flows': ['work', 'file', 'key'],
  'GET /api/v1/tenants/{tid}/user-tasks': ['work'],
  'GET /api/v1/tenants/{tid}/flows/{flowID}': ['work'],
  'GET /api/v1/tenants/{tid}/flows/{flowID}/files': ['work', 'file'],
  'GET /api/v1/tenants/{tid}/flows/{flowID}/process': ['work'],
  'PUT /api/v1/tenants/{tid}/flows/{flowID}': ['work', 'file', 'key'],
  'DELETE /api/v1/tenants/{tid}/flows/{flowID}': ['work'],
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/try-again': ['work'],
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/submit': ['work', 'key'],
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/cancel': ['work'],
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/resubmit': ['work', 'file', 'key'],
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/remind': ['work'],
  'GET /api/v1/tenants/{tid}/flows/{flowID}/versions': ['work', 'file'],
  'GET /api/v1/tenants/{tid}/flows/{flowID}/comments': ['work'],
  'POST /api/v1/tenants/{tid}/flows/{flowID}/comments': ['work'],
  'PUT /api/v1/tenants/{tid}/flows/{flowID}/follow': ['work'],
  'DELETE /api/v1/tenants/{tid}/flows/{flowID}/follow': ['work'],
  'GET /api/v1/tenants/{tid}/user-followed-flows': ['work'],
  'GET /api/v1/tenants/{tid}/user-insight': ['work'],
  'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel': ['work'],
  'GET /api/v1/tenants/{tid}/user-candidates': ['work'],
  'GET /api/v1/tenants/{tid}/user-classifications': ['work', 'key'],
  'GET /api/v1/tenants/{tid}/user-absences': ['work'],
  'POST /api/v1/tenants/{tid}/user-absences': ['work'],
  'POST /api/v1/tenants/{tid}/user-absences/{absenceID}/actions/end': ['work'],
  'GET /api/v1/tenants/{tid}/user-deputies': ['work'],
  'GET /api/v1/tenants/{tid}/user-approver-choices': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/reject': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/complete': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/add-approval': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/transfer': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/return': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/read': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/handle': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/download': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/actions/approve': ['work'],
  'POST /api/v1/tenants/{tid}/tasks/actions/reject': ['work'],
  'GET /api/v1/tenants/{tid}/trusted-mailboxes': ['work'],
  'POST /api/v1/tenants/{tid}/trusted-mailboxes': ['work'],
  'DELETE /api/v1/tenants/{tid}/trusted-mailboxes': ['work'],

  'GET /api/v1/tenants/{tid}/sealing-context': ['key'],
  'POST /api/v1/tenants/{tid}/documents': ['key'],
  'POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw': ['key'],
  'POST /api/v1/tenants/{tid}/documents/{documentID}/grants': ['key', 'login'],
  'POST /api/v1/tenants/{tid}/licence-key/actions/rotate': ['key'],
  'GET /api/v1/tenants/{tid}/user-documents/classifications': ['key'],
  'POST /api/v1/tenants/{tid}/user-documents/actions/begin': ['key'],
  'POST /api/v1/tenants/{tid}/user-documents': ['key'],
  'POST /api/v1/tenants/{tid}/user-documents/actions/find-withdrawn': ['key'],
  'POST /api/v1/tenants/{tid}/user-documents/{documentID}/actions/print': ['key'],

  'GET /api/v1/tenants/{tid}/audit': ['admin'],
  'GET /api/v1/tenants/{tid}/audit/export': ['admin'],
  'POST /api/v1/tenants/{tid}/audit/actions/verify': ['admin'],
};

const isAdminCall = (name: CallId): name is AdminCall => name.includes('/admin/');

/**
 * The error areas of a call.
 * @param name - the declared call.
 */
export function errorAreasOf(name: CallId): ErrorAreas {
  return isAdminCall(name) ? ['admin'] : errorAreas[name];
}
