import { useRef, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { Button } from './button.component.tsx';
import { csvLine, saveCsv } from './save-csv.util.ts';
import { showToast } from './toasts.store.ts';

type CsvExportProps<T> = {
  /** The name of the file without its ending. */
  readonly name: string;
  /** The text of the button, if it does not export the whole list. */
  readonly label?: string;
  readonly columns: readonly {
    readonly title: string;
    readonly value: (item: T) => string | number | null;
  }[];
  /** Loads a page of the filtered list. */
  readonly load: (
    page: { readonly skip: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<{ readonly total: number; readonly data: readonly T[] }>;
};

const rowsPerRequest = 100;

/** Downloads all rows of a list with its filters, page by page, until the person cancels. */
export function CsvExport<T>({ name, label, columns, load }: CsvExportProps<T>) {
  const { common } = useTexts();
  const errorText = useErrorText();
  const running = useRef<AbortController>(null);
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    const lines = [csvLine(columns.map(({ title }) => title))];
    try {
      for (let total = 1, skip = 0; skip < total; skip += rowsPerRequest) {
        const page = await load({ skip, limit: rowsPerRequest }, controller.signal);
        total = page.total;
        lines.push(...page.data.map((item) => csvLine(columns.map(({ value }) => value(item)))));
        if (page.data.length === 0) break;
        setProgress({ done: lines.length - 1, total });
      }
      saveCsv(name, lines);
      showToast({ color: 'success', text: common.exported(lines.length - 1) });
    } catch (error) {
      if (!controller.signal.aborted) showToast({ color: 'error', text: errorText(error) });
    } finally {
      setProgress(null);
    }
  };
  return progress === null ? (
    <Button
      onPress={() => {
        setProgress({ done: 0, total: 0 });
        void run();
      }}
    >
      {label ?? common.exportCsv}
    </Button>
  ) : (
    <>
      <output>{common.exporting(progress.done, progress.total)}</output>
      <Button onPress={() => running.current?.abort()}>{common.cancel}</Button>
    </>
  );
}
