// Which of the three binaries runs here.

/** The modules from the fastest to the one that runs everywhere, and the smallest programs that validate only where one does. */
export const MODULES = /** @type {const} */ (['relaxed', 'simd', 'scalar'])
/** @typedef {typeof MODULES[number]} ModuleName */
const PROBES = {
  // (func (result v128) (f32x4.relaxed_madd (i32x4.splat 1) … …))
  relaxed: [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0, 65, 0, 253, 17, 65, 0,
    253, 17, 65, 0, 253, 17, 253, 133, 2, 11,
  ],
  simd: [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ],
}

/** @param {ModuleName} name */
export const runsHere = (name) => name === 'scalar' || WebAssembly.validate(new Uint8Array(PROBES[name]))
