// The classes of the figures, for tools that run no browser: what they say of themselves in their statics.
import { build } from 'esbuild'
import { pathToFileURL } from 'node:url'
import { cards, folderOf } from '../figures/index.js'
import { common, path, sources } from './sources.js'

/** @returns {Promise<Record<string, typeof import('../figures/base/figure.js').Figure>>} by name */
export async function classes() {
  const outfile = path('build/figures.mjs')
  const names = Object.keys(cards)
  await build({
    ...common,
    stdin: {
      contents: `${names.map((name) => `import './${folderOf(name)}/figure.js'`).join('\n')}
export const classes = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, customElements.get('qkv-' + name)]))`,
      resolveDir: path('web'),
    },
    format: 'esm',
    platform: 'node', // there lit brings the few words of a browser that a class needs
    outfile,
    plugins: [...sources('fetch')],
  })
  return (await import(pathToFileURL(outfile).href)).classes
}
