import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDocumentsContext } from '../../../testing/platform/documents-context.ts';
import { createRecord } from '../../../testing/platform/records.ts';
import type { Api } from '../../platform/api/index.ts';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { storedAnswersOf } from '../../platform/database/stored-answers.repository.ts';
import { licencesOf } from '../../platform/documents/licences.repository.ts';
import { recentFilesOf } from '../../platform/documents/recent-files.repository.ts';
import { recentRemovalsOf } from '../../platform/documents/recent-removals.repository.ts';
import { storedMessagesOf } from '../../platform/messages/stored-messages.repository.ts';
import { indexDocument } from '../../platform/search/document-text.usecases.ts';
import { findResults } from './find.usecases.ts';
import { resultKey } from './search.rules.ts';
import type { Result, ResultType, SearchContext } from './search.types.ts';

type Call = { readonly name: string; readonly query: Record<string, unknown> };
type Answer = (call: Call) => unknown;

let calls: Call[] = [];
beforeEach(() => {
  calls = [];
});

function contextWith(answer: Answer, tserviceVersion = 'eds-pro_16.2') {
  const call = async (name: string, { query }: { query: Record<string, unknown> }) => {
    calls.push({ name, query });
    return answer({ name, query });
  };
  const documents = createDocumentsContext({ call } as unknown as Api);
  return { documents, tenant: { tid: 't1', tserviceVersion } } satisfies SearchContext;
}
const find = (context: SearchContext, type: ResultType, keyword: string, page = { skip: 0, limit: 20 }) =>
  findResults(context, type, { keyword, ...page, signal: new AbortController().signal });
const keys = (results: readonly Result[]) => results.map(resultKey);

const flow = (id: string, title: string, applicant = '张伟') => ({
  id,
  title,
  description: '',
  type: 'file_out',
  typeName: '外发',
  state: 'approving',
  applicant: { fid: `u-${applicant}`, name: applicant },
});
const task = (id: string, title: string) => ({
  id,
  state: 'awaiting',
  createAt: 1,
  flow: flow(`f-${id}`, title),
});
const unreachable = () => {
  throw new ApiError({ kind: 'network', code: 'app.network_error', message: 'network' });
};

describe('in the service', () => {
  it('finds tasks, then applications, in pages that run through both lists', async () => {
    const tasks = [task('k1', '合同一'), task('k2', '合同二'), task('k3', '合同三')];
    const flows = [flow('f1', '合同四'), flow('f2', '合同五')];
    const context = contextWith(({ name, query }) => {
      const all = name.includes('user-tasks') ? tasks : flows;
      const [skip, limit] = [Number(query['skip']), Number(query['limit'])];
      return { total: all.length, data: all.slice(skip, skip + limit) };
    });
    const pages = [0, 2, 4].map((skip) => find(context, 'work', '合同', { skip, limit: 2 }));
    const found = await Promise.all(pages);
    expect(found.map(({ results }) => keys(results))).toEqual([['k1', 'k2'], ['k3', 'f1'], ['f2']]);
    expect(found[0]).toMatchObject({ total: 5, isStored: false });
    expect(calls[0]?.query['filter']).toBe('{"keyword":"合同"}');
  });

  it('sends the text in the words of the older dialect', async () => {
    await find(
      contextWith(() => ({ total: 0, data: [] }), 'eds-pro_15.4'),
      'work',
      '合同',
    );
    expect(calls[0]?.query).toEqual({ keyword: '合同', skip: 0, limit: 20 });
  });

  it('finds conversations with their newest matching message and the number of matches', async () => {
    const context = contextWith(({ name }) =>
      name.endsWith('/msgs')
        ? { total: 7, data: [{ msgID: 'm9', title: '', text: '合同在此', createAt: 9 }] }
        : { total: 1, data: [{ sessionID: 's1', kind: 'work', title: '审批' }] },
    );
    const { total, results } = await find(context, 'messages', '合同');
    expect(total).toBe(1);
    expect(results).toMatchObject([{ session: { sessionID: 's1' }, hit: { msgID: 'm9' }, hits: 7 }]);
  });

  it('finds colleagues with their department', async () => {
    const context = contextWith(() => ({
      total: 1,
      data: [{ fid: 'u1', name: '李明', org: { name: '法务部' } }],
    }));
    expect((await find(context, 'people', '李')).results).toEqual([
      { type: 'people', fid: 'u1', name: '李明', department: '法务部' },
    ]);
  });

  it('reports a refusal instead of hiding it behind stored data', async () => {
    const context = contextWith(() => {
      throw new ApiError({ kind: 'http', code: 'login.tenant_access_denied', message: 'no', status: 403 });
    });
    await expect(find(context, 'people', '李')).rejects.toMatchObject({ status: 403 });
  });

  it('searches nothing of an organisation for an account without one', async () => {
    const context = { ...contextWith(unreachable), tenant: null };
    expect(await find(context, 'work', '合同')).toMatchObject({ total: 0 });
    expect(await find(context, 'people', '李')).toMatchObject({ total: 0 });
    expect(calls).toEqual([]);
  });
});

describe('on the device', () => {
  async function storedContext() {
    const context = contextWith(unreachable);
    const { platform, accountID } = context.documents;
    const sql = await localDatabase(platform);
    const answers = storedAnswersOf(sql, { accountID, tid: 't1' });
    await answers.upsert('list:list=tasks', { total: 1, data: [task('k1', '采购合同')] }, 1);
    await answers.upsert(
      'list:list=flows',
      { total: 2, data: [flow('f2', '合同外发'), flow('f3', '其他')] },
      2,
    );
    await answers.upsert('flow:f-k1', { info: flow('f-k1', '采购合同') }, 3);
    await answers.upsert('types', { total: 1, data: [{ name: '合同' }] }, 4);
    await storedAnswersOf(sql, { accountID, tid: 't2' }).upsert('flow:x', { info: flow('x', '合同') }, 5);
    const messages = storedMessagesOf(sql, accountID);
    await messages.storeSessions(
      [
        { sessionID: 's1', title: '审批' },
        { sessionID: 's2', title: '公告' },
      ] as never,
      1,
    );
    await messages.storeMessages(
      's1',
      [{ msgID: 'm1', title: '', text: '合同"A"', createAt: 1 }] as never,
      1,
    );
    return context;
  }

  it.each(['without a network', 'when the service has a fault'])('finds stored work %s', async (reason) => {
    const context = await storedContext();
    if (reason === 'without a network') context.documents.platform.setOnline(false);
    const found = await find(context, 'work', '合同');
    // Each once, only of this organisation, and only where the text is in what a person reads.
    expect(keys(found.results)).toEqual(['k1', 'f2']);
    expect(found).toMatchObject({ total: 2, isStored: true });
    expect(calls.length === 0).toBe(reason === 'without a network');
  });

  it('finds stored messages, also by characters that JSON escapes', async () => {
    const context = await storedContext();
    const found = await find(context, 'messages', '合同"a"');
    expect(found.results).toMatchObject([{ session: { sessionID: 's1' }, hit: { msgID: 'm1' }, hits: 1 }]);
    expect(keys((await find(context, 'messages', '公告')).results)).toEqual(['s2']);
  });

  it('finds the applicants that it knows', async () => {
    const found = await find(await storedContext(), 'people', '张');
    expect(found).toMatchObject({ total: 1, results: [{ fid: 'u-张伟' }], isStored: true });
  });

  it('finds documents of both lists by one or two characters, the last opened first', async () => {
    const context = contextWith(unreachable);
    const { platform, accountID } = context.documents;
    const records = recentFilesOf(await localDatabase(platform), accountID);
    const add = (fileID: string, fileWholeName: string, createAt: number, list: 'recent' | 'download') =>
      records.upsert(createRecord({ fileID, fileWholeName, createAt }), list);
    await add('a', '年度合同.pdf', 1, 'recent');
    await add('b', '合同附件.pdf', 3, 'download');
    await add('c', '同意书.pdf', 2, 'recent');
    expect(keys((await find(context, 'documents', '合同')).results)).toEqual(['b', 'a']);
    expect(await find(context, 'documents', '同', { skip: 1, limit: 1 })).toMatchObject({
      total: 3,
      results: [{ record: { fileID: 'c' } }],
      isStored: false,
    });
  });

  it('finds documents by their text after those by their name, in pages, without ended leases and deleted records', async () => {
    const context = contextWith(unreachable);
    const { platform, accountID } = context.documents;
    const sql = await localDatabase(platform);
    const records = recentFilesOf(sql, accountID);
    const add = async (fileID: string, fileWholeName: string, leaseEnd: number | null) => {
      const createAt = fileID.charCodeAt(0);
      await records.upsert(createRecord({ fileID, fileWholeName, createAt }), 'recent');
      await licencesOf(sql, accountID).upsert({ documentId: fileID, leaseEnd } as never, 't1');
      const options = {
        readText: async () => '采购合同',
        whenIdle: async () => undefined,
        signal: new AbortController().signal,
      };
      await indexDocument({ platform, accountID }, { fileID, documentID: fileID, tid: 't1' }, options);
    };
    for (const fileID of ['a', 'b', 'c']) await add(fileID, `${fileID}.pdf`, null);
    await add('d', '合同.pdf', null);
    await add('e', 'e.pdf', 1);
    const pages = [0, 2].map((skip) => find(context, 'documents', '合同', { skip, limit: 2 }));
    const found = await Promise.all(pages);
    expect(found.map(({ results }) => keys(results))).toEqual([
      ['d', 'c'],
      ['b', 'a'],
    ]);
    expect(found[0]).toMatchObject({ total: 4, results: [{ isInText: false }, { isInText: true }] });
    await recentRemovalsOf(sql, accountID).remove({ fileIDs: ['b'] }, 1);
    expect(await find(context, 'documents', '合同')).toMatchObject({ total: 3 });
  });
});
