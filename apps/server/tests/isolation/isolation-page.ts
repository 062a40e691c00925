/** What a call answered, for each way to name what is another's. */
export interface Row {
  readonly theirPath?: readonly string[];
  readonly ownPath?: readonly string[];
  readonly body?: readonly string[];
  readonly query?: readonly string[];
  readonly own?: readonly string[];
}

const intro = `# Isolation of tenants

Every call of the contract, asked for what is another tenant's. The answers stand here as
[isolation.test.ts](../../apps/server/tests/isolation.test.ts) got them: it writes this page with \`-u\` and fails where it is another, so that no call is without a row.

- *Their path*: by the path of a tenant that the asker is not of, naming its things and the asker's own: a member, an approver and an administrator of another tenant, the
  bearer of its file token, somebody of no tenant, who has left and who is suspended. What is no tenant at all is answered the same, but to those who were members.
- *Own path*: by the asker's own path, or by none, naming things of the other tenant: also by who is a member or an administrator of both, by the operator, and, where it is a
  person's, by a colleague with a device of their own.
- *Body*, *query*: the same, named there.
- *Own*: what the asker may see; looked through for anything of the other tenant.

In each of these the answer is, sign by sign, the one to ids that there are nowhere; no answer has a text of the other tenant's rows, and at the end the digests of its rows are
what they were. Calls of the operator and those for everybody name no tenant's things to anybody else: [wrong-callers.test.ts](../../apps/server/tests/wrong-callers.test.ts).
Key access: [key-access-refusals.test.ts](../../apps/server/tests/key-access-refusals.test.ts), at the host's root [key-access-host-root.test.ts](../../apps/server/tests/key-access-host-root.test.ts). Events: [events.test.ts](../../apps/server/src/modules/events/events.test.ts).
What a host passes on: [hostile.test.ts](../../apps/server/src/modules/forwarding/hostile.test.ts).

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
