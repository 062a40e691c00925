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
      const { features, call, close } = await opening;
      return {
        ...tools.toolsFor(features, call),
        close: () => {
          endWatermark();
          close();
        },
      };
    } catch (error) {
      endWatermark();
      throw error;
    }
  };
