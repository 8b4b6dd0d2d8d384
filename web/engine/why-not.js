// Why a module did not start: each cause has its own sentence, because each has its own cure.
import { failure } from './calls.js'

const MAGIC = [0, 0x61, 0x73, 0x6d] // "\0asm"

/** What is shown of a file that is something else. @param {Uint8Array} bytes */
const beginning = (bytes) =>
  Array.from(bytes.subarray(0, 24), (byte) =>
    byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·',
  ).join('')

/** @param {unknown} error @param {Uint8Array} bytes @param {string} name of the module */
export function whyNot(error, bytes, name) {
  const message = error instanceof Error ? error.message : String(error)
  if (/content security policy|unsafe-eval|blocked by CSP/i.test(message))
    return failure(
      'csp',
      "the content security policy of this site forbids WebAssembly: it needs script-src 'wasm-unsafe-eval' (%)",
      message,
    )
  if (!MAGIC.every((byte, i) => bytes[i] === byte))
    return failure(
      'not_wasm',
      "the file of module % is no WebAssembly, it begins with '%': the server answers something else for it",
      name,
      beginning(bytes),
    )
  if (!WebAssembly.validate(new Uint8Array(bytes)))
    return failure(
      'damaged_wasm',
      'the file of module % is cut off or damaged (it has % bytes)',
      name,
      bytes.length,
    )
  if (/memory|allocat/i.test(message))
    return failure('out_of_memory', 'there is not enough memory to start (%)', message)
  // It is WebAssembly, but not what this script expects to find in it.
  if (/LinkError/.test(message) || error instanceof WebAssembly.LinkError || error instanceof TypeError)
    return failure(
      'stale_wasm',
      'the file of module % belongs to another version of this script: clear the cache (%)',
      name,
      message,
    )
  return failure('no_start', 'WebAssembly could not be started: %', message)
}
