import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { type AuditScope, useAuditCalls } from './audit.queries.ts';

/** Downloads the chain with its hashes and signed checkpoints as a file, with progress and a way to cancel. */
export function ExportButton({ scope }: { readonly scope: AuditScope }) {
  const { audit: texts, common } = useTexts();
  const errorText = useErrorText();
  const format = useFormat();
  const calls = useAuditCalls(scope);
  const running = useRef<AbortController>(null);
  const [bytes, setBytes] = useState<number | null>(null);
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      const response = await calls.openExport(controller.signal);
      const chunks = await readChunks(response, setBytes);
      saveFile(`audit-${scope ?? 'deployment'}.ndjson`, chunks);
      showToast({ color: 'success', text: texts.exported });
    } catch (error) {
      if (!controller.signal.aborted) showToast({ color: 'error', text: errorText(error) });
    } finally {
      setBytes(null);
    }
  };
  return bytes === null ? (
    <Button onPress={() => void run()}>{texts.exportChain}</Button>
  ) : (
    <>
      <output>{texts.exporting(format.size(bytes))}</output>
      <Button onPress={() => running.current?.abort()}>{common.cancel}</Button>
    </>
  );
}

async function readChunks(response: Response, onProgress: (bytes: number) => void): Promise<BlobPart[]> {
  const chunks: BlobPart[] = [];
  const reader = response.body?.getReader();
  if (reader === undefined) return chunks;
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
    bytes += value.byteLength;
    onProgress(bytes);
  }
}

function saveFile(name: string, chunks: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(chunks, { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
