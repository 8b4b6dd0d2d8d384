// The same head as a program: C++, and NumPy that is run.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inside, pages, settled, textOf } from './browser.js'

const python = ['/usr/bin/python3', 'python3'].find((one) => !one.includes('/') || existsSync(one)) ?? ''

pages('code', ({ test, visit }) => {
  test('the C++ is that of the core; the NumPy program prints what the core computed', () =>
    visit('lang=en&state=step:softmax;language:cpp', async (code) => {
      assert.match(await textOf(await inside(code, 'pre')), /^SoftmaxSteps plain_softmax\(/)
      const { program, weights, output } = await code.evaluate((e) => ({
        program: e.result.program,
        weights: Array.from(e.result.steps.weights.data),
        output: Array.from(e.result.steps.output.data),
      }))
      const printed = execFileSync(python, ['-c', program]).toString()
      const numbers = (/** @type {string} */ step) =>
        [
          ...printed
            .split(`${step}\n`)[1]
            .split(/\n[a-z]/)[0]
            .matchAll(/-?\d+\.\d*|-?inf/g),
        ].map(([one]) => Number(one))
      weights.forEach((value, i) => assert.ok(Math.abs(value - numbers('weights')[i]) < 1e-5))
      output.forEach((value, i) => assert.ok(Math.abs(value - numbers('output')[i]) < 1e-5))
    }))

  test('what was said passes without taking another sentence with it', () =>
    visit('lang=en', async (code) => {
      await code.evaluate((e) => {
        e.say('first')
        e.notice = 'a number was refused'
      })
      await new Promise((done) => setTimeout(done, 4300))
      await settled(code)
      assert.equal(await code.evaluate((e) => e.notice), 'a number was refused')
      await code.evaluate((e) => e.say('second'))
      await new Promise((done) => setTimeout(done, 4300))
      assert.equal(await code.evaluate((e) => e.notice), '')
    }))
})
