import '../polyfills.ts';
import { servePictures } from './serve-pictures.util.ts';
import { openTiff } from './tiff-picture.util.ts';

servePictures(openTiff);
