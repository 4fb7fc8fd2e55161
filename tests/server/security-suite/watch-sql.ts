import { Client } from 'pg'
import type { Statement } from './tenant-predicates.ts'

/** Every statement that reaches the database through `pg` while it is watched. */
export type SqlWatch = {
  /** What ran since the last call. */
  readonly take: () => Statement[]
  readonly stop: () => void
}

export function watchSql(): SqlWatch {
  let seen: Statement[] = []
  const plain = Object.getOwnPropertyDescriptor(Client.prototype, 'query')
  const original: unknown = plain?.value
  if (!plain || typeof original !== 'function') throw new Error('the client of the database has no query')
  Object.defineProperty(Client.prototype, 'query', {
    ...plain,
    value: function query(this: unknown, ...given: unknown[]): unknown {
      seen.push(...statementOf(given))
      return Reflect.apply(original, this, given)
    },
  })
  return {
    take: () => {
      const recorded = seen
      seen = []
      return recorded
    },
    stop: () => {
      Object.defineProperty(Client.prototype, 'query', plain)
    },
  }
}

/** A text with its values, or an object that holds both. */
function statementOf([first, second]: readonly unknown[]): Statement[] {
  const config = typeof first === 'object' && first !== null ? first : { text: first, values: second }
  const sql = 'text' in config && typeof config.text === 'string' ? config.text : ''
  const given = Array.isArray(second) ? second : 'values' in config ? config.values : undefined
  const values: readonly unknown[] = Array.isArray(given) ? given : []
  return sql === '' ? [] : [{ sql, values }]
}
