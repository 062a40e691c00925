import type { CallId } from './index.ts';

/**
 * The calls named in section 7 of the specification. Clients that follow it may send additional keys, so these calls
 * ignore unknown keys of query and body. Every other call rejects them (decision 091).
 */
export const specifiedCalls: ReadonlySet<CallId> = new Set<CallId>([
  'POST /api/v1/auth/token',
  'POST /api/v1/auth/refresh-token',
  'GET /api/v1/tenants/{tid}/current-user',
  'PUT /api/v1/auth/update-phone',
  'POST /api/v1/auth/update-password',
  'GET /api/v1/user-msg-sessions',
  'GET /api/v1/user-msg-sessions/{sessionID}/msgs',
  'GET /api/v1/tenants/{tid}/flow-types',
  'GET /api/v1/tenants/{tid}/user-flows',
  'GET /api/v1/tenants/{tid}/user-tasks',
  'GET /api/v1/tenants/{tid}/flows/{flowID}',
  'GET /api/v1/tenants/{tid}/flows/{flowID}/files',
  'GET /api/v1/tenants/{tid}/flows/{flowID}/process',
  'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}',
  'GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}',
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve',
  'POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/reject',
  'GET /api/v1/config-params/{name}',
  'GET /api/v1/releases/{platform}/latest',
  'GET /api/v1/eula',
  'GET /api/v1/privacy-policy',
  'POST /api/v1/auth/vcode',
  'POST /api/v1/auth/vemail',
  'GET /api/v1/download-files/{downloadID}',
  'GET /api/v1/tenants/{tid}/download-files/{downloadID}',
  'POST /api/v1/tenants/{tid}/file-token',
  'POST /api/v1/files',
  'DELETE /api/v1/files/{uri}',
  'GET /api/v1/files/{uri}/receipt',
  'GET /api/v1/speech/token',
  'GET /api/v1/location/convert',
]);
