/** Whom an applicant may choose: the holders of a role, the members of a department and those below it, or both. */
export interface ChoiceLimit {
  readonly roleID?: string | undefined;
  readonly orgID?: string | undefined;
}

/** One condition on an application. The list is closed: there is no expression language. */
export type Predicate =
  | {
      /** A file has one of these classifications, or none has. */
      readonly fact: 'classification';
      readonly is: 'one_of' | 'none_of';
      readonly ids: readonly string[];
    }
  | {
      /** The applicant belongs to one of these departments or one below them, or to none. */
      readonly fact: 'department';
      readonly is: 'one_of' | 'none_of';
      readonly ids: readonly string[];
    }
  | {
      /** The number of files, or their size together in bytes. */
      readonly fact: 'file_count' | 'total_size';
      readonly is: 'at_least' | 'at_most';
      readonly value: number;
    }
  | {
      /** Whether recipients are outside the organisation. */
      readonly fact: 'outside_recipients';
      readonly is: 'some' | 'none';
    };

/** When a stage applies: if all of its predicates hold, or any of them. */
export interface StageCondition {
  readonly match: 'all_of' | 'any_of';
  readonly of: readonly Predicate[];
}

/** A stage that an application does not have because its condition did not hold. */
export interface SkippedStage {
  /** Index in the application type. */
  readonly stage: number;
  /** Index of the stage of the application before which it would have come. */
  readonly before: number;
  readonly rule: 'any_of' | 'all_of';
  /** The predicates that did not hold. */
  readonly unmet: readonly Predicate[];
}

/**
 * The rules by which a stage of an application type finds people beside those that it names. They are resolved when the
 * application is submitted: an application has the people instead.
 */
export interface ApproverRules {
  /** The head of the applicant's department, or of the nearest one above that has another head. */
  readonly departmentHead?: boolean | undefined;
  /** The head above the one that `departmentHead` finds. */
  readonly headAbove?: boolean | undefined;
  /** The owners of the documents of the application, other than the applicant. */
  readonly documentOwner?: boolean | undefined;
  /** The holders of these roles, other than the applicant. */
  readonly roles?: readonly string[] | undefined;
  /** The person whom the applicant chooses within the limit. */
  readonly applicantChoice?: ChoiceLimit | undefined;
}

/**
 * What happens when a task passes its deadline, instead of the end of the application. After so many escalations of a task, the
 * application ends.
 */
export type Escalation =
  | {
      /** The head of the assignee's department, or the one above that head. */
      readonly to: 'department_head' | 'head_above';
      readonly times: number;
    }
  | {
      /** The first of these people who can get the task and has not had it. */
      readonly to: 'people';
      readonly people: readonly string[];
      readonly times: number;
    };
