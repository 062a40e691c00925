import '../../../polyfills.ts';
import { servePictures } from './serve-pictures.adapter.ts';
import { openTiff } from './tiff-picture.adapter.ts';

servePictures(openTiff);
