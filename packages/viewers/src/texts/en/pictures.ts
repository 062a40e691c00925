import type { pictures as zh } from '../zh/pictures.ts';

export const pictures: typeof zh = {
  cutOff: 'This picture is incomplete. Only part of it is shown',
  play: 'Play',
  pause: 'Pause',
};
