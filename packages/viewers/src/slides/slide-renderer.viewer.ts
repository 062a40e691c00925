import { type PptxViewerController, ReactPptxViewer } from '@extend-ai/react-pptx';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { pictureUrl } from '../format/picture-types.rules.ts';
import type { Presentation } from './slides.types.ts';

export type SlideRenderer = {
  /** Draws a slide at its own size; resolves with a function that removes it. */
  render(index: number, target: HTMLElement): Promise<() => void>;
};

const isMetafile = (contentType: string) => /emf|wmf/i.test(contentType);

/** The library would create blob URLs for pictures, which browsers write to disk. */
function inlinePictures({ assets }: Presentation) {
  for (const asset of Object.values(assets)) {
    const { data, contentType } = asset;
    if (!data || isMetafile(contentType)) continue;
    let url: string | undefined;
    Object.defineProperty(asset, 'url', {
      get: () => {
        url ??= pictureUrl(contentType, data);
        return url;
      },
    });
  }
}

/** Obtains the library's renderer from its viewer component, which stays detached. */
export function createRenderer(presentation: Presentation): Promise<SlideRenderer> {
  inlinePictures(presentation);
  const width = presentation.size.widthEmu / 9525;
  const source = { kind: 'parsed-presentation', document: presentation, warnings: [] } as const;
  return new Promise((resolve, reject) => {
    const onReady = (controller: PptxViewerController) =>
      resolve({ render: (index, target) => controller.renderThumbnail(index, target, { width }) });
    createRoot(document.createElement('div')).render(
      createElement(ReactPptxViewer, { source, mode: 'slide', onReady, onError: reject }),
    );
  });
}
