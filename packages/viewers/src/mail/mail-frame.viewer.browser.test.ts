import { burn } from '@kenjiuno/msgreader/lib/Burner.js';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';
import { expect, it, vi } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { show } from './mail-frame.viewer.ts';

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const mail = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'));

const letter = mail(
  'From: =?utf-8?B?5byg5Lyf?= <zhangwei@huachen.example>',
  'To: lina@huachen.example, wangqiang@huachen.example',
  'Subject: =?gb2312?B?us/NrA==?=',
  'Date: Fri, 20 Nov 2026 09:00:00 +0800',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=a',
  '',
  '--a',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<style>body{display:none}</style><p onclick="window.ran=1" style="background:url(https://evil.example/x);position:fixed;color:red">请审阅 <a href="https://a.example">附件</a></p><img src="cid:dot"><img src="https://evil.example/track.png" alt="横幅"><script>window.ran = true</script><form action="https://evil.example"><input name=p></form><iframe src="https://evil.example"></iframe>',
  '--a',
  'Content-Type: image/png',
  'Content-ID: <dot>',
  'Content-Transfer-Encoding: base64',
  '',
  dot,
  '--a',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Disposition: attachment; filename="=?utf-8?B?5p2h5qy+LnR4dA==?="',
  'Content-Transfer-Encoding: base64',
  '',
  '56ys5LiA5p2h',
  '--a',
  'Content-Type: message/rfc822',
  'Content-Disposition: attachment; filename="forwarded.eml"',
  '',
  'From: a@a.example',
  'Subject: inner',
  '',
  'inside',
  '--a--',
);

it('shows sender, recipients and text without scripts, remote content or links', async () => {
  const { root } = await showHere(show, frameSource(letter), { kind: 'eml' });
  expect(root.querySelector('h1')?.textContent).toBe('合同');
  expect(Array.from(root.querySelectorAll('dd'), ({ textContent }) => textContent).slice(0, 2)).toEqual([
    '张伟 <zhangwei@huachen.example>',
    'lina@huachen.example、wangqiang@huachen.example',
  ]);
  const text = root.querySelector<HTMLElement>('.letter')!;
  expect(text.textContent).toContain('请审阅 附件');
  expect(text.querySelector('a, script, style, form, input, iframe, [onclick]')).toBeNull();
  expect(text.innerHTML).not.toMatch(/evil\.example\/x|url\(/);
  expect(text.querySelector('p')?.style.position).toBe('');
  expect(text.querySelector('p')?.style.color).toBe('red');
  expect(Array.from(text.querySelectorAll('img'), ({ src }) => src.slice(0, 15))).toEqual([
    'data:image/png;',
  ]);
  expect(text.textContent).toContain('[图片：横幅 https://evil.example/track.png]');
  expect(root.querySelector('.note')?.textContent).toContain('未加载');
});

it('opens attachments in the preview, including an attached mail', async () => {
  const { root, parts } = await showHere(show, frameSource(letter), { kind: 'eml' });
  const buttons = Array.from(root.querySelectorAll<HTMLElement>('.attachments button'));
  expect(buttons.map((button) => button.querySelector('span')?.textContent)).toEqual([
    '条款.txt',
    'forwarded.eml',
  ]);
  for (const button of buttons) button.click();
  const opened = await Promise.all(
    parts.map(async ({ content }) => new TextDecoder().decode(await content.read(0, content.size))),
  );
  expect(opened[0]).toBe('第一条');
  expect(opened[1]).toContain('Subject: inner');
});

it('finds words across element boundaries in the text', async () => {
  const { view, root } = await showHere(show, frameSource(letter), { kind: 'eml' });
  const end = new AbortController();
  const found: number[] = [];
  await view.search?.find({
    words: '审阅附件',
    onFound: ({ count }) => found.push(count),
    signal: end.signal,
  });
  expect(found.at(-1)).toBe(1);
  expect(root.querySelectorAll('mark.current').length).toBe(2);
  end.abort();
  expect(root.querySelector('mark')).toBeNull();
});

it('shows a plain text mail as it was written', async () => {
  const { root } = await showHere(
    show,
    frameSource(mail('From: a@a.example', 'Subject: s', '', '<b>不是标签</b>', '第二行')),
    {
      kind: 'eml',
    },
  );
  expect(root.querySelector('.letter')?.textContent).toContain('<b>不是标签</b>');
});

/** A message whose chain of directory sectors is a cycle, which its parser follows for ever. */
function circular(): Uint8Array<ArrayBuffer> {
  const text = Array.from({ length: 8 * 512 }, () => 0x41);
  const file = Uint8Array.from(
    burn([
      { name: 'Root Entry', type: TypeEnum.ROOT, length: 0, children: [1, 2] },
      {
        name: '__properties_version1.0',
        type: TypeEnum.DOCUMENT,
        length: 32,
        binaryProvider: () => Array.from({ length: 32 }, () => 0),
      },
      {
        name: '__substg1.0_1000001E',
        type: TypeEnum.DOCUMENT,
        length: text.length,
        binaryProvider: () => text,
      },
    ]),
  );
  const view = new DataView(file.buffer);
  const sectorBytes = 512;
  const firstTableSector = view.getUint32(76, true);
  const directorySector = view.getUint32(48, true);
  const table = sectorBytes * (firstTableSector + 1);
  view.setUint32(table + 4 * directorySector, directorySector, true);
  return file;
}

it('aborts the parser on a mail with an endless loop', async () => {
  vi.useFakeTimers();
  try {
    const opened = showHere(show, frameSource(circular()), { kind: 'msg' });
    const ended = opened.catch((error: unknown) => error);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await ended).toMatchObject({ code: 'tooSlow' });
  } finally {
    vi.useRealTimers();
  }
});
