import { expect, it } from 'vitest';
import { printsText } from '../../testing/print-media.ts';
import { counted, show } from '../../testing/stage.ts';
import { frameViewer } from './frame.viewer.ts';

it('prints nothing of a document in a frame, because paper would lack the watermark', async () => {
  const content = counted(new TextEncoder().encode('机密合同\n第二行\n'));
  // Without the watermark over the frame, which is text too.
  const stage = await show(frameViewer('text', 'text'), content, { watermark: [] });
  expect(stage.pages.at(-1)).toEqual([1, 1]);
  expect(await printsText()).toBe(false);
  // The page around the frame is printed.
  const around = document.createElement('p');
  around.textContent = '文档之外';
  document.body.prepend(around);
  expect(await printsText()).toBe(true);
  around.remove();
  stage.open.close();
  stage.end();
});
