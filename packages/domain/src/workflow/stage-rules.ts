/** Whom an applicant may choose: the holders of a role, the members of a department and those below it, or both. */
export interface ChoiceLimit {
  readonly roleID?: string | undefined;
  readonly orgID?: string | undefined;
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
