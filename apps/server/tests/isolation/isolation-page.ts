/** Response codes of an operation, one list for each way to reference data of another tenant. */
export interface Row {
  readonly theirPath?: readonly string[];
  readonly ownPath?: readonly string[];
  readonly body?: readonly string[];
  readonly query?: readonly string[];
  readonly own?: readonly string[];
}

const intro = `# Isolation of tenants

The answers of every call of the contract to a request for data of another tenant.
[isolation.test.ts](../../apps/server/tests/isolation.test.ts) makes the requests and compares the answers with this page; with \`-u\` it writes the page. A call without a row fails the test.

- *Their path*: the path names a tenant that the caller does not belong to, and ids of that tenant or of the caller. The callers are a member, an approver and an administrator of another tenant, the
  holder of its file token, an account without a tenant, a former member and a suspended member. A tenant that does not exist gives the same answer, except to former and suspended members.
- *Own path*: the path names the caller's own tenant, or none, and ids of the other tenant. Further callers are a member and an administrator of both tenants, the operator, and, for data of a
  person, a colleague with their own device.
- *Body*, *query*: the same with ids in the body or the query.
- *Own*: data that the caller may see; the test searches it for data of the other tenant.

In each of these cases the answer equals, character by character, the answer to ids that do not exist. No answer contains a text of the other tenant's rows, and at the end the digests of its rows are
unchanged. The calls of the operator and the public ones expose no data of a tenant to anybody else: [wrong-callers.test.ts](../../apps/server/tests/wrong-callers.test.ts).
Key access: [key-access-refusals.test.ts](../../apps/server/tests/key-access-refusals.test.ts), at the host's root [key-access-host-root.test.ts](../../apps/server/tests/key-access-host-root.test.ts). Events: [events.test.ts](../../apps/server/src/modules/events/events.test.ts).
Calls that a host forwards: [hostile.test.ts](../../apps/server/src/modules/forwarding/hostile.test.ts).

| call | access | their path | own path | body | query | own |
|---|---|---|---|---|---|---|
`;

export function pageOf(rows: readonly (readonly [name: string, access: string, row: Row])[]): string {
  const lines = rows.map(([name, access, row]) => {
    const cells = [row.theirPath, row.ownPath, row.body, row.query, row.own];
    return `| \`${name}\` | ${access} | ${cells.map((cell) => cell?.map(short).join('<br>') ?? '').join(' | ')} |`;
  });
  return `${intro}${lines.join('\n')}\n`;
}

const short = (code: string) => code.replace(/^(\d+) (\S+)$/, '$1 `$2`');
