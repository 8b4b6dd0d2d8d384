// The trained models that come with the site: what can be asked of each, and where its answers count.
import pronoun from '../models/pronoun.json'
import recallGqa from '../models/recall-gqa.json'
import recallMha from '../models/recall-mha.json'
import recallMqa from '../models/recall-mqa.json'
import reversal from '../models/reversal.json'
import sink from '../models/sink.json'
import sorting from '../models/sorting.json'
import whoIsHe from '../models/who-is-he.json'

/**
 * `examples`: texts it can read, the first of the reader's language to begin with; `asked`: whether its answer at a position
 * of a text of n tokens was trained.
 * @typedef {{ card: typeof pronoun, examples: Record<'zh'|'en', string[]>, asked: (position: number, n: number) => boolean }} Shipped
 */

const everywhere = () => true
const both = (/** @type {string[]} */ ...texts) => ({ zh: texts, en: texts })
const recall = {
  examples: both('k3 v7 k0 v2 k9 v4 k12 v1 k5 v15 k8 v0 k9 v4 k3', 'k1 v1 k2 v2 k3 v3 k4 v4 k5 v5 k6 v6 k6'),
  asked: (/** @type {number} */ position) => position > 12 && position % 2 === 1,
}

/** @type {Record<string, Shipped>} */
export const shipped = {
  pronoun: {
    card: pronoun,
    examples: {
      zh: ['奖杯放不进箱子，因为它太大', '奖杯放不进箱子，因为它太小', '钢琴放不进房间，因为它太窄'],
      en: [
        'the trophy does not fit in the suitcase because it is too big',
        'the trophy does not fit in the suitcase because it is too small',
        'the piano does not fit in the room because it is too narrow',
      ],
    },
    asked: (position, n) => position === n - 1,
  },
  'who-is-he': {
    card: /** @type {any} */ (whoIsHe),
    examples: {
      zh: [
        '老板告诉员工他必须加班',
        '员工告诉老板他不想干了',
        '老板命令员工他必须加班',
        '老板答应员工他会休息',
      ],
      en: [
        'the boss told the employee that he had to stay',
        'the employee told the boss that he refused to stay',
        'the boss ordered the employee that he had to stay',
        'the boss promised the employee that he was to rest',
      ],
    },
    asked: (position, n) => position >= n - (n > 8 ? 3 : 2), // from the word of the clause on
  },
  reversal: {
    card: reversal,
    examples: both('3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3', '0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5'),
    asked: everywhere,
  },
  sorting: {
    card: sorting,
    examples: both('4 2 9 0 7 5 →', '4 2 9 0 7 5 → 0 2 4', '9 8 7 6 5 4 → 4 5 6 7 8'),
    asked: (position) => position >= 6,
  },
  'recall-mha': { card: /** @type {any} */ (recallMha), ...recall },
  'recall-gqa': { card: /** @type {any} */ (recallGqa), ...recall },
  'recall-mqa': { card: /** @type {any} */ (recallMqa), ...recall },
  sink: {
    card: /** @type {any} */ (sink),
    examples: both('5 17 3 22 8 14 1 19 6 11 22 8 14 1', '1 2 3 4 5 6 7 8 9 10 3 4 5'),
    asked: (position) => position !== 10, // where the repetition begins cannot be known,
  },
}
