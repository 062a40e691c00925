import { expect, it } from 'vitest';
import { enqueue, type QueuedMessage, type SnackbarMessage } from './snackbar.rules.ts';

let id = 0;
const message = (text: string, more: Partial<SnackbarMessage> = {}): QueuedMessage => {
  id += 1;
  return { color: 'info', text, id, ...more };
};
const undo = { action: { label: 'undo', onPress: () => undefined } };
const texts = (queue: readonly QueuedMessage[]) => queue.map(({ text }) => text);

it('lets news overtake news', () => {
  const { queue, dropped } = enqueue([message('sent')], message('saved', { color: 'success' }));
  expect(texts(queue)).toEqual(['saved']);
  expect(texts(dropped)).toEqual(['sent']);
});

it('gives failures and offers their time, and keeps the order', () => {
  const shown = [message('failed', { color: 'error' }), message('deleted', undo)];
  expect(texts(enqueue(shown, message('saved')).queue)).toEqual(['failed', 'deleted', 'saved']);
});

it('lets only the latest news wait behind what must have its time', () => {
  const shown = [message('failed', { color: 'error' }), message('one')];
  expect(texts(enqueue(shown, message('two')).queue)).toEqual(['failed', 'two']);
});

it('says the same thing once, from the beginning', () => {
  const again = message('failed', { color: 'error' });
  expect(enqueue([message('failed', { color: 'error' })], again).queue).toEqual([again]);
});

it('keeps two offers of the same words apart: they undo different deeds', () => {
  expect(enqueue([message('deleted', undo)], message('deleted', undo)).queue).toHaveLength(2);
});

it('puts the answer to a press first, and comes back to what it interrupted', () => {
  const shown = [message('deleted', undo), message('news')];
  const { queue } = enqueue(shown, message('again', { isImmediate: true }));
  expect(texts(queue)).toEqual(['again', 'deleted']);
});
