export * from './workflow/application-types.ts';
export * from './workflow/approver-rules.ts';
export * from './workflow/decide.ts';
export * from './workflow/deputies.ts';
export * from './workflow/details.ts';
export { canEscalate, successorOf } from './workflow/escalation.ts';
export * from './workflow/model.ts';
export * from './workflow/resolve-process.ts';
export {
  earlierStages,
  findRevisionTask,
  maxReturns,
  positionOf,
  type ReturnTarget,
  returnTargetOf,
  roundOf,
  stagesInForce,
  tasksInForce,
} from './workflow/returns.ts';
export * from './workflow/seen.ts';
export * from './workflow/simulate.ts';
export { type StageResult, stageResultOf } from './workflow/stage.ts';
export * from './workflow/stage-conditions.ts';
export * from './workflow/stage-rules.ts';
export * from './workflow/timeline.ts';
export * from './workflow/vocabulary.ts';
