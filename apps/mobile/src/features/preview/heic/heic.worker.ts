import '../../../polyfills.ts';
import { servePictures } from '../image/serve-pictures.adapter.ts';
import { openHeic } from './heic-picture.adapter.ts';

servePictures(openHeic);
