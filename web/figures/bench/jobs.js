// The benchmark, off the main thread.
import { measureSpeed } from '../../bench/page.js'
import { register } from '../../engine/jobs.js'

register({ measureSpeed })
