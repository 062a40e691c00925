import type { pictures as zh } from '../zh/pictures.ts';

export const pictures: typeof zh = {
  cutOff: 'This picture is incomplete: what is there is shown',
  play: 'Play',
  pause: 'Pause',
};
