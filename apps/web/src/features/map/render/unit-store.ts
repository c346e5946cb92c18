import { leadingPositions, segmentTypes, type DrawShape } from '../layer/draw-shape.ts';
import type { BatchClasses } from '../layer/classing.ts';
import type { DrawBatch } from '../layer/draw-batch.ts';
import { isPainted, partBytes, partColors, type Paint } from './paint.ts';

/** The parts that a batch is drawn in: areas by their insides and edges, lines and outlines of a width, points. */
type Part = 'fill' | 'edge' | 'path' | 'point';

/** A batch and how one part of it looks. */
export interface UnitLook {
  batch: DrawBatch;
  paint: Paint;
  edgePaint?: Paint;
  classes: BatchClasses;
  selected: ReadonlySet<number>;
}

/**
 * Numbers in the memory of the graphics card, as an attribute of a shader reads them; 0 bytes of stride where they lie
 * side by side.
 */
export interface UnitAttribute {
  buffer: WebGLBuffer;
  type: 'float' | 'byte' | 'color';
  size: number;
  stride: number;
  offset: number;
}

/** The shape of a batch in the memory of the graphics card. */
interface Shape {
  positions: WebGLBuffer;
  triangles: UnitIndex | null;
  edges: UnitIndex | null;
  types: WebGLBuffer | null;
}
export interface UnitIndex {
  buffer: WebGLBuffer;
  count: number;
}
interface Painted extends Omit<UnitLook, 'batch'> {
  colors: WebGLBuffer;
  signs: WebGLBuffer | null;
}
interface Held {
  shape: Shape;
  sized: { sizes: Uint8Array<ArrayBuffer>; buffer: WebGLBuffer } | null;
  painted: Partial<Record<Part, Painted>>;
}

/**
 * What the graphics card holds of the batches of a map: for as long as they are loaded, whether they are drawn or not.
 * The page keeps no second copy of a shape: one that this picture has not had is asked for.
 */
export class UnitStore {
  readonly #held = new Map<DrawBatch, Held>();
  /** Shapes that were asked for, until they are sent on. */
  readonly #brought = new Map<DrawBatch, DrawShape>();
  readonly #onMissing: (batch: DrawBatch) => void;

  constructor(onMissing: (batch: DrawBatch) => void) {
    this.#onMissing = onMissing;
  }

  bring(batch: DrawBatch, shape: DrawShape): void {
    if (!this.#held.has(batch)) this.#brought.set(batch, shape);
  }

  /**
   * Sends the shape of a batch to the graphics card unless it is there; null for one that has to be asked for. To be
   * called while nothing else is being drawn.
   */
  shapeOf(gl: WebGL2RenderingContext, batch: DrawBatch): Shape | null {
    const known = this.#held.get(batch);
    if (known) return known.shape;
    const shape = this.#brought.get(batch) ?? batch.shape;
    if (!shape) {
      this.#onMissing(batch);
      return null;
    }
    const index = (indices: Uint32Array<ArrayBuffer> | null) =>
      indices && { buffer: upload(gl, indices, gl.ELEMENT_ARRAY_BUFFER), count: indices.length };
    const sent = {
      positions: upload(gl, shape.positions),
      triangles: index(shape.triangles),
      edges: index(shape.edges),
      types: null,
    };
    this.#held.set(batch, { shape: sent, sized: null, painted: {} });
    this.#brought.delete(batch);
    batch.shape = null;
    return sent;
  }

  /** Positions of a batch as doubles of deck.gl, from one of them on. */
  positions(shape: Shape, { size }: DrawBatch, name: string, first = 0): Record<string, UnitAttribute> {
    const at = { buffer: shape.positions, type: 'float' as const, size, stride: size * 8 };
    const offset = (leadingPositions + first) * size * 8;
    return { [name]: { ...at, offset }, [`${name}64Low`]: { ...at, offset: offset + size * 4 } };
  }

  /** What each piece of the lines of a batch is. */
  types(gl: WebGL2RenderingContext, shape: Shape, { paths }: DrawBatch): UnitAttribute {
    shape.types ??= upload(gl, segmentTypes(paths!));
    return { buffer: shape.types, type: 'byte', size: 1, stride: 0, offset: 0 };
  }

  /** Colours and signs of a part of a batch where features differ, under their names in the shader. */
  paint(gl: WebGL2RenderingContext, part: Part, look: UnitLook, name: string): Record<string, UnitAttribute> {
    const painted = this.#painted(gl, part, look);
    if (!painted) return {};
    return {
      [name]: { buffer: painted.colors, type: 'color', size: 4, stride: 0, offset: 0 },
      ...(painted.signs && { instanceSigns: { buffer: painted.signs, type: 'byte', size: 1, stride: 0, offset: 0 } }),
    };
  }

  /** Radii of the points of a batch as bytes, under their name in the shader; nothing where all are alike. */
  sizes(gl: WebGL2RenderingContext, { batch, classes }: UnitLook, name: string): Record<string, UnitAttribute> {
    const held = this.#held.get(batch)!;
    const sizes = classes.sizes ?? null;
    if (held.sized && held.sized.sizes !== sizes) {
      free(gl, [held.sized.buffer]);
      held.sized = null;
    }
    if (!sizes) return {};
    held.sized ??= { sizes, buffer: upload(gl, partBytes(batch, sizes)!) };
    return { [name]: { buffer: held.sized.buffer, type: 'byte', size: 1, stride: 0, offset: 0 } };
  }

  #painted(gl: WebGL2RenderingContext, part: Part, look: UnitLook): Painted | null {
    const { painted } = this.#held.get(look.batch)!;
    const known = painted[part];
    const isNeeded = isPainted(look.batch, look.classes, look.paint, look.selected);
    if (isNeeded && known && isSame(known, look)) return known;
    this.forget(gl, part, look.batch);
    if (!isNeeded) return null;
    const { batch, ...rest } = look;
    const signs = part === 'point' ? partBytes(batch, look.classes.signs) : null;
    painted[part] = { ...rest, colors: upload(gl, partColors(part, batch, look)), signs: signs && upload(gl, signs) };
    return painted[part];
  }

  /** Frees the colours of a part of a batch that is drawn no more. */
  forget(gl: WebGL2RenderingContext, part: Part, batch: DrawBatch): void {
    const painted = this.#held.get(batch)?.painted;
    if (!painted?.[part]) return;
    free(gl, [painted[part].colors, painted[part].signs]);
    delete painted[part];
  }

  /** Frees what belongs to no batch that is loaded. */
  keepOnly(gl: WebGL2RenderingContext, batches: ReadonlySet<DrawBatch>): void {
    for (const batch of this.#brought.keys()) if (!batches.has(batch)) this.#brought.delete(batch);
    for (const [batch, { shape, sized, painted }] of this.#held) {
      if (batches.has(batch)) continue;
      this.#held.delete(batch);
      free(gl, [
        shape.positions,
        shape.triangles?.buffer,
        shape.edges?.buffer,
        shape.types,
        sized?.buffer,
        ...Object.values(painted).flatMap(({ colors, signs }) => [colors, signs]),
      ]);
    }
  }
}

function upload(
  gl: WebGL2RenderingContext,
  data: ArrayBufferView<ArrayBuffer>,
  target: number = gl.ARRAY_BUFFER,
): WebGLBuffer {
  const buffer = gl.createBuffer();
  // Indices are bound to whatever list of arrays is: to none.
  gl.bindVertexArray(null);
  gl.bindBuffer(target, buffer);
  gl.bufferData(target, data, gl.STATIC_DRAW);
  gl.bindBuffer(target, null);
  return buffer;
}

function free(gl: WebGL2RenderingContext, buffers: readonly (WebGLBuffer | null | undefined)[]): void {
  for (const buffer of buffers) if (buffer) gl.deleteBuffer(buffer);
}

function isSame(known: Painted, { paint, classes, selected }: UnitLook): boolean {
  return (
    known.selected === selected &&
    known.classes.classes === classes.classes &&
    known.classes.signs === classes.signs &&
    known.paint.palette === paint.palette &&
    String(known.paint.base) === String(paint.base)
  );
}
