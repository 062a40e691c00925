import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { blockBytes, partBytes } from './text-blocks.rules.ts';
import { show } from './text-frame.viewer.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const searching = (view: Awaited<ReturnType<typeof showHere>>['view'], words: string) => {
  const end = new AbortController();
  const found: { count: number; current: number; searched: number }[] = [];
  const done = view.search?.find({ words, onFound: (now) => found.push(now), signal: end.signal });
  return { end, done, last: () => found.at(-1) };
};

/** A source of any size. Every line contains its position. */
function endless(size: number) {
  const line = 64;
  let bytesRead = 0;
  const source = {
    size,
    bytesRead: () => bytesRead,
    read: async (offset: number, length: number) => {
      bytesRead += length;
      const first = Math.floor(offset / line);
      const count = Math.ceil((offset + length) / line) - first;
      const text = Array.from({ length: count }, (_, index) =>
        `line ${first + index} `.padEnd(line - 1, '.'),
      ).join('\n');
      return utf8(`${text}\n`).slice(offset - first * line, offset - first * line + length);
    },
  };
  return source;
}

it('opens a file of 2 GB at once, and reads only the shown part', async () => {
  const source = endless(2 ** 31);
  const { root, view, pages } = await showHere(show, source, { extension: 'log' });
  expect(root.querySelector('pre')?.textContent).toContain('line 0 ');
  expect(pages.at(-1)?.[1]).toBe(1024);
  view.goTo?.(700);
  await expect.poll(() => root.textContent).toContain(`line ${(699 * 2 ** 21) / 64 + 3} `);
  expect(root.querySelectorAll('section').length).toBeLessThan(4);
  expect(source.bytesRead()).toBeLessThan(4_000_000);
});

it('continues with the adjacent part while scrolling, in both directions', async () => {
  const { root, pages } = await showHere(show, endless(2 ** 24), { extension: 'log', start: 3.98 });
  const scroller = root.querySelector<HTMLElement>('.scroller')!;
  await expect.poll(() => Math.floor(pages.at(-1)?.[0] ?? 0)).toBe(3);
  await expect
    .poll(() => {
      scroller.scrollTop += 4000;
      return Math.floor(pages.at(-1)?.[0] ?? 0);
    })
    .toBe(4);
  await expect
    .poll(() => {
      scroller.scrollTop -= 6000;
      return Math.floor(pages.at(-1)?.[0] ?? 0);
    })
    .toBe(3);
  expect(root.querySelectorAll('section').length).toBeLessThan(4);
});

it('estimates the height of blocks from a short last one, and reads only the blocks near it', async () => {
  const wholeBlocks = 30;
  const source = endless(partBytes + wholeBlocks * blockBytes + blockBytes / 8);
  const { root } = await showHere(show, source, { extension: 'log', start: 2.99 });
  const first = partBytes / blockBytes;
  const block = (index: number) => root.querySelector<HTMLElement>(`pre[data-block="${first + index}"]`)!;
  expect(block(wholeBlocks).textContent).toContain(`line ${source.size / 64 - 1} `);
  // The observer has seen all blocks when it fills the one before.
  await expect.poll(() => block(wholeBlocks - 1).textContent).not.toBe('');
  expect(block(0).textContent).toBe('');
  const share = block(0).offsetHeight / block(wholeBlocks - 1).offsetHeight;
  expect(Math.abs(share - 1)).toBeLessThan(0.1);
  const filled = Array.from(root.querySelectorAll('pre')).filter(({ textContent }) => textContent !== '');
  expect(filled.length).toBeLessThan(4);
});

it('finds words in a long text, scrolls to the match, and stops on abort', async () => {
  const source = endless(2 ** 23);
  const { root, view } = await showHere(show, source, { extension: 'log' });
  const { done, last, end } = searching(view, 'line 100000 ');
  await done;
  expect(last()).toMatchObject({ count: 1, current: 1, searched: 1 });
  await expect.poll(() => root.querySelector('mark.current')?.textContent).toBe('line 100000');
  end.abort();
  expect(root.querySelector('mark')).toBeNull();
  const stopped = searching(view, 'nowhere');
  const before = source.bytesRead();
  stopped.end.abort();
  await stopped.done;
  expect(source.bytesRead() - before).toBeLessThan(1_000_000);
});

it('decodes the text again in an encoding that the user selects', async () => {
  const { root } = await showHere(show, frameSource(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5)), {
    extension: 'txt',
  });
  expect(root.querySelector('pre')?.textContent).not.toBe('中文');
  const choice = root.querySelector('select')!;
  choice.value = 'big5';
  choice.dispatchEvent(new Event('change'));
  await expect.poll(() => root.querySelector('pre')?.textContent).toBe('中文');
});

it('shows separated values as a table, and renders only the visible rows', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `${index},"张, 伟",${index * 2}`);
  const csv = utf8(`编号,姓名,金额\n${rows.join('\n')}`);
  const { root, view } = await showHere(show, frameSource(csv), { extension: 'csv' });
  await expect.poll(() => root.querySelector('.table')?.textContent).toContain('张, 伟');
  expect(root.querySelectorAll('[role="row"]').length).toBeLessThan(120);
  const { done, last } = searching(view, '9998');
  await done;
  expect(last()).toMatchObject({ count: 1, current: 1 });
  await expect.poll(() => root.querySelector('.table')?.textContent).toContain('9998');
});

it('expands JSON, and opens the branch of a match', async () => {
  const value = { 合同: { 条款: { 金额: { 大写: '壹佰元整' } } } };
  const { root, view } = await showHere(show, frameSource(utf8(JSON.stringify(value))), {
    extension: 'json',
  });
  expect(root.querySelector('.key')?.textContent).toBe('合同: ');
  expect(root.textContent).not.toContain('壹佰元整');
  const { done, last } = searching(view, '壹佰');
  await done;
  expect(last()).toMatchObject({ count: 1 });
  expect(root.querySelector('mark')?.closest('details:not([open])')).toBeNull();
});

it('numbers the lines of source code, and executes nothing', async () => {
  const code = '// <img src=x onerror="window.ran = true">\nconst a = `\n<script>`;\n';
  const { root } = await showHere(show, frameSource(utf8(code)), { extension: 'ts' });
  const lines = Array.from(root.querySelectorAll<HTMLElement>('pre'));
  expect(lines.map(({ dataset }) => dataset['line'])).toEqual(['1', '2', '3', '4']);
  expect(lines.map(({ textContent }) => textContent).join('\n')).toBe(code);
  expect(root.querySelector('img, script')).toBeNull();
});

it('renders Markdown without scripts, remote content or links', async () => {
  const text =
    '# 总则\n\n<script>window.ran = true</script><img src="https://evil.example/a.png" alt="图一">\n\n## 付款\n\n[官网](https://a.example/x) **重点** <b style="position:fixed;color:red">b</b>';
  const { root, view } = await showHere(show, frameSource(utf8(text)), { extension: 'md' });
  const page = root.querySelector('.markdown')!;
  expect(page.querySelector('script, img, a, [href], [src]')).toBeNull();
  expect(page.textContent).toContain('[图片：图一 https://evil.example/a.png]');
  expect(page.querySelector('b')?.style.position).toBe('');
  expect(page.querySelector('strong')?.textContent).toBe('重点');
  const outline = await view.outline?.();
  expect(outline?.map(({ title, items }) => [title, items.map((item) => item.title)])).toEqual([
    ['总则', ['付款']],
  ]);
});

it('renders HTML without scripts, requests or links, and shows its source on request', async () => {
  const text =
    '<!doctype html><html><head><title>t</title><style>p { background: url(https://evil.example/b) }</style></head>' +
    '<body onload="window.ran = true"><h1>报价单</h1><script>window.ran = true</script><form action="https://evil.example">' +
    '<input value="x"><p style="color: red; background: url(https://evil.example/c)">合计</p></form>' +
    '<iframe src="https://evil.example"></iframe><img src="https://evil.example/a.png"><a href="javascript:alert(1)">x</a></body>';
  const { root, view } = await showHere(show, frameSource(utf8(text)), { extension: '' });
  const page = root.querySelector<HTMLElement>('.paper')!;
  expect(
    page.querySelector('script, style, form, input, iframe, img, a, [href], [src], [onload]'),
  ).toBeNull();
  expect(page.querySelector('p')?.style.color).toBe('red');
  expect(page.querySelector('p')?.getAttribute('style')).not.toContain('url');
  expect((await view.outline?.())?.map(({ title }) => title)).toEqual(['报价单']);
  const { done, last } = searching(view, '合计');
  await done;
  expect(last()).toMatchObject({ count: 1 });
  Array.from(root.querySelectorAll('button'))
    .find(({ textContent }) => textContent === '原文')
    ?.click();
  await expect.poll(() => root.querySelector('pre')?.textContent).toContain('<!doctype html>');
});

it('shows the events of a calendar, and a text without any as it is', async () => {
  const event = (summary: string) => `BEGIN:VEVENT\nSUMMARY:${summary}\nLOCATION:三号会议室\nEND:VEVENT\n`;
  const calendar = (events: string) => utf8(`BEGIN:VCALENDAR\nVERSION:2.0\n${events}END:VCALENDAR\n`);
  const { root, view } = await showHere(show, frameSource(calendar(event('评审') + event('签约'))));
  expect(Array.from(root.querySelectorAll('h2'), ({ textContent }) => textContent)).toEqual(['评审', '签约']);
  expect(root.querySelector('dl')?.textContent).toBe('地点三号会议室');
  expect((await view.outline?.())?.length).toBe(2);
  const empty = await showHere(show, frameSource(calendar('')));
  expect(empty.root.querySelector('pre')?.textContent).toContain('BEGIN:VCALENDAR');
});
