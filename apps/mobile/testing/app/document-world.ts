import type { SignInAnswer } from '@sealflow/contract';
import { page } from 'vitest/browser';
import { createMemoryPlatform, type MemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import { localDatabase } from '../../src/platform/database/local-database.compose.ts';
import { storedPath } from '../../src/platform/documents/document.types.ts';
import { recentFilesOf } from '../../src/platform/documents/recent-files.repository.ts';
import { createRecord } from '../platform/records.ts';
import { type Answers, json } from '../session/answers.ts';
import { memberAnswers } from './member-answers.ts';
import { mountApp } from './mount.tsx';
import { later, storeSession } from './store-session.ts';

export type OpenedDocument = { readonly platform: MemoryPlatform; readonly close: () => void };

/** The preview of a document. */
export const preview = page.getByRole('dialog', { name: '文档预览' });

export const documentRow = (name: string) => page.getByRole('button', { name, exact: false }).first();

/** Stores a document of the account on the device under its name. */
export async function storeDocument(
  platform: MemoryPlatform,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await recentFilesOf(await localDatabase(platform), 'a1').upsert(
    createRecord({ fileID: name, fileWholeName: name, encrypted: 0 }),
    'recent',
  );
  const files = await platform.files();
  await files.write(storedPath('a1', name), content);
}

/** Mounts the app with a signed-in account whose device has one document, and opens it from the list. */
export async function openDocument(
  name: string,
  content: Uint8Array<ArrayBuffer>,
  given: {
    readonly platform?: MemoryPlatform;
    readonly answers?: Answers;
    readonly tenants?: SignInAnswer['tenants'];
  } = {},
): Promise<OpenedDocument> {
  const platform = given.platform ?? createMemoryPlatform();
  await storeDocument(platform, name, content);
  await storeSession(platform, given.tenants);
  const answers = {
    ...memberAnswers,
    'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
    ...given.answers,
  };
  const mounted = await mountApp({ path: '/document', platform, answers });
  await documentRow(name).click();
  return { platform, close: () => mounted.unmount() };
}
