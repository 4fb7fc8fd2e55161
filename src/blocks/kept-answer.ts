import * as v from 'valibot'

/** An answer of the server that a phone keeps under `key` for when it is offline. */
export function keptAnswer<Schema extends v.GenericSchema>(key: string, schema: Schema) {
  return {
    /** The answer as this phone last read it; `undefined` when it never did. */
    read: (storage: Pick<Storage, 'getItem'>): v.InferOutput<Schema> | undefined => {
      try {
        const parsed = v.safeParse(schema, JSON.parse(storage.getItem(key) ?? 'null'))
        return parsed.success ? parsed.output : undefined
      } catch {
        return undefined
      }
    },
    /** Without room for it the next reading needs a connection, and nothing else changes. */
    keep: (storage: Pick<Storage, 'setItem'>, answer: v.InferOutput<Schema>): void => {
      try {
        storage.setItem(key, JSON.stringify(answer))
      } catch {
        return
      }
    },
  }
}
