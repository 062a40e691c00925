import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { focusPageTitle } from './page-title.util.ts';

/** The openers of each open dialog, the nearest first. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>();

const dialogs = '[role="dialog"], [role="alertdialog"]';
/** Fields in which one types at once. A field with a list would open it. */
const textField = 'input:not([role], [type="checkbox"], [type="radio"], [type="file"]), textarea';
/** What is read before a form below it. */
const details = 'dl, [role="tablist"]';
const control = 'input, textarea, button, [tabindex="0"]';

/**
 * The focus of a dialog beyond what React Aria does. It begins in the field, if the first control of a form is one to type
 * in. It returns also if the opener no longer exists, because its own dialog was replaced by this one or because its row or
 * button is gone or disabled: to the dialog of the opener, to the opener of the replaced dialog, or to the title of the page, and never
 * to the body, where a keyboard starts at the beginning.
 * @returns the ref of the dialog.
 */
export function useDialogFocus(): RefCallback<HTMLElement> {
  const [openers] = useState(findOpeners);
  useEffect(() => () => afterReactAria(() => restoreFocus(openers)), [openers]);
  return useCallback(
    (dialog) => {
      if (dialog === null) return;
      openersOf.set(dialog, openers);
      if (dialog.querySelector(details) !== null) return;
      const first = dialog.querySelector('form')?.querySelector<HTMLElement>(control);
      if (first?.matches(textField)) first.focus();
    },
    [openers],
  );
}

/** The focused element, and the openers of the dialog that contains it. */
function findOpeners(): readonly HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const dialog = activeElement.closest<HTMLElement>(dialogs);
  // Behind an open dialog nothing can have the focus.
  return dialog ? [activeElement, dialog, ...(openersOf.get(dialog) ?? [])] : [activeElement];
}

/** React Aria moves the focus in the frame after a dialog is removed. */
function afterReactAria(action: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(action));
}

function restoreFocus(openers: readonly HTMLElement[]): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const open = [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1);
  const opener = openers.find((element) => element.isConnected && !element.matches(':disabled'));
  if (open) open.focus();
  else if (opener) opener.focus();
  else focusPageTitle();
}
