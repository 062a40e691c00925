import { OBLIGATIONS } from '@sealflow/tdf/kas';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sample } from '../../../../../../packages/tdf/tests/kit.ts';
import { type Device, picked, sealedFor, startDevice } from '../../../../testing/platform/service.ts';
import { importFile } from '../../../platform/documents/import-file.usecases.ts';
import { useTargetPreview } from './preview.hook.ts';

let root: Root | undefined;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root?.unmount();
  vi.unstubAllGlobals();
});

type OpenProps = { readonly device: Device; readonly fileID: string };

/** Renders the state of the preview, and whether captures were blocked at that moment. */
function Open({ device: { context, platform }, fileID }: OpenProps) {
  const { state } = useTargetPreview(context, { fileID, flowFile: null });
  const what = state.phase === 'failed' ? state.problem : state.phase;
  return <output>{`${what} ${platform.screen.isBlocked ? 'blocked' : 'free'}`}</output>;
}

async function sealed(obligations: readonly string[]) {
  const real = fetch;
  const ofPage = (input: RequestInfo | URL) =>
    new URL(input instanceof Request ? input.url : input, location.href).origin === location.origin;
  const device = await startDevice((send) =>
    vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => (ofPage(args[0]) ? real : send)(...args)),
  );
  device.platform.screen.canBlock = true;
  device.service.obligations = obligations;
  const bytes = await sealedFor(device.service, sample(1000));
  return { device, fileID: await importFile(device.context, picked('合同.tdf', bytes)) };
}

it('are blocked before a document that forbids them is drawn, until it is closed', async () => {
  const given = await sealed([OBLIGATIONS.watermark, OBLIGATIONS.noCapture]);
  root?.render(<Open {...given} />);
  await expect.element(page.getByText('open blocked')).toBeVisible();
  root?.render(null);
  await expect.poll(() => given.device.platform.screen.isBlocked).toBe(false);
});

it('are allowed when the document does not forbid them', async () => {
  const given = await sealed([OBLIGATIONS.watermark]);
  root?.render(<Open {...given} />);
  await expect.element(page.getByText('open free')).toBeVisible();
});

it('keep the document closed when the device cannot block them', async () => {
  const given = await sealed([OBLIGATIONS.noCapture]);
  given.device.platform.screen.fails = true;
  root?.render(<Open {...given} />);
  await expect.element(page.getByText('captureForbidden free')).toBeVisible();
});
