import type { Viewer } from '../viewer/viewer.types.ts';
import { maintainWatermark } from '../viewer/watermark-overlay.viewer.ts';
import type { FrameFamily } from './frame.types.ts';
import { createFrameTools } from './frame-tools.viewer.ts';
import { openFrame } from './open-frame.viewer.ts';

/**
 * Shows a document that a frame parses and lays out. The watermark lies over it in the app's own page, where
 * code in the frame cannot reach it.
 */
export const frameViewer =
  (family: FrameFamily, kind: string): Viewer =>
  async (stage) => {
    const tools = createFrameTools();
    const opening = openFrame({ family, kind, stage, onFound: tools.onFound });
    const endWatermark = maintainWatermark(stage.container, stage.watermark);
    try {
      const { features, call, runWithTimeout, close } = await opening;
      let isClosed = false;
      if (features.includes('complete')) {
        runWithTimeout(() => call('complete')).catch((error: unknown) => {
          if (!isClosed && !stage.signal.aborted) stage.onFailure(error);
        });
      }
      const supported = tools.toolsFor(features, call);
      const { search } = supported;
      return {
        ...supported,
        // Other formats have a layout, which the page cannot draw into pixels of its own.
        ...(family === 'text' && search
          ? {
              print: async (signal: AbortSignal) => {
                const { createTextPrint } = await import('../text/text-print.viewer.ts');
                return createTextPrint(search.readText, signal);
              },
            }
          : {}),
        close: () => {
          isClosed = true;
          endWatermark();
          close();
        },
      };
    } catch (error) {
      endWatermark();
      throw error;
    }
  };
