import { type FigureTable, figure, figures } from '../figure-table.ts';
import { integer, kibibytes, milliseconds, number, ratio } from '../formats.ts';

const seconds = (ms: number) => number(ms / 1000);
const reading = ['decrypt.node', 'decrypt.chromium'];
const seek = ['seek.ms', 'seek.bytes'];
const polling = ['polling.clients', 'polling.p99Ms'];
const events = ['events.clients', 'events.fanOutMs'];

export const readmeTable: FigureTable = {
  name: 'summary',
  page: 'README.md',
  language: 'en',
  columns: ['Measurement', 'Result'],
  rows: [
    [
      'reading a sealed document, relative to raw WebCrypto AES-256-GCM on equal segments',
      figures('tdf', reading, (node, chromium) => `Node ${ratio(node)}, Chromium ${ratio(chromium)}`),
    ],
    [
      'first 64 KiB in the middle of a sealed 512 MiB file, after opening',
      figures('tdf', seek, (ms, bytes) => `${milliseconds(ms)}, ${number(bytes / 1e6)} MB read`),
    ],
    [
      'all scripts and styles of the sign-in screen',
      figure('bundle', 'firstScreen.gzipBytes', (bytes) => `${kibibytes(bytes)} gzip`),
    ],
    [
      'people who poll both counts each minute, one node on one core',
      figures('scale', polling, (clients, p99) => `${integer(clients)}, p99 ${milliseconds(p99)}`),
    ],
    [
      'event streams on that node, and the time to send one event to all of them',
      figures('scale', events, (clients, ms) => `${integer(clients)}, ${seconds(ms)} s`),
    ],
  ],
};

export const chineseReadmeTable: FigureTable = {
  name: 'summary',
  page: 'README.zh-CN.md',
  language: 'zh',
  columns: ['项目', '结果'],
  rows: [
    [
      '读取加密文件的速度，与相同分段下直接使用 WebCrypto AES-256-GCM 之比',
      figures('tdf', reading, (node, chromium) => `Node ${ratio(node)}，Chromium ${ratio(chromium)}`),
    ],
    [
      '打开 512 MiB 加密文件后，读取文件中部首个 64 KiB',
      figures('tdf', seek, (ms, bytes) => `${milliseconds(ms)}，读取 ${number(bytes / 1e6)} MB`),
    ],
    [
      '登录页面的全部脚本和样式',
      figure('bundle', 'firstScreen.gzipBytes', (bytes) => `${kibibytes(bytes)}（gzip）`),
    ],
    [
      '单节点单核，每分钟轮询两项计数的人数',
      figures('scale', polling, (clients, p99) => `${integer(clients)} 人，p99 为 ${milliseconds(p99)}`),
    ],
    [
      '该节点的事件流数量，以及向全部事件流推送一个事件的耗时',
      figures('scale', events, (clients, ms) => `${integer(clients)} 条，${seconds(ms)} 秒`),
    ],
  ],
};
