import { expect, it } from 'vitest';
import { counted, show } from '../../testing/stage.ts';
import { frameViewer } from '../frame/frame.viewer.ts';

const textViewer = frameViewer('text', 'text');
const utf8 = (text: string) => new TextEncoder().encode(text);

it('runs in a sandboxed frame of an opaque origin that allows scripts only', async () => {
  const stage = await show(textViewer, counted(utf8('第一行\n第二行\n')));
  const frame = stage.container.querySelector('iframe');
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts');
  expect(frame?.contentDocument).toBeNull();
  expect(stage.pages.at(-1)).toEqual([1, 1]);
  stage.open.close();
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it('shows a watermark that is restored after every manipulation', async () => {
  const stage = await show(textViewer, counted(utf8('text')));
  const mark = () => stage.container.lastElementChild;
  expect(mark()?.textContent).toContain('138****5678');
  const attacks: (() => void)[] = [
    () => mark()?.remove(),
    () => mark()?.setAttribute('style', 'display: none'),
    () => stage.container.append(document.createElement('div')),
    () => mark()?.querySelector('text')?.remove(),
    () => mark()?.classList.add('hidden'),
  ];
  const whole = mark()?.outerHTML;
  for (const attack of attacks) {
    attack();
    await expect.poll(() => mark()?.outerHTML).toBe(whole);
  }
  stage.open.close();
  stage.end();
});

it('shows the parts of a long text one by one, and reads only near the visible part', async () => {
  const line = `${'日志内容'.repeat(20)}\n`;
  const content = counted(utf8(line.repeat(80_000)));
  const stage = await show(textViewer, content);
  expect(stage.pages.at(-1)).toEqual([1, 10]);
  expect(content.bytesRead()).toBeLessThan(2_000_000);
  stage.open.goTo?.(3);
  await expect.poll(() => stage.pages.at(-1)).toEqual([3, 10]);
  stage.open.close();
  stage.end();
});

it('reads no more of a long text if the first bytes arrive late', async () => {
  const content = counted(utf8(`${'日志内容'.repeat(20)}\n`.repeat(80_000)));
  let reads = 0;
  const read: typeof content.read = async (offset, length) => {
    reads += 1;
    // The sample that tells the format, and the first block.
    if (reads <= 2) await new Promise((resolve) => setTimeout(resolve, 250));
    return content.read(offset, length);
  };
  const stage = await show(textViewer, { ...content, read });
  expect(content.bytesRead()).toBeLessThan(1_000_000);
  stage.open.close();
  stage.end();
});

it('ends with the read error when the bytes cannot be read', async () => {
  const failure = new Error('tampered');
  const failing = { size: 100, read: () => Promise.reject(failure) };
  await expect(show(textViewer, failing)).rejects.toBe(failure);
});
