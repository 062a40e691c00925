import { Profiler, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { useListVirtualizer } from './virtualizer.hook.ts';

const rowHeightPx = 50;
const overscan = 5;

let renderCount = 0;
let unmount: () => void = () => undefined;
afterEach(() => unmount());

function Rows({ count }: { readonly count: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useListVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan,
    // The rows that are rendered once cover the whole list until it is scrolled far.
    rangeExtractor: ({ startIndex }) => (startIndex < 100 ? firstRows : farRows),
    renderedState: ({ scrollOffset }) => String((scrollOffset ?? 0) > 500),
  });
  return (
    <div ref={scroller} data-state={list.scrollOffset} style={{ height: 400, overflow: 'auto' }}>
      <ul style={{ position: 'relative', height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => (
          <li key={index} style={{ position: 'absolute', top: start }}>
            row {index}
          </li>
        ))}
      </ul>
    </div>
  );
}

const indexes = (from: number) => Array.from({ length: 20 }, (_, offset) => from + offset);
const firstRows = indexes(0);
const farRows = indexes(100);

async function draw() {
  renderCount = 0;
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  const countRender = () => {
    renderCount += 1;
  };
  root.render(
    <Profiler id="rows" onRender={countRender}>
      <Rows count={1000} />
    </Profiler>,
  );
  unmount = () => {
    root.unmount();
    element.remove();
  };
  await expect.poll(() => element.querySelector('li')?.textContent).toBe('row 0');
  const scroller = element.querySelector('[data-state]');
  if (scroller === null) throw new Error('no scroller');
  const scrollTo = async (top: number) => {
    const isOver = new Promise((resolve) => scroller.addEventListener('scrollend', resolve, { once: true }));
    scroller.scrollTop = top;
    await isOver;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  };
  return { element, scrollTo };
}

it('does not render its component while the rendered rows stay the same', async () => {
  const { scrollTo } = await draw();
  const before = renderCount;
  await scrollTo(3 * rowHeightPx);
  expect(renderCount).toBe(before);
});

it('renders its component when the rows change, or the state that it renders', async () => {
  const { element, scrollTo } = await draw();
  const before = renderCount;
  await scrollTo(510);
  await expect.poll(() => renderCount).toBeGreaterThan(before);
  await scrollTo(150 * rowHeightPx);
  await expect.poll(() => element.querySelector('li')?.textContent).toBe('row 100');
});
