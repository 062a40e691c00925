/** The part of the library that is used; it has no types of its own. */
declare module 'three' {
  export class Vector3 {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    set(x: number, y: number, z: number): this;
    length(): number;
  }
  export class Sphere {
    readonly center: Vector3;
    readonly radius: number;
  }
  export class Box3 {
    setFromObject(object: Object3D): this;
    getBoundingSphere(target: Sphere): Sphere;
    isEmpty(): boolean;
  }
  export class Matrix4 {
    fromArray(numbers: readonly number[]): this;
  }
  export class Object3D {
    readonly position: Vector3;
    readonly rotation: { x: number; y: number; z: number };
    readonly matrix: Matrix4;
    matrixAutoUpdate: boolean;
    add(...objects: readonly Object3D[]): this;
    lookAt(x: number, y: number, z: number): void;
    updateMatrixWorld(force?: boolean): void;
  }
  export class Group extends Object3D {}
  export class Scene extends Object3D {}
  export class PerspectiveCamera extends Object3D {
    aspect: number;
    near: number;
    far: number;
    constructor(fieldOfView: number, aspect: number);
    updateProjectionMatrix(): void;
  }
  export class HemisphereLight extends Object3D {
    constructor(sky: number, ground: number, intensity: number);
  }
  export class DirectionalLight extends Object3D {
    constructor(color: number, intensity: number);
  }
  export class BufferAttribute {
    readonly itemSize: number;
    constructor(array: Float32Array | Uint32Array, itemSize: number);
  }
  export class BufferGeometry {
    setAttribute(name: string, attribute: BufferAttribute): this;
    setIndex(attribute: BufferAttribute): this;
    computeVertexNormals(): void;
  }
  export class Texture {
    colorSpace: string;
    flipY: boolean;
    wrapS: number;
    wrapT: number;
    needsUpdate: boolean;
    constructor(image: HTMLImageElement);
  }
  export class Color {
    setRGB(red: number, green: number, blue: number): this;
  }
  type MaterialOptions = {
    readonly color?: Color;
    readonly map?: Texture | null;
    readonly vertexColors?: boolean;
    readonly side?: number;
    readonly flatShading?: boolean;
    readonly transparent?: boolean;
    readonly opacity?: number;
    readonly size?: number;
    readonly sizeAttenuation?: boolean;
  };
  export class Material {
    readonly isMaterial: true;
  }
  export class MeshLambertMaterial extends Material {
    constructor(options: MaterialOptions);
  }
  export class LineBasicMaterial extends Material {
    constructor(options: MaterialOptions);
  }
  export class PointsMaterial extends Material {
    constructor(options: MaterialOptions);
  }
  export class Mesh extends Object3D {
    constructor(geometry: BufferGeometry, material: Material);
  }
  export class LineSegments extends Object3D {
    constructor(geometry: BufferGeometry, material: Material);
  }
  export class Points extends Object3D {
    constructor(geometry: BufferGeometry, material: Material);
  }
  export class WebGLRenderer {
    constructor(options: {
      readonly canvas: HTMLCanvasElement;
      readonly antialias: boolean;
      readonly alpha: boolean;
    });
    setPixelRatio(ratio: number): void;
    setSize(width: number, height: number, updateStyle: boolean): void;
    render(scene: Scene, camera: PerspectiveCamera): void;
  }
  export const DoubleSide: number;
  export const RepeatWrapping: number;
  export const SRGBColorSpace: string;
}
