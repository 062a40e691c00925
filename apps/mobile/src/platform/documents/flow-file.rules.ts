/** The properties of a flow's file that opening it needs. `uri` is the file service's. */
export type FlowFileRef = {
  readonly tid: string;
  readonly tname: string;
  readonly flowID: string;
  readonly flowName: string;
  readonly uri: string;
  readonly name: string;
};

/** Record id of a flow's file: the same however often it is opened. */
export const flowFileID = ({ tid, uri }: Pick<FlowFileRef, 'tid' | 'uri'>) => `flow:${tid}:${uri}`;

/** The file service's reference of a flow record; null for a record of another kind. */
export function storedFlowFile(fileID: string): Pick<FlowFileRef, 'tid' | 'uri'> | null {
  const [, tid, uri] = /^flow:([^:]+):(.+)$/u.exec(fileID) ?? [];
  return tid === undefined || uri === undefined ? null : { tid, uri };
}
