/** A file that a person chose. Bytes are read when asked for, never all at once. */
export type PickedFile = {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: number;
  read(offset: number, length: number): Promise<Uint8Array>;
};

export type PickerPort = {
  /** Empty where the person chose nothing. */
  pick(options?: {
    readonly multiple?: boolean;
    /** A picture taken now; where there is no camera, a chosen one. */
    readonly camera?: boolean;
  }): Promise<readonly PickedFile[]>;
  /** The files of a drop or a paste; folders and texts are left out. */
  fromTransfer(transfer: DataTransfer): readonly PickedFile[];
};
