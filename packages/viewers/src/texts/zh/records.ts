const units: Readonly<Record<string, string>> = {
  SECONDLY: '秒',
  MINUTELY: '分钟',
  HOURLY: '小时',
  DAILY: '天',
  WEEKLY: '周',
  MONTHLY: '个月',
  YEARLY: '年',
};

/** Texts of calendars and contacts. */
export const records = {
  untitled: '（无标题）',
  picture: '照片',
  facts: {
    start: '开始',
    end: '结束',
    due: '截止',
    duration: '时长',
    repeats: '重复',
    location: '地点',
    organizer: '组织者',
    attendees: '参与者',
    status: '状态',
    categories: '类别',
    url: '网址',
    organization: '单位',
    role: '职务',
    phone: '电话',
    mail: '邮箱',
    address: '地址',
    birthday: '生日',
    nickname: '昵称',
  },
  types: { home: '住宅', work: '工作', cell: '手机', fax: '传真', main: '主要' },
  every: (frequency: string, interval: number) =>
    interval === 1 ? `每${units[frequency] ?? frequency}` : `每 ${interval} ${units[frequency] ?? frequency}`,
  times: (count: number) => `共 ${count} 次`,
  until: (date: string) => `至 ${date}`,
};
