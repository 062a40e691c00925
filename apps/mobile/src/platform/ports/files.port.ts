export type FileEntry = { readonly name: string; readonly kind: 'file' | 'folder' };
export type FileStat = { readonly size: number; readonly modifiedAt: number };

/**
 * The app's private files. Paths are relative, with `/` between the segments and without `.` or `..`; writing creates
 * missing folders. A missing file rejects with `StorageError` code `storage.not_found`, except where stated
 * otherwise.
 */
export type FilesPort = {
  /** Which exports to other apps the device supports. */
  readonly externalApps: { readonly share: boolean; readonly open: boolean };
  /** Entries of a folder by name; a missing folder is empty. */
  list(folder: string): Promise<readonly FileEntry[]>;
  /** Null for a missing file. */
  stat(path: string): Promise<FileStat | null>;
  /** Bytes from `offset`; fewer than `length` only at the end of the file. */
  readChunk(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** The whole file as a blob, without a copy in memory where the device supports that. */
  blob(path: string): Promise<Blob>;
  /**
   * Exports a copy to the user: `saved` in the browser's downloads or Android's documents, `offered` where the system
   * asks for the target.
   */
  exportCopy(path: string, name: string): Promise<'saved' | 'offered'>;
  /** Exports bytes like `exportCopy`, without a file of the app: none outlives the session. */
  exportBytes(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<'saved' | 'offered'>;
  /**
   * Offers a copy to other apps. Requires a press of the user, or the device refuses.
   * @returns false if the device cannot share files, or none of this kind; true if the user cancels.
   */
  share(path: string, name: string): Promise<boolean>;
  /**
   * Opens a copy with another app, under its name. Only for content that may leave the app.
   * @returns false if no app accepts it.
   */
  openInOtherApp(path: string, name: string, mimeType: string): Promise<boolean>;
  appendChunk(path: string, bytes: Uint8Array): Promise<void>;
  /** Replaces the whole file. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Replaces an existing file at `to`. */
  move(from: string, to: string): Promise<void>;
  /** Deletes a file, or a folder with its contents; a missing one is no error. */
  remove(path: string): Promise<void>;
};
