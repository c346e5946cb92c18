import type { Layer } from '@deck.gl/core';
import type { Bbox } from '@groma/geo';
import { isInSight } from '../layer/in-sight.ts';
import { sightOf, type Camera } from './sight.ts';
import type { UnitAttribute, UnitIndex, UnitLook, UnitStore } from './unit-store.ts';

/**
 * What one unit gives to the shader of a layer for one draw call, by its own index or as many instances as `count`;
 * `constant` is an attribute that is the same for all of it.
 */
interface UnitArrays {
  attributes: Record<string, UnitAttribute>;
  index: UnitIndex | null;
  count: number;
  isLines?: boolean;
  constant?: { name: string; value: number };
}

/**
 * How the units of a kind of layer are drawn: by one draw call or by several, the first of all units before the second
 * of all; null for one whose shape is not there yet.
 */
export interface UnitPlan<Props> {
  arrays(gl: WebGL2RenderingContext, store: UnitStore, look: UnitLook, props: Props): UnitArrays[] | null;
  /** How far beside its positions something is drawn, in pixels. */
  reach(props: Props, camera: Camera): number;
}

type Model = ReturnType<Layer['getModels']>[number];

export interface UnitProps {
  units: readonly UnitLook[];
  store: UnitStore;
}

/** A unit with its list of arrays, ready for a draw call. */
interface Ready {
  array: WebGLVertexArrayObject;
  key: string;
  arrays: UnitArrays;
  constant: { location: number; value: number } | null;
  box: Bbox | null;
}

/**
 * Draws many units within one layer of deck.gl, for what a layer costs in each frame (uniforms, parameters, bindings)
 * it costs whatever it holds. luma.gl calls `begin` and `end` around the draw call of a model while its program,
 * uniforms and parameters stand, as it does for a transform feedback; the model itself draws nothing, each unit in
 * sight follows by a draw call of its own.
 */
export class UnitDrawing<Props extends UnitProps> {
  readonly #plan: UnitPlan<Props>;
  #layer: Layer<Props> | null = null;
  #model: Model | null = null;
  #units: readonly UnitLook[] | null = null;
  #ready: readonly Ready[] = [];
  #isWhole = false;

  constructor(plan: UnitPlan<Props>) {
    this.#plan = plan;
  }

  /** Takes what the layer is to draw from now on, and by which model. */
  follow(layer: Layer<Props>): void {
    this.#layer = layer;
    const [model] = layer.getModels();
    if (model && model !== this.#model) {
      this.release();
      this.#model = model;
      model.setTransformFeedback(this as never);
    }
    if (this.#units === layer.props.units) return;
    this.#units = layer.props.units;
    this.#isWhole = false;
  }

  begin(): void {}

  end(): void {
    const [layer, model] = [this.#layer, this.#model];
    if (!layer || !model) return;
    const gl = glOf(model);
    if (!this.#isWhole) this.#prepare(gl, layer, model);
    const camera = layer.context.viewport as unknown as Camera;
    const sight = sightOf(camera, this.#plan.reach(layer.props as Props, camera));
    const mode = model.topology === 'triangle-strip' ? gl.TRIANGLE_STRIP : gl.TRIANGLES;
    for (const {
      array,
      arrays: { index, count, isLines },
      constant,
      box,
    } of this.#ready) {
      if (sight && box && !isInSight(box, sight)) continue;
      gl.bindVertexArray(array);
      if (constant) gl.vertexAttrib1f(constant.location, constant.value);
      if (index) gl.drawElements(isLines ? gl.LINES : mode, index.count, gl.UNSIGNED_INT, 0);
      else if (model.vertexArray.indexBuffer)
        gl.drawElementsInstanced(mode, model.vertexCount, gl.UNSIGNED_SHORT, 0, count);
      else gl.drawArraysInstanced(mode, 0, model.vertexCount, count);
    }
  }

  /** Gives back the lists of arrays; what they are of belongs to the store. */
  release(): void {
    if (this.#model) for (const { array } of this.#ready) glOf(this.#model).deleteVertexArray(array);
    this.#ready = [];
    this.#isWhole = false;
  }

  #prepare(gl: WebGL2RenderingContext, { props }: Layer<Props>, model: Model): void {
    const before = new Map(this.#ready.map((ready) => [ready.key, ready]));
    this.#isWhole = true;
    const calls: Ready[][] = [];
    for (const look of this.#units!) {
      const all = this.#plan.arrays(gl, props.store, look, props as Props);
      this.#isWhole &&= all !== null;
      for (const [place, arrays] of (all ?? []).entries()) {
        const key = keyOf(arrays);
        const known = before.get(key);
        before.delete(key);
        // What stands above the ground is seen from beside its box.
        (calls[place] ??= []).push(
          known ?? {
            array: makeArray(gl, model, arrays),
            key,
            arrays,
            constant: constantOf(model, arrays),
            box: look.batch.size === 2 ? look.batch.box : null,
          },
        );
      }
    }
    this.#ready = calls.flat();
    for (const { array } of before.values()) gl.deleteVertexArray(array);
  }
}

function glOf(model: Model): WebGL2RenderingContext {
  return (model.device as unknown as { gl: WebGL2RenderingContext }).gl;
}

const keys = new WeakMap<WebGLBuffer, number>();
let lastKey = 0;

/** The same text for the same buffers. */
function keyOf({ attributes, index }: UnitArrays): string {
  return [...Object.values(attributes), ...(index ? [index] : [])]
    .map(({ buffer }) => {
      if (!keys.has(buffer)) keys.set(buffer, ++lastKey);
      return keys.get(buffer);
    })
    .join();
}

/**
 * The arrays of a unit, and those that the model has for all of them alike (the corners of a mark). Other attributes
 * stay as constant as they are for the model.
 */
function makeArray(
  gl: WebGL2RenderingContext,
  model: Model,
  { attributes, index }: UnitArrays,
): WebGLVertexArrayObject {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  for (const { name, location } of model.pipeline.shaderLayout.attributes) {
    const attribute = attributes[name] ?? cornersOf(model, name, location);
    if (!attribute) continue;
    gl.bindBuffer(gl.ARRAY_BUFFER, attribute.buffer);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(
      location,
      attribute.size,
      attribute.type === 'float' ? gl.FLOAT : gl.UNSIGNED_BYTE,
      attribute.type === 'color',
      attribute.stride,
      attribute.offset,
    );
    gl.vertexAttribDivisor(location, name.startsWith('instance') ? 1 : 0);
  }
  const shared = model.vertexArray.indexBuffer as unknown as { handle: WebGLBuffer } | null;
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, index?.buffer ?? shared?.handle ?? null);
  gl.bindBuffer(gl.ARRAY_BUFFER, null);
  gl.bindVertexArray(null);
  return array;
}

function constantOf(model: Model, { constant }: UnitArrays): Ready['constant'] {
  const location =
    constant && model.pipeline.shaderLayout.attributes.find(({ name }) => name === constant.name)?.location;
  return location === undefined ? null : { location, value: constant!.value };
}

function cornersOf(model: Model, name: string, location: number): UnitAttribute | null {
  const buffer = model.vertexArray.attributes[location] as unknown as {
    handle?: WebGLBuffer;
    byteLength: number;
  } | null;
  if (name !== 'positions' || !buffer?.handle) return null;
  // Two or three numbers for each corner.
  return {
    buffer: buffer.handle,
    type: 'float',
    size: model.topology === 'triangle-strip' ? 3 : 2,
    stride: 0,
    offset: 0,
  };
}
