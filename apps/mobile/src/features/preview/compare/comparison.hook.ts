import type { CompareProblem, CompareSide, Comparison } from '@sealflow/viewers/compare/compare.types.ts';
import { CompareError } from '@sealflow/viewers/compare/compare.types.ts';
import { type OpenComparison, openComparison } from '@sealflow/viewers/compare/comparison.util.ts';
import { readCompared } from '@sealflow/viewers/compare/read-compared.util.ts';
import type { Format } from '@sealflow/viewers/format/format.rules.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PreviewDocument } from '../layer/preview.hook.ts';

/** One of the two open documents. */
export type ComparedDocument = {
  readonly document: PreviewDocument;
  readonly format: Format;
  /** Closes the comparison with the reason for which the document cannot be read any more. */
  readonly fail: (error: unknown) => void;
};

export type ComparisonState =
  | { readonly phase: 'working'; readonly progress: number | null }
  | { readonly phase: 'problem'; readonly problem: CompareProblem; readonly side: CompareSide | null }
  | { readonly phase: 'ready'; readonly comparison: Comparison };

type ComparisonInput = {
  readonly left: ComparedDocument;
  readonly right: ComparedDocument;
  readonly ignoresWhiteSpace: boolean;
  readonly requestPassword: (failedAttempts: number) => Promise<string | null>;
};

/** The share of the work that is reading the first document, the second one, and comparing both. */
const [leftShare, rightShare, diffShare] = [0.4, 0.4, 0.2];

const working: ComparisonState = { phase: 'working', progress: null };

/** Reads two open documents and compares them while the component is mounted. Unmounting releases everything. */
export function useComparison(input: ComparisonInput): ComparisonState {
  const { left, right, ignoresWhiteSpace } = input;
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const [state, setState] = useState<ComparisonState>(working);
  const [opened, setOpened] = useState<OpenComparison | null>(null);

  const fail = useCallback((error: unknown, side: CompareSide) => {
    if (error instanceof CompareError)
      setState({
        phase: 'problem',
        problem: error.code,
        side: error.code === 'tooDifferent' ? null : (error.side ?? side),
      });
    else latest.current[side].fail(error);
  }, []);

  const leftDocument = left.document;
  const rightDocument = right.document;
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    let comparison: OpenComparison | null = null;
    const contents = { left: leftDocument.content, right: rightDocument.content };
    const read = async (side: CompareSide, from: number, share: number) => {
      try {
        return await readCompared({
          content: contents[side],
          format: latest.current[side].format,
          requestPassword: (failedAttempts) => latest.current.requestPassword(failedAttempts),
          onProgress: (part) =>
            signal.aborted || setState({ phase: 'working', progress: from + part * share }),
          signal,
        });
      } catch (error) {
        if (!signal.aborted) fail(error, side);
        return null;
      }
    };
    const open = async () => {
      const first = await read('left', 0, leftShare);
      const second = first && (await read('right', leftShare, rightShare));
      if (signal.aborted || !first || !second) return;
      comparison = openComparison(first, second);
      setOpened(comparison);
    };
    void open();
    return () => {
      closing.abort();
      comparison?.close();
      setOpened(null);
      setState(working);
    };
  }, [leftDocument, rightDocument, fail]);

  useEffect(() => {
    if (opened === null) return undefined;
    let isReplaced = false;
    const onProgress = (share: number) => {
      if (!isReplaced) setState({ phase: 'working', progress: leftShare + rightShare + share * diffShare });
    };
    const run = async () => {
      try {
        const comparison = await opened.compare({ ignoresWhiteSpace, onProgress });
        if (!isReplaced) setState({ phase: 'ready', comparison });
      } catch (error) {
        if (!isReplaced) fail(error, 'right');
      }
    };
    void run();
    return () => {
      isReplaced = true;
    };
  }, [opened, ignoresWhiteSpace, fail]);

  return state;
}
