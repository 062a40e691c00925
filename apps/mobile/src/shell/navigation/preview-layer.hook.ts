import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type FlowFileRef, flowFileID } from '../../platform/documents/flow-file.rules.ts';
import type { PreviewTarget } from '../../platform/documents/open-document.usecases.ts';
import { useIsWide } from './pane.hook.ts';

type LayerState = {
  readonly previewFlowFile?: FlowFileRef;
  readonly previewPushed?: boolean;
  /** What to search for in the document. */
  readonly previewWords?: string | undefined;
};

type PushOptions = { readonly flowFile?: FlowFileRef; readonly words?: string | undefined };

const previewParameter = 'preview';

/** The preview as a layer over the current path: opening and closing only navigate. */
export function usePreviewLayer() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const isWide = useIsWide();
  const layer = (state ?? {}) as LayerState;
  const { previewPushed } = layer;
  const fileID = new URLSearchParams(search).get(previewParameter);
  const target: PreviewTarget | null = fileID ? { fileID, flowFile: layer.previewFlowFile ?? null } : null;

  const push = useCallback(
    (id: string, { flowFile, words }: PushOptions = {}) => {
      const query = new URLSearchParams(search);
      // On a wide screen the list and the task stay in reach: another document takes the place of the open one.
      const isReplaced = isWide && query.has(previewParameter);
      query.set(previewParameter, id);
      const next: LayerState = {
        previewPushed: !isReplaced || previewPushed === true,
        ...(flowFile ? { previewFlowFile: flowFile } : {}),
        // Those of a replaced document are no search in this one.
        previewWords: words,
      };
      void navigate(
        { search: `?${query.toString()}` },
        { replace: isReplaced, state: { ...(state as object | null), ...next } },
      );
    },
    [navigate, search, state, isWide, previewPushed],
  );
  const openRecord = useCallback((id: string, words?: string) => push(id, { words }), [push]);
  const openFlowFile = useCallback((file: FlowFileRef) => push(flowFileID(file), { flowFile: file }), [push]);
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
    if (previewPushed === true) {
      void navigate(-1);
      return;
    }
    const query = new URLSearchParams(search);
    query.delete(previewParameter);
    const rest = query.toString();
    void navigate({ search: rest === '' ? '' : `?${rest}` }, { replace: true });
  }, [navigate, search, previewPushed]);

  return { target, words: layer.previewWords ?? '', openRecord, openFlowFile, openAt, close };
}
