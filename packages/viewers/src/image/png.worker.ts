import '../polyfills.ts';
import { openHugePng } from './png-picture.util.ts';
import { servePictures } from './serve-pictures.util.ts';

servePictures(openHugePng);
