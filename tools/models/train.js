// Trains the shipped models and writes web/models/NAME.safetensors (float16) and NAME.json, its card.
//   node tools/models/train.js NAME… | all          writes
//   node tools/models/train.js --check NAME… | all  trains again, and fails if the files would differ
// In the SIMD128 module, whose arithmetic is the same on every machine: the same bytes come out everywhere.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { models } from './models.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const EXAMPLES = 1000 // of the measurement

/** The two files of a model. @param {string} name @returns {Promise<{ weights: Uint8Array, card: string }>} */
export async function trained(name) {
  const shipped = models[name]
  if (!shipped) throw new Error(`unknown model '${name}'; known are ${Object.keys(models).join(', ')}`)
  /** @type {typeof import('../../web/package/engine.js')} */
  const { loadEngine } = await import(join(root, 'build/lib/engine.js'))
  const engine = await loadEngine({ module: 'simd', needs: 'lab' })
  const { task, seed } = shipped
  const usual = engine.task(task).recipe
  const recipe = {
    ...usual,
    steps: shipped.steps ?? usual.steps,
    learningRate: shipped.learningRate ?? usual.learningRate,
    cosine: shipped.cosine ?? usual.cosine,
    config: { ...usual.config, ...shipped.config },
  }
  const trainer = engine.trainer({ task, recipe, seed })
  for (let left = recipe.steps; left > 0; left -= 10) trainer.step(Math.min(10, left))
  const weights = trainer.model().save('float16')
  // What is measured is what is shipped, after rounding.
  const model = engine.loadModel({ weights })
  const { loss, accuracy, sequences, looks } = model.measure({ task, seed, examples: EXAMPLES })
  const { config } = model
  const round = (/** @type {number} */ value) => (Number.isNaN(value) ? null : Number(value.toPrecision(4)))
  const { learningRate, batch, steps, warmUp, cosine } = recipe
  /** What the texts of all languages say under a key. @param {'title'|'task'|'data'|'caution'|'examples'|'answer'} key */
  const said = (key) =>
    Object.fromEntries(Object.entries(shipped.text).map(([tag, text]) => [tag, text[key]]))
  const card = {
    name,
    title: said('title'),
    examples: said('examples'),
    ...(shipped.text.en.answer ? { answer: said('answer') } : {}),
    task: { name: task, ...said('task') },
    data: said('data'),
    size: {
      parameters: model.parameters,
      layers: config.nLayers,
      heads: config.nHeads,
      keyValueHeads: config.nKvHeads,
      width: config.dModel,
      feedForward: config.dFf,
      words: config.nVocab,
      position: config.position,
    },
    training: { optimizer: 'AdamW', learningRate: round(learningRate), batch, steps, warmUp, cosine, seed },
    command: `./lab train ${name}`,
    result: {
      examples: EXAMPLES,
      loss: round(loss),
      accuracy: round(accuracy),
      sequences: round(sequences),
      looks: Array.from({ length: looks.rows }, (_, l) =>
        Array.from(looks.data.slice(l * looks.cols, (l + 1) * looks.cols), round),
      ),
    },
    caution: said('caution'),
    license: 'MIT',
  }
  const path = files(name).card
  const style = await resolveConfig(path)
  return { weights, card: await format(JSON.stringify(card, null, 2), { ...style, filepath: path }) }
}

/** The files as they stand in the project. @param {string} name */
export const files = (name) => ({
  weights: join(root, 'web/models', `${name}.safetensors`),
  card: join(root, 'web/models', `${name}.json`),
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv[2] === '--check'
  const asked = process.argv.slice(check ? 3 : 2)
  const names = asked[0] === 'all' || !asked.length ? Object.keys(models) : asked
  let differ = 0
  for (const name of names) {
    const start = performance.now()
    const { weights, card } = await trained(name)
    const paths = files(name)
    const { accuracy, looks } = JSON.parse(card).result
    let verdict = 'written'
    if (check) {
      const same = readFileSync(paths.weights).equals(weights) && readFileSync(paths.card, 'utf8') === card
      verdict = same ? 'the same again' : 'DIFFERS'
      differ += same ? 0 : 1
    } else {
      writeFileSync(paths.weights, weights)
      writeFileSync(paths.card, card)
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(
      `${name.padEnd(12)} ${seconds.padStart(5)} s  ${String(weights.length).padStart(6)} bytes  right ${accuracy}  looks ${JSON.stringify(looks)}  ${verdict}`,
    )
  }
  process.exit(differ ? 1 : 0)
}
