import type { Body } from '@sealflow/contract';
import type { PickedFile } from '../ports/picker.port.ts';

/** What a person wants sealed, and for whom. */
export type SealRequest = {
  readonly tid: string;
  readonly tname: string;
  readonly file: PickedFile;
  readonly classificationID: string;
  /** People of the tenant, by their ids, who may open it beside the person. */
  readonly recipients: readonly string[];
};

export type SealProgress = {
  /** Plain bytes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/** A file that lies sealed on the device and that the service does not know yet. */
export type SealedFile = {
  readonly request: SealRequest;
  readonly path: string;
  /** Its record's: the same as if it had been opened from elsewhere, so that it is this one and no second. */
  readonly fileID: string;
  /** What the service is told of it. */
  readonly facts: Omit<Body<'POST /api/v1/tenants/{tid}/user-documents'>, 'recipients'>;
  /** What the record says of it. */
  readonly record: {
    readonly key: string | null;
    readonly userOID: string;
    readonly orgID: string | null;
    readonly clID: string | null;
  };
};
