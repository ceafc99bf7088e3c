// onnxruntime's WebAssembly called directly: every call returns at once, so Python may call it without waiting for
// promises. These exports are no public API: the version is pinned, and tests/web tries every new one.

import factory from "./onnxruntime/ort-wasm-simd-threaded.mjs";

const FLOAT32 = 1;
const ON_CPU = 1;
const LOG_ERRORS = 3;
const ALL_OPTIMISATIONS = 99;

/** The runtime, ready to make sessions. */
export async function openRuntime(base) {
  const module = await factory({ numThreads: 1, locateFile: (name) => new URL(name, base).href });
  checked(module._OrtInit(1, LOG_ERRORS) === 0, "the start of onnxruntime");
  return { session: (content) => new Session(module, content) };
}

class Session {
  #module;
  #handle;

  constructor(module, content) {
    this.#module = module;
    const place = module._malloc(content.length);
    module.HEAPU8.set(content, place);
    const options = checked(module._OrtCreateSessionOptions(ALL_OPTIMISATIONS, true, true, 0, false, 0, 0, LOG_ERRORS, 0, 0), "options");
    this.#handle = module._OrtCreateSession(place, content.length, options);
    module._free(place);
    module._OrtReleaseSessionOptions(options);
    if (typeof this.#handle !== "number") throw new Error("onnxruntime answers with promises: not the pinned version");
    checked(this.#handle, "a session");
  }

  /** The outputs of those names as [shape, values], for one input `canvas`, a Python array of that shape. */
  run(canvas, shape, outputs) {
    const [dimensions, names] = [shape.toJs(), outputs.toJs()];
    const held = new Held(this.#module);
    const view = canvas.getBuffer("f32");
    try {
      return this.#run(held, view.data, dimensions, names);
    } finally {
      view.release();
      held.release();
    }
  }

  #run(held, data, dimensions, names) {
    const module = this.#module;
    const input = held.tensor(data, dimensions);
    const table = held.room(4 * (2 + 2 * names.length));
    const places = [["canvas", input], ...names.map((name) => [name, 0])];
    const [inputs, results] = [table + 4, table + 8 + 4 * names.length];
    module.setValue(table, held.text("canvas"), "*");
    module.setValue(inputs, input, "*");
    places.slice(1).forEach(([name], index) => {
      module.setValue(table + 8 + 4 * index, held.text(name), "*");
      module.setValue(results + 4 * index, 0, "*");
    });
    const options = module._OrtCreateRunOptions(LOG_ERRORS, 0, false, 0);
    const code = module._OrtRun(this.#handle, table, inputs, 1, table + 8, names.length, results, options);
    module._OrtReleaseRunOptions(options);
    checked(code === 0, "a run");
    return names.map((_, index) => taken(module, held, module.getValue(results + 4 * index, "*")));
  }
}

/** Memory of the runtime that one call holds. */
class Held {
  #rooms = [];
  #tensors = [];

  constructor(module) { this.module = module; }

  room(bytes) {
    const place = this.module._malloc(bytes);
    this.#rooms.push(place);
    return place;
  }

  text(words) {
    const bytes = this.module.lengthBytesUTF8(words) + 1;
    const place = this.room(bytes);
    this.module.stringToUTF8(words, place, bytes);
    return place;
  }

  tensor(data, dimensions) {
    const place = this.room(data.byteLength);
    this.module.HEAPU8.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), place);
    const shape = this.room(4 * dimensions.length);
    dimensions.forEach((side, index) => this.module.setValue(shape + 4 * index, side, "i32"));
    return this.keep(checked(this.module._OrtCreateTensor(FLOAT32, place, data.byteLength, shape, dimensions.length, ON_CPU), "a tensor"));
  }

  keep(tensor) {
    this.#tensors.push(tensor);
    return tensor;
  }

  release() {
    for (const tensor of this.#tensors) this.module._OrtReleaseTensor(tensor);
    for (const place of this.#rooms) this.module._free(place);
  }
}

/** A result's shape and a copy of its values. */
function taken(module, held, tensor) {
  held.keep(tensor);
  const facts = held.room(16);
  module._OrtGetTensorData(tensor, facts, facts + 4, facts + 8, facts + 12);
  const [values, sides, count] = [module.getValue(facts + 4, "*"), module.getValue(facts + 8, "*"), module.getValue(facts + 12, "i32")];
  const shape = Array.from({ length: count }, (_, index) => module.getValue(sides + 4 * index, "i32"));
  module._OrtFree(sides);
  const bytes = 4 * shape.reduce((product, side) => product * side, 1);
  return [shape, new Float32Array(module.HEAPU8.slice(values, values + bytes).buffer)];
}

function checked(value, what) {
  if (!value) throw new Error(`onnxruntime refused ${what}`);
  return value;
}
