/** A file that the user chose. Bytes are read on request, never all at once. */
export type PickedFile = {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: number;
  read(offset: number, length: number): Promise<Uint8Array>;
};

/** What a drop or a paste contains. */
export type TransferredFiles = {
  readonly files: readonly PickedFile[];
  /** The number of folders; they are not read. */
  readonly folderCount: number;
};

export type PickerPort = {
  /** Empty if the user chose nothing. */
  pick(options?: {
    readonly multiple?: boolean;
    /** A photo taken now; without a camera, a chosen one. */
    readonly camera?: boolean;
  }): Promise<readonly PickedFile[]>;
  /** The files of a drop or a paste; texts are ignored. */
  fromTransfer(transfer: DataTransfer): TransferredFiles;
};
