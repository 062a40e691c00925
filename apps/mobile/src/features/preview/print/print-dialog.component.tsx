import { limits } from '@sealflow/domain/limits';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { type SubmitEvent, useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import styles from '../preview.module.css';
import { parsePageRange, proposedRange, type RangeFault } from './page-range.rules.ts';
import type { Printing } from './printing.hook.ts';

type PrintDialogProps = { readonly printing: Printing };

/** Asks for the pages, shows the progress, and stays until the browser's dialog is closed. */
export function PrintDialog({ printing }: PrintDialogProps) {
  const { phase, cancel } = printing;
  const { preview } = useTexts();
  if (phase.name === 'closed') return null;
  if (phase.name === 'asking' && phase.pages !== null)
    return <RangeDialog printing={printing} pageCount={phase.pages.pageCount} />;
  const text =
    phase.name === 'asking'
      ? preview.print.preparing
      : phase.name === 'drawing'
        ? preview.print.drawing(phase.count)
        : preview.print.open;
  const isOpen = phase.name === 'printing';
  return (
    <Dialog
      open
      title={preview.print.title}
      onDismiss={cancel}
      mayCloseItself
      actions={<Button onClick={cancel}>{isOpen ? preview.print.done : preview.cancel}</Button>}
    >
      <output>{text}</output>
      {isOpen ? null : (
        <Progress label={text} value={phase.name === 'drawing' ? phase.share : null} max={1} />
      )}
    </Dialog>
  );
}

function RangeDialog({ printing, pageCount }: PrintDialogProps & { readonly pageCount: number }) {
  const { preview } = useTexts();
  const formId = useId();
  const [text, setText] = useState(proposedRange(pageCount));
  const [fault, setFault] = useState<RangeFault | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const range = parsePageRange(text, pageCount);
    if (typeof range === 'string') setFault(range);
    else printing.print(range);
  };
  return (
    <Dialog
      open
      title={preview.print.title}
      onDismiss={printing.cancel}
      mayCloseItself
      actions={
        <>
          <Button variant="quiet" onClick={printing.cancel}>
            {preview.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId}>
            {preview.print.action}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.printForm} onSubmit={submit} noValidate>
        <p>{preview.print.lead}</p>
        {pageCount === 1 ? null : (
          <TextField
            label={preview.print.range(pageCount)}
            autoComplete="off"
            value={text}
            error={
              fault === null ? undefined : preview.print.faults[fault](limits.maxPrintedPages, pageCount)
            }
            onChange={(event) => {
              setText(event.target.value);
              setFault(null);
            }}
          />
        )}
      </form>
    </Dialog>
  );
}
