// The entry of every page: index.html, embed.html and the single file. A query that names a figure shows that alone.
import { embed } from './embed.js'

const wantsFigure =
  new URLSearchParams(location.search).has('figure') || document.documentElement.dataset.page === 'embed'
if (wantsFigure) embed(location.search, document.body)
else import('./site.js').then(() => document.body.append(document.createElement('qkv-site')))
