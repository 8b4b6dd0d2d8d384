// What a reader drops: a model, its tokenizer, or both, one after the other or together.
import { fileKind } from './file-kind.js'

/** @typedef {{ weights?: Uint8Array, tokenizer?: Uint8Array, name?: string }} Files */

/**
 * What there is with these files: a model in place of the one before, or a tokenizer for it.
 * @param {File[]} dropped @param {Files} before @returns {Promise<Files>}
 */
export async function withDropped(dropped, before) {
  const files = await Promise.all(
    dropped.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  )
  const kinds = files.map(({ bytes }) => fileKind(bytes))
  const tokenizer = files[kinds.indexOf('tokenizer')]?.bytes
  const at = kinds.findIndex((kind) => kind !== 'tokenizer')
  if (at < 0) return { ...before, tokenizer }
  // A tokenizer belongs to llama2.c models, ours bring their words along.
  const kept = tokenizer ?? before.tokenizer
  return {
    weights: files[at].bytes,
    name: files[at].name,
    tokenizer: kinds[at] === 'safetensors' ? undefined : kept,
  }
}
