import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebPicker, filesOfTransfer } from './picker.adapter.ts';

const input = () => document.querySelector<HTMLInputElement>('input[type=file]');

/** Opens the picker and returns a spy for its result. */
function startPick() {
  const settled = vi.fn<(names: readonly string[]) => void>();
  void createWebPicker()
    .pick({ multiple: true })
    .then((files) => settled(files.map(({ name }) => name)));
  return settled;
}

function choose(name: string) {
  const transfer = new DataTransfer();
  transfer.items.add(new File(['content'], name));
  const field = input();
  if (field === null) throw new Error('no chooser is open');
  field.files = transfer.files;
  field.dispatchEvent(new Event('change'));
}

describe('a file picker without the cancel event', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each([
    ['focus', () => window.dispatchEvent(new Event('focus'))],
    ['visibility', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('resolves a cancelled choice with no files after the page regained its %s', async (_, comeBack) => {
    const settled = startPick();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled, 'the chooser is still open').not.toHaveBeenCalled();
    comeBack();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled.mock.calls).toEqual([[[]]]);
    expect(input()).toBeNull();
  });

  it('returns the files that arrive after the page regained its focus', async () => {
    const settled = startPick();
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(3000);
    choose('照片.jpg');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled.mock.calls).toEqual([[['照片.jpg']]]);
    expect(input()).toBeNull();
  });

  it('stays open beside the page while the focus moves to and fro', async () => {
    const settled = startPick();
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('blur'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled).not.toHaveBeenCalled();
    choose('a.txt');
    await vi.advanceTimersByTimeAsync(0);
    expect(settled.mock.calls).toEqual([[['a.txt']]]);
  });

  it('does not affect another choice that began in the meantime', async () => {
    const first = startPick();
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(3000);
    choose('a.txt');
    await vi.advanceTimersByTimeAsync(0);
    const second = startPick();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(first.mock.calls).toEqual([[['a.txt']]]);
    expect(second, 'the timer of the first has ended with it').not.toHaveBeenCalled();
    input()?.dispatchEvent(new Event('cancel'));
    await vi.advanceTimersByTimeAsync(0);
    expect(second.mock.calls).toEqual([[[]]]);
  });
});

it('counts dropped folders, whose content is not read, and returns the files beside them', () => {
  const transfer = new DataTransfer();
  transfer.items.add(new File(['content'], 'a.txt'));
  transfer.items.add('words', 'text/plain');
  const [file, words] = Array.from(transfer.items);
  const folder = { kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true }), getAsFile: () => null };
  const items = [file, words, folder];
  const { files, folderCount } = filesOfTransfer({ items } as unknown as DataTransfer);
  expect(files.map(({ name }) => name)).toEqual(['a.txt']);
  expect(folderCount).toBe(1);
});
