import { describe, expect, test } from 'vitest';
import { applicantID, Play, plain, started } from '../../testing/play.ts';
import { isPossible } from './decide.ts';
import type { Flow, Process } from './model.ts';

describe('submission', () => {
  test('opens the first stage for each approver once', () => {
    const play = started({ stages: [{ rule: 'all_of', approvers: ['ann', 'bob', 'ann'] }] });
    expect(play.state).toBe('approving');
    expect(play.situation.tasks.map(({ assigneeID }) => assigneeID)).toEqual(['ann', 'bob']);
    expect(play.effects()).toEqual(['flow_changed', 'task_opened', 'task_opened']);
  });

  test('is possible only for the applicant, and only once', () => {
    const flow: Flow = { id: 'f', applicantID, state: 'new', stage: -1, process: plain };
    const fresh = new Play({ flow, tasks: [] });
    expect(fresh.try({ type: 'submit', by: 'ann' })).toEqual({ ok: false, code: 'work.not_allowed' });
    expect(started().try({ type: 'submit', by: applicantID })).toEqual({
      ok: false,
      code: 'work.flow_state_error',
    });
  });

  test('without approvers ends the flow at once with the reason', () => {
    const play = started({ stages: [{ rule: 'any_of', approvers: [] }] });
    expect(play.state).toBe('terminated');
    expect(play.outcomes()).toEqual({ 'nobody:approve': 'approval_no_executor' });
  });
});

describe('approval', () => {
  test('any-of: the first approval completes the stage and closes the other tasks', () => {
    const play = started().act('ann', 'approve');
    expect(play.state).toBe('passed');
    expect(play.outcomes()).toEqual({ 'ann:approve': 'approved', 'bob:approve': 'approved_by_others' });
    expect(play.effects()).toEqual(['task_closed', 'flow_changed', 'process_files']);
    const late = { type: 'approve', by: 'bob', taskID: 't1', note: null } as const;
    expect(play.try(late)).toEqual({ ok: false, code: 'work.task_state_error' });
  });

  test('all-of: waits for all approvers, in any order', () => {
    const play = started({ stages: [{ rule: 'all_of', approvers: ['ann', 'bob'] }] }).act('bob', 'approve');
    expect(play.state).toBe('approving');
    expect(play.act('ann', 'approve').state).toBe('passed');
  });

  test('stages follow one after the other', () => {
    const play = started({
      stages: [
        { rule: 'any_of', approvers: ['ann', 'bob'] },
        { rule: 'all_of', approvers: ['cat', 'ann'] },
      ],
    });
    play.act('ann', 'approve');
    expect([play.state, play.situation.flow.stage]).toEqual(['approving', 1]);
    expect(play.act('ann', 'approve').act('cat', 'approve').state).toBe('passed');
  });

  test('one rejection ends the flow, whatever the rule', () => {
    const play = started({ stages: [{ rule: 'all_of', approvers: ['ann', 'bob'] }] }).act('ann', 'reject');
    expect(play.state).toBe('rejected');
    expect(play.outcomes()).toEqual({ 'ann:approve': 'rejected', 'bob:approve': 'rejected_by_others' });
  });

  test('stores the note and the time', () => {
    const play = started();
    play.do({ type: 'approve', by: 'ann', taskID: 't0', note: '同意' });
    expect(play.situation.tasks[0]).toMatchObject({ state: 'processed', note: '同意', processTime: play.at });
  });

  test('another person’s task and a missing task are rejected with the same error', () => {
    const refusal = { ok: false, code: 'work.task_not_found' };
    expect(started().try({ type: 'approve', by: 'eve', taskID: 't0', note: null })).toEqual(refusal);
    expect(started().try({ type: 'approve', by: 'ann', taskID: 'no', note: null })).toEqual(refusal);
  });
});

describe('direct completion', () => {
  const stages: Process['stages'] = [
    { rule: 'all_of', approvers: ['ann', 'bob'] },
    { rule: 'any_of', approvers: ['cat'] },
  ];
  test('skips the remaining stages', () => {
    const play = started({ stages }).act('ann', 'complete');
    expect(play.state).toBe('reviewed');
    expect(play.outcomes()).toEqual({
      'ann:approve': 'direct_completed',
      'bob:approve': 'direct_completed_by_others',
    });
  });
  test('is rejected unless the process allows it', () => {
    const play = started({ stages, directComplete: false });
    const event = { type: 'complete', by: 'ann', taskID: 't0', note: null } as const;
    expect(play.try(event)).toEqual({ ok: false, code: 'work.not_allowed' });
  });
  test('is offered exactly where it is accepted, and the query changes nothing', () => {
    const of = (by: string, taskID: string) => ({ type: 'complete', by, taskID, note: null }) as const;
    const play = started({ stages });
    const before = structuredClone(play.situation);
    expect(isPossible(play.situation, of('ann', 't0'), play.at)).toBe(true);
    expect(isPossible(play.situation, of('bob', 't0'), play.at)).toBe(false);
    expect(play.situation).toEqual(before);
    play.act('ann', 'approve');
    expect(isPossible(play.situation, of('ann', 't0'), play.at)).toBe(false);
    expect(isPossible(started({ directComplete: false }).situation, of('ann', 't0'), 0)).toBe(false);
  });
});

describe('added approval and transfer', () => {
  test('are offered for any name: the check that the person is active happens on execution', () => {
    const { situation, at } = started();
    const event = { type: 'transfer', by: 'ann', taskID: 't0', note: null, assignee: 'xia' } as const;
    expect(isPossible(situation, event, at)).toBe(true);
    expect(isPossible(situation, { ...event, assignee: 'bob' }, at)).toBe(false);
  });
  test('the flow waits for all added approvers', () => {
    const play = started({ stages: [{ rule: 'any_of', approvers: ['ann'] }] }).add('ann', 'xia', 'yan');
    expect(play.state).toBe('waiting');
    expect(play.outcomes()['ann:approve']).toBe('converted_to_add_approval');
    expect(play.act('xia', 'approve').state).toBe('waiting');
    expect(play.act('yan', 'approve').state).toBe('passed');
  });
  test('another seat of an any-of stage can still decide', () => {
    const play = started().add('ann', 'xia');
    expect(play.state).toBe('waiting');
    play.act('bob', 'approve');
    expect(play.state).toBe('passed');
    expect(play.outcomes()['xia:approve']).toBe('approved_by_others');
  });
  test('an added approver can transfer the task or add approvers', () => {
    const play = started({ stages: [{ rule: 'all_of', approvers: ['ann'] }] }).add('ann', 'xia');
    play.transfer('xia', 'yan').add('yan', 'zoe');
    expect(play.state).toBe('waiting');
    expect(play.act('zoe', 'approve').state).toBe('passed');
  });
  test('no person receives two open tasks', () => {
    const play = started();
    const code = 'work.approvers_invalid';
    const base = { by: 'ann', taskID: 't0', note: null } as const;
    expect(play.try({ ...base, type: 'transfer', assignee: 'bob' })).toEqual({ ok: false, code });
    expect(play.try({ ...base, type: 'transfer', assignee: 'ann' })).toEqual({ ok: false, code });
    expect(play.try({ ...base, type: 'add_approval', approvers: [] })).toEqual({ ok: false, code });
    expect(play.try({ ...base, type: 'add_approval', approvers: ['xia', 'bob'] })).toEqual({
      ok: false,
      code,
    });
  });
  test('an applicant never receives the approval of their own application', () => {
    const play = started();
    const code = 'work.approvers_invalid';
    const base = { by: 'ann', taskID: 't0', note: null } as const;
    expect(play.try({ ...base, type: 'transfer', assignee: applicantID })).toEqual({ ok: false, code });
    expect(play.try({ ...base, type: 'add_approval', approvers: ['xia', applicantID] })).toEqual({
      ok: false,
      code,
    });
  });
  test('after a transfer the new assignee decides', () => {
    const play = started({ stages: [{ rule: 'any_of', approvers: ['ann'] }] }).transfer('ann', 'xia');
    expect(play.state).toBe('approving');
    expect(play.act('xia', 'approve').state).toBe('passed');
  });
});

describe('a task of another step', () => {
  test('an approval task cannot be read, handled or downloaded', () => {
    const play = started();
    for (const type of ['read', 'handle', 'download'] as const) {
      expect(play.try({ type, by: 'ann', taskID: 't0', note: null })).toEqual({
        ok: false,
        code: 'work.task_state_error',
      });
    }
  });
  test('a copy task cannot approve', () => {
    const play = started({ cc: ['cc1'] }).act('ann', 'approve');
    const event = { type: 'approve', by: 'cc1', taskID: play.open('cc1').id, note: null } as const;
    expect(play.try(event)).toEqual({ ok: false, code: 'work.task_state_error' });
  });
});

describe('a file task', () => {
  const executed = () =>
    started({ cc: ['cc1'], fileProcess: { by: 'executors', executors: ['ex1', 'ex2'] } }).act(
      'ann',
      'approve',
    );
  test('can be transferred like an approval, also to the applicant', () => {
    const play = executed().transfer('ex1', 'ex3').transfer('ex2', applicantID);
    expect(play.outcomes()).toMatchObject({ 'ex1:file_process': 'transferred', 'ex3:file_process': null });
    expect(play.act(applicantID, 'handle').state).toBe('processing');
  });
  test('without an executor ends the flow and closes its copies', () => {
    const play = started({ cc: ['cc1'], fileProcess: { by: 'executors', executors: [] } }).act(
      'ann',
      'approve',
    );
    expect(play.outcomes()['cc1:cc']).toBe('workflow_terminated');
    expect(play.situation.tasks.find(({ assigneeID }) => assigneeID === 'cc1')?.state).toBe('canceled');
  });
  test('has a deadline, unlike a copy and a download', () => {
    const play = started({
      cc: ['cc1'],
      fileProcess: { by: 'executors', executors: ['ex1'] },
      taskTimeLimit: 10,
    }).act('ann', 'approve');
    expect([play.open('ex1').dueAt, play.open('cc1').dueAt]).toEqual([play.at + 10, null]);
    play.at += 10;
    const due = new Play(play.situation);
    due.at = play.at;
    due.do({ type: 'deadline_reached' });
    expect([due.state, due.outcomes()]).toMatchObject([
      'terminated',
      { 'ex1:file_process': 'deadline_exceeded', 'cc1:cc': 'workflow_terminated' },
    ]);
    play.at -= 5;
    play.act('ex1', 'handle').do({ type: 'processing_done' });
    expect(play.open(applicantID)).toMatchObject({ step: 'download_decrypt', dueAt: null });
  });
});

describe('after the approval', () => {
  test('people in CC are notified, can read, and do not block the flow', () => {
    const play = started({ cc: ['cc1', 'cc2'] })
      .act('ann', 'approve')
      .act('cc1', 'read');
    play.do({ type: 'processing_started' }).do({ type: 'processing_done' }).act(applicantID, 'download');
    expect(play.state).toBe('finished');
    expect(play.outcomes()).toMatchObject({ 'cc1:cc': 'handled', 'cc2:cc': 'workflow_completed' });
  });
  test('failed processing by the service can start again', () => {
    const play = started().act('ann', 'approve').do({ type: 'processing_started' });
    expect(play.do({ type: 'processing_failed' }).state).toBe('not_processed');
    play.do({ type: 'processing_started' }).do({ type: 'processing_done' });
    expect(play.state).toBe('processed');
  });
  test('processing that fails before its start returns the flow to not processed', () => {
    const play = started().act('ann', 'approve').do({ type: 'processing_failed' });
    expect([play.state, play.effects()]).toEqual(['not_processed', ['flow_changed']]);
    expect(play.do({ type: 'processing_started' }).state).toBe('processing');
    play.do({ type: 'processing_done' });
    expect(play.try({ type: 'processing_failed' })).toMatchObject({ code: 'work.flow_state_error' });
  });
  test('executors: one starts the processing, and a failure reopens the task of each', () => {
    const play = started({ fileProcess: { by: 'executors', executors: ['ex1', 'ex2'] } }).act(
      'ann',
      'approve',
    );
    expect(play.state).toBe('not_processed');
    expect(play.try({ type: 'processing_started' })).toMatchObject({ code: 'work.flow_state_error' });
    play.act('ex1', 'handle');
    expect([play.state, play.outcomes()]).toMatchObject([
      'processing',
      { 'ex1:file_process': 'handled', 'ex2:file_process': 'handled_by_others' },
    ]);
    expect(play.effects()).toContain('process_files');
    play.do({ type: 'processing_failed' });
    expect([play.state, play.open('ex2').step]).toEqual(['not_processed', 'file_process']);
  });
  test('without executors the flow is terminated', () => {
    const play = started({ fileProcess: { by: 'executors', executors: [] } }).act('ann', 'approve');
    expect(play.state).toBe('terminated');
    expect(play.outcomes()['nobody:file_process']).toBe('file_processing_no_executor');
  });
  test('the flow ends when the mail is sent, without a download', () => {
    const play = started({ delivery: 'email' }).act('ann', 'approve');
    play.do({ type: 'processing_started' }).do({ type: 'processing_done' });
    expect([play.state, play.effects()]).toEqual(['processed', ['flow_changed', 'send_email']]);
    expect(play.do({ type: 'email_sent' }).state).toBe('finished');
  });
  test('a mail does not end a flow that delivers by download', () => {
    const play = started().act('ann', 'approve').do({ type: 'processing_started' });
    play.do({ type: 'processing_done' });
    expect(play.try({ type: 'email_sent' })).toMatchObject({ code: 'work.flow_state_error' });
  });
  test('a flow without processing and delivery ends at once', () => {
    const play = started({ fileProcess: null, delivery: 'none' }).act('ann', 'approve');
    expect([play.state, play.effects()]).toEqual(['finished', ['task_closed', 'flow_changed']]);
  });
});

describe('inactive people', () => {
  const away = (process: Partial<Process>, ...gone: string[]): Play => {
    const play = started(process);
    play.gone = new Set(gone);
    return play;
  };
  const stages: Process['stages'] = [
    { rule: 'any_of', approvers: ['ann'] },
    { rule: 'all_of', approvers: ['cat', 'dan'] },
  ];
  test('are left out of a stage that opens later', () => {
    const play = away({ stages }, 'dan').act('ann', 'approve');
    expect(play.outcomes()).toEqual({ 'ann:approve': 'approved', 'cat:approve': null });
    expect(play.act('cat', 'approve').state).toBe('passed');
  });
  test('leave a stage without executor if no other approver remains', () => {
    const play = away({ stages }, 'cat', 'dan').act('ann', 'approve');
    expect(play.state).toBe('terminated');
    expect(play.outcomes()['nobody:approve']).toBe('approval_no_executor');
  });
  test('receive no copy and no files to process', () => {
    const play = away({ cc: ['cc1', 'cc2'] }, 'cc1').act('ann', 'approve');
    expect(Object.keys(play.outcomes())).toEqual(['ann:approve', 'bob:approve', 'cc2:cc']);
    const executed = away({ fileProcess: { by: 'executors', executors: ['ex1'] } }, 'ex1');
    executed.act('ann', 'approve');
    expect([executed.state, executed.outcomes()['nobody:file_process']]).toEqual([
      'terminated',
      'file_processing_no_executor',
    ]);
  });
  test('cannot be added as approvers, or receive a transferred task', () => {
    const play = away({}, 'xia');
    const base = { by: 'ann', taskID: 't0', note: null } as const;
    const code = 'work.approvers_invalid';
    expect(play.try({ ...base, type: 'transfer', assignee: 'xia' })).toEqual({ ok: false, code });
    const approvers = ['yan', 'xia'];
    expect(play.try({ ...base, type: 'add_approval', approvers })).toEqual({ ok: false, code });
  });
  test('the departure of a person without open tasks changes nothing', () => {
    const play = started();
    expect(play.try({ type: 'executor_left', personID: 'cat' })).toMatchObject({
      code: 'work.flow_state_error',
    });
  });
});

describe('external ends', () => {
  test('the applicant can cancel; other people cannot', () => {
    const play = started();
    expect(play.try({ type: 'cancel', by: 'ann' })).toEqual({ ok: false, code: 'work.not_allowed' });
    play.do({ type: 'cancel', by: applicantID });
    expect(play.state).toBe('canceled');
    expect(play.outcomes()).toEqual({
      'ann:approve': 'canceled_by_applicant',
      'bob:approve': 'canceled_by_applicant',
    });
    expect(play.try({ type: 'cancel', by: applicantID })).toMatchObject({ code: 'work.flow_state_error' });
  });
  test('cancellation by an administrator closes CC and download tasks as cancelled', () => {
    const play = started({ cc: ['cc1'] })
      .act('ann', 'approve')
      .do({ type: 'processing_started' });
    play.do({ type: 'processing_done' }).do({ type: 'administrator_cancel', by: 'root' });
    expect(play.outcomes()).toMatchObject({
      'cc1:cc': 'workflow_canceled',
      [`${applicantID}:download_decrypt`]: 'workflow_canceled',
    });
  });
  test('cancellation by an administrator closes open approvals', () => {
    const play = started().do({ type: 'administrator_cancel', by: 'root' });
    expect(play.outcomes()['bob:approve']).toBe('canceled_by_administrator');
  });
  test('the departure of an approver removes one seat: any-of continues, all-of terminates', () => {
    const any = started().do({ type: 'executor_left', personID: 'ann' });
    expect(any.state).toBe('approving');
    expect(any.do({ type: 'executor_left', personID: 'bob' }).state).toBe('terminated');
    const all = started({ stages: [{ rule: 'all_of', approvers: ['ann', 'bob'] }] });
    all.do({ type: 'executor_left', personID: 'ann' });
    expect(all.outcomes()).toEqual({
      'ann:approve': 'approval_no_executor',
      'bob:approve': 'workflow_terminated',
    });
  });
  test('the departure of the last executor terminates the flow', () => {
    const play = started({ fileProcess: { by: 'executors', executors: ['ex1', 'ex2'] } }).act(
      'ann',
      'approve',
    );
    expect(play.do({ type: 'executor_left', personID: 'ex1' }).state).toBe('not_processed');
    expect(play.do({ type: 'executor_left', personID: 'ex2' }).state).toBe('terminated');
  });
  test('a deadline applies from its exact millisecond', () => {
    const play = started({ taskTimeLimit: 10 });
    // The ID is listed once, although two tasks have it.
    expect(play.last?.effects.filter(({ type }) => type === 'watch_deadline')).toEqual([
      { type: 'watch_deadline', dueAt: play.at + 10 },
    ]);
    const due = play.at + 10;
    play.at = due - 2;
    expect(play.try({ type: 'deadline_reached' })).toMatchObject({ code: 'work.flow_state_error' });
    play.at = due - 1;
    play.do({ type: 'deadline_reached' });
    expect([play.state, play.outcomes()['ann:approve']]).toEqual(['terminated', 'deadline_exceeded']);
  });
});
