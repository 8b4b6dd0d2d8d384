// What a dropped file is, by its first bytes.

/** @param {Uint8Array} bytes @returns {'safetensors'|'llama2c'|'tokenizer'|'unknown'} */
export function fileKind(bytes) {
  if (bytes.length < 12) return 'unknown'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(4, true) === 0 && bytes[8] === 0x7b) return 'safetensors'
  // A llama2.c header is seven small whole numbers; a tokenizer has a score, a float, in the second place.
  const plausible = (/** @type {number} */ at, /** @type {number} */ most) => {
    const value = view.getInt32(at, true)
    return value > 0 && value <= most
  }
  if (
    bytes.length >= 28 &&
    plausible(0, 65536) &&
    plausible(4, 1 << 18) &&
    plausible(8, 1024) &&
    plausible(12, 1024)
  )
    return 'llama2c'
  return view.getUint32(0, true) < 65536 ? 'tokenizer' : 'unknown'
}
