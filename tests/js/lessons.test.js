// The compiler of lessons: what a teacher writes, and what it says when something is wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileLesson, glossary, lessonProblems } from '../../web/build/lessons.js'

const front = '---\ntitle: A title\nsummary: In short.\npart: 1\nminutes: 5\n---\n'
const compile = (/** @type {string} */ body, /** @type {'zh'|'en'} */ language = 'en') =>
  compileLesson('01-a-name.md', front + body, language, glossary())

test('all lessons of the project are whole', () => {
  assert.deepEqual(lessonProblems(), [])
})

test('front matter, headings with links to them, formulas, figures', () => {
  const { title, minutes, html, headings, figures } = compile(
    '## One\n\nA line with $\\q \\cdot \\k$.\n\n$$\n\\frac{a}{b}\n$$\n\n<qkv-softmax preset="four"></qkv-softmax>\n',
  )
  assert.equal(title, 'A title')
  assert.equal(minutes, 5)
  assert.deepEqual(headings, [{ id: 's1', text: 'One' }])
  assert.match(html, /<h2 id="s1">One <a class="anchor" href="#\/lesson\/a-name\?at=s1"/)
  assert.match(html, /class="s-q" tabindex="0"/) // by keyboard too
  assert.equal(compile('$\\q$ and $\\q$ and $\\k$\n').html.match(/tabindex/g)?.length, 2) // but once
  assert.match(html, /<div class="formula"><math/)
  assert.match(html, /^<qkv-softmax preset="four" data-key="softmax four"><\/qkv-softmax>$/m) // not inside a paragraph
  assert.deepEqual(figures, ['softmax'])
})

test('exercises, as they are written', () => {
  const { html, exercises } = compile(
    '```choose which\n? Which?\n- one\n+ **two**\n> Because.\n```\n\n```order the-order\n? In order\n1. first\n2. second\n> So.\n```\n\n```answer why\n? Why?\n> Thus.\n```\n',
  )
  assert.equal(exercises, 3)
  // What is answered is kept under these, wherever they stand.
  assert.deepEqual(
    [...html.matchAll(/data-key="([^"]*)"/g)].map(([, key]) => key),
    ['which', 'the-order', 'why'],
  )
  const data = [...html.matchAll(/data="([^"]*)"/g)].map(([, text]) =>
    JSON.parse(
      text
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>'),
    ),
  )
  // The right one does not always stand where it was written.
  assert.deepEqual(
    data[0].options.sort((/** @type {any} */ a, /** @type {any} */ b) => Number(a.right) - Number(b.right)),
    [
      { text: 'one', right: false },
      { text: '<strong>two</strong>', right: true },
    ],
  )
  assert.deepEqual(data[1].items, ['first', 'second'])
  assert.equal(data[2].after, 'Thus.')
})

test('a figure is kept under what it is, or under the key that its author gives', () => {
  const { html } = compile(
    '<qkv-mask preset="late"></qkv-mask>\n\n<qkv-mask preset="late" key="again"></qkv-mask>\n\n<qkv-predict preset="mask" seed="3"></qkv-predict>\n',
  )
  assert.deepEqual(
    [...html.matchAll(/data-key="([^"]*)"/g)].map(([, key]) => key),
    ['mask late', 'again', 'predict mask 3'],
  )
})

test('terms are explained where they are first used, and not in headings', () => {
  const { html } = compile('## A query\n\nA query, another query, and keys.\n')
  assert.equal(html.match(/<qkv-term/g)?.length, 2)
  assert.match(html, /<h2 id="s1">A query /)
  assert.match(html, /class="q">query<\/qkv-term>, another query, and <qkv-term/)
  // An author may explain other words, or the same again; a link to no term is refused.
  const named = compile('[What it asks](term:query), a query.\n').html
  assert.match(named, /<qkv-term text="[^"]+" class="q">What it asks<\/qkv-term>, a query\./)
  assert.throws(() => compile('A [word](term:nothing).\n'), {
    message: /glossary.json has no term "nothing"/,
  })
  assert.match(compile('每个词元都有查询。\n', 'zh').html, />词元<\/qkv-term>都有<qkv-term/)
})

test('what is wrong is said', () => {
  const wrong = (/** @type {string} */ body, /** @type {RegExp} */ message) =>
    assert.throws(() => compile(body), { message })
  wrong('```choose it\n? Which?\n- one\n- two\n> So.\n```\n', /one of them right/)
  wrong('```choose it\n- one\n+ two\n> So.\n```\n', /needs a question/)
  wrong('```order it\n? Which?\n1. one\n> So.\n```\n', /nothing to put in order/)
  wrong('```answer it\n? Why?\nbecause\n> So.\n```\n', /begins with none of/)
  wrong('```choose\n? Which?\n- one\n+ two\n> So.\n```\n', /an exercise needs a name/)
  wrong(
    '```answer a\n? Why?\n> So.\n```\n\n```answer a\n? Why?\n> So.\n```\n',
    /two exercises are called "a"/,
  )
  wrong('<qkv-mask></qkv-mask>\n\n<qkv-mask></qkv-mask>\n', /two figures would be kept as "mask"/)
  wrong('$\\frac{a$\n', /./)
  assert.throws(() => compileLesson('soft.md', front, 'en', glossary()), { message: /called 01-its-name/ })
  assert.throws(() => compileLesson('01-a.md', 'text', 'en', glossary()), { message: /begins with ---/ })
  assert.throws(() => compileLesson('01-a.md', '---\ntitle: A\n---\n', 'en', glossary()), {
    message: /no summary/,
  })
})
