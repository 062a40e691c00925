import { describe, expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { licencesOf } from '../documents/licences.repository.ts';
import { recentFilesOf } from '../documents/recent-files.repository.ts';
import { wipeAccount } from '../documents/wipe.usecases.ts';
import { deleteDocumentTexts, findDocumentTexts, indexDocument } from './document-text.usecases.ts';
import { documentTextsOf } from './document-texts.repository.ts';

const whenIdle = async () => undefined;
const text = '年度采购合同 Purchase contract';

async function device(accountID = 'a1') {
  const platform = createMemoryPlatform();
  const sql = await localDatabase(platform);
  const owner = { platform, accountID };
  const licences = licencesOf(sql, accountID);
  const records = recentFilesOf(sql, accountID);
  /** Opens a document: its record, its licence, its text. */
  const open = async (
    fileID: string,
    options: { text?: string; tid?: string | null; leaseEnd?: number } = {},
  ) => {
    const { tid = 't1', leaseEnd } = options;
    const documentID = tid === null ? null : `doc-${fileID}`;
    await records.upsert(createRecord({ fileID }), 'recent');
    if (documentID !== null)
      await licences.upsert({ documentId: documentID, leaseEnd: leaseEnd ?? null } as never, tid ?? '');
    const signal = new AbortController().signal;
    const readText = async () => options.text ?? text;
    await indexDocument(owner, { fileID, documentID, tid }, { readText, whenIdle, signal });
  };
  const find = async (keyword: string) => [...(await findDocumentTexts(owner, keyword))].sort();
  return { platform, sql, owner, licences, records, open, find };
}

describe('the text of an opened document', () => {
  it('is found by Chinese fragments and by the beginnings of words', async () => {
    const { open, find } = await device();
    await open('a');
    await open('b', { text: '会议纪要' });
    for (const keyword of ['采购', '购', '合同', 'contr', '采购 CONTRACT'])
      expect(await find(keyword)).toEqual(['a']);
    expect(await find('采纳')).toEqual([]);
    expect(await find('x')).toEqual([]);
  });

  it('is in no column and in no page of the database', async () => {
    const { open, sql } = await device();
    await open('a', { text: 'confidential 绝密项目' });
    const tables = await sql.query("SELECT name FROM sqlite_master WHERE type = 'table'");
    for (const { name } of tables) {
      const rows = await sql.query(`SELECT * FROM "${String(name)}"`);
      const bytes = rows
        .flatMap(Object.values)
        .map((value) =>
          value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : String(value),
        );
      for (const word of ['confidential', 'confid', '绝密', '密项'])
        expect(bytes.join('\n')).not.toContain(word);
    }
    const stored = await sql.query('SELECT tokenCount FROM document_text');
    expect(stored).toEqual([{ tokenCount: 11 + 7 }]);
  });

  it('is read once, and again for another content under the same record', async () => {
    const { open, find, owner, licences } = await device();
    await open('a');
    const read = async (documentID: string, newText: string) => {
      let reads = 0;
      const readText = async () => {
        reads += 1;
        return newText;
      };
      const signal = new AbortController().signal;
      await indexDocument(owner, { fileID: 'a', documentID, tid: 't1' }, { readText, whenIdle, signal });
      return reads;
    };
    expect(await read('doc-a', '改写')).toBe(0);
    await licences.upsert({ documentId: 'doc-2', leaseEnd: null } as never, 't1');
    expect(await read('doc-2', '改写')).toBe(1);
    expect(await find('采购')).toEqual([]);
    expect(await find('改写')).toEqual(['a']);
  });

  it('is not indexed without a licence or a record, or when the document is closed meanwhile', async () => {
    const { owner, find, records, open } = await device();
    const signal = new AbortController().signal;
    const index = (fileID: string, documentID: string, readText = async () => text) =>
      indexDocument(owner, { fileID, documentID, tid: 't1' }, { readText, whenIdle, signal });
    await index('nothing', 'doc');
    await records.upsert(createRecord({ fileID: 'a' }), 'recent');
    await index('a', 'doc-a');
    await open('b', { text: '其他' });
    expect(await find('采购')).toEqual([]);
    const closing = new AbortController();
    const readText = async () => {
      closing.abort();
      return text;
    };
    const aborted = { readText, whenIdle, signal: closing.signal };
    await open('c', { text: '' });
    await expect(
      indexDocument(owner, { fileID: 'c', documentID: 'doc-c', tid: 't1' }, aborted),
    ).rejects.toBeDefined();
    expect(await find('采购')).toEqual([]);
  });

  it('is not indexed if the licence ends while it is read', async () => {
    const { owner, licences, open, find } = await device();
    await open('a', { text: '' });
    const readText = async () => {
      await licences.delete('doc-a');
      return text;
    };
    const signal = new AbortController().signal;
    await indexDocument(
      owner,
      { fileID: 'a', documentID: 'doc-a', tid: 't1' },
      { readText, whenIdle, signal },
    );
    expect(await find('采购')).toEqual([]);
  });

  it('belongs to one account', async () => {
    const { platform, open, find } = await device();
    await open('a');
    expect(await findDocumentTexts({ platform, accountID: 'a2' }, '采购')).toEqual([]);
    expect(await find('采购')).toEqual(['a']);
  });

  it('is limited for each account; the documents indexed first are dropped', async () => {
    const { open, find, sql } = await device();
    for (const fileID of ['a', 'b', 'c']) await open(fileID);
    const texts = documentTextsOf(sql, 'a1');
    await texts.limit({ documents: 2, tokens: 1_000_000 });
    expect(await find('采购')).toEqual(['b', 'c']);
    const [row] = await sql.query('SELECT max(tokenCount) AS one FROM document_text');
    await texts.limit({ documents: 2, tokens: Number(row?.['one']) });
    expect(await find('采购')).toEqual(['c']);
  });
});

describe('the index of a text is deleted', () => {
  const stored = async ({ sql }: Awaited<ReturnType<typeof device>>) => {
    const texts = await sql.query('SELECT fileID FROM document_text ORDER BY fileID');
    const [tokens] = await sql.query('SELECT count(*) AS total FROM document_token_docsize');
    return { files: texts.map(({ fileID }) => fileID), tokens: tokens?.['total'] };
  };

  it('with the licence, when a lease has ended or the document is withdrawn', async () => {
    const used = await device();
    await used.open('a', { leaseEnd: 1_000 });
    await used.open('b');
    await used.open('c');
    await used.licences.deleteExpired(1_000);
    await used.licences.delete('doc-b');
    expect(await stored(used)).toEqual({ files: ['c'], tokens: 1 });
    expect(await used.find('采购')).toEqual(['c']);
  });

  it('with the licences of a tenant that the account has left', async () => {
    const used = await device();
    await used.open('a');
    await used.open('b', { tid: 't2' });
    await used.licences.deleteOfTenant('t1');
    expect(await stored(used)).toEqual({ files: ['b'], tokens: 1 });
  });

  it('with the record', async () => {
    const used = await device();
    await used.open('a', { tid: null });
    await used.open('b');
    await used.records.delete('a');
    expect(await stored(used)).toEqual({ files: ['b'], tokens: 1 });
  });

  it('when the account signs out, with its key; other accounts keep theirs', async () => {
    const used = await device();
    await used.open('a');
    await recentFilesOf(used.sql, 'a2').upsert(createRecord({ fileID: 'z' }), 'recent');
    const signal = new AbortController().signal;
    const other = { platform: used.platform, accountID: 'a2' };
    await indexDocument(
      other,
      { fileID: 'z', documentID: null, tid: null },
      { readText: async () => text, whenIdle, signal },
    );
    await wipeAccount(used.platform, 'a1');
    expect(await stored(used)).toEqual({ files: ['z'], tokens: 1 });
    expect(await used.platform.secrets.get('search:a1')).toBeNull();
    expect(await findDocumentTexts(other, '采购')).toEqual(['z']);
  });

  it('when the tenant switches it off, with that of plain files', async () => {
    const used = await device();
    await used.open('a');
    await used.open('b', { tid: 't2' });
    await used.open('c', { tid: null });
    await deleteDocumentTexts(used.owner, 't1');
    expect(await stored(used)).toEqual({ files: ['b'], tokens: 1 });
  });
});
