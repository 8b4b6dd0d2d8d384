// Of several works that take their time only the one that was begun last counts, whichever ends last.

export class Latest {
  #count = 0

  /**
   * Does the work. What comes when another has been begun, or all were cancelled, is `late`: neither result nor error counts.
   * @template T
   * @param {() => Promise<T>} work
   * @param {{ done?: (result: T) => void, failed?: (error: unknown) => void, late?: (result: T) => void }} [then] without `failed` an error is thrown
   * @returns {Promise<T|undefined>} undefined if it came late or failed
   */
  async run(work, { done, failed, late } = {}) {
    const mine = ++this.#count
    try {
      const result = await work()
      if (mine !== this.#count) return void late?.(result)
      done?.(result)
      return result
    } catch (error) {
      if (mine !== this.#count) return
      if (!failed) throw error
      failed(error)
    }
  }

  /** Nothing that runs counts any more. */
  cancel() {
    this.#count += 1
  }
}
