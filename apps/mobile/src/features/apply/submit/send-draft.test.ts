import { expect, it } from 'vitest';
import { createDocumentsContext } from '../../../../testing/platform/documents-context.ts';
import { type Api, ApiError } from '../../../platform/api/index.ts';
import { createDraft } from '../drafts/new-draft.rules.ts';
import { setDraft, updateDraft } from '../drafts.store.ts';
import { saveToService } from './send-draft.usecases.ts';

/** The status 0 stands for a lost response. */
const errorOf = (status: number) =>
  status === 0
    ? new ApiError({ kind: 'network', code: 'app.network_error', message: '' })
    : new ApiError({ kind: 'http', code: 'app.unknown_error', message: '', status });

/** The idempotency keys of the creation requests if the service responds with these statuses, and then with success. */
async function idempotencyKeysOf(statuses: readonly number[]): Promise<string[]> {
  const keys: string[] = [];
  const remainingStatuses = [...statuses];
  const api = {
    call: async (_: string, options: { headers: { 'idempotency-key': string } }) => {
      keys.push(options.headers['idempotency-key']);
      const status = remainingStatuses.shift();
      if (status !== undefined) throw errorOf(status);
      return { data: { id: 'f1' } };
    },
  } as unknown as Api;
  const context = createDocumentsContext(api);
  const start = { draftID: 'd1', tid: 't1', type: 'file_decryption', email: null } as const;
  setDraft(createDraft(start));
  await updateDraft(context, 'd1', (draft) => ({ ...draft, title: '外发' }));
  for (const _ of statuses) await expect(saveToService(context, 'd1')).rejects.toBeInstanceOf(ApiError);
  expect(await saveToService(context, 'd1')).toBe('f1');
  return keys;
}

it.each([[0], [0, 401], [0, 429, 502]])(
  'reuses the idempotency key after a lost response, also when later attempts are rejected',
  async (...statuses) => {
    expect(new Set(await idempotencyKeysOf(statuses)).size).toBe(1);
  },
);

it('uses a new idempotency key after the content was rejected', async () => {
  expect(new Set(await idempotencyKeysOf([400])).size).toBe(2);
});
