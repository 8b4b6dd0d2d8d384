// Where the single file and the classic bundle find the trained models: inside themselves.
import pronoun from '../models/pronoun.safetensors'

/** @param {'pronoun'} name @returns {Promise<Uint8Array>} */
export async function modelBytes(name) {
  return { pronoun }[name]
}
