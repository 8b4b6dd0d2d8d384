// What a reader drops: a model, its tokenizer, or both, one after the other or together.

/** @typedef {import('./reading.js').Source} Source */
/** @typedef {{ weights?: Source, tokenizer?: Source, name?: string }} Files */

/**
 * What there is with these files: a model in place of the one before, or a tokenizer for it. What is neither is `refused`, with
 * the reason, and leaves everything as it was.
 * @param {File[]} dropped @param {Files} before
 * @param {(file: File) => Promise<import('./reading.js').FileKind>} judge
 * @returns {Promise<{ files: Files, refused: { name: string, error: any }[] }>}
 */
export async function withDropped(dropped, before, judge) {
  const judged = await Promise.all(
    dropped.map(async (file) => {
      try {
        return { file, kind: await judge(file) }
      } catch (error) {
        return { file, error }
      }
    }),
  )
  const refused = judged.flatMap(({ file, error }) => (error ? [{ name: file.name, error }] : []))
  const tokenizer = judged.find(({ kind }) => kind === 'tokenizer')?.file
  const model = judged.find(({ kind }) => kind && kind !== 'tokenizer')
  const files = tokenizer ? { ...before, tokenizer } : before
  if (!model) return { files, refused }
  // A tokenizer belongs to llama2.c models, ours bring their words along.
  const kept = model.kind === 'llama2c' ? files.tokenizer : tokenizer
  return { files: { weights: model.file, name: model.file.name, tokenizer: kept }, refused }
}
