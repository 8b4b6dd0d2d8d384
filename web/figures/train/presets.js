// What qkv-train can be asked to show, and how settings change the recipe of a task.

import { strings } from './strings.js'

/** @typedef {import('../../package/engine.js').Recipe} Recipe */
/**
 * What differs from the task's own recipe; what is missing, 0 or '' does not.
 * @typedef {{ layers?: number, heads?: number, kvHeads?: number, width?: number, headWidth?: number, mask?: ''|'causal'|'none',
 * scaled?: ''|'1'|'0', position?: ''|'none'|'learned'|'rope'|'sinusoidal', architecture?: ''|'gpt'|'llama',
 * learningRate?: number, steps?: number }} Settings
 */

/** Those that have words here; the core knows what they are. */
export const TASKS = Object.keys(strings.zh.tasks)

/** @type {Record<string, Settings & { task: string }>} */
export const presets = {
  ...Object.fromEntries(TASKS.map((task) => [task, { task }])),
  cheating: { task: 'random', mask: 'none' },
  'no-positions': { task: 'reversal', position: 'none', steps: 600 },
  'no-scale': { task: 'reversal', scaled: '0', width: 64, headWidth: 256, steps: 400 },
}

/** The task's recipe with what the reader changed. @param {import('../../package/engine.js').Engine} engine @param {Recipe} recipe @param {Settings} settings @returns {Recipe} */
export function recipeWith(engine, recipe, settings) {
  let config = { ...recipe.config }
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
  if (settings.architecture === 'llama') config = engine.llamaStyle(config)
  if (settings.position) config.position = settings.position
  return {
    ...recipe,
    config,
    learningRate: settings.learningRate || recipe.learningRate,
    steps: settings.steps || recipe.steps,
  }
}
