// Figures in parts: one at a time, some alone, the way to the rest; in a textbook's column each fits a screen.
import assert from 'node:assert/strict'
import { BROWSERS, inside, settled, textOf, visit as visitIn, launch } from './browser.js'
