import { likePattern } from '../../infra/database/like-pattern.util.ts';
import type { FlowFilter, ListFilter, TaskFilter } from './list-filter.schemas.ts';

export interface PersonKey {
  readonly tid: string;
  readonly fid: string;
}
export type PersonAt = PersonKey & { readonly at?: Date | undefined };

/**
 * The `where` clause of a statement. Its text depends only on which conditions are set, so that a connection prepares
 * few statements.
 */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly texts: string[] = [];
  private readonly names: string[] = [];

  /** @param text - contains one `?` per value. */
  add(name: string, text: string, ...values: readonly unknown[]): this {
    this.names.push(name);
    this.texts.push(text);
    this.values.push(...values);
    return this;
  }

  /** The values without those of the first condition, which are the tenant and the person. */
  get valuesOfKind(): readonly unknown[] {
    return this.values.slice(2);
  }

  /** The clause with `?` for each value. */
  get unnumberedWhere(): string {
    return this.texts.join(' and ');
  }

  get where(): string {
    return numbered(this.unnumberedWhere);
  }

  /** The clause with `?` for each value, and with another first condition that takes the same values. */
  unnumberedWhereInstead(first: string): string {
    return [first, ...this.texts.slice(1)].join(' and ');
  }

  /**
   * Whether the values besides the person are only names of states, steps and types, of which there are few
   * combinations.
   */
  get hasOnlyEnumValues(): boolean {
    return this.names.every((name) => ['own', 'open', 'states', 'state', 'step', 'type'].includes(name));
  }

  statementName(subject: string): string {
    return [subject, ...this.names].join('_');
  }
}

/** Numbers the values of a clause. Expressions may replace the first ones; the others follow the parameter of the expressions. */
export function numbered(text: string, expressions: readonly string[] = []): string {
  const firstNumber = expressions.length === 0 ? 1 : 2;
  let index = -1;
  return text.replaceAll('?', () => {
    index += 1;
    return expressions[index] ?? `$${index - expressions.length + firstNumber}`;
  });
}

/** Selects the tasks that a person has as deputy at a time, in place of the own ones. It takes the same values. */
export const deputisedAt = (at: string) =>
  `(tid, task_id) in (select deputised.tid, deputised.task_id from deputised_tasks(?, ?, ${at}) as deputised)`;

/**
 * The people of a batch. They are one JSON parameter: for arrays PostgreSQL makes a plan for each call, because it counts their
 * elements, and that takes thirty times as long as the counts.
 */
export const requestedTable =
  'json_to_recordset($1::json) as requested (position integer, tid text, fid text, at timestamptz)';
export const requestedPerson = ['requested.tid', 'requested.fid'];

export const requestedPeople = (people: readonly PersonAt[]): string =>
  JSON.stringify(people.map((person, position) => ({ position, ...person })));

export function matchingFlows({ tid, fid }: PersonKey, filter: FlowFilter): Conditions {
  const matching = new Conditions().add('own', 'tid = ? and applicant_fid = ?', tid, fid);
  // As a literal, the condition matches the partial index of open flows.
  if (filter.states?.join() === 'approving,waiting')
    matching.add('open', `state in ('approving', 'waiting')`);
  else if (filter.states) matching.add('states', 'state = any(?)', filter.states);
  addFlowConditions(matching, filter);
  return addPeriodConditions(matching, filter);
}

export function matchingTasks({ tid, fid }: PersonKey, filter: TaskFilter): Conditions {
  const matching = new Conditions().add('own', 'tid = ? and assignee_fid = ?', tid, fid);
  if (filter.state === 'awaiting') matching.add('open', `state = 'awaiting'`);
  else if (filter.state) matching.add('state', 'state = ?', filter.state);
  if (filter.step) matching.add('step', 'step = ?', filter.step);
  if (filter.type || filter.keyword) {
    const flowConditions = addFlowConditions(new Conditions().add('flow', 'tid = ?', tid), filter);
    matching.add(
      flowConditions.statementName('in'),
      `flow_id in (select flow_id from flows where ${flowConditions.unnumberedWhere})`,
      ...flowConditions.values,
    );
  }
  return addPeriodConditions(matching, filter);
}

function addFlowConditions(matching: Conditions, { type, keyword }: ListFilter): Conditions {
  if (type) matching.add('type', 'type = ?', type);
  if (keyword === undefined) return matching;
  const pattern = likePattern(keyword);
  return matching.add('keyword', '(title ilike ? or description ilike ?)', pattern, pattern);
}

function addPeriodConditions(matching: Conditions, { createdFrom, createdBefore }: ListFilter): Conditions {
  if (createdFrom) matching.add('from', 'created_at >= ?', createdFrom);
  return createdBefore ? matching.add('before', 'created_at < ?', createdBefore) : matching;
}
