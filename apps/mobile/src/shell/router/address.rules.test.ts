import { describe, expect, it } from 'vitest';
import { formatPath, parsePath, resolvePath } from './address.rules.ts';

describe('address', () => {
  it.each([
    ['/work?view=apply#top', { pathname: '/work', search: '?view=apply', hash: '#top' }],
    ['/work#a?b', { pathname: '/work', hash: '#a?b' }],
    ['?q=1', { search: '?q=1' }],
    ['', {}],
  ])('%j splits into its parts and joins again', (address, parts) => {
    expect(parsePath(address)).toEqual(parts);
    expect(formatPath({ pathname: '', ...parts })).toBe(address);
  });

  it('omits an empty query and completes one without its sign', () => {
    expect(formatPath({ pathname: '/work', search: '?', hash: '#' })).toBe('/work');
    expect(formatPath({ pathname: '/work', search: 'a=1' })).toBe('/work?a=1');
  });
});

describe('target', () => {
  it('keeps the current screen if it names none', () => {
    expect(resolvePath('?q=1', '/work')).toEqual({ pathname: '/work', search: '?q=1', hash: '' });
    expect(resolvePath({ search: '' }, '/work')).toEqual({ pathname: '/work', search: '', hash: '' });
  });

  it.each(['//other.example/a', '\\\\other.example/a', '/\\other.example/a', 'https://other.example/a'])(
    'stays in the app: %s',
    (to) => {
      const href = formatPath(resolvePath(to, '/work'));
      expect(new URL(href, 'https://app.example').origin).toBe('https://app.example');
    },
  );
});
