import { type ErrorCode, type ErrorParams, errorText } from '@sealflow/domain/errors/registry';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { ApiError } from '../../platform/api/index.ts';

/** An error of a field; `code` is the key of its text. */
export type Problem = {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
  /** Reported by the service, so it stays until the field changes. */
  readonly isFromService?: boolean;
};
export type FormProblems<F extends string> = Partial<Record<F, Problem>>;
export type FormValues<F extends string> = Readonly<Record<F, string>>;

/** The props of a form field. */
export type FieldProps = {
  readonly name: string;
  readonly defaultValue: string;
  readonly error: string | undefined;
};

/** The attributes of an input whose text the keyboard must not change, such as a user name or an address. */
export const verbatimInput = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'next',
} as const;

type FormOptions<F extends string> = {
  /** Initial value of every field; a checkbox has `on` or the empty string. */
  readonly initialValues: FormValues<F>;
  /** Validates the form before it is sent. */
  readonly validate: (values: FormValues<F>) => FormProblems<F>;
  /** The field that an error of the service belongs to; other errors are shown above the form. */
  readonly fieldOfError: (code: ErrorCode) => F | undefined;
  readonly submit: (values: FormValues<F>, signal: AbortSignal) => Promise<void>;
  /** Error to show above the form initially, and whenever it changes. */
  readonly notice?: ApiError | null;
};

/** The first of these fields gets the focus, unless the user has moved to a field other than `from`. */
type FocusTargets<F extends string> = { readonly fields: readonly F[]; readonly from: Element | null };

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

/**
 * A form over uncontrolled inputs: the browser holds the values, and a form library would add a tenth to the
 * size of the first screen. Errors are shown at their fields, and the first of these gets the focus.
 */
export function useForm<F extends string>(options: FormOptions<F>) {
  const { initialValues, validate, fieldOfError, submit, notice = null } = options;
  const formRef = useRef<HTMLFormElement>(null);
  const pendingRequest = useRef<AbortController | null>(null);
  const problemText = useProblemText();
  const [values, setValues] = useState(initialValues);
  const [problems, setProblems] = useState<FormProblems<F>>({});
  const [failure, setFailure] = useState<unknown>(notice);
  const [shownNotice, setShownNotice] = useState(notice);
  const [hasTriedSubmit, setHasTriedSubmit] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [focusTargets, setFocusTargets] = useState<FocusTargets<F>>({ fields: [], from: null });
  const fieldNames = Object.keys(initialValues) as F[];
  // The session can end the sign-in that the form began, for example because of an unknown role.
  if (notice !== shownNotice) {
    setShownNotice(notice);
    setFailure(notice);
  }
  // After the render, because an error can add the field that it belongs to.
  useLayoutEffect(() => {
    const fields = [...(formRef.current?.elements ?? [])] as (HTMLElement & { readonly name: string })[];
    const { activeElement } = document;
    const isMoved =
      activeElement instanceof HTMLInputElement &&
      activeElement !== focusTargets.from &&
      fields.includes(activeElement);
    if (!isMoved) fields.find(({ name }) => focusTargets.fields.some((field) => field === name))?.focus();
  }, [focusTargets]);

  const readValues = (): FormValues<F> => {
    if (formRef.current === null) return values;
    const data = new FormData(formRef.current);
    return Object.fromEntries(fieldNames.map((name) => [name, textOf(data.get(name))])) as Record<F, string>;
  };
  const showProblems = (found: FormProblems<F>, from = document.activeElement) => {
    setProblems(found);
    setFocusTargets({ fields: Object.keys(found) as F[], from });
  };
  const showError = (error: unknown, from: Element | null) => {
    const field = error instanceof ApiError ? fieldOfError(error.code) : undefined;
    if (error instanceof ApiError && field !== undefined)
      showProblems(
        { [field]: { code: error.code, params: error.params, isFromService: true } } as FormProblems<F>,
        from,
      );
    else setFailure(error);
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name: changed } = event.target as HTMLInputElement;
    const now = readValues();
    setValues(now);
    const found = validate(now);
    setProblems((before) => {
      const after: FormProblems<F> = {};
      for (const name of fieldNames) {
        const previous = before[name];
        const isServiceProblem = name !== changed && previous?.isFromService === true;
        const shouldValidate = previous !== undefined || (hasTriedSubmit && name === changed);
        const problem = isServiceProblem ? previous : shouldValidate ? found[name] : undefined;
        if (problem !== undefined) after[name] = problem;
      }
      return after;
    });
  };
  const submitForm = async () => {
    if (pendingRequest.current !== null) return;
    const now = readValues();
    setHasTriedSubmit(true);
    setFailure(null);
    setValues(now);
    const found = validate(now);
    showProblems(found);
    if (Object.keys(found).length > 0) return;
    const from = document.activeElement;
    const controller = new AbortController();
    pendingRequest.current = controller;
    setIsBusy(true);
    try {
      await submit(now, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) showError(error, from);
    } finally {
      pendingRequest.current = null;
      setIsBusy(false);
    }
  };
  return {
    props: {
      ref: formRef,
      noValidate: true,
      onInput,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submitForm();
      },
    },
    field: (name: F): FieldProps => ({
      name,
      defaultValue: initialValues[name],
      error: problemText(problems[name]),
    }),
    values,
    isBusy,
    failure,
    showProblems: (found: FormProblems<F>) => showProblems(found),
    /** Shows an error of a request that a button next to a field made. */
    showError: (error: unknown) => showError(error, null),
    /** Clears all errors and moves the focus to the field that the user fills in next. */
    resumeAt: (name: F) => {
      setFailure(null);
      setProblems({});
      setFocusTargets({ fields: [name], from: null });
    },
    cancel: () => pendingRequest.current?.abort(),
  };
}

/**
 * Translates a problem of a field. Problems are stored as codes, so that a change of language changes the
 * texts.
 */
function useProblemText() {
  const language = useLanguage();
  return (
    problem: { readonly code: ErrorCode; readonly params?: ErrorParams } | undefined,
  ): string | undefined =>
    problem && errorText(problem.code, language === 'zh' ? 'cn' : 'en', problem.params);
}
