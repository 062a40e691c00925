/** Texts of the user's own tasks and waiting time. */
export const insight = {
  lead: '您的任务从收到到处理的时间。外出期间不计入。',
  period: '时间范围',
  lastDays: (days: number) => `最近 ${days} 天`,
  open: '待办任务',
  oldest: '最早一项收到于',
  decided: '已处理任务',
  median: '等待时间中位数',
  none: '暂无',
  shown: '贵组织已开启个人效率数据，管理员可以查看这些数字。每次查看都会记入审计。',
  notShown: '只有您能看到这些数字。',
};
