// The entry of every page: index.html, embed.html and the single file. A query that names a figure shows that alone.
import { embed } from './embed.js'

const wantsFigure =
  new URLSearchParams(location.search).has('figure') || document.documentElement.dataset.page === 'embed'
const site = async () => {
  await import('./site.js')
  document.body.append(document.createElement('qkv-site'))
}
// start.js says what goes wrong before that.
const begun = wantsFigure ? embed(location.search, document.body) : site()
begun.then(() => document.getElementById('start')?.remove())
