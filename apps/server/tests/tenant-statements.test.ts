import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

// Every statement on a table with a tenant ID filters by tenant, or this list gives the reason.
const modules = join(import.meta.dirname, '../src/modules');
const tables = join(import.meta.dirname, '../src/infra/database/tables');

const byRowRead =
  'by the id of a row that was read, and mostly locked, with its tenant in the same transaction';
const byJob = 'by a job, about the row that its name carries; nobody asks for it';
const byConditions =
  'by conditions that begin with the tenant and the person (list-conditions.repository.ts)';
const ofDeployment = 'releases of the deployment, for its operator and for everybody';

const allowed: Readonly<Record<string, string>> = {
  'privacy/retention.repository.ts deleteOldFlows': 'by the settings of the deployment, of every tenant',
  'archives/delete-flows.repository.ts deleteFlowRows':
    'by the ids of applications that were selected and locked in the same transaction',
  'deliveries/delivery-failures.repository.ts deleteOldFailures': 'by the age of a failure, of every tenant',
  'imports/imports.repository.ts deleteImportsBefore': 'by the age of an import, of every tenant',
  'deployment/health.repository.ts countStoredFiles': 'the number of files of all tenants, for the operator',
  'releases/releases.repository.ts selectPublicFile': ofDeployment,
  'releases/releases.repository.ts selectPublished': ofDeployment,
  'releases/releases.repository.ts selectReleasesPage': ofDeployment,
  'releases/releases.repository.ts markReleaseWithdrawn': ofDeployment,
  'releases/releases.repository.ts deleteUnpublishedFileRows': ofDeployment,
  'processing/processing.repository.ts findOrInsertMail': byJob,
  'processing/processing.repository.ts updateMail': byJob,
  'processing/downloads.repository.ts lockActiveDownload': 'of a flow that was read with its tenant',
  'processing/downloads.repository.ts selectDownload':
    'the account and the tenant of the row are compared before it is returned',
  'processing/downloads.repository.ts updateDownloadInState': byRowRead,
  'processing/downloads.repository.ts recordFirstFetch': byRowRead,
  'processing/downloads.repository.ts selectOverdueDownloads': byJob,
  'files/orphaned-objects.repository.ts unreferencedFiles': byJob,
  'files/orphaned-objects.repository.ts deleteFiles': byJob,
  'files/files.repository.ts deleteFile': byRowRead,
  'tenants/tenant-settings.repository.ts filteredTenants': 'the operator’s list of tenants',
  'tenants/invitations.repository.ts closeUnusedAccount':
    'an unverified account is closed only if it is a member of no tenant',
  'privacy/erase-account.repository.ts deleteAccount':
    'a deleted account is removed from the invitations of all tenants',
  'tenants/tenants.repository.ts selectTenantByLicenceKey':
    'by the id of a licence key, which is unique across tenants: it finds which tenant is meant',
  'tenants/tenants.repository.ts selectTwoTenants':
    'whether the host has exactly one tenant, which is then the tenant of the call',
  'workflow/list.repository.ts searchTasks': byConditions,
  'workflow/list.repository.ts ownAndDeputised': byConditions,
  'workflow/task.repository.ts selectTasksOfFlows': byRowRead,
  'workflow/flow.repository.ts replaceDraft': byRowRead,
  'workflow/flow.repository.ts updateProcess': byRowRead,
  'workflow/flow.repository.ts deleteDraft': byRowRead,
  'workflow/flow.repository.ts updateRows': byRowRead,
  'workflow/flow-version.repository.ts selectEarlierUris': byRowRead,
  'messages/posts.repository.ts postsWithContent':
    'each caller adds the condition for a tenant or for the operator’s own posts',
  'messages/posts.repository.ts withdrawPostRow': byRowRead,
  'messages/posts.repository.ts resetSessionTimes': byRowRead,
  'workflow/task.repository.ts closeTasks': byRowRead,
  'processing/processing.repository.ts failMail': byRowRead,
  'processing/stalled-flows.repository.ts selectStalledFlows': byJob,
  'messages/posting.repository.ts updateChannels': byRowRead,
  'messages/posting.repository.ts advanceChannels':
    'by the subject of a session, which begins with its tenant',
  'messages/fanout.repository.ts selectPostedMessage': byJob,
  'messages/fanout.repository.ts claimWaiting': byJob,
  'privacy/erase-member.repository.ts deleteChannels':
    'of a deleted account in all tenants, or in one that its statements name',
  'audit/linking.repository.ts dequeuePending': byJob,
  'audit/pending-recovery.repository.ts restorePendingPage': byJob,
  'messages/posting.repository.ts lockExistingChannels':
    'by the subject of a session, which begins with its tenant',
};

/** Tables with a tenant ID column. */
function tenantTables(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of globSync(join(tables, '*.ts'))) {
    const text = readFileSync(file, 'utf8');
    const carrying = new Set(
      [...text.matchAll(/interface (\w+Table) \{\n([\s\S]*?)\n\}/g)]
        .filter(([, , body = '']) => /^ {2}tid:/m.test(body))
        .map(([, name]) => name),
    );
    for (const [, table = '', type = ''] of text.matchAll(/^ {2}(\w+): (\w+Table);/gm))
      if (carrying.has(type)) found.add(table);
  }
  return found;
}

interface Statement {
  readonly where: string;
  readonly table: string;
  readonly text: string;
  /** Offset of the statement in its file. */
  readonly at: number;
}

const comments = /^\s*(?:\/\/|\/?\*).*$/gm;
const verbs = /\b(?:selectFrom|updateTable|deleteFrom)\(\s*\[?'(\w+)/g;
const written = /\b(?:from|update|join)\s+(\w+)\s/g;

/** Statements of a file on these tables, both by the query builder and in SQL. */
function statementsIn(text: string, tables: ReadonlySet<string>): Omit<Statement, 'where'>[] {
  const built = [...text.matchAll(verbs)].map(({ 1: table = '', index }) => ({
    table,
    text: upToEnd(text.slice(index)),
    at: index,
  }));
  const bySQL = [...text.matchAll(/`[^`]*`/g)]
    .filter(([literal]) => /\b(?:select|update|delete)\b/.test(literal))
    .flatMap(({ 0: literal, index }) =>
      [...literal.matchAll(written)].map(([, table = '']) => ({ table, text: literal, at: index })),
    );
  return [...built, ...bySQL].filter(({ table }) => tables.has(table));
}

/** Returns the expression at the start of the text. */
function upToEnd(text: string): string {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ';')) return text.slice(0, index);
  }
  return text;
}

const namesTenant = ({ text }: Pick<Statement, 'text'>) =>
  /\btid\b|matching\.where|flowConditions\.unnumberedWhere/.test(text);

function allStatements(): Statement[] {
  const known = tenantTables();
  return globSync(join(modules, '**/*.ts'))
    .filter((file) => !/(?:^|[/.-])test[.-]/.test(relative(modules, file)))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8').replaceAll(comments, '');
      return statementsIn(text, known).map((statement) => {
        const before = text.slice(0, statement.at);
        const owner = [...before.matchAll(/^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/gm)].at(
          -1,
        );
        return {
          table: statement.table,
          text: statement.text,
          at: statement.at,
          where: `${relative(modules, file)} ${owner?.[1] ?? ''}`,
        };
      });
    });
}

test('every statement on tenant data names the tenant or is listed with a reason', () => {
  const statements = allStatements();
  const bare = new Set(statements.filter((one) => !namesTenant(one)).map(({ where }) => where));
  expect([...bare].filter((where) => !(where in allowed))).toEqual([]);
  expect(Object.keys(allowed).filter((where) => !bare.has(where))).toEqual([]);
  expect(statements.length).toBeGreaterThan(120);
  expect(tenantTables().size).toBeGreaterThan(20);
});

test('a statement that selects by an id alone is detected', () => {
  const tables = new Set(['flows']);
  const bare = "db.selectFrom('flows').selectAll().where('flow_id', '=', id).execute();";
  const raw = 'sql`select * from flows where flow_id = 1`;';
  const good = "db.updateTable('flows').set(x).where('tid', '=', tid).where('flow_id', '=', id).execute();";
  const found = [bare, raw, good].map((text) =>
    statementsIn(text, tables).filter((one) => !namesTenant(one)),
  );
  expect(found.map((one) => one.length)).toEqual([1, 1, 0]);
});
