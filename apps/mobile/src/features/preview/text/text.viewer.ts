import { frameViewer } from '../frame/frame.viewer.ts';

/** Text of any size, in the viewer frame. */
export const textViewer = frameViewer('text', 'text');
