/**
 * What is known of a shipped model, in its .json; written by `./lab train`. Texts are by language.
 * @typedef {object} Card
 * @property {string} name
 * @property {Record<string, string>} title
 * @property {Record<string, string[]>} examples  texts that it can read, the first to begin with
 * @property {Record<string, string>} [answer]    what its answer is called, if it has a name
 * @property {Record<string, string>} task  by language, and the `name` of the task
 * @property {Record<string, string>} data
 * @property {Record<string, any>} size
 * @property {Record<string, any>} training
 * @property {string} command
 * @property {{ examples: number, loss: number, accuracy: number, sequences: number, looks: (number|null)[][] }} result
 * @property {Record<string, string>} caution
 * @property {string} license
 */
export {}
