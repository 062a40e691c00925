/** How a rendering process is isolated besides Node's permission model; see docs/operations.md. */
export type SandboxKind = 'namespaces' | 'permissions';

/** Limits of one conversion. */
export interface RenderingLimits {
  readonly timeMs: number;
  /** Of the whole process; checked on Linux only. */
  readonly memoryBytes: number;
  /** Of the PDF. */
  readonly outputBytes: number;
}

/** Exit codes of a rendering process. */
export const renderingExitCodes = { failed: 3 } as const;

/** Lets a rendering process repair the pictures of the document before it converts it. */
export const repairArgument = 'repair';
