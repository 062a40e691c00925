import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  MeshLambertMaterial,
  type Object3D,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  RepeatWrapping,
  Scene,
  Sphere,
  SRGBColorSpace,
  Mesh as ThreeMesh,
  Texture as ThreeTexture,
  WebGLRenderer,
} from 'three';
import { pictureUrl } from '../format/picture-types.rules.ts';
import { parsePictureHeader } from '../image/picture-header.rules.ts';
import type { Mesh, Model, Texture } from './model.types.ts';

const fieldOfView = 40;
const maxTexturePixels = 4096 * 4096;
/** The distance from the model in relation to its radius, when it is first seen. */
const fitDistance = 1.08 / Math.sin((fieldOfView / 2) * (Math.PI / 180));
const startAngles = { around: 0.7, up: 0.45 } as const;
const maxUp = Math.PI / 2 - 0.01;

/** Decodes a picture; null for one that is damaged or too large. */
async function loadTexture({ type, bytes }: Texture): Promise<ThreeTexture | null> {
  const header = parsePictureHeader(type, bytes);
  if (header && header.width * header.height > maxTexturePixels) return null;
  const image = new Image();
  image.src = pictureUrl(type, bytes);
  try {
    await image.decode();
  } catch {
    return null;
  }
  if (image.naturalWidth * image.naturalHeight > maxTexturePixels) return null;
  const texture = new ThreeTexture(image);
  texture.colorSpace = SRGBColorSpace;
  texture.flipY = false;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.needsUpdate = true;
  return texture;
}

async function texturesOf({ meshes }: Model): Promise<ReadonlyMap<Texture, ThreeTexture | null>> {
  const loaded = new Map<Texture, ThreeTexture | null>();
  for (const { texture } of meshes)
    if (texture && !loaded.has(texture)) loaded.set(texture, await loadTexture(texture));
  return loaded;
}

function objectOf(mesh: Mesh, texture: ThreeTexture | null): Object3D {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
  if (mesh.indices) geometry.setIndex(new BufferAttribute(mesh.indices, 1));
  if (mesh.normals) geometry.setAttribute('normal', new BufferAttribute(mesh.normals, 3));
  if (mesh.colors) geometry.setAttribute('color', new BufferAttribute(mesh.colors, 3));
  if (mesh.textureCoordinates) geometry.setAttribute('uv', new BufferAttribute(mesh.textureCoordinates, 2));
  const [red, green, blue, opacity] = mesh.color;
  const look = {
    color: new Color().setRGB(red, green, blue),
    vertexColors: mesh.colors !== null,
    transparent: opacity < 1,
    opacity,
  };
  if (mesh.shape === 'lines') return new LineSegments(geometry, new LineBasicMaterial(look));
  if (mesh.shape === 'points')
    return new Points(geometry, new PointsMaterial({ ...look, size: 3, sizeAttenuation: false }));
  const map = mesh.textureCoordinates ? texture : null;
  const material = new MeshLambertMaterial({
    ...look,
    map,
    side: DoubleSide,
    flatShading: mesh.normals === null,
  });
  if (!mesh.normals) geometry.computeVertexNormals();
  return new ThreeMesh(geometry, material);
}

export type ModelView = {
  /** Turns the model by angles in radians. */
  readonly turn: (around: number, up: number) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
};

/**
 * Draws a model on a canvas, again after each change of the view. Null where the engine has no WebGL.
 */
export async function createModelView(canvas: HTMLCanvasElement, model: Model): Promise<ModelView | null> {
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch {
    return null;
  }
  const textures = await texturesOf(model);
  const scene = new Scene();
  const group = new Group();
  for (const mesh of model.meshes) {
    const object = objectOf(mesh, (mesh.texture && textures.get(mesh.texture)) ?? null);
    if (mesh.matrix) {
      object.matrixAutoUpdate = false;
      object.matrix.fromArray(mesh.matrix);
    }
    group.add(object);
  }
  if (model.isZUp) group.rotation.x = -Math.PI / 2;
  group.updateMatrixWorld(true);
  const sphere = new Box3().setFromObject(group).getBoundingSphere(new Sphere());
  const radius = sphere.radius > 0 && Number.isFinite(sphere.radius) ? sphere.radius : 1;
  const { x: centerX, y: centerY, z: centerZ } = sphere.center;
  const camera = new PerspectiveCamera(fieldOfView, 1);
  const light = new DirectionalLight(0xffffff, 2);
  light.position.set(0.5, 1, 1);
  // The light moves with the eye, so that no side is dark.
  camera.add(light);
  scene.add(group, new HemisphereLight(0xffffff, 0x8a8f99, 1.6), camera);

  let angles = { ...startAngles } as { around: number; up: number };
  let distance = fitDistance;
  let isScheduled = false;
  const paint = () => {
    isScheduled = false;
    const [width, height] = [Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)];
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    // A high canvas shows less of the sides.
    const away = (radius * distance) / Math.min(1, camera.aspect);
    camera.near = Math.max(away - 2 * radius, away / 1000);
    camera.far = away + 2 * radius;
    camera.updateProjectionMatrix();
    const level = Math.cos(angles.up) * away;
    camera.position.set(
      centerX + Math.sin(angles.around) * level,
      centerY + Math.sin(angles.up) * away,
      centerZ + Math.cos(angles.around) * level,
    );
    camera.lookAt(centerX, centerY, centerZ);
    renderer.render(scene, camera);
  };
  const schedule = () => {
    if (!isScheduled) requestAnimationFrame(paint);
    isScheduled = true;
  };
  new ResizeObserver(schedule).observe(canvas);
  paint();
  return {
    turn(around, up) {
      angles = {
        around: angles.around + around,
        up: Math.max(-maxUp, Math.min(maxUp, angles.up + up)),
      };
      schedule();
    },
    zoom(factor) {
      distance = Math.max(fitDistance / 50, Math.min(fitDistance * 10, distance / factor));
      schedule();
    },
    fit() {
      angles = { ...startAngles };
      distance = fitDistance;
      schedule();
    },
  };
}
