// What qkv-train can be asked to show, and how settings change the recipe of a task.

/** @typedef {import('../engine/trainer.js').Recipe} Recipe */
/**
 * What differs from the task's own recipe; what is missing, 0 or '' does not.
 * @typedef {{ layers?: number, heads?: number, kvHeads?: number, width?: number, headWidth?: number, mask?: ''|'causal'|'none',
 * scaled?: ''|'1'|'0', position?: ''|'none'|'learned'|'rope'|'sinusoidal', architecture?: ''|'gpt'|'llama',
 * learningRate?: number, steps?: number }} Settings
 */

export const TASKS = /** @type {const} */ ([
  'reversal',
  'pronoun',
  'clause',
  'control',
  'sort',
  'recall',
  'induction',
  'sink',
  'random',
  'addition',
  'brackets',
  'modular',
  'text',
])
/** @typedef {typeof TASKS[number]} TaskName */

/** @type {Record<string, Settings & { task: TaskName }>} */
export const presets = {
  ...Object.fromEntries(TASKS.map((task) => [task, { task }])),
  cheating: { task: 'random', mask: 'none' },
  'no-positions': { task: 'reversal', position: 'none', steps: 600 },
  'no-scale': { task: 'reversal', scaled: '0', width: 64, headWidth: 256, steps: 400 },
}

/** The task's recipe with what the reader changed. @param {Recipe} recipe @param {Settings} settings @returns {Recipe} */
export function recipeWith(recipe, settings) {
  const config = { ...recipe.config }
  if (settings.layers) config.nLayers = settings.layers
  if (settings.heads) config.nHeads = settings.heads
  const { kvHeads } = settings
  config.nKvHeads = kvHeads && config.nHeads % kvHeads === 0 ? kvHeads : config.nHeads
  const oldWidth = config.dModel
  if (settings.width) config.dModel = settings.width
  if (config.dFf) config.dFf = Math.round(config.dFf / oldWidth) * config.dModel
  config.dHead = settings.headWidth || Math.floor(config.dModel / config.nHeads)
  if (settings.mask) config.causal = settings.mask === 'causal'
  if (settings.scaled) config.scaled = settings.scaled === '1'
  if (settings.architecture === 'llama')
    Object.assign(config, {
      norm: 'rms',
      position: 'rope',
      ropeTheta: 10000,
      activation: 'silu',
      gated: true,
      biases: false,
      dFf: config.dFf || 4 * config.dModel,
    })
  if (settings.position) config.position = settings.position
  return {
    ...recipe,
    config,
    learningRate: settings.learningRate || recipe.learningRate,
    steps: settings.steps || recipe.steps,
  }
}
