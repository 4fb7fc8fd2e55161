/** The parts of a stored customer or product that a search compares. */
export type NamedRow = {
  readonly id: string
  readonly nameKey: string
  readonly keys: readonly string[]
  readonly active: boolean
}

/** Keys that mark a row begin with a control character; no text that a person types does. */
const FIRST_PRINTED = ' '

/** What of a row is compared, the name first. A later word of the name is in the name already. */
function searchedText({ nameKey, keys }: NamedRow): string {
  return [nameKey, ...keys.filter((key) => key >= FIRST_PRINTED && !nameKey.includes(key))].join('\n')
}

/** The names and numbers of all rows of one table, for searches inside words. */
export class NameIndex {
  readonly #texts = new Map<string, string>()

  /** Adds rows or replaces them; what is switched off is not found. */
  put(rows: readonly NamedRow[]): void {
    for (const row of rows) {
      if (row.active) this.#texts.set(row.id, searchedText(row))
      else this.#texts.delete(row.id)
    }
  }

  /**
   * Replaces all rows whose ids are in a range, both ends included. In one step: a search between forgetting them and
   * reading them again would miss what is there.
   */
  replace({ from, to }: { readonly from: string; readonly to: string }, rows: readonly NamedRow[]): void {
    if (from === to) this.#texts.delete(from)
    else for (const id of this.#texts.keys()) if (id >= from && id <= to) this.#texts.delete(id)
    this.put(rows)
  }

  /** Ids of rows that have one of the texts anywhere in their name or numbers, at most `limit`, by name. */
  find(wanted: readonly string[], limit: number): string[] {
    const found: (readonly [text: string, id: string])[] = []
    for (const [id, text] of this.#texts) {
      if (wanted.some((part) => text.includes(part))) found.push([text, id])
    }
    return found
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([, id]) => id)
  }
}
