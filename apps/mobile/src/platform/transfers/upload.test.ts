import { expect, it } from 'vitest';
import { uploadType } from './upload.usecases.ts';

it.each([
  ['现场.PNG', 'image/jpg'],
  ['scan.heic', 'image/jpg'],
  ['录像.mov', 'video/mp4'],
  ['合同.pdf', 'application/octet-stream'],
  ['平面图.png.tdf', 'application/octet-stream'],
  ['无后缀', 'application/octet-stream'],
])('%s is sent as %s', (name, type) => {
  expect(uploadType(name)).toBe(type);
});
