import { expect, it } from 'vitest';
import { openSessionTransition } from './view-transition.util.ts';

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true });

it('runs from the session list to a message list only', () => {
  expect(openSessionTransition).toEqual({ 'open-session': 'open-session', default: 'none' });
  const users = Object.entries(sources)
    .filter(([, source]) => source.includes('openWithTransition('))
    .map(([file]) => file);
  expect(users).toEqual(['../../features/messages/session-list.screen.tsx']);
});
