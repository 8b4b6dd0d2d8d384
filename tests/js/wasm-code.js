// Reads a WebAssembly module far enough to say what each of its functions contains. By the core specification,
// https://webassembly.github.io/spec/core/binary/
//
// What is told of a function: how many vector multiplications, additions and multiply-adds stand inside its loops, and
// how many calls it makes.

/** @typedef {{ index: number, inTable: boolean, loopArithmetic: number, calls: number }} FunctionFacts */

const F32X4 = { add: 228, sub: 229, mul: 230, relaxedMadd: 261 }

/** @param {Uint8Array} bytes @returns {FunctionFacts[]} */
export function functionsOf(bytes) {
  let at = 8
  const unsigned = () => {
    let value = 0
    for (let shift = 0, byte; ; shift += 7) {
      byte = bytes[at++]
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  const skipLeb = () => {
    while (bytes[at++] >= 128);
  }
  const skipLebs = (/** @type {number} */ count) => {
    for (let i = 0; i < count; i++) skipLeb()
  }
  const memoryArgument = () => skipLebs(unsigned() & 64 ? 2 : 1) // alignment, [memory,] offset

  let imported = 0
  const inTable = new Set()
  /** @type {FunctionFacts[]} */
  const functions = []
  while (at < bytes.length) {
    const id = bytes[at++]
    const end = unsigned() + at
    if (id === 2) imported = countImports()
    if (id === 9) readElements()
    if (id === 10) readCode()
    at = end
  }
  for (const one of functions) one.inTable = inTable.has(one.index)
  return functions

  function countImports() {
    let count = 0
    for (let n = unsigned(); n > 0; n--) {
      for (let i = 0; i < 2; i++) {
        const length = unsigned() // of the module's name, of the import's
        at += length
      }
      const kind = bytes[at++]
      if (kind === 0) {
        skipLeb()
        count++
      } else if (kind === 1 || kind === 2) {
        if (kind === 1) at++
        skipLebs(bytes[at] & 1 ? 3 : 2)
      } else if (kind === 3) at += 2
      else skipLebs(2)
    }
    return count
  }

  function readElements() {
    for (let n = unsigned(); n > 0; n--) {
      const kind = unsigned()
      if (kind !== 0) throw new Error(`an element segment of kind ${kind} is not known here`)
      skipInstructionsUntilEnd()
      for (let count = unsigned(); count > 0; count--) inTable.add(unsigned())
    }
  }

  function skipInstructionsUntilEnd() {
    const counts = { loopArithmetic: 0, calls: 0 }
    readExpression(counts)
  }

  function readCode() {
    const count = unsigned()
    for (let i = 0; i < count; i++) {
      const end = unsigned() + at
      for (let groups = unsigned(); groups > 0; groups--) {
        skipLeb()
        at++
      }
      const facts = { index: imported + i, inTable: false, loopArithmetic: 0, calls: 0 }
      readExpression(facts)
      if (at !== end) throw new Error(`function ${i} ends at ${at}, not at ${end}`)
      functions.push(facts)
    }
  }

  /** @param {{ loopArithmetic: number, calls: number }} facts */
  function readExpression(facts) {
    /** @type {boolean[]} */
    const blocks = [false] // true for loops
    while (blocks.length) {
      const code = bytes[at++]
      if (code === 0x0b || code === 0x18) blocks.pop() // end; delegate ends its try
      if (code === 0x18) skipLeb()
      else if (code === 0x02 || code === 0x03 || code === 0x04 || code === 0x06) {
        blocks.push(code === 0x03)
        skipLeb() // the type of the block
      } else if (code === 0x1f) {
        blocks.push(false) // try_table
        skipLeb()
        for (let n = unsigned(); n > 0; n--) skipLebs(bytes[at++] < 2 ? 2 : 1)
      } else if (code === 0x0e)
        skipLebs(unsigned() + 1) // br_table
      else if (code === 0x10 || code === 0x12) {
        facts.calls++
        skipLeb()
      } else if (code === 0x11 || code === 0x13) {
        facts.calls++
        skipLebs(2)
      } else if ([0x07, 0x08, 0x09, 0x0c, 0x0d, 0xd0, 0xd2].includes(code) || (code >= 0x20 && code <= 0x26))
        skipLeb()
      else if (code === 0x1c) skipLebs(unsigned())
      else if (code >= 0x28 && code <= 0x3e) memoryArgument()
      else if (code === 0x3f || code === 0x40) at++
      else if (code === 0x41 || code === 0x42) skipLeb()
      else if (code === 0x43) at += 4
      else if (code === 0x44) at += 8
      else if (code === 0xfc) numeric(unsigned())
      else if (code === 0xfd) {
        const operation = unsigned()
        vector(operation)
        if (blocks.includes(true) && Object.values(F32X4).includes(operation)) facts.loopArithmetic++
      } else if (code >= 0xc5 || (code > 0x1c && code < 0x20)) throw new Error(`unknown instruction ${code}`)
    }
  }

  /** @param {number} operation */
  function numeric(operation) {
    if (operation === 8 || operation === 10 || operation === 12 || operation === 14) skipLebs(2)
    else if (operation >= 9) skipLeb()
  }

  /** @param {number} operation */
  function vector(operation) {
    if (operation <= 11 || operation === 92 || operation === 93) memoryArgument()
    else if (operation === 12 || operation === 13) at += 16
    else if (operation >= 21 && operation <= 34) at++
    else if (operation >= 84 && operation <= 91) {
      memoryArgument()
      at++
    }
  }
}
