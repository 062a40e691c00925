import { create } from 'zustand';

type StepUpState = {
  /** Ends the open request: true if both factors were presented. Null without a request. */
  readonly end: ((isDone: boolean) => void) | null;
};

/** The request to present both factors again, which the step-up dialog shows. */
export const useStepUpStore = create<StepUpState>(() => ({ end: null }));

let pending: Promise<boolean> | null = null;

/** Opens the dialog. Requests at the same time share one dialog. @returns whether both factors were presented. */
export function requestStepUp(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    useStepUpStore.setState({
      end: (isDone) => {
        pending = null;
        useStepUpStore.setState({ end: null });
        resolve(isDone);
      },
    });
  });
  return pending;
}
