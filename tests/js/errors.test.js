// Every sentence with which something fails, wherever it is written, has its saying in each language.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sayings, translated } from '../../web/i18n/errors.js'
import '../../web/models/sayings.js'
import { root } from './golden.js'

/** @param {string} folder @param {RegExp} wanted */
const sources = (folder, wanted) =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => wanted.test(name))
    .map((name) => ({ name, code: readFileSync(join(root, folder, name), 'utf8') }))

/** The arguments of a call that begins behind its '(', each as code. @param {string} code @param {number} from */
function argumentsAt(code, from) {
  const list = ['']
  for (let i = from, depth = 0; i < code.length; ++i) {
    const c = code[i]
    const separator = c === "'" && /\d/.test(code[i - 1]) // as in 10'000
    if (!separator && (c === '"' || c === "'" || c === '`')) {
      let end = i + 1
      while (code[end] !== c) end += code[end] === '\\' ? 2 : 1
      list[list.length - 1] += code.slice(i, end + 1)
      i = end
      continue
    }
    if ('([{'.includes(c)) depth += 1
    if (')]}'.includes(c) && --depth < 0) return list
    if (c === ',' && depth === 0) list.push('')
    else list[list.length - 1] += c
  }
  return list
}

/** The text of an argument that is a literal, or several in a row. @param {string} argument */
function literal(argument) {
  if (!/^\s*(["'])(?:(?!\1)[^\\]|\\.)*\1(\s*"(?:[^"\\]|\\.)*")*\s*$/s.test(argument)) return
  const parts = argument.match(/(["'])(?:(?!\1)[^\\]|\\.)*\1/gs) ?? []
  return parts.map((part) => part.slice(1, -1).replace(/\\(["'])/g, '$1')).join('')
}

/** The last literal of each call of these functions: who comes before what, and values are no literals. @param {string} code @param {RegExp} calls */
const sentences = (code, calls) =>
  [...code.matchAll(calls)].flatMap((match) => {
    const given = argumentsAt(code, match.index + match[0].length)
    const texts = given.map(literal)
    const namesWhoOnly = given.length > 1 && !given[1].trim().startsWith('{') // the sentence comes as a variable
    if (namesWhoOnly) texts[0] = undefined
    return texts.filter((text) => text !== undefined).slice(-1)
  })

/** @type {Set<string>} */
const said = new Set()
for (const folder of ['src', 'bindings'])
  for (const { name, code } of sources(folder, /\.(cpp|h)$/)) {
    for (const text of sentences(code, /\b(?:fail|fail_file|check)\(/g)) said.add(text)
    if (name.endsWith('file_kind.cpp'))
      // its table, and what texts are
      for (const [, text] of code.matchAll(/"((?:this|not) [^"]{12,}?)"(?=[;},])/g)) said.add(text)
  }
for (const folder of ['web/engine', 'web/models'])
  for (const { code } of sources(folder, /\.js$/))
    for (const [text] of [...code.matchAll(/\bfailure\(/g)].map((match) =>
      argumentsAt(code, match.index + match[0].length)
        .map(literal)
        .filter((text) => text !== undefined)
        .slice(1, 2),
    ))
      if (text) said.add(text)
said.delete('%') // around a sentence of somebody else

test('every sentence of the core and of the engine is said in Chinese, with all its values', () => {
  assert.ok(said.size > 120, `only ${said.size} sentences were found`)
  for (const text of said) {
    const saying = sayings.zh[text]
    assert.ok(saying, `nothing in Chinese for: ${text}`)
    assert.match(saying, /[\u4e00-\u9fff]/)
    const places = text.split('%').length - 1
    const shown = new Set([...saying.matchAll(/%([1-9])/g)].map(([, i]) => Number(i)))
    assert.deepEqual(
      [...shown].sort(),
      Array.from({ length: places }, (_, i) => i + 1),
      text,
    )
  }
})

test('no saying is for a sentence that nobody says', () => {
  const own = ['stopped', 'out of memory', 'the worker has failed', 'this model has been freed']
  assert.deepEqual(
    Object.keys(sayings.zh).filter((text) => !said.has(text) && !own.includes(text)),
    [],
  )
})

test('translated: by the sentence, or by the message where that is all there is; English stays', () => {
  const message = 'llama2.c file: by its header the file should have 1056540 bytes, it has 32'
  assert.equal(translated({ message }, 'zh'), '按文件头，它应有 1056540 字节，实际是 32 字节')
  assert.equal(translated({ message }, 'en'), message)
  assert.equal(translated({ message: 'something new' }, 'zh'), 'something new')
  assert.equal(
    translated({ message: 'RuntimeError: memory access out of bounds' }, 'zh'),
    '内存不够了：把长度或模型改小一些再试',
  )
  const whole = { message: 'x: must be a number', text: 'must be a number', values: [] }
  assert.equal(translated(whole, 'zh'), 'x 要是一个数')
})

test('translated: a sentence inside a sentence is said, too; a word of the reader is not', () => {
  const inside = "json: duplicate key 'key00' at byte 116"
  assert.equal(translated({ message: inside }, 'zh'), '第 116 字节处的 JSON 有错：键“key00”出现了两次')
  const around = {
    message: 'model file: config: n_heads must be between 1 and 1024, got 0',
    text: '%',
    values: ['config: n_heads must be between 1 and 1024, got 0'],
  }
  assert.equal(translated(around, 'zh'), 'n_heads 要在 1 到 1024 之间，现在是 0')
  const word = {
    message: "encode: the model has never seen 'unknown word'",
    text: "the model has never seen '%'",
    values: ['unknown word'],
  }
  assert.equal(translated(word, 'zh'), '模型没见过“unknown word”')
})

test('no healthy file is called damaged', () => {
  const i64 = "safetensors: tensor 'ids' is I64; F32, F16 and BF16 can be read"
  assert.equal(translated({ message: i64 }, 'zh'), '张量 ids 的类型是 I64；能读的是 F32、F16 和 BF16')
  const files = Object.entries(sayings.zh).filter(([text]) => /file|tensor|header/.test(text))
  for (const [text, saying] of files)
    if (!/damaged/.test(text)) assert.doesNotMatch(saying, /损坏|坏了|改动过/, text)
})
