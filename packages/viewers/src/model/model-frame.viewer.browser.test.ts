import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { sampleGltf, textStl } from '../../testing/sample-model.ts';
import { show } from './model-frame.viewer.ts';

it('turns a model by keys, and states its facts in words', async () => {
  const source = frameSource(new TextEncoder().encode(textStl()));
  const { root, view, pages } = await showHere(show, source, { kind: 'stl', language: 'en' });
  expect(pages).toEqual([[1, 1]]);
  expect(root.querySelector('p')?.textContent).toBe('Triangles: 4, parts: 1 · Size 2 × 3 × 4');
  const canvas = root.querySelector('canvas')!;
  expect(canvas.getAttribute('aria-label')).toContain('arrow keys');
  /** The colours on the screen, which a canvas of WebGL gives only right after it was drawn. */
  const picture = () =>
    new Promise<string>((resolve) => requestAnimationFrame(() => resolve(canvas.toDataURL())));
  const changes: (() => void)[] = [
    () => canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' })),
    () => view.zoom?.('in'),
    () => view.rotate?.(),
    () => view.zoom?.('fit'),
  ];
  const seen = new Set<string>();
  for (const change of changes) {
    change();
    seen.add(await picture());
  }
  expect(seen.size).toBe(changes.length);
});

it('shows what is in the file if the rest lies in others', async () => {
  const edit = (document: Record<string, unknown>) => {
    document['buffers'] = [{ byteLength: 72, uri: 'a.bin' }];
  };
  const { root } = await showHere(show, frameSource(sampleGltf({ edit })), { kind: 'gltf' });
  expect(root.querySelector('p')?.textContent).toContain('部分内容在其他文件中');
});
