/** Texts of what happens when a task passes its deadline. */
export const escalation = {
  label: '任务到期后',
  hint: '到期的任务转给升级对象，并有新的期限。转交达到次数上限，或没有可转交的人时，申请终止。',
  kinds: {
    end: '申请终止',
    department_head: '转给处理人的部门负责人',
    head_above: '转给处理人的上一级部门负责人',
    people: '转给指定人员',
  },
  times: '最多转交次数',
  people: '升级对象（按顺序）',
  addPerson: '添加升级对象',
  words: (kind: string, times: number) => `${kind}，最多 ${times} 次`,
  escalatedTo: (name: string) => `超过处理期限，已转交${name}`,
  simulated: (name: string) => `${name}到期未处理`,
  simulatedEnd: '申请终止',
  problem: { noPeople: '没有选择升级对象', noTimeLimit: '升级需要任务期限' },
};
