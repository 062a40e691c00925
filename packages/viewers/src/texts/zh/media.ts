/** Texts of the player of films and recordings, which come with it alone. */
export const media = {
  controls: '播放控制',
  play: '播放',
  pause: '暂停',
  replay: '重新播放',
  back: (seconds: number) => `后退 ${seconds} 秒`,
  forward: (seconds: number) => `前进 ${seconds} 秒`,
  position: '播放进度',
  positionOf: (at: string, whole: string) => `${at}，共 ${whole}`,
  speed: '播放速度',
  times: (rate: number) => `${rate} 倍`,
  mute: '静音',
  unmute: '取消静音',
  volume: '音量',
  percent: (share: number) => `${share}%`,
  enterFullscreen: '全屏',
  leaveFullscreen: '退出全屏',
  buffering: '正在缓冲…',
  cover: '封面',
  noPicture: (codec: string) => `当前设备无法解码视频画面（${codec}），只能播放声音。`,
  noSound: (codec: string) => `当前设备无法解码声音（${codec}），只能播放画面。`,
  video: '视频',
  audio: '音频',
  duration: (time: string) => `时长 ${time}`,
  spokenTime: (hours: number, minutes: number, seconds: number) =>
    [hours > 0 ? `${hours} 小时` : '', minutes > 0 ? `${minutes} 分` : '', `${seconds} 秒`]
      .filter(Boolean)
      .join(' '),
};
