import { join } from 'node:path';
import { Client, type Demo } from '../support/service.ts';
import type { Release } from './release.ts';
import { structureOf } from './structure.ts';

/** Answers of these calls change with each sign-in or with time: their structure is compared, not their values. */
const structureOnly = /audit|export|devices|\/events$|location|speech|messages|msg-sessions|\/admin\/demo$/;
/** The stream of events never ends. */
const excludedCalls = new Set(['GET /api/v1/events']);

/** Every read call in the contract of a release that needs no id but that of an organisation. */
export async function readPathsOf({ folder }: Release): Promise<readonly string[]> {
  const contract = (await import(join(folder, 'packages/contract/src/schemas.ts'))) as {
    calls: Readonly<Record<string, unknown>>;
  };
  return Object.keys(contract.calls)
    .filter((call) => call.startsWith('GET ') && !excludedCalls.has(call))
    .map((call) => call.slice('GET '.length))
    .filter((path) => !/\{(?!tid\})/.test(path));
}

export interface RecordedAnswer {
  readonly role: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Values, or the names and kinds of values. */
  readonly body: unknown;
}

/** Records the answers to read calls, for each account of the demo in each organisation. */
export async function recordAnswers(
  demo: Demo,
  paths: readonly string[],
): Promise<readonly RecordedAnswer[]> {
  const recorded: RecordedAnswer[] = [];
  for (const account of demo.accounts) {
    const client = await Client.signIn(account);
    const organisations = demo.tenants.map(({ id }) => id);
    for (const template of paths) {
      const perOrganisation = template.includes('{tid}');
      for (const tid of perOrganisation ? organisations : ['']) {
        const response = await client.fetch(template.replace('{tid}', tid));
        const text = await response.text();
        const contentType = response.headers.get('content-type');
        const body: unknown = contentType?.includes('/json') ? JSON.parse(text, sortPeople) : text.length > 0;
        recorded.push({
          role: account.role,
          path: perOrganisation ? template.replace('{tid}', tid) : template,
          status: response.status,
          contentType,
          body: structureOnly.test(template) ? structureOf(body) : body,
        });
      }
    }
  }
  return recorded;
}

/** Release 026e1e36 lists the people of an application type in the order of the database, which is not specified. */
const sortPeople = (name: string, value: unknown): unknown =>
  name === 'people' && Array.isArray(value)
    ? value.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
    : value;

/** Names each answer by the role of its caller and its path. */
export const byCall = (answers: readonly RecordedAnswer[]) =>
  Object.fromEntries(answers.map(({ role, path, ...answer }) => [`${role} ${path}`, answer]));
