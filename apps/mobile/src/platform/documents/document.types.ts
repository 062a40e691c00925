import { localNames } from '@sealflow/domain/limits';
import type { Api } from '../api/index.ts';
import type { Platform } from '../ports/platform.port.ts';

/** The properties of an account's tenant that documents need. */
export type DocumentTenant = {
  readonly id: string;
  readonly name: string;
  /** `mobileAppLicense.entKey.key`: the key id by which a file belongs to this tenant. */
  readonly key: string;
};

/** The account and device that open documents. */
export type DocumentsContext = {
  readonly platform: Platform;
  readonly api: Api;
  /** Origin of the service; the only host that keys are requested from. */
  readonly host: string;
  readonly accountID: string;
  readonly tenants: readonly DocumentTenant[];
  /** The account's bearer token. */
  readonly token: () => Promise<string | null>;
};

/** The licence that allows printing; the record of a print names it. */
export type PrintPermission = {
  readonly tid: string;
  readonly documentID: string;
  /** ms since 1970, by the service's clock. */
  readonly licenceIssuedAt: number;
};

/** The terms under which a document is shown. */
export type AccessTerms = {
  /** The tenant whose key opened it; null for a plain file. */
  readonly tenant: DocumentTenant | null;
  /** End of the licence, ms since 1970; null without an end. */
  readonly leaseEnd: number | null;
  /** Whether text may be selected and copied out of the app. */
  readonly mayCopy: boolean;
  /** If false, screen captures are blocked while the document is shown. */
  readonly mayCapture: boolean;
  readonly watermarked: boolean;
  /** Null if the document may not be printed: without a licence there is no permission and no record. */
  readonly print: PrintPermission | null;
  /** The id by which the licence is stored; null for a plain file. */
  readonly documentID: string | null;
};

/** The terms of a plain file. It has a watermark: no licence permits leaving it out. */
export const plainTerms: AccessTerms = {
  tenant: null,
  leaseEnd: null,
  mayCopy: true,
  mayCapture: true,
  watermarked: true,
  print: null,
  documentID: null,
};

/** Record id of a flow's download; a repeated download replaces the previous record. */
export const downloadFileID = (tid: string, flowID: string) => `${downloadPrefix}${tid}:${flowID}`;
const downloadPrefix = 'download:';

/** Specification section 9: files are stored in two folders below one of their account. */
export const accountFolder = (accountID: string) => encodeURIComponent(accountID);
export function storedPath(accountID: string, fileID: string): string {
  const folder = fileID.startsWith(downloadPrefix) ? localNames.downloads : localNames.files;
  return `${accountFolder(accountID)}/${folder}/${encodeURIComponent(fileID)}`;
}

/** The tenant's key access URL on our own host; the address in a file is only compared with it and never followed. */
export const platformUrlOf = ({ host }: Pick<DocumentsContext, 'host'>, { id }: DocumentTenant) =>
  `${host}/otdf/${encodeURIComponent(id)}`;
