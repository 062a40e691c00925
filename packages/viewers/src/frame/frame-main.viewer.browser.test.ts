import { expect, it } from 'vitest';
import { startFrame } from './frame-main.viewer.ts';

it('starting the frame removes network APIs that the content security policy does not cover', () => {
  expect('RTCPeerConnection' in globalThis).toBe(true);
  startFrame(async () => ({}));
  expect('RTCPeerConnection' in globalThis).toBe(false);
  expect('WebTransport' in globalThis).toBe(false);
});
