// Exercises with numbers that the core draws: by a seed, which a page can fix and a reader can change.

/** The largest seed. */
export const SEEDS = 999_999

/** Another one every time: any will do, the core makes the numbers. */
export const freshSeed = () => Math.floor(Math.random() * (SEEDS + 1))

/** What the four tokens are called: a word would promise a meaning. */
export const LETTERS = ['A', 'B', 'C', 'D']
