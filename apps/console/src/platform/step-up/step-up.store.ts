import { create } from 'zustand';

type StepUpState = {
  /** Ends the open request: true if the factors were presented. Null without a request. */
  readonly end: ((isDone: boolean) => void) | null;
};

/** The request to present the factors again, which the step-up dialog shows. */
export const useStepUpStore = create<StepUpState>(() => ({ end: null }));

export type StepUpRequest = {
  /** When the refused call was sent, by `performance.now()`. */
  readonly sentAt: number;
  /** The call changes nothing, so that it may be a refresh that nobody asked for. */
  readonly isRead: boolean;
};

let pending: Promise<boolean> | null = null;
let lastDoneAt = Number.NEGATIVE_INFINITY;
/** The person cancelled the dialog: a refresh in the background must not open it again. */
let isDeclined = false;

/**
 * Opens the dialog. Requests at the same time share one dialog.
 * @returns whether the factors were presented.
 */
export function requestStepUp({ sentAt, isRead }: StepUpRequest): Promise<boolean> {
  if (sentAt < lastDoneAt) return Promise.resolve(true);
  if (pending === null && isRead && isDeclined) return Promise.resolve(false);
  pending ??= new Promise<boolean>((resolve) => {
    useStepUpStore.setState({
      end: (isDone) => {
        pending = null;
        isDeclined = !isDone;
        if (isDone) lastDoneAt = performance.now();
        useStepUpStore.setState({ end: null });
        resolve(isDone);
      },
    });
  });
  return pending;
}

/** Lets reads open the dialog again: the person asked for something after cancelling it. */
export function allowStepUp(): void {
  isDeclined = false;
}
