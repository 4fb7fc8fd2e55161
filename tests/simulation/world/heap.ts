/** A queue that gives the least item first; of equal ones the one that came first. */
export class Heap<T> {
  readonly #items: { readonly key: number; readonly order: number; readonly item: T }[] = []
  #order = 0

  get size(): number {
    return this.#items.length
  }

  push(key: number, item: T): void {
    const items = this.#items
    let at = items.length
    const entry = { key, order: this.#order, item }
    this.#order += 1
    items.push(entry)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]
      if (above === undefined || !isLess(entry, above)) break
      items[at] = above
      at = parent
    }
    items[at] = entry
  }

  peekKey(): number | undefined {
    return this.#items[0]?.key
  }

  pop(): T | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined || items.length === 0) return first?.item
    let at = 0
    for (;;) {
      const left = items[2 * at + 1]
      const right = items[2 * at + 2]
      if (left === undefined) break
      const rightLess = right !== undefined && isLess(right, left)
      const child = rightLess ? right : left
      if (!isLess(child, last)) break
      items[at] = child
      at = rightLess ? 2 * at + 2 : 2 * at + 1
    }
    items[at] = last
    return first.item
  }
}

type Keyed = { readonly key: number; readonly order: number }

function isLess(a: Keyed, b: Keyed): boolean {
  return a.key < b.key || (a.key === b.key && a.order < b.order)
}
