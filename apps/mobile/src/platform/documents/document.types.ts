import { localNames } from '@sealflow/domain/limits';
import type { ByteSource } from '@sealflow/tdf/reader';
import type { Api } from '../api/index.ts';
import type { Platform } from '../ports/platform.port.ts';
import type { RecentFile } from './recent-files.repository.ts';

/** A tenant of the account, as far as a document needs it. */
export type DocumentTenant = {
  readonly id: string;
  readonly name: string;
  /** `mobileAppLicense.entKey.key`: tells which files are this tenant's. */
  readonly key: string;
};

/** Who opens documents, on which device. */
export type DocumentsContext = {
  readonly platform: Platform;
  readonly api: Api;
  /** Origin of the service; the only host that is ever asked for a key. */
  readonly host: string;
  readonly accountID: string;
  readonly tenants: readonly DocumentTenant[];
  /** The account's bearer token. */
  readonly token: () => Promise<string | null>;
};

export type OpenedDocument = {
  readonly record: RecentFile;
  /** Plain bytes, each checked before it is handed out. */
  readonly content: ByteSource;
  /** The tenant whose key opened it; null for a plain file. */
  readonly tenant: DocumentTenant | null;
  /** When the licence ends, ms since 1970; null without an end. */
  readonly leaseEnd: number | null;
  /** Whether its words may be selected and taken out of the app. */
  readonly mayCopy: boolean;
  readonly mayCapture: boolean;
  /** What came plain has no licence that lifts it. */
  readonly watermarked: boolean;
};

/** The record of what was downloaded of a flow; asked for again, it takes the place of the one before. */
export const downloadFileID = (tid: string, flowID: string) => `${downloaded}${tid}:${flowID}`;
const downloaded = 'download:';

/** Specification section 9: files lie in two folders under one of their account. */
export const accountFolder = (accountID: string) => encodeURIComponent(accountID);
export function storedPath(accountID: string, fileID: string): string {
  const folder = fileID.startsWith(downloaded) ? localNames.downloads : localNames.files;
  return `${accountFolder(accountID)}/${folder}/${encodeURIComponent(fileID)}`;
}

/** The tenant's key access base on our own host; the address in a file is compared with it and never followed. */
export const platformUrlOf = ({ host }: Pick<DocumentsContext, 'host'>, { id }: DocumentTenant) =>
  `${host}/otdf/${encodeURIComponent(id)}`;
