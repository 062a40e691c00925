/** Passwords and parts of passwords that are frequent in breaches of Chinese services, the most frequent first. */

const fullPasswords = `
5201314 woaini1314 woaini520 woaini woaini123 woaini521 iloveyou1314 1314520 5211314 7758521 7758258 147258369
1qaz2wsx 1q2w3e4r 1qaz2wsx3edc qwe123 qweasd qweasdzxc q1w2e3r4 zxc123 asd123456 qwer1234 a1b2c3d4 abc123456
a123456 a12345678 a123456789 aa123456 aa123456789 123456a 123456789a 123456aa 12345678a 1234567890a 1234qwer
qq123456 qq123456789 qq5201314 wang123456 zhang123 admin888 admin123 admin@123 root@123 p@ssw0rd p@ssword1
123456abc abcd1234 abc12345 aaa123456 qaz123456 zxcvbnm123 asdfghjkl 112233445566 66668888 88888888 666666666
zaq12wsx zaq1xsw2 qazwsxedc 987654321a 0123456789 1357924680 100200300 110120119 110110110 120120120 13145200
woaiwojia woaiwoziji wodemima mima123456 nihao123 nihaoma wobuzhidao shengrikuaile gongxifacai zhongguo
zhongguo123 beijing2008 beijing123 shanghai123 woaizhongguo tiananmen huanying woxihuanni baobao520 baobei520
laopo520 laogong520 laopo123 mamababa babamama jiayou123 caonima caonima123 tamade dalian123 aini1314 aini520
aiwojia520 qianqian xiaoxiao feifei123 tingting123 lele1314 haha123 hehe123 xixi1234 dearbook long1234 longlong
welcome@123 huawei@123 huawei12#$ changeme123 test@123 test1234 abc@123 abc@1234 qwe@123 1qaz@wsx 1qaz!qaz
pass@word1 password@1 passw0rd! password123! qwer@1234 abcd@1234 abc123!@# 123qwe!@# 123!@#qwe admin@1234
`;

const surnames = `
li wang zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang
feng yu dong xiao cheng cao yuan deng fu shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia
zhong tian ren fan fang shi yao tan liao zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan
`;

const givenNames = `
wei fang na xiuying min jing li qiang lei jun yang yong yan jie juan tao ming chao xiulan xia ping gang guiying hua
jianguo jianhua zhiqiang xiaoming xiaohong xiaoli haiyan lili tingting xuan bo bin hao yu xin peng fei kai long
`;

const words = `
woaini aini baobei baobao laopo laogong mima nihao zhongguo beijing shanghai guangzhou shenzhen hangzhou chengdu
wuhan nanjing tianjin chongqing xian gongsi admin wodemima jiayou kuaile xingfu pengyou aiqing haizi mama baba
qq weixin taobao alibaba huawei xiaomi long feng tianshi xiaoyu xiaobao dabao niuniu tiantian yangyang lele
`;

const suffixes = `
123 1234 12345 123456 1234567 12345678 123456789 520 521 1314 5201314 888 666 88 66 111 000 1 01 007 110 119 2008
2020 2021 2022 2023 2024 2025 2026 @123 @1234 @123456 !@# 123! 123!@# abc 110120 168 518 321
`;

/**
 * About ten thousand passwords and parts of them, the most frequent first: the estimator uses the rank as number of
 * guesses.
 */
export function chinesePasswords(): string[] {
  const [surname, given, word, suffix] = [surnames, givenNames, words, suffixes].map(splitWords) as [
    string[],
    string[],
    string[],
    string[],
  ];
  return [
    ...new Set([
      ...splitWords(fullPasswords),
      ...word,
      ...combine(word, suffix),
      ...combine(surname, suffix),
      ...combine(combine(surname.slice(0, 16), given.slice(0, 16)), suffix.slice(0, 14)),
      ...combine(surname.slice(0, 40), given),
    ]),
  ];
}

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/);
}

function combine(prefixes: readonly string[], endings: readonly string[]): string[] {
  return prefixes.flatMap((head) => endings.map((end) => head + end));
}
