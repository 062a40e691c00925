import {
  type ApplicationType,
  applicationTypes,
  chineseTypeNames,
  type Process,
} from '@sealflow/domain/workflow';

/** All kinds of application, each approved by any one of the given people and processed by the service. */
export function standardFlowTypes(
  approvers: readonly string[],
): { type: ApplicationType; name: string; process: Process }[] {
  return (Object.keys(chineseTypeNames) as ApplicationType[]).map((type) => {
    const { delivery, needsProcessing } = applicationTypes[type];
    return {
      type,
      name: chineseTypeNames[type],
      process: {
        stages: [{ rule: 'any_of', approvers }],
        cc: [],
        fileProcess: needsProcessing ? { by: 'service' } : null,
        delivery,
        directComplete: false,
        taskTimeLimit: null,
      },
    };
  });
}
