import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The properties of a flow's file that opening it needs. `uri` is the file service's. */
export type FlowFileRef = {
  readonly tid: string;
  readonly tname: string;
  readonly flowID: string;
  readonly flowName: string;
  readonly uri: string;
  readonly name: string;
};

export type PreviewTarget = { readonly fileID: string; readonly flowFile: FlowFileRef | null };

type LayerState = { readonly previewFlowFile?: FlowFileRef; readonly previewPushed?: boolean };

const previewParameter = 'preview';

/** Record id of a flow's file: the same however often it is opened. */
export const flowFileID = ({ tid, uri }: Pick<FlowFileRef, 'tid' | 'uri'>) => `flow:${tid}:${uri}`;

/** The file service's reference of a flow record; null for a record of another kind. */
export function storedFlowFile(fileID: string): Pick<FlowFileRef, 'tid' | 'uri'> | null {
  const [, tid, uri] = /^flow:([^:]+):(.+)$/u.exec(fileID) ?? [];
  return tid === undefined || uri === undefined ? null : { tid, uri };
}

/** The preview as a layer over the current path: opening and closing only navigate. */
export function usePreviewLayer() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const layer = (state ?? {}) as LayerState;
  const fileID = new URLSearchParams(search).get(previewParameter);
  const target: PreviewTarget | null = fileID ? { fileID, flowFile: layer.previewFlowFile ?? null } : null;

  const push = useCallback(
    (id: string, flowFile?: FlowFileRef) => {
      const query = new URLSearchParams(search);
      query.set(previewParameter, id);
      const next: LayerState = { previewPushed: true, ...(flowFile ? { previewFlowFile: flowFile } : {}) };
      void navigate({ search: `?${query.toString()}` }, { state: { ...(state as object | null), ...next } });
    },
    [navigate, search, state],
  );
  const openRecord = useCallback((id: string) => push(id), [push]);
  const openFlowFile = useCallback((file: FlowFileRef) => push(flowFileID(file), file), [push]);
  const openAt = useCallback(
    (pathname: string, id: string) => {
      const layerState: LayerState = { previewPushed: true };
      void navigate(
        { pathname, search: new URLSearchParams({ [previewParameter]: id }).toString() },
        { state: layerState },
      );
    },
    [navigate],
  );
  const close = useCallback(() => {
    if (layer.previewPushed === true) {
      void navigate(-1);
      return;
    }
    const query = new URLSearchParams(search);
    query.delete(previewParameter);
    const rest = query.toString();
    void navigate({ search: rest === '' ? '' : `?${rest}` }, { replace: true });
  }, [navigate, search, layer.previewPushed]);

  return { target, openRecord, openFlowFile, openAt, close };
}
