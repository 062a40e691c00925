import type { ErrorCode, ErrorParams } from '@sealflow/domain/errors';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/index.ts';
import { useProblemText } from './problem-text.hook.ts';

/** An error of a field; `code` is the key of its text. */
export type Problem = {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
  /** Reported by the service, so it stays until the field changes. */
  readonly served?: boolean;
};
export type Problems<F extends string> = Partial<Record<F, Problem>>;
export type Values<F extends string> = Readonly<Record<F, string>>;

/** The props of a form field. */
export type FieldProps = {
  readonly name: string;
  readonly defaultValue: string;
  readonly error: string | undefined;
};

type FormOptions<F extends string> = {
  /** Initial value of every field; a checkbox has `on` or the empty string. */
  readonly start: Values<F>;
  /** Validates the form before it is sent. */
  readonly check: (values: Values<F>) => Problems<F>;
  /** The field that an error of the service belongs to; other errors are shown above the form. */
  readonly fieldOf: (code: ErrorCode) => F | undefined;
  readonly submit: (values: Values<F>, signal: AbortSignal) => Promise<void>;
  /** Error to show above the form initially, and whenever it changes. */
  readonly notice?: ApiError | null;
};

/** The first of these fields gets the focus, unless the user has moved to a field other than `from`. */
type Wanted<F extends string> = { readonly fields: readonly F[]; readonly from: Element | null };

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

/**
 * A form over uncontrolled inputs: the browser holds the values, and a form library would add a tenth to the
 * size of the first screen. Errors are shown at their fields, and the first of these gets the focus.
 */
export function useForm<F extends string>(options: FormOptions<F>) {
  const { start, check, fieldOf, submit, notice = null } = options;
  const element = useRef<HTMLFormElement>(null);
  const waiting = useRef<AbortController | null>(null);
  const problemText = useProblemText();
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems<F>>({});
  const [failure, setFailure] = useState<unknown>(notice);
  const [noticed, setNoticed] = useState(notice);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wanted, want] = useState<Wanted<F>>({ fields: [], from: null });
  const names = Object.keys(start) as F[];
  // The session can end the sign-in that the form began, for example because of an unknown role.
  if (notice !== noticed) {
    setNoticed(notice);
    setFailure(notice);
  }
  // After the render, because an error can add the field that it belongs to.
  useLayoutEffect(() => {
    const fields = [...(element.current?.elements ?? [])] as (HTMLElement & { readonly name: string })[];
    const { activeElement } = document;
    const isMoved =
      activeElement instanceof HTMLInputElement &&
      activeElement !== wanted.from &&
      fields.includes(activeElement);
    if (!isMoved) fields.find(({ name }) => wanted.fields.some((field) => field === name))?.focus();
  }, [wanted]);

  const read = (): Values<F> => {
    if (element.current === null) return values;
    const data = new FormData(element.current);
    return Object.fromEntries(names.map((name) => [name, textOf(data.get(name))])) as Record<F, string>;
  };
  const show = (found: Problems<F>, from = document.activeElement) => {
    setProblems(found);
    want({ fields: Object.keys(found) as F[], from });
  };
  const refuse = (error: unknown, from: Element | null) => {
    const field = error instanceof ApiError ? fieldOf(error.code) : undefined;
    if (error instanceof ApiError && field !== undefined)
      show({ [field]: { code: error.code, params: error.params, served: true } } as Problems<F>, from);
    else setFailure(error);
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name: changed } = event.target as HTMLInputElement;
    const now = read();
    setValues(now);
    const found = check(now);
    setProblems((before) => {
      const after: Problems<F> = {};
      for (const name of names) {
        const known = before[name];
        const isKept = name !== changed && known?.served === true;
        const isLookedAt = known !== undefined || (tried && name === changed);
        const problem = isKept ? known : isLookedAt ? found[name] : undefined;
        if (problem !== undefined) after[name] = problem;
      }
      return after;
    });
  };
  const send = async () => {
    if (waiting.current !== null) return;
    const now = read();
    setTried(true);
    setFailure(null);
    setValues(now);
    const found = check(now);
    show(found);
    if (Object.keys(found).length > 0) return;
    const from = document.activeElement;
    const controller = new AbortController();
    waiting.current = controller;
    setBusy(true);
    try {
      await submit(now, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) refuse(error, from);
    } finally {
      waiting.current = null;
      setBusy(false);
    }
  };
  return {
    props: {
      ref: element,
      noValidate: true,
      onInput,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void send();
      },
    },
    field: (name: F): FieldProps => ({
      name,
      defaultValue: start[name],
      error: problemText(problems[name]),
    }),
    values,
    busy,
    failure,
    show: (found: Problems<F>) => show(found),
    /** Shows an error of a request that a button next to a field made. */
    refuse: (error: unknown) => refuse(error, null),
    /** Clears all errors and moves the focus to the field that the user fills in next. */
    goOnAt: (name: F) => {
      setFailure(null);
      setProblems({});
      want({ fields: [name], from: null });
    },
    cancel: () => waiting.current?.abort(),
  };
}
