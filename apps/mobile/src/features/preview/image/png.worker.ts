import '../../../polyfills.ts';
import { openHugePng } from './png-picture.adapter.ts';
import { servePictures } from './serve-pictures.adapter.ts';

servePictures(openHugePng);
