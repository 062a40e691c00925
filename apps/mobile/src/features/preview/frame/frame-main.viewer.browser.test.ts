import { expect, it } from 'vitest';
import { startFrame } from './frame-main.viewer.ts';

it('leaves the parser no line to anybody that a policy does not shut', () => {
  expect('RTCPeerConnection' in globalThis).toBe(true);
  startFrame(async () => ({}));
  expect('RTCPeerConnection' in globalThis).toBe(false);
  expect('WebTransport' in globalThis).toBe(false);
});
