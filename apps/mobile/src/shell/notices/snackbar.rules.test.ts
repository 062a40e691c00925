import { expect, it } from 'vitest';
import { enqueue, type QueuedMessage, type SnackbarMessage } from './snackbar.rules.ts';

let id = 0;
const message = (text: string, more: Partial<SnackbarMessage> = {}): QueuedMessage => {
  id += 1;
  return { color: 'info', text, id, ...more };
};
const undo = { action: { label: 'undo', onPress: () => undefined } };
const texts = (queue: readonly QueuedMessage[]) => queue.map(({ text }) => text);

it('replaces a plain message with the next plain message', () => {
  const { queue, dropped } = enqueue([message('sent')], message('saved', { color: 'success' }));
  expect(texts(queue)).toEqual(['saved']);
  expect(texts(dropped)).toEqual(['sent']);
});

it('shows failures and actions for their full time, in order', () => {
  const shown = [message('failed', { color: 'error' }), message('deleted', undo)];
  expect(texts(enqueue(shown, message('saved')).queue)).toEqual(['failed', 'deleted', 'saved']);
});

it('keeps only the latest plain message waiting behind a failure or an action', () => {
  const shown = [message('failed', { color: 'error' }), message('one')];
  expect(texts(enqueue(shown, message('two')).queue)).toEqual(['failed', 'two']);
});

it('shows an identical message once and restarts it', () => {
  const again = message('failed', { color: 'error' });
  expect(enqueue([message('failed', { color: 'error' })], again).queue).toEqual([again]);
});

it('keeps two actions with the same text separate, because they undo different changes', () => {
  expect(enqueue([message('deleted', undo)], message('deleted', undo)).queue).toHaveLength(2);
});

it('shows the reply to a press first, and then returns to the interrupted message', () => {
  const shown = [message('deleted', undo), message('news')];
  const { queue } = enqueue(shown, message('again', { isImmediate: true }));
  expect(texts(queue)).toEqual(['again', 'deleted']);
});
