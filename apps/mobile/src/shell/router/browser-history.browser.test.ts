import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBrowserHistory, type HistoryUpdate } from './browser-history.util.ts';

const start = window.location.href;
let stop = () => {};

beforeEach(() => window.history.pushState(null, '', '/start'));
afterEach(() => {
  stop();
  window.history.pushState(null, '', start);
});

function listening() {
  const history = createBrowserHistory();
  const onUpdate = vi.fn<(update: HistoryUpdate) => void>();
  stop = history.listen(onUpdate);
  return { history, onUpdate };
}

it('numbers the entries and tells the distance of a step', async () => {
  const { history, onUpdate } = listening();
  history.push('/a?q=1', { depth: 1 });
  history.push('/b');
  expect(window.history.state).toMatchObject({ idx: 2, usr: null });
  history.go(-1);
  await vi.waitFor(() => expect(onUpdate).toHaveBeenCalledTimes(3));
  expect(onUpdate).toHaveBeenLastCalledWith({
    isStep: true,
    delta: -1,
    location: expect.objectContaining({ pathname: '/a', search: '?q=1', state: { depth: 1 } }) as unknown,
  });
});

it('replaces an entry without a new number', () => {
  const { history, onUpdate } = listening();
  history.replace({ pathname: '/a' }, 'state');
  expect(window.history.state).toMatchObject({ idx: 0, usr: 'state' });
  expect(onUpdate).toHaveBeenCalledWith({ isStep: false, delta: 0, location: history.location() });
});

it('keeps the state and the key of a location', () => {
  const { history } = listening();
  history.push('/a', 'first');
  const location = history.location();
  history.push('/b');
  history.replace(location, 'other');
  expect(history.location()).toEqual(location);
});

it('continues the numbers of an entry that another page created', () => {
  window.history.replaceState({ idx: 4, key: 'k', usr: 'state' }, '');
  const { history } = listening();
  expect(history.location()).toMatchObject({ key: 'k', state: 'state' });
  history.push('/a');
  expect(window.history.state).toMatchObject({ idx: 5 });
});

it('refuses the address of another host', () => {
  const { history, onUpdate } = listening();
  expect(() => history.push('//other.example/a')).toThrow(DOMException);
  expect(onUpdate).not.toHaveBeenCalled();
});
