import type { Body } from '@sealflow/contract';
import type { PickedFile } from '../ports/picker.port.ts';

/** A request to seal a file for recipients. */
export type SealRequest = {
  readonly tid: string;
  readonly tname: string;
  readonly file: PickedFile;
  readonly classificationID: string;
  /** Ids of the tenant's people who may open it besides the author. */
  readonly recipients: readonly string[];
};

export type SealProgress = {
  /** In plain bytes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
};

/** A file that is sealed on the device and not yet registered with the service. */
export type SealedFile = {
  readonly request: SealRequest;
  readonly path: string;
  /** Id of its record: the same as after an import, so that the file has one record. */
  readonly fileID: string;
  /** Body of the registration. */
  readonly facts: Omit<Body<'POST /api/v1/tenants/{tid}/user-documents'>, 'recipients'>;
  /** Columns of the record. */
  readonly record: {
    readonly key: string | null;
    readonly userOID: string;
    readonly orgID: string | null;
    readonly clID: string | null;
  };
};
