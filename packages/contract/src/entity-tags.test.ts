import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { calls } from './calls.ts';

/** Calls that replace or delete something of which there are no versions that could differ. */
const withoutVersions: Readonly<Record<string, string>> = {
  'PUT /api/v1/admin/deployment/mail': 'the settings have secrets that nobody can read',
  'PUT /api/v1/admin/deployment/sms': 'the settings have secrets that nobody can read',
  'DELETE /api/v1/admin/deployment/mail': 'the settings have secrets that nobody can read',
  'DELETE /api/v1/admin/deployment/sms': 'the settings have secrets that nobody can read',
  'POST /api/v1/tenants/{tid}/admin/absences/{absenceID}/actions/end': 'an absence has no other change',
  'DELETE /api/v1/tenants/{tid}/trusted-mailboxes': 'a mailbox is trusted or not',
  'DELETE /api/v1/tenants/{tid}/admin/documents/{documentID}/grants/{fid}': 'a grant exists or not',
};
/** Acts whose meaning depends on the version that the person saw. All other acts go one way and say so in their state. */
const versionedAct =
  /\/actions\/(?:close|end|publish|restore)$|^POST .*\{tid\}\/admin\/messages\/\{postID\}\/actions\/withdraw$/;

const administrative = (Object.entries(calls) as [string, Call][]).filter(
  ([, { access }]) => typeof access === 'object' || access === 'operator',
);
const versioned = administrative.filter(([name]) => /^(?:PUT|DELETE) /.test(name) || versionedAct.test(name));

test.each(versioned)('%s is refused for another version than the person saw', (name, { headers, errors }) => {
  const isCompared = 'if-match' in (headers?.shape ?? {}) && errors.includes('admin.changed_meanwhile');
  expect(isCompared).toBe(!(name in withoutVersions));
});

test('every object that is changed by version is read with its entity tag', () => {
  const tagged = new Set(administrative.flatMap(([name, call]) => (call.entityTag ? [name] : [])));
  // The service computes the tag of a process from several rows.
  const isRead = (path: string) =>
    tagged.has(`GET ${path}`) || path.includes('/processes/') || path.includes('/flow-types/');
  const paths = versioned
    .filter(([name]) => !(name in withoutVersions))
    .map(([name]) => name.replace(/^\w+ /, '').replace(/\/actions\/.*$/, ''))
    // Apps read this one with the same call.
    .filter((path) => path !== '/api/v1/admin/config-params/{name}');
  expect(paths.filter((path) => !isRead(path))).toEqual([]);
});
