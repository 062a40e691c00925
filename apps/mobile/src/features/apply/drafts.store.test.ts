import { expect, it } from 'vitest';
import { createDocumentsContext } from '../../../testing/platform/documents-context.ts';
import { type Api, ApiError } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { type Platform, StorageError, type StorageErrorCode } from '../../platform/index.ts';
import { uploadCopy } from '../../shell/uploads/upload-copy.usecases.ts';
import { createDraft } from './drafts/new-draft.rules.ts';
import {
  openAccountDrafts,
  parseDraft,
  readDraft,
  setDraft,
  updateDraft,
  updateFile,
} from './drafts.store.ts';
import { sendApplication } from './submit/sent-application.usecases.ts';
import { uploadOwnerOf } from './uploads/draft-files.usecases.ts';

const file = { id: 'x1', name: '合同.pdf', size: 3, uri: null, copied: true };
const start = { draftID: 'd1', tid: 't1', type: 'file_authorization', email: null } as const;

const device = (call: (name: string) => unknown): DocumentsContext =>
  createDocumentsContext({ call: async (name: string) => call(name) } as unknown as Api);

async function write(context: DocumentsContext, title: string) {
  setDraft(createDraft(start));
  await updateDraft(context, 'd1', (draft) => ({ ...draft, title, files: [file] }));
}

it('a file update keeps the changes that another tab has written to the draft', async () => {
  const context = device(() => ({}));
  await write(context, '外发');
  const stored = await openAccountDrafts(context);
  const row = await stored.find('d1');
  const elsewhere = row && { ...parseDraft(row), title: '外发给供应商' };
  await stored.upsert(
    { draftID: 'd1', tid: 't1', body: JSON.stringify(elsewhere) },
    context.platform.clock.now(),
  );
  await updateFile(context, { draftID: 'd1', fileID: 'x1' }, { uri: 'kept' });
  const after = { title: '外发给供应商', files: [{ id: 'x1', uri: 'kept' }] };
  const now = await stored.find('d1');
  expect(now && parseDraft(now)).toMatchObject(after);
  expect(await readDraft(context, 'd1')).toMatchObject(after);
});

it('checks a missing copy at the service and takes the upload of another tab', async () => {
  const requests: string[] = [];
  const context = device((name) => {
    requests.push(name);
    return name.startsWith('GET') ? { uri: 'kept' } : { token: 'file-token', expire: Date.now() + 60_000 };
  });
  await write(context, '外发');
  const { signal } = new AbortController();
  const owner = uploadOwnerOf(context, { draftID: 'd1', tid: 't1' });
  await uploadCopy(context, { owner, file, onProgress: () => undefined, signal });
  expect(requests).toContain('GET /api/v1/uploads/{uploadKey}');
  expect((await readDraft(context, 'd1'))?.files).toMatchObject([{ uri: 'kept', copied: false }]);
});

/** A device whose database fails at the next write of a draft. */
function failingAtNextDraft(code: StorageErrorCode): DocumentsContext {
  const { platform, ...context } = device(() => ({}));
  let isArmed = true;
  const failing: Platform = {
    ...platform,
    openDatabase: async (name) => {
      const sql = await platform.openDatabase(name);
      const fail = (statement: string) => {
        if (!isArmed || !/insert into "?application_draft/i.test(statement)) return;
        isArmed = false;
        throw new StorageError(code);
      };
      return {
        ...sql,
        query: async (statement, params) => {
          fail(statement);
          return sql.query(statement, params);
        },
        run: async (statement, params) => {
          fail(statement);
          return sql.run(statement, params);
        },
      };
    },
  };
  return { ...context, platform: failing };
}

const titleOf = async (context: DocumentsContext) => {
  const row = await (await openAccountDrafts(context)).find('d1');
  return row === null ? null : parseDraft(row).title;
};

it('retries the write of a draft when the database connection is interrupted', async () => {
  const context = failingAtNextDraft('storage.interrupted');
  await write(context, '外发');
  expect(await titleOf(context)).toBe('外发');
});

it('writes a draft whose write failed together with the next change of any draft', async () => {
  const context = failingAtNextDraft('storage.busy');
  await expect(write(context, '外发')).rejects.toMatchObject({ code: 'storage.busy' });
  setDraft(createDraft({ ...start, draftID: 'd2' }));
  await updateDraft(context, 'd2', (draft) => ({ ...draft, title: '另一份' }));
  expect(await titleOf(context)).toBe('外发');
});

it('refuses to send an application whose draft the device cannot store', async () => {
  const { platform, ...context } = device(() => ({}));
  await platform.accounts.runExclusiveWipe({ accountID: 'a1', folder: 'a1' }, async () => undefined);
  const withoutWrites = { ...context, platform };
  await expect(write(withoutWrites, '外发')).rejects.toBeInstanceOf(StorageError);
  const { signal } = new AbortController();
  await expect(sendApplication(withoutWrites, 'd1', signal)).rejects.toBeInstanceOf(ApiError);
  platform.accounts.acquire('a1');
  expect(await readDraft(withoutWrites, 'd1')).toMatchObject({ title: '外发' });
});
