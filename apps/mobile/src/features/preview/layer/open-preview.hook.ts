import type { DocumentPart, OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { createContext, useContext } from 'react';
import type { Preview } from './preview.hook.ts';

/** One layer of the preview: its document, and the actions of everything that the layer shows. */
export type OpenPreview = Preview & {
  /** The caller's name for the document, shown until the document's own name is known. */
  readonly name: string;
  /** Null for a part of another document. */
  readonly fileID: string | null;
  /** Called with the viewer once it is open, and with null when it closes. */
  readonly setViewer: (viewer: OpenViewer | null) => void;
  readonly openPart: (part: DocumentPart) => void;
  readonly close: () => void;
};

export const OpenPreviewContext = createContext<OpenPreview | null>(null);

/** The layer of the preview that contains the component. */
export function useOpenPreview(): OpenPreview {
  const preview = useContext(OpenPreviewContext);
  if (preview === null) throw new Error('useOpenPreview outside of a DocumentLayer');
  return preview;
}
