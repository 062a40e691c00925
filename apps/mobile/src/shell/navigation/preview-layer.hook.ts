import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type FlowFileRef, flowFileID } from '../../platform/documents/flow-file.rules.ts';
import type { PreviewTarget } from '../../platform/documents/open-document.usecases.ts';

type LayerState = { readonly previewFlowFile?: FlowFileRef; readonly previewPushed?: boolean };

const previewParameter = 'preview';

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
