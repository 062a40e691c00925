import '../polyfills.ts';
import { servePictures } from '../image/serve-pictures.util.ts';
import { openHeic } from './heic-picture.util.ts';

servePictures(openHeic);
