import type { PickedFile } from '../../platform/index.ts';

/** A file that is uploaded before it is sent with something. Until then, a copy lies in the account's folder. */
export type UploadedFile = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** URI at the file service; null until the upload is complete. */
  readonly uri: string | null;
  /** Whether the device has a complete copy. */
  readonly copied?: boolean;
  /** Whether an upload was attempted before; its response may have been lost. */
  readonly tried?: boolean;
  /** Whether the service rejects the file permanently. */
  readonly refused?: boolean;
};

/** What the files are uploaded for: an application or a comment that is being written. */
export type UploadOwner = {
  readonly tid: string;
  /** Folder of the copies. A copy stays until the file is uploaded, so that uploads resume after the app was killed. */
  readonly folder: string;
  /** The current state of a file; undefined if it was removed, or is not known in this page. */
  readonly find: (fileID: string) => UploadedFile | undefined;
  readonly change: (fileID: string, changed: Partial<UploadedFile>) => Promise<void>;
  /** Called after an upload is complete or rejected permanently. */
  readonly onEnd: () => void;
};

export type UploadJob = {
  readonly owner: UploadOwner;
  readonly file: UploadedFile;
  /** The picked file; without it the existing copy is uploaded. */
  readonly picked?: PickedFile;
};

export const copyPath = ({ folder }: Pick<UploadOwner, 'folder'>, fileID: string): string =>
  `${folder}/${fileID}`;
