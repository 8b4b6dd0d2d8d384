// Lessons: Markdown with a little front matter in, checked HTML out. Nothing here runs in the page.
//   node web/build/lessons.js     prints what is wrong with any lesson, and exits with 1
import markdownIt from 'markdown-it'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import temml from 'temml'
import { cards } from '../figures/index.js'
import { localeOf } from '../i18n/locales.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = join(root, 'web/lessons')
/** A folder for each. */
export const LANGUAGES = readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
)
/** Those in which every lesson must be there; in others what is missing is shown in English. */
const WHOLE = ['zh', 'en']

/** @typedef {ReturnType<typeof markdownIt>} Markdown */
/** @typedef {{ slug: string, number: number, title: string, summary: string, minutes: number, html: string, headings: { id: string, text: string }[], figures: string[], exercises: number, exerciseNames: string[], part: number }} Lesson */
/** @typedef {Record<string, { tone?: string } & Record<string, { term: string, text: string, match?: string }>>} Glossary */

/** Symbols of formulas by the step they name; hovering one lights its matrix. */
const MACROS = Object.fromEntries(
  Object.entries({
    q: 'q',
    k: 'k',
    v: 'v',
    x: 'x',
    o: 'output',
  }).flatMap(([letter, step]) => [[`\\${letter}`, `\\class{s-${step}}{\\mathbf{${letter}}}`]]),
)
Object.assign(MACROS, {
  '\\s': '\\class{s-scores}{s}',
  '\\w': '\\class{s-weights}{w}',
  '\\Q': '\\class{s-q}{Q}',
  '\\K': '\\class{s-k}{K}',
  '\\V': '\\class{s-v}{V}',
})

/** The first symbol of each step can be reached by keyboard; more would be in the way. @param {string} html */
function firstSymbols(html) {
  const seen = new Set()
  return html.replace(/class="s-(\w+)"/g, (found, step) => {
    if (seen.has(step)) return found
    seen.add(step)
    return `${found} tabindex="0"`
  })
}

const escape = (/** @type {string} */ text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** @param {string} tex @param {boolean} displayMode */
const formula = (tex, displayMode) =>
  temml.renderToString(tex, { displayMode, macros: { ...MACROS }, trust: true, throwOnError: true })

/** `$…$` in a line and `$$…$$` on lines of their own. @param {Markdown} md */
function formulas(md) {
  md.inline.ruler.after('escape', 'formula', (state, silent) => {
    if (state.src[state.pos] !== '$') return false
    const end = state.src.indexOf('$', state.pos + 1)
    if (end < 0 || end === state.pos + 1) return false
    if (!silent)
      state.push('html_inline', '', 0).content = formula(state.src.slice(state.pos + 1, end), false)
    state.pos = end + 1
    return true
  })
  md.block.ruler.before('fence', 'formulas', (state, startLine, endLine, silent) => {
    const line = (/** @type {number} */ i) =>
      state.src.slice(state.bMarks[i] + state.tShift[i], state.eMarks[i]).trim()
    if (line(startLine) !== '$$') return false
    let last = startLine + 1
    while (last < endLine && line(last) !== '$$') ++last
    if (last === endLine) return false
    if (silent) return true
    const tex = state.getLines(startLine + 1, last, 0, false)
    state.push('html_block', '', 0).content = `<div class="formula">${formula(tex, true)}</div>\n`
    state.line = last + 1
    return true
  })
}

/**
 * Exercises, as a teacher writes them: a fenced block of the kind choose, order or answer, with a name that no other exercise of the
 * lesson has and that is the same in every language: what a reader answered is kept under it.
 *   ? the question    + a right choice    - a wrong one    1. the first of what is to be put in order    > what is said afterwards
 * @param {string} kind @param {string} body @param {string} name @param {(text: string) => string} inline
 */
function exercise(kind, body, name, inline) {
  const lines = body.split('\n').filter((line) => line.trim())
  const of = (/** @type {RegExp} */ mark) =>
    lines.filter((line) => mark.test(line)).map((line) => inline(line.replace(mark, '').trim()))
  const unknown = lines.find((line) => !/^([?+\->]|\d+\.)\s/.test(line))
  if (unknown) throw new Error(`a line of an exercise begins with none of ? + - > 1.: "${unknown}"`)
  const question = of(/^\?\s/).join(' ')
  const after = of(/^>\s/).join(' ')
  if (!question || !after)
    throw new Error(`an exercise needs a question (?) and something said afterwards (>): "${lines[0]}"`)
  if (kind === 'answer') return { question, after }
  if (kind === 'order') {
    const items = of(/^\d+\.\s/)
    if (items.length < 2) throw new Error(`there is nothing to put in order: "${question}"`)
    return { question, items, after }
  }
  const options = lines
    .filter((line) => /^[+-]\s/.test(line))
    .map((line) => ({ text: inline(line.slice(2).trim()), right: line[0] === '+' }))
  if (options.length < 2 || !options.some(({ right }) => right))
    throw new Error(`a choice needs two options, one of them right (+): "${question}"`)
  return { question, options: shuffled(name, options), after }
}
const KINDS = ['choose', 'order', 'answer']

/** Turns the options by a hash of the exercise's name (FNV-1a), which is the same in every language: the right one stands at another place in each exercise, and stays there. @template T @param {string} name @param {T[]} options @returns {T[]} */
function shuffled(name, options) {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const turn = hash % options.length
  return [...options.slice(turn), ...options.slice(0, turn)]
}

/**
 * Puts a term of the glossary into a tooltip where a lesson first uses it, and wherever its author says so: [these words](term:softmax).
 * @param {Markdown} md @param {Glossary} known @param {string} language */
function terms(md, known, language) {
  md.core.ruler.push('terms', (state) => {
    const left = new Map(Object.entries(known))
    let inHeading = false
    for (const token of state.tokens) {
      if (token.type === 'heading_open' || token.type === 'heading_close')
        inHeading = token.type === 'heading_open'
      if (token.type !== 'inline' || inHeading || !token.children) continue
      const piece = (/** @type {'text'|'html_inline'} */ type, /** @type {string} */ content) =>
        Object.assign(new state.Token(type, '', 0), { content })
      const tip = (/** @type {string} */ id) => {
        if (!known[id])
          throw new Error(`glossary.json has no term "${id}"; known are ${Object.keys(known).join(', ')}`)
        left.delete(id)
        const { tone } = known[id]
        const entry = known[id][language] ?? known[id].en
        return `<qkv-term text="${escape(entry.text)}"${tone ? ` class="${tone}"` : ''}>`
      }
      let named = false // between [ and ] of such a link
      token.children = token.children.flatMap((child) => {
        const [, term] = /^term:(.*)$/.exec(String(child.attrGet('href') ?? '')) ?? []
        if (term !== undefined) {
          named = true
          return [piece('html_inline', tip(term))]
        }
        if (named && child.type === 'link_close') {
          named = false
          return [piece('html_inline', '</qkv-term>')]
        }
        if (child.type !== 'text' || named) return [child]
        const pieces = []
        let rest = child.content
        for (let found; (found = firstTerm(rest, left, language));) {
          const [id, at, word] = found
          pieces.push(piece('text', rest.slice(0, at)))
          pieces.push(piece('html_inline', `${tip(id)}${escape(word)}</qkv-term>`))
          rest = rest.slice(at + word.length)
        }
        return [...pieces, piece('text', rest)]
      })
    }
  })
}

/** @param {string} text @param {Map<string, any>} left @param {string} language @returns {[string, number, string]|undefined} */
function firstTerm(text, left, language) {
  /** @type {[string, number, string]|undefined} */
  let first
  for (const [id, entry] of left) {
    const { term, match: pattern } = entry[language] ?? entry.en
    const plain = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const match = (
      localeOf(language).joins ? new RegExp(`\\b${plain}s?\\b`, 'i') : new RegExp(pattern ?? plain)
    ).exec(text)
    // Of two that begin at the same place the longer one is meant.
    if (
      match &&
      (!first || match.index < first[1] || (match.index === first[1] && match[0].length > first[2].length))
    )
      first = [id, match.index, match[0]]
  }
  return first
}

/** @param {string} source @returns {{ about: Record<string, string>, body: string }} */
function frontMatter(source) {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
  if (!match) throw new Error('a lesson begins with --- and its title, summary and minutes')
  const about = Object.fromEntries(
    match[1]
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { about, body: match[2] }
}

/** What a reader does in a figure is kept under a key that does not depend on where it stands: the one that its author gives, or what it is. @param {string} html */
function withKeys(html) {
  const taken = new Set()
  return html.replace(/<qkv-([a-z]+)((?:\s[^>]*)?)>/g, (whole, tag, attributes) => {
    if (!cards[tag]) return whole
    const of = (/** @type {string} */ name) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
    const key =
      of('key') ?? ['view', 'preset', 'seed'].reduce((text, name) => `${text} ${of(name) ?? ''}`.trim(), tag)
    if (taken.has(key)) throw new Error(`two figures would be kept as "${key}": give one of them a key="…"`)
    taken.add(key)
    return `<qkv-${tag}${attributes} data-key="${key}">`
  })
}

/** What markdown and formulas say in style attributes, which strict pages forbid, and the classes that say it here. @type {Record<string, string>} */
const CLASSES = {
  'text-align:right': 'end',
  'text-align:center': 'middle',
  'text-align:left': '',
  'display:block math;': '', // as style sheets of browsers have it
  'margin-left:-0.1667em;': 'closer',
}

/** @param {string} html */
const withoutStyles = (html) =>
  html.replace(/<([a-z]+)((?:\s[^<>]*?)?)\sstyle="([^"]*)"([^<>]*)>/g, (_, tag, before, style, after) => {
    if (!(style in CLASSES)) throw new Error(`the style "${style}" would be forbidden on strict pages`)
    const others = `${before}${after}`
    const name = CLASSES[style]
    if (!name) return `<${tag}${others}>`
    return / class="/.test(others)
      ? `<${tag}${others.replace(' class="', ` class="${name} `)}>`
      : `<${tag}${others} class="${name}">`
  })

/** @param {string} name of the file, 01-soft-look-up.md @param {string} source @param {string} language @param {Glossary} words @returns {Lesson} */
export function compileLesson(name, source, language, words) {
  const [, number, slug] = /^(\d\d)-([a-z0-9-]+)\.md$/.exec(name) ?? []
  if (!slug) throw new Error('a lesson is called 01-its-name.md')
  const { about, body } = frontMatter(source)
  for (const key of ['title', 'summary', 'part', 'minutes'])
    if (!about[key]) throw new Error(`the front matter has no ${key}`)
  const md = markdownIt({ html: true })
  formulas(md)
  terms(md, words, language)
  const plain = markdownIt({ html: false })
  formulas(plain)
  const inline = (/** @type {string} */ text) => plain.renderInline(text)
  /** @type {Lesson['headings']} */
  const headings = []
  /** @type {string[]} */
  const exerciseNames = []
  const fence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    const [kind, called] = tokens[i].info.trim().split(/\s+/)
    if (!KINDS.includes(kind)) return /** @type {any} */ (fence)(tokens, i, options, env, self)
    if (!/^[a-z0-9-]+$/.test(called ?? ''))
      throw new Error(
        `an exercise needs a name, \`\`\`${kind} its-name: "${tokens[i].content.split('\n')[0]}"`,
      )
    if (exerciseNames.includes(called)) throw new Error(`two exercises are called "${called}"`)
    exerciseNames.push(called)
    const data = exercise(kind, tokens[i].content, `${slug} ${called}`, inline)
    return `<qkv-${kind} name="${called}" data-key="${called}" data="${escape(JSON.stringify(data))}"></qkv-${kind}>\n`
  }
  md.renderer.rules.heading_open = (tokens, i) => {
    const id = `s${headings.length + 1}`
    headings.push({ id, text: tokens[i + 1].content })
    return `<${tokens[i].tag} id="${id}">`
  }
  md.renderer.rules.heading_close = (tokens, i) => {
    const { id, text } = headings[headings.length - 1]
    return ` <a class="anchor" href="#/lesson/${slug}?at=${id}" aria-label="${escape(text)}">#</a></${tokens[i].tag}>\n`
  }
  // A figure stands by itself, not in a line of text.
  const rendered = firstSymbols(md.render(body)).replace(/<p>(<qkv-[a-z]+[^>]*><\/qkv-[a-z]+>)<\/p>/g, '$1')
  const html = withoutStyles(withKeys(rendered))
  const figures = [...new Set([...html.matchAll(/<qkv-([a-z]+)/g)].map(([, tag]) => tag))].filter(
    (tag) => !KINDS.includes(tag) && tag !== 'term',
  )
  const scored = Object.keys(cards).filter((tag) => cards[tag].scored)
  const exercises =
    exerciseNames.length + scored.reduce((sum, tag) => sum + html.split(`<qkv-${tag}`).length - 1, 0)
  return {
    slug,
    number: Number(number),
    title: about.title,
    summary: about.summary,
    minutes: Number(about.minutes),
    html,
    headings,
    figures,
    exercises,
    exerciseNames,
    part: Number(about.part),
  }
}

export const glossary = () =>
  /** @type {Glossary} */ (JSON.parse(readFileSync(join(folder, 'glossary.json'), 'utf8')))

/** All lessons of a language, in order, with what is wrong with them. @param {string} language @param {string[]} problems */
export function lessonsOf(language, problems = []) {
  const known = glossary()
  return readdirSync(join(folder, language))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => {
      try {
        return [compileLesson(name, readFileSync(join(folder, language, name), 'utf8'), language, known)]
      } catch (error) {
        problems.push(`web/lessons/${language}/${name}: ${error instanceof Error ? error.message : error}`)
        return []
      }
    })
}

/** What is wrong: files that cannot be compiled, missing translations, unknown figures, links that lead nowhere, different exercises. */
export function lessonProblems() {
  /** @type {string[]} */
  const problems = []
  const all = Object.fromEntries(LANGUAGES.map((language) => [language, lessonsOf(language, problems)]))
  const figures = Object.keys(cards)
  for (const [id, entry] of Object.entries(glossary()))
    for (const language of WHOLE)
      if (!entry[language]?.term || !entry[language].text)
        problems.push(`glossary.json: ${id} has no ${language}`)
  for (const language of LANGUAGES)
    for (const lesson of all[language]) {
      const where = `${language} lesson ${lesson.slug}`
      for (const other of WHOLE) {
        const twin = all[other].find(({ slug }) => slug === lesson.slug)
        if (!twin) problems.push(`${where} has no ${other} translation`)
        else {
          if (twin.number !== lesson.number) problems.push(`${where} has another number in ${other}`)
          for (const what of /** @type {const} */ (['headings', 'figures']))
            if (twin[what].length !== lesson[what].length)
              problems.push(`${where}: ${lesson[what].length} ${what}, in ${other} ${twin[what].length}`)
          if (String(twin.exerciseNames) !== String(lesson.exerciseNames))
            problems.push(`${where}: exercises ${lesson.exerciseNames}, in ${other} ${twin.exerciseNames}`)
        }
      }
      for (const figure of lesson.figures)
        if (!figures.includes(figure)) problems.push(`${where}: there is no figure <qkv-${figure}>`)
      for (const [, target] of lesson.html.matchAll(/href="#\/([^"]*)"/g)) {
        const [path, query = ''] = target.split('?')
        const [page, name] = path.split('/')
        const lessonTarget = all[language].find(({ slug }) => slug === name)
        const at = new URLSearchParams(query).get('at')
        const fine =
          (page === 'figure' && figures.includes(name)) ||
          (page === 'lesson' &&
            (!name || (lessonTarget && (!at || lessonTarget.headings.some(({ id }) => id === at))))) ||
          ['', 'models', 'bench', 'figures'].includes(page)
        if (!fine) problems.push(`${where}: the link #/${target} leads nowhere`)
      }
    }
  return problems
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = lessonProblems()
  for (const problem of problems) console.error(problem)
  process.exit(problems.length ? 1 : 0)
}
